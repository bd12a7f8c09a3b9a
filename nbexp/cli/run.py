"""The verb ``run``: run an experiment, or what is missing of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nbexp.cli._names import dataset_list, method_list, spec_name
from nbexp.cli._options import (
    cache_option,
    listed,
    listed_numbers,
    mirror_option,
    output_option,
)

if TYPE_CHECKING:
    from nbexp.runner.run import Outcome
    from nbexp.spec.spec import Spec


@click.command()
@click.argument("spec", shell_complete=spec_name)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of processes.",
)
@output_option
@click.option(
    "--datasets",
    callback=listed,
    metavar="A,B",
    shell_complete=dataset_list,
    help="Only these data sets.",
)
@click.option(
    "--methods",
    callback=listed,
    metavar="A,B",
    shell_complete=method_list,
    help="Only these methods.",
)
@click.option("--trials", type=click.IntRange(min=1), help="Trials, in place of the spec's.")
@click.option(
    "--seeds", callback=listed_numbers, metavar="1,2", help="Root seeds, in place of the spec's."
)
@click.option("--dry-run", is_flag=True, help="Tell what would be done, and do nothing.")
@click.option("--fresh", is_flag=True, help="Remove the results stored there before.")
@click.option("--retry-failed", is_flag=True, help="Do failed units once more.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Let a unit fail that takes longer.",
)
@mirror_option
@cache_option
@click.option(
    "--backend",
    type=click.Choice(["processes", "dask"]),
    default="processes",
    show_default=True,
    help="Work in processes here, or on a Dask cluster (pip install 'nbexp[dask]').",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Of the Dask cluster, as tcp://host:8786; by default one of --jobs processes here.",
)
def command(
    spec: str,
    jobs: int,
    output: Path | None,
    datasets: tuple[str, ...] | None,
    methods: tuple[str, ...] | None,
    trials: int | None,
    seeds: tuple[int, ...] | None,
    dry_run: bool,
    fresh: bool,
    retry_failed: bool,
    timeout: float | None,
    mirrors: tuple[str, ...],
    cache: Path | None,
    backend: str,
    scheduler: str | None,
) -> None:
    """Run an experiment, or what is missing of it.

    SPEC is the name of a spec that comes with nbexp (quick, thesis) or the path of a file.
    What is stored is not done again: a run that was stopped goes on where it was.

    Exit codes: 0 all done; 1 some units failed; 2 bad spec or usage; 3 a data set could not
    be read; 4 the results could not be stored; 130 stopped.
    """
    if scheduler is not None and backend != "dask":
        raise click.UsageError("--scheduler is of use with --backend dask only")
    if timeout is not None and backend == "dask":
        raise click.UsageError("--timeout is of use with --backend processes only")
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.spec.override import override
    from nbexp.spec.reader import read_spec

    parts = {"datasets": datasets, "methods": methods}
    wanted = override(read_spec(spec), **parts, trials=trials, seeds=seeds, output=output)
    if dry_run:
        _print_preview(wanted, fresh)
        return
    outcome = _run(
        wanted,
        backend,
        scheduler,
        cache=cache or default_cache(),
        mirrors=mirrors_from(mirrors),
        jobs=jobs,
        fresh=fresh,
        retry_failed=retry_failed,
        timeout=timeout,
    )
    _print_outcome(wanted, outcome)
    raise SystemExit(outcome.exit_code)


def _run(spec: Spec, backend: str, scheduler: str | None, **options: Any) -> Outcome:
    """Run a spec, shown on the terminal."""
    from nbexp.runner.process import give_back_large_blocks, use_one_thread

    use_one_thread()
    give_back_large_blocks()
    from nbexp.runner.progress import make_screen
    from nbexp.runner.run import run

    screen = make_screen(sys.stderr)
    if backend == "processes":
        return run(spec, spec.output, reporter=screen, **options)
    from nbexp.runner.cluster import connected

    with connected(scheduler, options["jobs"]) as cluster:
        return run(spec, spec.output, reporter=screen, cluster=cluster, **options)


def _print_preview(spec: Spec, fresh: bool) -> None:
    from tabulate import tabulate

    from nbexp.runner.preview import preview

    counts: dict[str, tuple[int, ...]] = {
        row.dataset + (" (optional)" if row.optional else ""): (
            row.units,
            row.done,
            row.failed,
            row.missing,
        )
        for row in preview(spec, spec.output, fresh=fresh)
    }
    counts["total"] = tuple(map(sum, zip(*counts.values(), strict=True)))
    table = [(name, *numbers) for name, numbers in counts.items()]
    click.echo(tabulate(table, headers=("data set", "units", "done", "failed", "to do")))
    click.echo(f"\nResults would go to {spec.output}.")


def _print_outcome(spec: Spec, outcome: Outcome) -> None:
    missing = outcome.units - outcome.done - outcome.failed
    parts = [f"{outcome.done:,} of {outcome.units:,} units done"]
    if outcome.stored:
        parts.append(f"{outcome.stored:,} of them before")
    if outcome.failed:
        parts.append(f"{outcome.failed:,} failed")
    if missing:
        parts.append(f"{missing:,} missing")
    state = "stopped: " if outcome.stopped else ""
    click.echo(f"{spec.name}: {state}{', '.join(parts)}; {_duration(outcome.seconds)}")
    for what, excused in (("Not available (optional)", True), ("Could not be read", False)):
        names = [fault.dataset for fault in outcome.faults if fault.excused == excused]
        if names:
            click.echo(f"{what}: {', '.join(names)}")
    if outcome.failed or outcome.faults:
        click.echo(f"What went wrong, and why: nbexp status {spec.output}")
    if outcome.stopped:
        click.echo("Run it again to go on where it stopped.")
    elif outcome.done:
        click.echo(f"Tables: nbexp report {spec.output}")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{seconds:.1f} s"
