"""`nbexp methods`: the methods, their taxonomy, parameters and citations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import method_name

if TYPE_CHECKING:
    from nbexp.discretize.method import Method


@click.group(invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the methods with their place in the thesis's taxonomy.

    `nbexp methods show NAME` prints one method's parameters, domains, defaults and citation.
    """
    if ctx.invoked_subcommand is not None:
        return
    from nbexp.cli._screen import fitted_table
    from nbexp.discretize.registry import broken_plugins, method_class, method_ids
    from nbexp.incremental.registry import incremental_class, incremental_ids

    click.echo(fitted_table(_rows(map(method_class, method_ids()))))
    click.echo("\nOf streams, incremental (in a spec with protocol: {kind: prequential}):\n")
    click.echo(fitted_table(_rows(map(incremental_class, incremental_ids()))))
    click.echo("\nA dash: the distinction does not apply, or follows the primary method.")
    click.echo("One method in full: nbexp methods show NAME")
    for plugin in broken_plugins():
        click.echo(f"nbexp: warning: {plugin}", err=True)


def _rows(methods: Iterable[type[Method]]) -> list[dict[str, str]]:
    """Return a row for each method: its name, and its place in the taxonomy."""
    return [{"method": one.id, "name": one.name} | one.taxonomy.words() for one in methods]


@command.command()
@click.argument("name", shell_complete=method_name)
def show(name: str) -> None:
    """Print one method: what it does, its parameters and its citation."""
    from nbexp.discretize.registry import modules_beside
    from nbexp.incremental.registry import classes_called

    with modules_beside(Path.cwd()):
        methods = classes_called(name)
    click.echo("\n\n\n".join(map(_described, methods)))


def _described(method: type[Method]) -> str:
    """Return all that is known of a method."""
    import inspect

    from tabulate import tabulate

    from nbexp.discretize.parameters import plain
    from nbexp.incremental.method import IncrementalMethod

    streams = ", of streams" if issubclass(method, IncrementalMethod) else ""
    rows = [
        {
            "parameter": parameter.name,
            "domain": parameter.domain,
            "default": plain(parameter.default),
            "reading: text": plain(parameter.default_for("text")),
            "meaning": parameter.meaning,
        }
        for parameter in method.parameters
    ]
    widths = [None, 24, None, None, 44]
    table = tabulate(rows, headers="keys", maxcolwidths=widths, disable_numparse=True)
    return "\n".join(
        (
            f"{method.id}: {method.name}{streams}, version {method.version}\n",
            f"{inspect.getdoc(method)}\n",
            f"Source: {method.source}",
            f"Taxonomy: {', '.join(method.taxonomy.words().values())}\n",
            "Parameters",
            f"{table}\n",
            method.bibtex,
        )
    )
