"""The names a spec may use: data sets, methods, and where built-in files are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbexp.data.recipe import Recipe
    from nbexp.discretize.method import Method


@dataclass(frozen=True)
class Vocabulary:
    """What the names in a spec stand for.

    Attributes
    ----------
    dataset_names : function
        Returns the names of all data sets that have a recipe.
    find_dataset : function
        Returns the recipe of a name or alias; raises SpecError if there is none.
    method_ids : function
        Returns the ids of all methods.
    method_class : function
        Returns the class of a method's id or dotted path; raises SpecError if there is none.
    configs : Path
        The folder of built-in specs.
    """

    dataset_names: Callable[[], Sequence[str]]
    find_dataset: Callable[[str], Recipe]
    method_ids: Callable[[], Sequence[str]]
    method_class: Callable[[str], type[Method]]
    configs: Path

    @classmethod
    def installed(cls) -> Vocabulary:
        """Return the names that this installation of nbexp knows."""
        from nbexp.data.catalogue import find_recipe, recipe_names
        from nbexp.discretize.registry import method_class, method_ids
        from nbexp.resources import resource_dir

        return cls(recipe_names, find_recipe, method_ids, method_class, resource_dir("configs"))

    def for_streams(self) -> Vocabulary:
        """Return the names that a prequential spec may use.

        These are the incremental methods and all others, which are fitted anew at each step.
        """
        from nbexp.incremental.registry import incremental_class, incremental_ids

        own = incremental_ids()

        def method_ids() -> tuple[str, ...]:
            return tuple(dict.fromkeys((*own, *self.method_ids())))

        def method_class(name: str) -> type[Method]:
            return incremental_class(name) if name in own else self.method_class(name)

        return replace(self, method_ids=method_ids, method_class=method_class)
