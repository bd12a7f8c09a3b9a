"""The verb ``init``: write a spec to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import spec_name
from nbexp.cli._options import decimal_option

if TYPE_CHECKING:
    from nbexp.data.decimals import Mark


@click.command()
@click.argument("data", required=False, type=click.Path(path_type=Path))
@click.option("--class", "class_", metavar="COLUMN", help="The column that holds the classes.")
@click.option(
    "--paper",
    metavar="NAME",
    shell_complete=spec_name,
    help="Begin with a paper's protocol, methods and data sets: a spec that comes with nbexp.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write here; `-` prints it. By default NAME.yaml.",
)
@decimal_option
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(
    data: Path | None,
    class_: str | None,
    paper: str | None,
    out: Path | None,
    decimal: Mark | None,
    force: bool,
) -> None:
    """Write a commented spec, to be changed and run.

    From DATA, a file of your own, whose kinds are guessed; or from a paper's; with both, the
    paper's methods and protocol on your data.
    """
    from nbexp.cli._screen import fill
    from nbexp.errors import SpecError
    from nbexp.outfile import write_asked_for
    from nbexp.recommend.initial import spec_for_data, spec_of_paper

    if data is None and paper is None:
        raise click.UsageError("give a DATA file with --class COLUMN, or --paper NAME, or both")
    if data is None and (class_ is not None or decimal is not None):
        option = "--decimal" if class_ is None else "--class"
        raise click.UsageError(f"{option} goes with a DATA file")
    to_screen = out is not None and str(out) == "-"
    place = None if to_screen else out
    if data is None:
        draft = spec_of_paper(paper or "", place)
    else:
        draft = spec_for_data(data, class_, paper, place, decimal)
    for remark in draft.remarks:
        click.echo(fill(f"{remark.word}: {remark.text}", "  "), err=True)
    if to_screen:
        click.echo(draft.text, nl=False)
        return
    path = draft.path
    if path.exists() and not force:
        raise SpecError(f"{path}: is there already; choose another --out, or --force")
    write_asked_for(path, draft.text, "--out" if out else "")
    run = f"nbexp run {shlex.quote(str(path))}"
    click.echo(f"Written to {path}. Change what you like, then:\n    {run}")
