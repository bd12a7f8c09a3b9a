"""The verb ``completion``: the script that lets a shell complete nbexp's words."""

from __future__ import annotations

import click

_WHERE = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/nbexp.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
def command(shell: str) -> None:
    """Print the script that completes verbs, methods and data sets.

    For bash or zsh add a line to ~/.bashrc or ~/.zshrc: eval "$(nbexp completion bash)". For
    fish write it to ~/.config/fish/completions/nbexp.fish.
    """
    from click.shell_completion import get_completion_class

    from nbexp.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None  # the choices are click's own
    where = _WHERE[shell]
    click.echo(f"# Completion for nbexp in {shell}; to be read by {where}.")
    click.echo(kind(cli, {}, "nbexp", "_NBEXP_COMPLETE").source())
