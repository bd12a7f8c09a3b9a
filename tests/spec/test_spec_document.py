"""YAML is read as it is written, and what could be misread is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.errors import SpecError
from nbexp.spec.document import MAX_BYTES, parse_document, read_document
from nbexp.spec.reader import read_spec


def content(text: str) -> dict:
    document = parse_document(text, "s.yaml")
    assert not document.faults
    return document.content


def refusal(text: str) -> str:
    with pytest.raises(SpecError) as caught:
        parse_document(text, "s.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    "scalar", ["no", "yes", "on", "off", "1e-3", "010", "1:30", "2003-07-03", "1_000", "null", "~"]
)
def test_a_scalar_stays_the_text_that_was_written(scalar: str) -> None:
    assert content(f"a: {scalar}") == {"a": scalar}
    assert content(f"a: [{scalar}]") == {"a": [scalar]}
    assert content(f"{scalar}: 1") == {scalar: "1"}


@pytest.mark.parametrize("text", ["missing: ?", "missing: ? # a code", "missing:\n  ?\n"])
def test_a_bare_question_mark_is_text(text: str) -> None:
    assert content(text) == {"missing": "?"}


def test_a_bare_question_mark_is_text_in_lists() -> None:
    assert content("missing: [?, NA]") == {"missing": ["?", "NA"]}
    assert content("missing:\n- ?\n- NA") == {"missing": ["?", "NA"]}
    assert content("missing: ['?', '']") == {"missing": ["?", ""]}


def test_a_value_that_was_left_out_is_nothing() -> None:
    assert content("title:\nname: ''") == {"title": None, "name": ""}


def test_lines_are_those_of_keys_and_items() -> None:
    document = parse_document("# first\na: 1\nb:\n  - x\n  - c: 1\n    d: 2\n", "s.yaml")
    assert document.lines[("a",)] == 2
    assert document.lines[("b",)] == 3
    assert document.lines["b", 0] == 4
    assert document.lines["b", 1, "d"] == 6
    assert document.line(("b", 1, "nowhere", "at", "all")) == 5


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = read_document(file, "s.yaml")
    assert document.content == {"a": "1", "b": "2"}
    assert document.lines[("b",)] == 2


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "--- \n...\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    message = refusal(text)
    assert message.startswith("s.yaml:1: found ")
    assert "expected the keys of a spec" in message


def test_a_list_or_a_text_is_refused() -> None:
    assert refusal("\n- a\n") == (
        "s.yaml:2: found a list, expected the keys of a spec (name, datasets, methods)"
    )
    assert "found a single text" in refusal("thesis")


def test_a_second_document_is_refused() -> None:
    assert refusal("a: 1\n---\na: 2\n") == ("s.yaml:2: found a second document (---), expected one")


def test_repeated_keys_are_told_with_both_lines() -> None:
    document = parse_document("a: 1\nb: {c: 1, c: [2, {d: 3}]}\na: {x: y}\nz: 1", "s.yaml")
    assert [fault.text("s") for fault in document.faults] == [
        "s:2: b.c: found again, it is already in line 2",
        "s:3: a: found again, it is already in line 1",
    ]
    assert document.content == {"a": "1", "b": {"c": "1"}, "z": "1"}


def test_a_tag_constructs_nothing() -> None:
    text = "a: !!python/object/apply:os.system [echo]\nb: !mine 1\nc: 2"
    document = parse_document(text, "s.yaml")
    assert [fault.text("s") for fault in document.faults] == [
        "s:1: a: found the tag !!python/object/apply:os.system; tags are not read, leave it out",
        "s:2: b: found the tag !mine; tags are not read, leave it out",
    ]


def test_aliases_are_refused_so_that_nothing_can_explode() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    message = refusal(bomb)
    assert "found the anchor &a" in message
    assert "s.yaml:2: found the alias *a; write the value out" in message


def test_deep_nesting_is_refused() -> None:
    assert "levels of nesting" in refusal("a: " + "[" * 5000 + "]" * 5000)


def test_a_list_as_a_key_is_told_and_skipped() -> None:
    document = parse_document("{[a, {b: c}]: [d, [e]], f: g}", "s.yaml")
    assert document.content == {"f": "g"}
    assert [fault.line for fault in document.faults] == [1]


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("a:\n\tb: 1", 2, "indented by spaces, not by tabs"),
        ("a: 1\nb: x: y", 2, "stands in quotes"),
        ("a: @x", 1, "begins with this character stands in quotes"),
        ("a: *", 1, "begins with * or & stands in quotes"),
        ("a: - x", 1, "stands in quotes"),
        ("a: [1, 2\nb: 3", 2, ""),
        ("a: [1, 2", 1, "a bracket was opened and not closed"),
        ("a: 'x", 1, "a quote was opened and not closed"),
        ("a: 1\n  b: 2", 2, "indented too far"),
        ("a: 1\nb 2\n", 3, "a key is followed by a colon"),
    ],
)
def test_what_is_not_yaml_is_told_with_line_and_hint(text: str, line: int, hint: str) -> None:
    message = refusal(text)
    assert message.startswith(f"s.yaml:{line}: this is not YAML: ")
    assert hint in message
    assert "\n" not in message


def test_a_control_character_is_told_with_its_line() -> None:
    assert refusal("a: 1\nb: \x07") == "s.yaml:2: found the character U+0007, expected text"


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_bytes(b"a: 1\nb: \xe9t\xe9\n")
    with pytest.raises(SpecError, match=r"s\.yaml:2: found the byte 0xe9, expected text in UTF-8"):
        read_document(file, "s.yaml")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(SpecError, match="found more than 1,000,000 bytes"):
        read_document(file, "s.yaml")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"s\.yaml: the spec cannot be read: Is a directory"):
        read_document(tmp_path, "s.yaml")


def test_keys_and_values_of_several_lines_are_told_in_one(tmp_path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text('name: x\ndatasets: ["i\\nris"]\nmethods: [ewd]\n"a\\n\\nb": 1\n')
    with pytest.raises(SpecError) as caught:
        read_spec(str(path))
    lines = str(caught.value).splitlines()
    assert len(lines) == 3
    assert r"datasets: found 'i\nris'" in lines[1]
    assert r"a\n\nb: unknown key" in lines[2]
