"""The critical-difference diagram: mean ranks, and which methods are not told apart."""

from __future__ import annotations

from nbexp.compare.friedman import Ranking, rank
from nbexp.compare.metrics import METRICS
from nbexp.compare.printed import decimal
from nbexp.compare.wins import LEVEL
from nbexp.report.figures.axes import SMALL, cut
from nbexp.report.figures.drawing import Dot, Drawing, Line, Words
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear
from nbexp.report.table import Probability

MOST_METHODS = 20
"""More methods than these, as in a sweep, are not ranked in a picture."""

_WIDE = 440.0
_SIDE = 96.0
_STEP = 17.0


def ranking(experiment: Experiment, metric: str = "error") -> Ranking | None:
    """Return the ranking of all methods over the data sets in which all have values.

    None where there are too few of either, or too many methods for a picture.
    """
    evaluation = experiment.evaluation
    common = experiment.common(evaluation.methods, metric)
    if not 3 <= len(evaluation.methods) <= MOST_METHODS or len(common) < 2:
        return None
    columns = {
        method: [evaluation.column(method, metric)[dataset] for dataset in common]
        for method in evaluation.methods
    }
    return rank(columns, evaluation.settings.comparison)


def rank_diagram(experiment: Experiment) -> Figure | None:
    """Return the diagrams of error, bias and variance."""
    panels = []
    n = 0
    for metric in METRICS:
        found = ranking(experiment, metric)
        if found is not None:
            n = found.n
            told = told_ranking(experiment, found)
            panels.append(Panel(metric, _diagram(experiment, found), f"{metric}: {told}"))
    if not panels:
        return None
    return Figure(
        "ranks",
        "Mean ranks",
        f"Friedman ranks over {n} data sets, 1 is best. Methods under one bar are not told apart "
        f"by Nemenyi's test at {LEVEL}: their ranks differ by less than CD.",
        tuple(panels),
        columns=2,
    )


def told_ranking(experiment: Experiment, found: Ranking) -> str:
    """Return a ranking in words: ranks, Friedman's test, and Holm's steps against the best."""
    listed = ", ".join(
        f"{experiment.evaluation.heading(method)} {decimal(mean, 2)}"
        for method, mean in zip(found.methods, found.mean_ranks, strict=True)
    )
    return f"{listed}. {told_tests(experiment, found)}"


def told_tests(experiment: Experiment, found: Ranking) -> str:
    """Return what the tests say."""
    best, *others = experiment.headings(found.methods)
    chances = found.against_best()
    apart = [name for name, p in zip(others, chances, strict=True) if p <= LEVEL]
    worse = ", ".join(apart) if apart else "none"
    return (
        f"Friedman chi-square {found.chi_square:.1f} with {len(others)} degrees of freedom, "
        f"p {_chance(found.p)}; CD {found.distance:.2f}. Significantly worse than {best} by "
        f"Holm's steps at {LEVEL}: {worse}."
    )


def _chance(p: float) -> str:
    text = Probability(p).parts()[0]
    return text if text.startswith("<") else f"= {text}"


def _diagram(experiment: Experiment, found: Ranking) -> Drawing:
    """Draw the axis of ranks, the methods down both its sides, and the bars of the groups."""
    k = len(found.methods)
    x = Linear(1, k, _SIDE, _WIDE - _SIDE, k)
    half = -(-k // 2)
    axis = 42.0
    bars = axis + 8
    names = bars + 6 * len(found.groups) + 10
    drawing = Drawing(_WIDE, names + _STEP * half + 2)
    drawing.add(Line((x(1), axis), (x(k), axis), "ink"))
    for tick in range(1, k + 1):
        drawing.add(Line((x(tick), axis - 4), (x(tick), axis), "ink"))
        drawing.add(Words((x(tick), axis - 8), str(tick), "middle", SMALL, "soft"))
    end = min(1 + found.distance, k)
    drawing.add(
        Line((x(1), 12), (x(end), 12), "ink", 2),
        Words((x(end) + 6, 15.5), f"CD {found.distance:.2f}", size=SMALL, fill="soft"),
    )
    for place, method in enumerate(found.methods):
        mean = found.mean_ranks[place]
        left = place < half
        row = place if left else k - 1 - place
        y = names + _STEP * row + 8
        side = _SIDE - 10 if left else _WIDE - _SIDE + 10
        drawing.add(Line((x(float(mean)), axis), (x(float(mean)), y), "soft"))
        drawing.add(Line((x(float(mean)), y), (side, y), "soft"))
        drawing.add(Dot((x(float(mean)), axis), 2.5, "ink"))
        name = cut(experiment.evaluation.heading(method), _SIDE - 45, SMALL)
        text = f"{name} {decimal(mean, 2)}"
        anchor, at = ("end", side - 4) if left else ("start", side + 4)
        drawing.add(Words((at, y + 3.5), text, anchor, SMALL))
    for number, (first, last) in enumerate(found.groups):
        y = bars + 6 * number
        ends = float(found.mean_ranks[first]), float(found.mean_ranks[last])
        drawing.add(Line((x(ends[0]) - 3, y), (x(ends[1]) + 3, y), "accent", 3))
    return drawing
