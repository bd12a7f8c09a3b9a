"""`nbexp methods`: the methods, their taxonomy, parameters and citations."""

from __future__ import annotations

from pathlib import Path

import click

from nbexp.cli._names import method_name


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

    rows = []
    for name in method_ids():
        words = method_class(name).taxonomy.words()
        rows.append({"method": name, "name": method_class(name).name} | words)
    click.echo(fitted_table(rows))
    click.echo("\nA dash: the distinction does not apply, or follows the primary method.")
    click.echo("One method in full: nbexp methods show NAME")
    for plugin in broken_plugins():
        click.echo(f"nbexp: warning: {plugin}", err=True)


@command.command()
@click.argument("name", shell_complete=method_name)
def show(name: str) -> None:
    """Print one method: what it does, its parameters and its citation."""
    import inspect

    from tabulate import tabulate

    from nbexp.discretize.registry import method_class, modules_beside

    with modules_beside(Path.cwd()):
        method = method_class(name)
    click.echo(f"{method.id}: {method.name}, version {method.version}\n")
    click.echo(inspect.getdoc(method))
    click.echo(f"\nSource: {method.source}")
    click.echo("Taxonomy: " + ", ".join(word for word in method.taxonomy.words().values()))
    click.echo("\nParameters")
    rows = [
        {
            "parameter": parameter.name,
            "domain": parameter.domain,
            "default": _plain(parameter.default),
            "reading: text": _plain(parameter.default_for("text")),
            "meaning": parameter.meaning,
        }
        for parameter in method.parameters
    ]
    widths = [None, 24, None, None, 44]
    click.echo(tabulate(rows, headers="keys", maxcolwidths=widths, disable_numparse=True))
    click.echo(f"\n{method.bibtex}")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
