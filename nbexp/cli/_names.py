"""What a shell is told when it completes a word: names of methods, data sets and specs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _methods() -> Iterable[str]:
    from nbexp.discretize.registry import method_ids

    return method_ids()


def _all_methods() -> Iterable[str]:
    """Return the names of all methods, those of streams too."""
    from nbexp.incremental.registry import incremental_ids

    return dict.fromkeys((*_methods(), *incremental_ids()))


def _datasets() -> Iterable[str]:
    from nbexp.data.catalogue import recipe_names

    return recipe_names()


def _specs() -> Iterable[str]:
    from nbexp.resources import resource_dir
    from nbexp.spec.reader import builtin_names

    return builtin_names(resource_dir("configs"))


def _files(incomplete: str) -> list[CompletionItem]:
    """Return what makes the shell complete files."""
    return [CompletionItem(incomplete, type="file")]


def _one(names: Callable[[], Iterable[str]], *, files: bool = False) -> Completer:
    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found + _files(incomplete) if files and not found else found

    return complete


def _list(names: Callable[[], Iterable[str]]) -> Completer:
    """Complete the last name of a list with commas, of those that are not in it yet."""

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        done, comma, begun = incomplete.rpartition(",")
        taken = set(done.split(","))
        return [
            CompletionItem(f"{done}{comma}{name}")
            for name in names()
            if name.startswith(begun) and name not in taken
        ]

    return complete


def _results(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete result folders in ``results``, else any folder."""
    found = sorted(str(path.parent) for path in Path("results").glob("*/run.sqlite"))
    items = [CompletionItem(name) for name in found if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="dir")]


method_name, method_list = _one(_all_methods), _list(_methods)
dataset_name, dataset_list = _one(_datasets), _list(_datasets)
dataset_or_file = _one(_datasets, files=True)
spec_name = _one(_specs, files=True)
result_folder = _results
