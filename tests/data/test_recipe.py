"""The recipe format: what is accepted, and how faults are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from pydantic import ValidationError
from small_recipe import content, source

from nbexp.data.recipe import Recipe, UserFile, recipe_from
from nbexp.data.source import Source
from nbexp.data.yamlfile import parse_yaml
from nbexp.errors import SpecError


def faults_of(**changes: Any) -> str:
    text = yaml.safe_dump(content(**changes), sort_keys=False)
    with pytest.raises(SpecError) as caught:
        recipe_from(parse_yaml(text, "tiny.yaml"))
    return str(caught.value)


def test_a_range_of_names_stands_for_each_of_them() -> None:
    read = Source.model_validate(source(columns=["id", "f1..f3", "x08..x10", "v1..2"]))
    assert read.columns == ("id", "f1", "f2", "f3", "x08", "x09", "x10", "v1", "v2")


def test_an_attribute_may_be_a_range(make_recipe: Callable[..., Recipe]) -> None:
    recipe = make_recipe(
        attributes=[{"name": "f1..f3", "kind": "quantitative"}],
        sources=[source(columns=["f1..f3", "class"])],
    )
    assert [attribute.name for attribute in recipe.attributes] == ["f1", "f2", "f3"]
    assert (recipe.count("quantitative"), recipe.count("qualitative")) == (3, 0)


@pytest.mark.parametrize("name", ["f3..f1", "f1..g3"])
def test_a_range_that_is_none_is_refused(name: str) -> None:
    assert "is not a range" in faults_of(attributes=[{"name": name, "kind": "quantitative"}])


def test_an_unknown_key_is_told_with_its_line_and_the_nearest_valid_key() -> None:
    assert faults_of(titel="x") == "tiny.yaml:35: titel: unknown key; did you mean title?"
    nested = faults_of(sources=[source(colums=["a"])])
    assert "sources.0.colums: unknown key; did you mean columns?" in nested
    deep = faults_of(sources=[source(fixes={"drop-row": [1]})])
    assert "sources.0.fixes.drop-row: unknown key; did you mean drop-rows?" in deep


def test_every_fault_is_told_at_once() -> None:
    told = faults_of(instances="many", missing=-1, title=None, extra=1).splitlines()
    assert len(told) == 4
    assert all(line.startswith("tiny.yaml:") for line in told)


def test_a_repeated_key_is_told_beside_the_other_faults() -> None:
    text = yaml.safe_dump(content(missing="x"), sort_keys=False) + "name: other\n"
    with pytest.raises(SpecError, match="name: this key was given before") as caught:
        recipe_from(parse_yaml(text, "tiny.yaml"))
    assert "missing: input should be a valid integer" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"instances": 4}, "instances is 4 but the class counts sum to 3"),
        ({"class": {"values": ["a", "b"], "counts": [3]}}, "2 classes but 1 counts"),
        ({"class": {"values": ["a", "a"], "counts": [1, 2]}}, "the class a is given more"),
        ({"attributes": [{"name": "a", "kind": "qualitative"}]}, "a needs its values"),
        (
            {"attributes": [{"name": "a", "kind": "quantitative", "values": ["1"]}]},
            "a must have no values",
        ),
        ({"sources": [source(), source()]}, "the source uci is given more than once"),
        ({"sources": [source(columns=["size", "class"])]}, "columns lack colour"),
        ({"sources": [source(columns=[])]}, "needs columns, or header: true"),
        ({"sources": [source(files=[])]}, "a source needs files"),
        ({"sources": [source(delimiter="ab")]}, "a delimiter is one character"),
        ({"sources": [source(fixes={"cut-at": {"size2": "x"}})]}, "fixes name no column: size2"),
        ({"sources": [source(reader="generator")]}, "the key generator"),
        (
            {"sources": [source(generator={"name": "waveform", "instances": 3, "seed": 1})]},
            "only a source with reader: generator",
        ),
        ({"sources": [source(files=[{"path": "a", "address": "x.org/a"}])]}, "is not an http"),
        ({"sources": [source(files=[{"path": "a", "sha256": "12"}])]}, "should match pattern"),
        ({"sources": [source(columns={"size": 1})]}, "sources.0.columns: input should be a valid"),
        ({"sources": [source(columns=["f1..f100001"])]}, "stands for more than 100,000 names"),
        ({"attributes": {"size": "quantitative"}}, "attributes: input should be a valid tuple"),
        ({"attributes": ["size"]}, "attributes.0: input should be a valid dictionary"),
        ({"sources": [{"name": "uci"}]}, "sources.0.reader: this key is missing"),
        ({"name": "Tiny Set"}, "should match pattern"),
        ({"read-from-file": {"quantitative": 1, "qualitative": 1, "classes": 2}}, "no class and"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_refused(changes: dict[str, Any], told: str) -> None:
    assert told in faults_of(**changes)


def test_without_read_from_file_the_declarations_are_needed() -> None:
    told = faults_of(**{"class": None})
    assert "the keys class, attributes and missing are needed" in told


def test_a_header_may_declare_the_data(make_recipe: Callable[..., Recipe]) -> None:
    decl = {"quantitative": 20, "qualitative": 40, "classes": 13}
    given = {"class": None, "attributes": [], "missing": None, "read-from-file": decl}
    recipe = make_recipe(**given, sources=[source(reader="arff", columns=[])])
    assert recipe.count("qualitative") == 40
    assert recipe.n_classes == 13
    assert "exactly one source, an ARFF file" in faults_of(**given)


def test_addresses_follow_from_the_uci_path_the_archive_and_what_is_given(
    make_recipe: Callable[..., Recipe],
) -> None:
    file = {"path": "a.data", "uci": "x/a.data.Z", "member": "a.data", "address": "http://m/a"}
    recipe = make_recipe(uci={"id": 7, "slug": "x+y"}, sources=[source(files=[file])])
    assert recipe.addresses(recipe.sources[0].files[0]) == (
        "https://archive.ics.uci.edu/ml/machine-learning-databases/x/a.data.Z",
        "https://archive.ics.uci.edu/static/public/7/x+y.zip#a.data",
        "http://m/a",
    )


def test_a_single_text_stands_for_a_list_of_one() -> None:
    read = Source.model_validate(source(missing="?"))
    assert read.missing == ("?",)


def test_the_tab_may_be_called_by_name() -> None:
    assert Source.model_validate(source(delimiter="tab")).delimiter == "\t"


def test_a_column_of_a_users_file_has_one_role() -> None:
    with pytest.raises(ValidationError, match="the column a is given more than once"):
        UserFile.model_validate({"path": "x.csv", "class": "c", "ignore": "a", "qualitative": "a"})
