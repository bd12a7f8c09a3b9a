"""The verb ``explain``: which stored units a run would use again, and why not the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from nbexp.runner.reuse import Use


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.argument("spec", required=False)
def command(directory: Path, spec: str | None) -> None:
    """Tell which units in DIRECTORY a run of SPEC would use again, and why not the others.

    SPEC is the name or the file of a spec; by default the experiment stored in DIRECTORY, with
    the methods and recipes of this installation. Data are not read: of a file without a
    declared digest it is assumed that it is as it was.
    """
    from nbexp.runner.reuse import Asked, explain, not_asked_for
    from nbexp.runner.store import Store
    from nbexp.spec.resume import conflicts

    with Store.open(directory) as store:
        if spec is None:
            asked = Asked.once_more(store)
        else:
            from nbexp.spec.reader import read_spec

            asked = Asked.by_spec(read_spec(spec), store)
        lines = conflicts(store.spec, asked.resolved)
        uses, others = explain(store, asked), not_asked_for(store, asked)
    if lines:
        click.echo("A run is refused here, for this is another experiment:")
        for line in lines:
            click.echo(f"  {line}")
        click.echo("\nIf it were not:\n")
    _print_uses(uses)
    if asked.not_found:
        click.echo(
            f"\n{', '.join(asked.not_found)}: not to be imported here, so taken for what it was; "
            "with SPEC it is looked for beside that."
        )
    if others:
        click.echo(f"\n{others:,} stored units are not asked for; they are kept.")


def _print_uses(uses: list[Use]) -> None:
    from tabulate import tabulate

    rows = [
        (use.dataset, use.method, use.units, "used again" if use.reused else "done anew", use.why)
        for use in uses
    ]
    headers = ("data set", "method", "units", "", "why")
    click.echo(tabulate(rows, headers=headers, disable_numparse=True))
