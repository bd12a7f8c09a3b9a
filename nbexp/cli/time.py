"""The verb ``time``: measure the time that each method takes by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import dataset_list, dataset_name, method_list, spec_name
from nbexp.cli._options import cache_option, listed, mirror_option, output_option

if TYPE_CHECKING:
    from nbexp.data.dataset import DataSet
    from nbexp.discretize.method import Method
    from nbexp.spec.spec import DataSetSpec, Spec
    from nbexp.timing.records import TimedFold

N_LARGEST = 4
"""The thesis shows times on its four largest data sets."""


@click.command()
@click.argument("spec", shell_complete=spec_name)
@click.option(
    "--datasets",
    callback=listed,
    metavar="A,B",
    shell_complete=dataset_list,
    help="Only these data sets; by default the spec's four largest, as in the thesis.",
)
@click.option(
    "--methods",
    callback=listed,
    metavar="A,B",
    shell_complete=method_list,
    help="Only these methods.",
)
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Repeats, each on the next fold; medians are shown.",
)
@click.option(
    "--growth",
    metavar="NAME",
    shell_complete=dataset_name,
    help="Measure also how the time grows with the training set, on this data set.",
)
@output_option
@mirror_option
@cache_option
def command(
    spec: str,
    datasets: tuple[str, ...] | None,
    methods: tuple[str, ...] | None,
    repeats: int,
    growth: str | None,
    output: Path | None,
    mirrors: tuple[str, ...],
    cache: Path | None,
) -> None:
    """Measure the time each method takes by itself.

    Per fold and method: discretization, training and testing, from raw numbers, with nothing
    shared between methods, in one thread. Lazy methods are measured twice: with an interval
    for every test instance, as the thesis describes them, and as nbexp does them. The times
    are kept as time.csv beside the results of `nbexp run`.
    """
    from nbexp.runner.process import give_back_large_blocks, use_one_thread

    use_one_thread()
    give_back_large_blocks()
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.errors import SpecError
    from nbexp.runner.plan import create_methods, stream_of
    from nbexp.spec.override import override
    from nbexp.spec.reader import read_spec
    from nbexp.timing.records import GROWTH_FILE, write_times

    whole = read_spec(spec)
    if stream_of(whole) is not None:
        raise SpecError(
            f"{spec}: found protocol kind prequential, expected cross-validation: a stream has "
            "no folds; its costs are measured by `nbexp run`, see `nbexp report --table cost`"
        )
    wanted = override(whole, datasets=datasets, methods=methods, output=output)
    chosen = wanted.datasets if datasets else _largest(wanted.datasets)
    growing = override(whole, datasets=[growth]).datasets if growth else ()
    created = create_methods(wanted)
    where = (cache or default_cache(), mirrors_from(mirrors))
    rows: list[TimedFold] = []
    for dataset in chosen:
        rows += _measured(wanted, dataset, created, where, repeats, growing=False)
    if rows:
        path = write_times(wanted.output, rows)
        _print_times(rows)
        click.echo(f"Every single measurement: {path}")
    for dataset in growing:
        rows = _measured(wanted, dataset, created, where, repeats, growing=True)
        write_times(wanted.output, rows, GROWTH_FILE)
        _print_growth(rows)


def _largest(datasets: tuple[DataSetSpec, ...]) -> list[DataSetSpec]:
    """Return the data sets with most instances, by what their recipes declare."""
    size = {one.name: int(getattr(one.source, "instances", 0)) for one in datasets}
    return sorted(datasets, key=lambda one: size[one.name])[-N_LARGEST:]


def _measured(
    spec: Spec,
    dataset: DataSetSpec,
    methods: dict[str, Method],
    where: tuple[Path, tuple[str, ...]],
    repeats: int,
    *,
    growing: bool,
) -> list[TimedFold]:
    """Measure one data set; an optional one that cannot be had is named and passed over."""
    from nbexp.data.fetch import Unavailable
    from nbexp.data.load import load
    from nbexp.protocol.folds import fold_assignment
    from nbexp.timing.growth import time_growth
    from nbexp.timing.measure import time_methods

    click.echo(f"measuring {dataset.name} ...", err=True)
    try:
        data: DataSet = load(dataset.source, cache=where[0], mirrors=where[1])
    except Unavailable as error:
        if not dataset.optional:
            raise
        click.echo(f"{dataset.name}: not available (optional): {error}", err=True)
        return []
    assignment = fold_assignment(
        dataset.name,
        data.labels,
        seed=spec.seeds[0],
        trial=0,
        folds=spec.protocol.folds,
        stratified=spec.protocol.stratified,
    )
    measure = time_growth if growing else time_methods
    return list(measure(data, assignment, methods, repeats=repeats))


def _print_times(rows: list[TimedFold]) -> None:
    from tabulate import tabulate

    from nbexp.timing.summary import median_times, ndd_against_lazy

    times = median_times(rows)
    seconds = {(t.dataset, t.method, t.way): t.seconds for t in times}
    datasets = list(dict.fromkeys(t.dataset for t in times))
    table = [
        [f"{method} ({way})", *(seconds.get((dataset, method, way)) for dataset in datasets)]
        for method, way in dict.fromkeys((t.method, t.way) for t in times)
    ]
    click.echo("Processor seconds per fold, training and testing, nothing shared (medians)\n")
    click.echo(tabulate(table, headers=["method", *datasets], floatfmt=".3f"))
    compared = ndd_against_lazy(rows)
    if compared:
        click.echo("\nTable 6.4: non-disjoint against lazy discretization (ld-ffd), per fold\n")
        headers = ["data set", "ndd", "ld-ffd (per instance)", "times", "ld-ffd (nbexp)"]
        lines = [[c.dataset, c.seconds, c.lazy_seconds, c.ratio, c.lazy_as_nbexp] for c in compared]
        click.echo(tabulate(lines, headers=headers, floatfmt=("", ".3f", ".3f", ".1f", ".3f")))
    click.echo()


def _print_growth(rows: list[TimedFold]) -> None:
    from tabulate import tabulate

    from nbexp.timing.growth import TESTED, growths, order_of

    found = growths(rows)
    if not found:
        return
    first = found[0]
    click.echo(
        f"\nGrowth with the training set: {first.dataset}, {first.smallest:,} to "
        f"{first.largest:,} training and {TESTED:,} test instances; seconds = a n^b\n"
    )
    lines = [
        [f"{g.method} ({g.way})", order_of(g.method), g.train_exponent, g.test_exponent]
        for g in found
    ]
    headers = ["method", "order (section 5.3)", "b of training", "b of testing"]
    click.echo(tabulate(lines, headers=headers, floatfmt=".2f"))
