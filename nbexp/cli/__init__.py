"""The command line: one verb a file, each imported only when it is called."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from nbexp.errors import EXIT_STOPPED, NbexpError


class _Verbs(click.Group):
    """A group that finds its verbs among the files of this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs, in alphabetical order: `check-method` is in check_method.py."""
        stems = (path.stem for path in Path(__file__).parent.glob("*.py"))
        return sorted(stem.replace("_", "-") for stem in stems if stem[0] != "_")

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the verb's file and return its command."""
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"nbexp.cli.{name.replace('-', '_')}")
        command: click.Command = module.command
        return command


def _print_version(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from nbexp.versions import version_line

        click.echo(version_line())
        context.exit()


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the versions of nbexp and of what matters to it.",
)
def cli() -> None:
    """Reproduce, extend and settle experiments on discretization for naive Bayes.

    Try `nbexp run quick`, then `nbexp report results/quick`.
    """


def main() -> None:
    """Run the command line; an error of nbexp's own becomes one message and an exit code."""
    try:
        cli.main(prog_name="nbexp", standalone_mode=False)
    except NbexpError as error:
        click.echo(f"nbexp: error: {error}", err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("nbexp: stopped", err=True)
        sys.exit(EXIT_STOPPED)
    except BrokenPipeError:
        sys.exit(0)
