"""The verb ``report``: print the tables of experiments."""

from __future__ import annotations

from pathlib import Path

import click

_TABLES = (
    *("error", "bias-variance", "wlt", "time", "datasets", "cells"),
    *("agreement", "scores", "intervals", "kohavi-wolpert"),
)
_FORMATS = ("text", "markdown", "latex", "csv")


@click.command()
@click.argument("results", default="results", type=click.Path(path_type=Path))
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=click.Choice(_TABLES),
    help="Table to print; may be given several times. Without it: the usual ones.",
)
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(_FORMATS),
    help="How tables are written. CSV without a table is the table of cells.",
)
@click.option("--seed", "seeds", multiple=True, type=int, help="Report this root seed only.")
@click.option(
    "--published",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="CSV of published values, in place of the one the spec names.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead."
)
def command(
    results: Path,
    tables: tuple[str, ...],
    form: str,
    seeds: tuple[int, ...],
    published: Path | None,
    out: Path | None,
) -> None:
    """Print the tables of an experiment, beside published values where there are any.

    RESULTS is the result folder of an experiment, or a folder of such folders.
    """
    from nbexp.report.report import report, screen_width, write_atomically

    text = report(
        results,
        tables=tables,
        form=form,
        seeds=seeds,
        published=published,
        width=screen_width(out),
        warn=lambda message: click.echo(f"nbexp: {message}", err=True),
    )
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text)
