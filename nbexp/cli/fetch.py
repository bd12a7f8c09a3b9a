"""`nbexp fetch`: get data sets into the cache and check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import dataset_or_file
from nbexp.cli._options import cache_option, mirror_option

if TYPE_CHECKING:
    from nbexp.data.recipe import Recipe


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME|SPEC]...", shell_complete=dataset_or_file)
@cache_option
@mirror_option
def command(names: tuple[str, ...], cache: Path | None, mirrors: tuple[str, ...]) -> None:
    """Fetch data sets and check them against their recipes.

    NAME is a data set or an alias, SPEC the name or the file of a spec, all of whose data
    sets are fetched. Without any, all data sets that nbexp knows are.

    A file is looked for in the cache (--cache, NBEXP_CACHE), then in mirrors (--mirror,
    NBEXP_MIRROR), then at its addresses. It is kept only if its bytes are those declared.
    Each attempt is told in a line; no other server is ever asked.
    """
    from nbexp.data.fetch import Unavailable, default_cache, mirrors_from
    from nbexp.errors import DataError, printable

    folder, places = cache or default_cache(), mirrors_from(mirrors)
    failed = []
    for recipe, optional in _wanted(names):
        try:
            click.echo(f"{recipe.name}: {_fetched(recipe, folder, places)}")
        except DataError as error:
            click.echo(f"nbexp: error: {printable(str(error))}", err=True)
            if optional and isinstance(error, Unavailable):
                click.echo(f"{recipe.name}: not to be had (optional)")
            else:
                failed.append(recipe.name)
    if failed:
        raise DataError(f"not fetched: {', '.join(failed)}")


def _fetched(recipe: Recipe, cache: Path, mirrors: tuple[str, ...]) -> str:
    """Fetch and load a data set; return what to tell of it."""
    from nbexp.data.download import Downloader
    from nbexp.data.fetch import fetch
    from nbexp.data.load import load

    downloader = Downloader(tell=lambda line: click.echo(line, err=True))
    fetched = fetch(recipe, cache=cache, mirrors=mirrors, downloader=downloader)
    dataset = load(recipe, cache=cache, mirrors=mirrors, downloader=downloader)
    origins = ", ".join(dict.fromkeys(fetched.origins)) or "generated"
    unverified = "; unverified, its recipe declares no digest" if fetched.unverified else ""
    return f"{dataset.n_instances:,} instances ({origins}{unverified})"


def _wanted(names: tuple[str, ...]) -> list[tuple[Recipe, bool]]:
    """Return the recipes that are asked for, each once and with whether it is optional."""
    from nbexp.data.catalogue import recipes

    if not names:
        return [(recipe, False) for recipe in recipes()]
    wanted: dict[str, tuple[Recipe, bool]] = {}
    for name in names:
        for recipe, optional in _named(name):
            known = wanted.get(recipe.name)
            wanted[recipe.name] = (recipe, optional and (known is None or known[1]))
    return list(wanted.values())


def _named(name: str) -> list[tuple[Recipe, bool]]:
    """Return the data set with this name, or all of the spec with this name."""
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.recipe import Recipe
    from nbexp.errors import SpecError
    from nbexp.resources import resource_dir

    if not name.endswith((".yaml", ".yml")):
        try:
            return [(find_recipe(name), False)]
        except SpecError:
            if not (resource_dir("configs") / f"{name}.yaml").is_file():
                raise
    from nbexp.spec.reader import read_spec

    return [
        (dataset.source, dataset.optional)
        for dataset in read_spec(name).datasets
        if isinstance(dataset.source, Recipe)
    ]
