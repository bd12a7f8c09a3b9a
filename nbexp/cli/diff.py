"""The verb ``diff``: compare the results of two experiments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from nbexp.report.difference import Difference

_MOST = 30


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.option("--all", "everything", is_flag=True, help="List all that differs, however much.")
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(("text", "csv")),
    help="CSV: all cells of both, equal or not.",
)
def command(a: Path, b: Path, everything: bool, form: str) -> None:
    """Compare the results in the folders A and B, cell by cell.

    Units with the same key must also have the same content: if not, a method changed without a
    new version, or a result depends on the machine. Times are not compared.

    Exit codes: 0 the results are equal; 1 they differ; 4 one of them cannot be read.
    """
    from nbexp.report.difference import difference
    from nbexp.report.document import Chapter
    from nbexp.report.formats.csv import write_csv
    from nbexp.report.tables.difference import difference_table
    from nbexp.runner.store import Store

    with Store.open(a) as left, Store.open(b) as right:
        found = difference(left, right)
    if form == "csv":
        table = difference_table(found.cells)
        click.echo(write_csv([Chapter("diff", "", (table,))], 0), nl=False)
        _print_alarms(found, None, err=True)
    else:
        click.echo(f"A: {a}\nB: {b}")
        _print_text(found, None if everything else _MOST)
    raise SystemExit(0 if found.equal else 1)


def _print_text(found: Difference, limit: int | None) -> None:
    import textwrap

    from nbexp.cli._screen import screen_width
    from nbexp.report.formats.text import text_table
    from nbexp.report.tables.difference import difference_table

    width = screen_width(None)
    if found.spec:
        shown = found.spec[:limit]
        more = len(found.spec) - len(shown)
        lines = [*shown, *([f"and {more:,} more: --all"] if more else [])]
        click.echo("\nwhat was run:")
        for line in lines:
            click.echo(textwrap.fill(line, width, initial_indent="  ", subsequent_indent="    "))
    differing = found.differing
    if differing:
        click.echo(f"\n{text_table(difference_table(differing, limit=limit), width)}")
    click.echo("")
    _print_alarms(found, limit, err=False)
    both = len(found.cells) - found.only_a - found.only_b
    click.echo(
        f"cells: {both:,} in both, {both - len(differing):,} of them equal; "
        f"{found.only_a:,} only in A, {found.only_b:,} only in B"
    )
    click.echo(
        f"units: {found.units:,} with the same key in both, "
        f"{found.units - len(found.alarms):,} of them equal"
    )
    click.echo("The results are equal." if found.equal else "The results differ.")


def _print_alarms(found: Difference, limit: int | None, *, err: bool) -> None:
    if not found.alarms:
        return
    click.echo(
        "ALARM: the same key, another content (a method changed without a new version, or a "
        "result depends on the machine):",
        err=err,
    )
    for alarm in found.alarms[:limit]:
        unit = alarm.unit
        click.echo(
            f"  {unit.dataset}, {unit.label}, seed {unit.seed}, trial {unit.trial}, "
            f"fold {unit.fold}: {', '.join(alarm.parts)}",
            err=err,
        )
    if limit is not None and len(found.alarms) > limit:
        click.echo(f"  and {len(found.alarms) - limit:,} more: --all", err=err)
