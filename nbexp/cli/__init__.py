"""The command line: one verb a file, each imported only when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from pathlib import Path

import click

from nbexp.cli._output import OutputLost, is_unread, output_fault, prepare_streams
from nbexp.errors import EXIT_DONE, EXIT_STOPPED, EXIT_STORE_FAULT, NbexpError, printable
from nbexp.signals import settle, stop_on_signals


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
    stop_on_signals()
    prepare_streams()
    code = _exit_code()
    sys.stdout.flush()
    fault = output_fault()
    if fault is not None and not is_unread(fault):
        _tell(f"what was printed could not be written: {fault.strerror}; make room, or print less")
        code = code or EXIT_STORE_FAULT
    settle(code)
    sys.exit(code)


def _exit_code() -> int:
    """Run the command line and return its exit code; what went wrong is told."""
    try:
        returned = cli.main(prog_name="nbexp", standalone_mode=False)
        return returned if isinstance(returned, int) else EXIT_DONE
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_DONE
    except NbexpError as error:
        _tell(str(error))
        return error.exit_code
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        click.echo(printable(shown.getvalue()), err=True, nl=False)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("nbexp: stopped", err=True)
        return EXIT_STOPPED
    except OutputLost:
        return EXIT_DONE


def _tell(problem: str) -> None:
    """Print a problem; what would steer the terminal, as a spec may have it, is spelt out."""
    click.echo(f"nbexp: error: {printable(problem)}", err=True)
