"""YAML is read as it was written, and its traps are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.data.recipe import read_recipe
from nbexp.data.yamlfile import parse_yaml, read_yaml
from nbexp.errors import SpecError


@pytest.mark.parametrize("text", ["no", "yes", "on", "007", "1e-3", "1_000", "0x10", "2003-07-03"])
def test_a_plain_scalar_stays_the_text_that_was_written(text: str) -> None:
    assert parse_yaml(f"values: [{text}]", "x.yaml").content == {"values": [text]}


@pytest.mark.parametrize("text", ["null", "~", ""])
def test_null_and_nothing_are_none_but_a_quoted_null_is_text(text: str) -> None:
    assert parse_yaml(f"a: {text}", "x.yaml").content == {"a": None}
    assert parse_yaml(f"a: '{text}'", "x.yaml").content == {"a": text}


def test_a_bare_question_mark_is_refused_with_the_way_to_write_it() -> None:
    with pytest.raises(SpecError, match=r'x\.yaml:2: .*in quotes: "\?"'):
        parse_yaml("name: a\nmissing: ?\n", "x.yaml")


def test_a_bare_question_mark_in_a_list_is_a_fault() -> None:
    faults = parse_yaml("missing: [?]", "x.yaml").faults
    assert faults == ['x.yaml:1: an empty key; a question mark must stand in quotes: "?"']


def test_a_repeated_key_is_a_fault_that_names_both_lines() -> None:
    read = parse_yaml("a: 1\nb: 2\na: 3\n", "x.yaml")
    assert read.faults == ["x.yaml:3: a: this key was given before, in line 1"]
    assert read.content["a"] == "1"


def test_a_key_that_is_no_text_is_a_fault() -> None:
    assert "a key must be a text" in parse_yaml("[a, b]: 1", "x.yaml").faults[0]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="the file is empty"):
        parse_yaml(text, "x.yaml")


def test_a_tab_is_named_as_the_reason() -> None:
    with pytest.raises(SpecError, match=r"x\.yaml:2: .*blanks, not by tabs"):
        parse_yaml("a:\n\tb: 1\n", "x.yaml")


def test_a_bracket_that_closes_nothing_is_told_with_its_line() -> None:
    with pytest.raises(SpecError, match=r"x\.yaml:2: not valid YAML \(.*\)$"):
        parse_yaml("a: 1\nb: ]\nc: 2\n", "x.yaml")


def test_a_missing_file_and_one_that_is_not_text_are_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read"):
        read_yaml(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_bytes(b"a: \xff\xfe\n")
    with pytest.raises(SpecError, match="not UTF-8"):
        read_yaml(tmp_path / "bad.yaml")


def test_the_line_of_an_unknown_place_is_that_of_the_nearest_place_above() -> None:
    read = parse_yaml("a:\n  - b: 1\n    c: 2\n", "x.yaml")
    assert read.where(("a", 0, "c")) == "x.yaml:3"
    assert read.where(("a", 0, "missing")) == "x.yaml:2"


def test_an_alias_is_refused() -> None:
    with pytest.raises(SpecError, match=r"x\.yaml:2: found the alias \*a; write it out"):
        parse_yaml("a: &a [1]\nb: *a\n", "x.yaml")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(SpecError, match=r"x\.yaml:2: found more than \d+ levels of nesting"):
        parse_yaml("a: 1\nb: " + "[" * 99 + "]" * 99, "x.yaml")


def test_a_key_of_several_lines_is_told_in_one(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text('"a\\nb": 1\n"a\\nb": 2\n')
    with pytest.raises(SpecError) as caught:
        read_recipe(path, "f.yaml")
    assert all(line.startswith("f.yaml:") for line in str(caught.value).splitlines())
    assert r"f.yaml:2: a\nb: this key was given before, in line 1" in str(caught.value)
