"""The verb ``export``: write results as tables for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from nbexp.cli._names import dataset_list, method_list, result_folder
from nbexp.cli._options import listed


@click.command()
@click.argument("directory", type=click.Path(path_type=Path), shell_complete=result_folder)
@click.option(
    "--what",
    default="cells",
    show_default=True,
    type=click.Choice(("predictions", "cells", "units", "folds")),
    help="The table: what was predicted for each instance in each trial; data set × method; "
    "each fold of each trial; the fold in which each instance is tested.",
)
@click.option(
    "--format",
    "form",
    default="csv",
    show_default=True,
    type=click.Choice(("csv", "parquet")),
    help="How it is written.",
)
@click.option(
    "--datasets",
    callback=listed,
    metavar="A,B",
    shell_complete=dataset_list,
    help="Only these data sets.",
)
@click.option(
    "--methods",
    callback=listed,
    metavar="A,B",
    shell_complete=method_list,
    help="Only these methods, by label.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file; without it CSV goes to standard output.",
)
def command(
    directory: Path,
    what: str,
    form: str,
    datasets: tuple[str, ...] | None,
    methods: tuple[str, ...] | None,
    out: Path | None,
) -> None:
    """Write the results in DIRECTORY as a table: predictions, cells, units or folds.

    Predictions of a large experiment make a large file; Parquet is several times smaller
    than CSV. Trials, folds and instances are numbered from 0.
    """
    from nbexp.cli._output import stop_if_lost
    from nbexp.report.export import Choice, export
    from nbexp.runner.store import Store

    with Store.open(directory) as store:
        rows = export(store, what, form, out, Choice(datasets or (), methods or ()), stop_if_lost)
    if out is not None:
        click.echo(f"{rows:,} rows in {out}")
