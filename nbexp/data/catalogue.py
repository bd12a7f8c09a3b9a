"""The data sets nbexp knows: the recipes that come with it, by name or alias."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nbexp.data.recipe import Recipe, read_recipe
from nbexp.errors import SpecError
from nbexp.hints import did_you_mean
from nbexp.resources import resource_dir


def recipe_names() -> tuple[str, ...]:
    """Return the names of all recipes, in alphabetical order."""
    folder = resource_dir("datasets")
    return tuple(
        sorted(path.relative_to(folder).with_suffix("").as_posix() for path in _paths(folder))
    )


def recipes() -> Iterator[Recipe]:
    """Yield all recipes, by name."""
    for name in recipe_names():
        yield _read(name)


def find_recipe(name: str) -> Recipe:
    """Return the recipe with this name or alias.

    Raises
    ------
    SpecError
        There is none (the nearest name is told), or the recipe is faulty.
    """
    names = recipe_names()
    wanted = name.strip().lower()
    if wanted in names:
        return _read(wanted)
    aliases: dict[str, str] = {}
    for recipe in recipes():
        aliases.update(dict.fromkeys(map(str.lower, recipe.aliases), recipe.name))
    if wanted in aliases:
        return _read(aliases[wanted])
    hint = did_you_mean(wanted, (*names, *aliases)) or "; nbexp datasets lists what there is"
    raise SpecError(f"unknown data set {name!r}{hint}")


def _paths(folder: Path) -> Iterator[Path]:
    yield from folder.glob("*.yaml")
    yield from folder.glob("*/*.yaml")


def _read(name: str) -> Recipe:
    path = resource_dir("datasets") / f"{name}.yaml"
    recipe = read_recipe(path, f"datasets/{name}.yaml")
    if recipe.name != name:
        raise SpecError(f"datasets/{name}.yaml: name: found {recipe.name!r}, expected {name!r}")
    return recipe
