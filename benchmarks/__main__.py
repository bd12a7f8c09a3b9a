"""The benchmarks from the command line: ``python -m benchmarks --help``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from benchmarks import incremental, rivals, scale, thesis

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _markdown(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    from tabulate import tabulate

    return tabulate(rows, headers, tablefmt="github", disable_numparse=True)


def _finish(name: str, text: str, content: object, output: Path, write: bool) -> None:
    """Print a result, keep it, and put it into the document where that is wished."""
    click.echo(text)
    output.mkdir(parents=True, exist_ok=True)
    (output / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")
    (output / f"{name}.md").write_text(text + "\n")
    if write:
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = DOCUMENT.read_text().partition(begin)
        _, _, after = rest.partition(end)
        DOCUMENT.write_text(f"{before}{begin}\n{text}\n\n{end}{after}")


_output = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("results/benchmarks"),
    show_default=True,
    help="Folder for the results.",
)
_mirror = click.option("--mirror", "mirrors", multiple=True, metavar="DIR-OR-URL")
_cache = click.option("--cache", type=click.Path(path_type=Path, file_okay=False))
_write = click.option("--write", is_flag=True, help="Put the result into docs/performance.md.")


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Measure nbexp beside other tools, and how it grows; without a command, both."""
    if context.invoked_subcommand is None:
        context.invoke(others)
        context.invoke(growth)


@main.command()
@click.option("--datasets", default=",".join(rivals.DATASETS), show_default=True, metavar="A,B")
@click.option("--rounds", type=click.IntRange(min=1), default=3, show_default=True)
@click.option(
    "--limit",
    type=float,
    default=600.0,
    show_default=True,
    help="Seconds after which a process is ended.",
)
@click.option(
    "--python",
    default=sys.executable,
    help="The Python that has scikit-learn, Orange3 and python-weka-wrapper3, if another.",
)
@_mirror
@_cache
@_output
@_write
def others(
    datasets: str,
    rounds: int,
    limit: float,
    python: str,
    mirrors: tuple[str, ...],
    cache: Path | None,
    output: Path,
    write: bool,
) -> None:
    """Compare with scikit-learn, Orange and Weka, in one run, as ratios of medians."""
    from nbexp.data.fetch import default_cache, mirrors_from

    scores = rivals.compare(
        datasets.split(","),
        (output / "problems").resolve(),
        cache=cache or default_cache(),
        mirrors=mirrors_from(mirrors),
        rounds=rounds,
        seconds=limit,
        python=python,
        tell=_tell,
    )
    parts = [
        f"{rivals.TITLE}; {rounds} rounds.",
        _markdown(rivals.HEADERS, rivals.table(scores)),
        "\n".join(f"- {line}" for line in rivals.ten_against_one(scores)),
    ]
    _finish("others", "\n\n".join(parts), [asdict(score) for score in scores], output, write)


@main.command()
@click.option(
    "--largest",
    type=click.IntRange(min=10_000),
    default=1_000_000,
    show_default=True,
    help="Most instances; 5000000 needs 4 GB.",
)
@_output
@_write
def growth(largest: int, output: Path, write: bool) -> None:
    """Measure how time and memory grow with instances, attributes and classes."""
    points = scale.measure_all(largest, _tell)
    fitted = [f"- {trend}" for trend in scale.trends(points)]
    text = "\n\n".join([_markdown(scale.HEADERS, scale.table(points)), "\n".join(fitted)])
    _finish("growth", text, [asdict(point) for point in points], output, write)


@main.command()
@click.option("--spec", default="thesis", show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True)
@_mirror
@_cache
@_output
@_write
def whole(
    spec: str, jobs: int, mirrors: tuple[str, ...], cache: Path | None, output: Path, write: bool
) -> None:
    """Measure `nbexp run thesis` from start to end, and the memory of all its processes."""
    from nbexp.data.fetch import default_cache, mirrors_from

    where, sources = cache or default_cache(), mirrors_from(mirrors)
    runs = list(thesis.measure(spec, jobs, where, sources, _tell))
    text = _markdown(thesis.HEADERS, thesis.table(runs))
    _finish("whole", text, [asdict(run) for run in runs], output, write)


@main.command()
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True)
@_output
def streams(rounds: int, output: Path) -> None:
    """Measure IFFD on a stream like Shuttle: instances a second, and its cost over time."""
    pace = incremental.measure(rounds)
    rows = [
        ("learn and classify, instances/s", f"{pace.learn_and_predict:,.0f}"),
        ("learn_one from Python, instances/s", f"{pace.learn_one:,.0f}"),
        ("cost of an instance, 50,000 over 5,000", f"{pace.late_over_early:.2f}"),
    ]
    _finish("streams", _markdown(("IFFD", ""), rows), asdict(pace), output, write=False)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
