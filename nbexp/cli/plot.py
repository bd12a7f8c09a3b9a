"""The verb ``plot``: write a figure of an experiment into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import result_folder
from nbexp.compare.metrics import METRICS

if TYPE_CHECKING:
    from nbexp.report.figures.experiment import Experiment
    from nbexp.report.figures.figure import Figure


@click.command()
@click.argument("results", type=click.Path(path_type=Path), shell_complete=result_folder)
@click.argument("figure", default="list")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write: .svg, .pdf or .png.",
)
@click.option(
    "--methods",
    metavar="A,B",
    help="For scatter: the method across and the one up.",
)
@click.option(
    "--metric",
    type=click.Choice(METRICS),
    help="For scatter: what is compared; error by default.",
)
@click.option("--seed", "seeds", multiple=True, type=int, help="Plot this root seed only.")
def command(
    results: Path,
    figure: str,
    out: Path | None,
    methods: str | None,
    metric: str | None,
    seeds: tuple[int, ...],
) -> None:
    """Write a figure of an experiment into a file, by the same numbers as its tables.

    RESULTS is the result folder of an experiment. Without FIGURE, the figures that it has are
    listed. SVG needs nothing else; PDF and PNG are painted by matplotlib (nbexp[plot]).
    """
    from nbexp.errors import SpecError
    from nbexp.report.figures.writing import write_figure
    from nbexp.report.opening import Sources
    from nbexp.report.page.build import opened_experiment

    def warn(message: str) -> None:
        click.echo(f"nbexp: {message}", err=True)

    for option, given in (("--methods", methods), ("--metric", metric)):
        if given is not None and figure != "scatter":
            raise click.UsageError(f"{option} goes with the figure scatter")
    if out is not None and figure == "list":
        raise click.UsageError("--out goes with a figure")
    with opened_experiment(results, Sources(), seeds, warn) as (experiment, _):
        if figure == "list":
            _list(experiment)
            return
        if out is None:
            raise SpecError(f"plot {figure}: tell where to write it: --out FILE.svg, .pdf or .png")
        write_figure(_find(experiment, figure, methods, metric or "error"), out)


def _list(experiment: Experiment) -> None:
    """Print the names and titles of the figures that there are."""
    from nbexp.report.figures.catalogue import figures

    drawn = figures(experiment)
    wide = max(map(len, drawn), default=0)
    for name, figure in drawn.items():
        click.echo(f"{name.ljust(wide)}  {figure.title}")


def _find(experiment: Experiment, name: str, methods: str | None, metric: str) -> Figure:
    """Return the figure asked for; SpecError if there is none by that name."""
    from nbexp.errors import SpecError
    from nbexp.hints import did_you_mean
    from nbexp.report.figures.catalogue import figures
    from nbexp.report.figures.scatter import Pair, scatter, usual_pair

    if name == "scatter":
        pair = usual_pair(experiment)
        known = experiment.evaluation.methods
        chosen = [one.strip() for one in methods.split(",")] if methods else []
        wrong = [one for one in chosen if one not in known]
        if wrong or len(chosen) not in (0, 2) or pair is None:
            found = ", ".join(wrong) or methods or "fewer than two"
            raise SpecError(
                f"plot scatter: methods: found {found}, expected two of {', '.join(known)}"
            )
        first, second = chosen or (pair.first, pair.second)
        return scatter(experiment, Pair(first, second, metric))
    drawn = figures(experiment)
    if name not in drawn:
        raise SpecError(f"plot: these results have no figure {name}{did_you_mean(name, drawn)}")
    return drawn[name]
