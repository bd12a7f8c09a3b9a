"""The pages of reference: modules by their docstrings, commands by their help."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from nbexp.cli import cli

_ROUTING = "set_fit_request, set_partial_fit_request, set_score_request"
"""Methods that scikit-learn adds to estimators; their docstrings link into its own pages."""


@dataclass(frozen=True)
class Page:
    """A page of reference: what is documented on it, by dotted names."""

    name: str
    title: str
    opening: str
    functions: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


PAGES = (
    Page(
        "python",
        "nbexp",
        "The functions of the package itself; [From Python](../api.md) shows them at work.",
        (
            "nbexp.load_dataset",
            "nbexp.make_dataset",
            "nbexp.to_frame",
            "nbexp.dataset_names",
            "nbexp.method_names",
            "nbexp.evaluate",
            "nbexp.run",
            "nbexp.open_results",
        ),
        ("nbexp.Results", "nbexp.api.Plot"),
        ("nbexp.errors",),
    ),
    Page(
        "sklearn",
        "nbexp.sklearn",
        "The estimators; [In scikit-learn](../sklearn.md) shows them at work.",
        classes=(
            "nbexp.sklearn.Discretizer",
            "nbexp.sklearn.DiscretizedNB",
            "nbexp.sklearn.Folds",
        ),
    ),
    Page(
        "methods",
        "Methods and samples",
        "What a method of [your own](../own-method.md) is made of.",
        modules=(
            "nbexp.discretize.method",
            "nbexp.discretize.parameters",
            "nbexp.discretize.sample",
            "nbexp.discretize.intervals",
            "nbexp.discretize.registry",
        ),
    ),
    Page(
        "compare",
        "Comparing",
        "Statistics that know arrays and tables alone.",
        modules=(
            "nbexp.compare.bias_variance",
            "nbexp.compare.wins",
            "nbexp.compare.means",
        ),
    ),
    Page(
        "theory",
        "nbexp.theory",
        "What [the theory](../theory.md) is computed by.",
        modules=(
            "nbexp.theory.problem",
            "nbexp.theory.favourable",
            "nbexp.theory.independence",
            "nbexp.theory.trade_off",
            "nbexp.theory.pictures",
        ),
    ),
)


def write_reference(folder: Path) -> None:
    """Write the pages of reference into a folder."""
    folder.mkdir(exist_ok=True)
    for page in PAGES:
        (folder / f"{page.name}.md").write_text(_written(page), encoding="utf-8")
    (folder / "commands.md").write_text(_commands(), encoding="utf-8")


def _written(page: Page) -> str:
    directives = [f".. autofunction:: {name}\n" for name in page.functions]
    directives += [
        f".. autoclass:: {name}\n   :members:\n   :exclude-members: {_ROUTING}\n"
        for name in page.classes
    ]
    blocks = [f"```{{eval-rst}}\n{''.join(directives)}```"] if directives else []
    blocks += [
        f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n```"
        for name in page.modules
    ]
    return "\n\n".join([f"# {page.title}", page.opening, *blocks]) + "\n"


def _commands() -> str:
    """Return the help of every verb."""
    context = click.Context(cli, info_name="nbexp")
    parts = ["# Commands", "What `nbexp VERB --help` prints."]
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is None or command.hidden:
            continue
        parts += [f"## {name}", _help(command, name, context)]
        if isinstance(command, click.Group):
            inner = click.Context(command, info_name=name, parent=context)
            for verb in command.list_commands(inner):
                below = command.get_command(inner, verb)
                if below is not None:
                    parts += [f"### {name} {verb}", _help(below, verb, inner)]
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, name: str, parent: click.Context) -> str:
    context = click.Context(command, info_name=name, parent=parent, max_content_width=88)
    return f"```text\n{command.get_help(context)}\n```"
