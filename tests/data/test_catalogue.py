"""The recipes that come with nbexp."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.data import catalogue
from nbexp.data.catalogue import find_recipe, recipe_names, recipes
from nbexp.data.fetch import fetch
from nbexp.data.load import load, parse
from nbexp.data.recipe import Recipe
from nbexp.errors import SpecError


def test_a_recipe_is_found_by_name_and_by_alias_whatever_the_case() -> None:
    assert find_recipe("wine-recognition").name == "wine-recognition"
    assert find_recipe("wine").name == "wine-recognition"
    assert find_recipe("Iris").name == "iris"


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(SpecError, match=r"unknown data set 'irsi'; did you mean iris\?"):
        find_recipe("irsi")
    with pytest.raises(SpecError, match="nbexp datasets lists what there is"):
        find_recipe("zzzzzz")


def test_a_recipe_under_another_name_than_its_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    iris = catalogue.resource_dir("datasets") / "iris.yaml"
    (tmp_path / "flowers.yaml").write_text(iris.read_text())
    monkeypatch.setattr(catalogue, "resource_dir", lambda name: tmp_path)
    with pytest.raises(SpecError, match=r"flowers\.yaml: name: found 'iris', expected 'flowers'"):
        catalogue._read("flowers")


def test_no_name_or_alias_is_used_twice() -> None:
    words = [word.lower() for recipe in recipes() for word in (recipe.name, *recipe.aliases)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", recipe_names())
def test_a_recipe_tells_all_that_a_recipe_should(name: str) -> None:
    recipe = find_recipe(name)
    assert recipe.citation.startswith("@")
    assert recipe.digest is not None or recipe.read_from_file is not None
    assert any(
        source.generator or all(file.digest for file in source.files) for source in recipe.sources
    )


OFFLINE = [
    recipe.name
    for recipe in recipes()
    if any(source.bundled or source.generator for source in recipe.sources)
]


def test_five_data_sets_are_always_at_hand() -> None:
    assert OFFLINE == ["hyperplane", "iris", "sea", "waveform", "wine-recognition"]


@pytest.mark.parametrize("name", OFFLINE)
def test_a_data_set_that_is_always_at_hand_loads_offline(tmp_path: Path, name: str) -> None:
    recipe = find_recipe(name)
    assert load(recipe, cache=tmp_path).digest == recipe.digest


def uci_only(recipe: Recipe) -> Recipe:
    return recipe.model_copy(update={"sources": recipe.sources[:1]})


@pytest.mark.mirror
@pytest.mark.parametrize("name", ["iris", "wine-recognition"])
def test_the_bundled_copy_holds_what_the_uci_file_holds(
    tmp_path: Path, mirror: Path, name: str
) -> None:
    recipe = uci_only(find_recipe(name))
    assert recipe.sources[0].name == "uci"
    fetched = fetch(recipe, cache=tmp_path, mirrors=[str(mirror)])
    assert parse(recipe, fetched).digest == load(find_recipe(name), cache=tmp_path / "b").digest


@pytest.mark.mirror
def test_samples_35_and_38_of_the_bundled_iris_are_those_of_the_uci_file(mirror: Path) -> None:
    lines = (mirror / "iris" / "iris.data").read_text().splitlines()
    assert lines[34] == "4.9,3.1,1.5,0.1,Iris-setosa"
    assert lines[37] == "4.9,3.1,1.5,0.1,Iris-setosa"
