"""The verb ``check-method``: run the property suite on a method."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("method")
@click.option("--failures", is_flag=True, help="Print what fails, and nothing else.")
def command(method: str, failures: bool) -> None:
    """Check that a method keeps to what nbexp asks of every method.

    METHOD is module:Class, looked up among what is installed and then in the current folder, or
    the name of a method. Exit code 1: some property does not hold.
    """
    from nbexp.checks import run_checks
    from nbexp.discretize.registry import method_class, modules_beside

    with modules_beside(Path.cwd()):
        verdict = run_checks(method_class(method))
    if failures:
        click.echo("\n".join(map(str, verdict.failures)))
    else:
        click.echo(verdict)
    raise SystemExit(0 if verdict.passed else 1)
