"""Options that several verbs share, each with one name and one meaning."""

from __future__ import annotations

from pathlib import Path

import click

mirror_option = click.option(
    "--mirror",
    "mirrors",
    multiple=True,
    metavar="DIR-OR-URL",
    help="Look for data files here first; may be given several times.",
)

cache_option = click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep data files here, not in the user's cache directory.",
)

output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Results directory; by default the spec's, or results/NAME.",
)

decimal_option = click.option(
    "--decimal",
    type=click.Choice([".", ","]),
    help="The decimal mark of a text file; by default guessed.",
)
