"""The verb ``merge``: join the results of runs made apart."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("directories", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Directory for the joined results; it must not hold any yet.",
)
def command(directories: tuple[Path, ...], output: Path) -> None:
    """Join runs of one experiment, made on several machines, into one store.

    DIRECTORIES are results directories of the same spec; each may hold a part of its data sets,
    methods, seeds and trials. Runs of another spec, on other data, or with other folds are
    refused, as are two different results for one unit.
    """
    from nbexp.runner.merge import merge

    if len(directories) < 2:
        raise click.UsageError("expected at least two results directories")
    merged = merge(directories, output)
    for directory, taken in zip(directories, merged.taken, strict=True):
        click.echo(f"{directory}: {taken:,} units")
    click.echo(f"{output}: {merged.units:,} units")
