"""The verb ``report``: print the tables of experiments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import result_folder, spec_name

if TYPE_CHECKING:
    from nbexp.report.opening import Sources

_FORMATS = ("text", "markdown", "latex", "csv", "html")


@click.command()
@click.argument(
    "results",
    required=False,
    type=click.Path(path_type=Path),
    shell_complete=result_folder,
)
@click.option(
    "--published-only",
    "print_of",
    metavar="SPEC",
    shell_complete=spec_name,
    help="Report the published values of a spec alone; no results are needed.",
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME",
    help="Table to print, by name or number; may be given several times. Without it: the usual "
    "ones. `--table list` lists them.",
)
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(_FORMATS),
    help="How tables are written. CSV without a table is the table of cells; HTML is a page of "
    "one experiment, with figures.",
)
@click.option("--seed", "seeds", multiple=True, type=int, help="Report this root seed only.")
@click.option(
    "--published",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="CSV of published values, in place of the one the spec names.",
)
@click.option(
    "--claims",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="YAML of claims, in place of the one the spec names.",
)
@click.option(
    "--spec",
    metavar="SPEC",
    help="Take tables, rules and publication from this spec, not from that of the run.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead."
)
def command(
    results: Path | None,
    print_of: str | None,
    tables: tuple[str, ...],
    form: str,
    seeds: tuple[int, ...],
    published: Path | None,
    claims: Path | None,
    spec: str | None,
    out: Path | None,
) -> None:
    """Print the tables of an experiment, beside published values where there are any.

    RESULTS is the result folder of an experiment, or a folder of such folders; results/ by
    default.
    """
    from nbexp.cli._screen import screen_width
    from nbexp.outfile import write_asked_for
    from nbexp.report.opening import Sources
    from nbexp.report.report import report, report_print

    def warn(message: str) -> None:
        click.echo(f"nbexp: {message}", err=True)

    if print_of is not None:
        _check_print(results, seeds, spec)
    folder = results or Path("results")
    sources = Sources(spec, published, claims)
    width = screen_width(out)
    if form == "html":
        text = _page(folder, print_of, tables, sources, seeds)
    elif print_of is not None:
        text = report_print(
            print_of, tables=tables, form=form, sources=sources, width=width, warn=warn
        )
    else:
        text = report(
            folder,
            tables=tables,
            form=form,
            sources=sources,
            seeds=seeds,
            width=width,
            warn=warn,
        )
    if out is None:
        click.echo(text, nl=False)
    else:
        write_asked_for(out, text, "--out")


def _check_print(results: Path | None, seeds: tuple[int, ...], spec: str | None) -> None:
    """Refuse what is said of results where print alone is to be reported."""
    said = {"RESULTS": results is not None, "--seed": bool(seeds), "--spec": spec is not None}
    for name, given in said.items():
        if given:
            raise click.UsageError(
                f"{name} is of no use with --published-only, which takes no results"
            )


def _page(
    results: Path,
    print_of: str | None,
    tables: tuple[str, ...],
    sources: Sources,
    seeds: tuple[int, ...],
) -> str:
    """Return the page of an experiment, or of print alone; no server is asked for data."""
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.report.page.build import page_of, page_of_print
    from nbexp.report.page.datasets import Shelves

    if print_of is not None:
        return page_of_print(print_of, tables=tables, sources=sources)
    return page_of(
        results,
        tables=tables,
        sources=sources,
        seeds=seeds,
        shelves=Shelves(default_cache(), mirrors_from()),
        warn=lambda message: click.echo(f"nbexp: {message}", err=True),
    )
