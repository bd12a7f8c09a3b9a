"""`nbexp check`: tell whether a spec is what it should be."""

from __future__ import annotations

import click

from nbexp.cli._names import spec_name


@click.command()
@click.argument("spec", shell_complete=spec_name)
def command(spec: str) -> None:
    """Check a spec: name every fault at once, or count what would be run.

    SPEC is the name of a spec that comes with nbexp (quick, thesis) or the path of a file.
    Nothing is fetched and nothing is run.
    """
    from nbexp.spec.reader import read_spec
    from nbexp.spec.summary import summary

    click.echo(f"{spec}: fine: {summary(read_spec(spec))}")
