"""The verb ``stream``: learn CSV lines without end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import method_name
from nbexp.cli._options import decimal_option, listed

if TYPE_CHECKING:
    from nbexp.data.decimals import Mark


@click.command()
@click.argument("source")
@click.option("--class", "class_", required=True, metavar="COLUMN", help="Column of the class.")
@click.option(
    "--method",
    default="iffd",
    show_default=True,
    shell_complete=method_name,
    help='An incremental method, with parameters as in "pid share=0.02".',
)
@click.option(
    "--qualitative",
    default="",
    callback=listed,
    metavar="A,B",
    help="Columns that are qualitative.",
)
@click.option(
    "--quantitative",
    default="",
    callback=listed,
    metavar="A,B",
    help="Columns that are quantitative.",
)
@click.option(
    "--ignore", default="", callback=listed, metavar="A,B", help="Columns that are left out."
)
@click.option("--missing", multiple=True, help='Text that means missing; default "?" and nothing.')
@click.option("--delimiter", default="", help="One character; default: as the header has.")
@decimal_option
@click.option(
    "--initial",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Instances that are learnt together at first, and tell the kinds of columns.",
)
@click.option(
    "--window",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Latest predictions that the window's error is taken over.",
)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="A line is printed after so many instances.",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the model: taken up if it is there, and saved to.",
)
@click.option(
    "--save-every",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    help="The model is saved after so many instances, on a signal, and at the end.",
)
@click.option(
    "--skip-seen",
    is_flag=True,
    help="The lines begin from the start again: leave out those that the model has seen.",
)
def command(
    source: str,
    class_: str,
    method: str,
    qualitative: tuple[str, ...],
    quantitative: tuple[str, ...],
    ignore: tuple[str, ...],
    missing: tuple[str, ...],
    delimiter: str,
    decimal: Mark | None,
    initial: int,
    window: int,
    every: int,
    model: Path | None,
    save_every: int,
    skip_seen: bool,
) -> None:
    """Learn CSV lines as they come: classify each first, learn it after.

    SOURCE is a file, or - for what is piped in; its first line names the columns. A row is a line.
    Running error is printed as the stream goes on. SIGUSR1 saves the model; SIGINT (Ctrl-C) and
    SIGTERM save it and end with exit code 130.
    """
    from nbexp.cli._output import listening
    from nbexp.incremental.layout import Told
    from nbexp.incremental.running import Plan, run_stream

    told = Told(
        class_,
        quantitative,
        qualitative,
        ignore,
        missing or ("?", ""),
        {"tab": "\t"}.get(delimiter, delimiter),
        decimal,
    )
    plan = Plan(source, method, told, initial, window, every, save_every, model, skip_seen)

    def warn(message: str) -> None:
        click.echo(f"nbexp: {message}", err=True)

    raise SystemExit(run_stream(plan, listening(click.echo), warn))
