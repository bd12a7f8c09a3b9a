"""The verb ``verify``: check results against their digests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import result_folder

if TYPE_CHECKING:
    from nbexp.runner.salvage import Findings

_MOST = 20


@click.command()
@click.argument("directory", type=click.Path(path_type=Path), shell_complete=result_folder)
@click.option("--repair", "mend", is_flag=True, help="Save what is sound into a new file.")
@click.option("--all", "everything", is_flag=True, help="List all damage, however much.")
def command(directory: Path, mend: bool, everything: bool) -> None:
    """Check the results in DIRECTORY against their digests.

    Every unit is held against the digest of its result, its key, and the folds and classes
    stored beside it; the spec, the plan and the data sets' facts against theirs. `nbexp run`
    does damaged units anew by itself. Where the file itself is damaged, or the spec, --repair
    first saves what is sound into a new file, and keeps the damaged one.

    Exit codes: 0 sound, or repaired; 4 damaged.
    """
    from nbexp.errors import StoreError
    from nbexp.runner.salvage import repair, verify

    findings = verify(directory)
    _print_findings(directory, findings, everything)
    if findings.sound:
        return
    if not mend:
        hint = "nbexp verify --repair" if findings.needs_repair else "nbexp run"
        raise StoreError(f"{directory}: damaged; what is sound is kept by {hint}")
    kept = repair(directory)
    click.echo(f"The damaged file is kept as {kept}.")
    _print_findings(directory, verify(directory), everything)
    click.echo("Run the experiment again to do what is missing.")


def _print_findings(directory: Path, findings: Findings, everything: bool) -> None:
    lines = [
        *findings.pages,
        *(f"{one.what}: {one.found}" for one in findings.damage),
    ]
    shown = lines if everything else lines[:_MOST]
    for line in shown:
        click.echo(f"damaged: {line}")
    if len(shown) < len(lines):
        click.echo(f"and {len(lines) - len(shown):,} more: nbexp verify --all")
    if not findings.pages:
        click.echo(f"{directory}: {findings.units:,} units are sound")
