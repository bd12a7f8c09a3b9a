"""`nbexp datasets`: the data sets nbexp knows, and one of them in full."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import dataset_name
from nbexp.cli._options import cache_option, mirror_option

if TYPE_CHECKING:
    from nbexp.data.dataset import DataSet
    from nbexp.data.recipe import Recipe


@click.group(invoke_without_command=True)
@cache_option
@click.pass_context
def command(ctx: click.Context, cache: Path | None) -> None:
    """List the data sets with their sizes, and whether they are at hand.

    `nbexp datasets show NAME` prints one in full.
    """
    if ctx.invoked_subcommand is not None:
        return
    from nbexp.cli._screen import fitted_table
    from nbexp.data.catalogue import recipes
    from nbexp.data.fetch import at_hand, default_cache

    folder = cache or default_cache()
    rows = [
        {
            "data set": recipe.name,
            "instances": f"{recipe.instances:,}",
            "quantitative": recipe.count("quantitative"),
            "qualitative": recipe.count("qualitative"),
            "classes": recipe.n_classes,
            "missing": "unknown" if recipe.missing is None else f"{recipe.missing:,}",
            "at hand": at_hand(recipe, folder) or "no",
        }
        for recipe in sorted(recipes(), key=lambda recipe: (recipe.instances, recipe.name))
    ]
    numbers = ("instances", "quantitative", "qualitative", "classes", "missing")
    click.echo(fitted_table(rows, right=numbers))
    click.echo(f"\nThe cache is {folder}. One data set in full: nbexp datasets show NAME")


@command.command()
@click.argument("name", shell_complete=dataset_name)
@cache_option
@mirror_option
def show(name: str, cache: Path | None, mirrors: tuple[str, ...]) -> None:
    """Print one data set: attributes, classes, sources and citation.

    NAME is a data set or an alias. The data are loaded; they are fetched if they are not at
    hand.
    """
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.fetch import Unavailable, default_cache, mirrors_from
    from nbexp.data.load import load

    recipe = find_recipe(name)
    _print_head(recipe)
    try:
        dataset = load(recipe, cache=cache or default_cache(), mirrors=mirrors_from(mirrors))
    except Unavailable:
        _print_citation(recipe)
        raise
    _print_data(dataset)
    _print_citation(recipe)


def _print_head(recipe: Recipe) -> None:
    click.echo(f"{recipe.name}: {recipe.title}")
    if recipe.aliases:
        click.echo(f"Also called: {', '.join(recipe.aliases)}")
    click.echo(
        f"{recipe.instances:,} instances, {recipe.count('quantitative')} quantitative and "
        f"{recipe.count('qualitative')} qualitative attributes, {recipe.n_classes} classes"
    )
    if recipe.notes:
        click.echo(f"\n{click.wrap_text(recipe.notes.strip(), width=88)}")
    click.echo(f"\nSources: {', '.join(source.name for source in recipe.sources)}")
    click.echo(f"Licence: {recipe.licence}")


def _print_citation(recipe: Recipe) -> None:
    click.echo(f"\n{recipe.citation.strip()}")


def _print_data(dataset: DataSet) -> None:
    from tabulate import tabulate

    from nbexp.data.facts import attribute_facts, class_counts, missing_cells

    click.echo(f"Missing cells: {missing_cells(dataset):,}")
    click.echo(f"Digest of the parsed data: {dataset.digest}\n")
    rows = [
        (facts.name, facts.kind, facts.distinct, facts.missing, facts.range)
        for facts in map(attribute_facts, dataset.attributes)
    ]
    heads = ("attribute", "kind", "distinct", "missing", "range or values")
    widths = [None, None, None, None, 60]
    click.echo(tabulate(rows, headers=heads, maxcolwidths=widths, disable_numparse=True))
    counts = [(value, f"{count:,}") for value, count in class_counts(dataset).items()]
    align = ("left", "right")
    table = tabulate(counts, ("class", "instances"), colalign=align, disable_numparse=True)
    click.echo(f"\n{table}")
