"""A vocabulary of a few data sets, and a way to read a spec from text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from nbexp.data.recipe import Recipe
from nbexp.discretize.registry import method_class, method_ids
from nbexp.errors import SpecError
from nbexp.spec.reader import read_spec
from nbexp.spec.spec import Spec
from nbexp.spec.vocabulary import Vocabulary

RECIPES = {
    name: Recipe.model_construct(name=name, aliases=aliases)
    for name, aliases in {
        "iris": (),
        "wine-recognition": ("wine",),
        "letter-recognition": ("letter",),
        "pima-indians-diabetes": ("pima", "diabetes"),
        "waveform": (),
    }.items()
}


def find_fake_recipe(name: str) -> Recipe:
    for recipe in RECIPES.values():
        if name == recipe.name or name in recipe.aliases:
            return recipe
    raise SpecError(f"unknown data set {name}")


@pytest.fixture(scope="session")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    configs = tmp_path_factory.mktemp("configs")
    (configs / "published").mkdir()
    (configs / "published" / "tables.csv").write_text("dataset,method,error\n")
    (configs / "tiny.yaml").write_text("name: tiny\ndatasets: [iris]\nmethods: [ewd]\n")
    return Vocabulary(lambda: tuple(RECIPES), find_fake_recipe, method_ids, method_class, configs)


Read = Callable[[str], Spec]


@pytest.fixture
def read(vocabulary: Vocabulary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Read a spec from text, as the file spec.yaml of the working directory."""
    monkeypatch.chdir(tmp_path)

    def read_text(text: str) -> Spec:
        Path("spec.yaml").write_text(dedent(text), encoding="utf-8")
        return read_spec("spec.yaml", vocabulary=vocabulary)

    return read_text


@pytest.fixture
def faults(read: Read) -> Callable[[str], list[str]]:
    """Return the faults of a spec, one a line, without the file's name."""

    def told(text: str) -> list[str]:
        with pytest.raises(SpecError) as caught:
            read(text)
        lines = str(caught.value).splitlines()
        if len(lines) > 1:
            assert lines.pop(0) == f"{len(lines)} faults in spec.yaml"
        return [line.strip().removeprefix("spec.yaml:") for line in lines]

    return told
