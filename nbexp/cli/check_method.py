"""The verb ``check-method``: run the property suite on a method."""

from __future__ import annotations

from pathlib import Path

import click

from nbexp.cli._names import method_name


@click.command()
@click.argument("method", shell_complete=method_name)
@click.option("--failures", is_flag=True, help="Print what fails, and nothing else.")
def command(method: str, failures: bool) -> None:
    """Check that a method keeps to what nbexp asks of every method.

    METHOD is module:Class, looked up among what is installed and then in the current folder, or
    the name of a method. One of streams is asked as one for training sets that learns each at
    once. Exit code 1: some property does not hold.
    """
    from nbexp.checks import run_checks
    from nbexp.discretize.registry import modules_beside
    from nbexp.incremental.registry import classes_called

    with modules_beside(Path.cwd()):
        verdict = run_checks(classes_called(method)[0])
    if failures:
        click.echo("\n".join(map(str, verdict.failures)))
    else:
        click.echo(verdict)
    raise SystemExit(0 if verdict.passed else 1)
