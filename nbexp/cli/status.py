"""The verb ``status``: tell how far a run is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import result_folder
from nbexp.errors import printable

if TYPE_CHECKING:
    from nbexp.runner.store import Store

_MOST_FAILURES = 20


@click.command()
@click.argument("directory", type=click.Path(path_type=Path), shell_complete=result_folder)
@click.option("--all", "everything", is_flag=True, help="List all failed units, however many.")
def command(directory: Path, everything: bool) -> None:
    """Tell how far the run in DIRECTORY is: units done, failed and missing.

    It may be asked while the run is at work.
    """
    from nbexp.runner.store import Store

    with Store.open(directory) as store:
        _print_experiment(store)
        _print_progress(store)
        _print_failures(store, everything)
        _print_runs(store)


def _print_experiment(store: Store) -> None:
    spec = store.spec
    protocol = spec["protocol"]
    click.echo(f"{spec['name']}: {spec['title']}")
    click.echo(f"methods: {', '.join(store.methods())}")
    stratified = "stratified" if protocol.get("stratified") else "unstratified"
    of = f" of {store.folds} {stratified} folds" if "stratified" in protocol else ""
    click.echo(
        f"protocol: {protocol['kind']}, {store.trials} trials{of}"
        f"; root seeds {', '.join(map(str, store.seeds()))}\n"
    )


def _print_progress(store: Store) -> None:
    from tabulate import tabulate

    from nbexp.runner.progress import fault_line

    progress = store.progress()
    counts: dict[str, tuple[int, ...]] = {
        name: (p.planned, p.done, p.failed, p.missing) for name, p in progress.items()
    }
    counts["total"] = tuple(map(sum, zip(*counts.values(), strict=True)))
    rows = [(name, *numbers) for name, numbers in counts.items()]
    click.echo(tabulate(rows, headers=("data set", "units", "done", "failed", "missing")))
    for fault in store.faults():
        click.echo(f"\n{printable(fault_line(fault))}")


def _print_failures(store: Store, everything: bool) -> None:
    failed = [unit for unit in store.units() if unit.status == "failed"]
    if failed:
        click.echo("\nfailed:")
    shown = failed if everything else failed[:_MOST_FAILURES]
    for unit in shown:
        click.echo(
            f"  {unit.dataset}, {unit.method}, seed {unit.seed}, trial {unit.trial}, "
            f"fold {unit.fold}: {unit.phase}: {printable(str(unit.cause))}"
        )
    if len(shown) < len(failed):
        click.echo(f"  and {len(failed) - len(shown):,} more: nbexp status --all")


def _print_runs(store: Store) -> None:
    click.echo("\nruns:")
    for run in store.runs():
        ended = f"to {run['finished']}, exit code {run['exit_code']}"
        click.echo(f"  {run['started']} {ended if run['finished'] else 'and not finished'}")
    environment = store.environment
    words = [f"{key} {value}" for key, value in environment.items() if value is not None]
    click.echo(f"last run with: {', '.join(words)}")
