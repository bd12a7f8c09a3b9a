"""The verb ``doctor``: whether all is well here."""

from __future__ import annotations

from pathlib import Path

import click

from nbexp.cli._options import cache_option, mirror_option


@click.command()
@click.option("--offline", is_flag=True, help="Ask no server.")
@mirror_option
@cache_option
def command(offline: bool, mirrors: tuple[str, ...], cache: Path | None) -> None:
    """Look at versions, cache, mirrors, threads, disk, kernels and extras.

    Exit codes: 0 all is well, or would be with what a note says; 1 something is at fault.
    """
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.doctor import State, examine
    from nbexp.errors import EXIT_UNITS_FAILED

    faults = 0
    for finding in examine(
        cache=cache or default_cache(),
        mirrors=mirrors_from(mirrors),
        results=Path("results"),
        offline=offline,
    ):
        click.echo(f"{finding.state.value:<6}{finding.what}: {finding.found}")
        if finding.advice:
            click.echo(f"{'':<6}  {finding.advice}")
        faults += finding.state is State.FAULT
    if faults:
        click.echo(f"{faults} {'fault' if faults == 1 else 'faults'} found.")
        raise SystemExit(EXIT_UNITS_FAILED)
    click.echo("No fault found.")
