"""Method against method: one point a data set, both axes in ratios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.metrics import METRICS
from nbexp.compare.printed import HALF_A_TENTH, PERCENT
from nbexp.compare.wins import Record, compare
from nbexp.report.figures.axes import Frame, draw_axes
from nbexp.report.figures.drawing import Dot, Drawing, Line, Mark, Words
from nbexp.report.figures.experiment import Experiment, in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Log, log_around

FLOOR = float(HALF_A_TENTH * PERCENT)
"""In per cent: what prints as 0.0 stands here, since an axis of ratios has no zero."""

FAR = 44.0
"""Points so far from the diagonal have their names beside them."""

TURNS = {"below": 300.0, "above": 150.0}
"""From here on names stand on the left of points below and above the diagonal."""

_SIZE = 400.0
_FRAME = Frame(46, 12, 388, 354)


@dataclass(frozen=True)
class Pair:
    """Two methods and what is compared: the first on the x axis, the second on the y axis."""

    first: str
    second: str
    metric: str = "error"


def usual_pair(experiment: Experiment) -> Pair | None:
    """Return the first pair that the spec's report asks for, else the first two methods."""
    evaluation = experiment.evaluation
    settings = evaluation.settings
    asked = [
        (first, second, entry.metrics[0])
        for entry in settings.pairs
        for first in entry.methods
        for second in entry.against
    ]
    asked += [(*pair, table.metrics[0]) for table in settings.definitions for pair in table.pairs]
    for first, second, metric in asked:
        if first != second and {first, second} <= set(evaluation.methods) and metric in METRICS:
            return Pair(second, first, metric)
    return Pair(*evaluation.methods[:2]) if len(evaluation.methods) > 1 else None


def axis(experiment: Experiment, metric: str, start: float, end: float) -> Log:
    """Return the scale that holds a metric of all methods, so that pairs can be compared."""
    shares = [
        in_percent(share)
        for method in experiment.evaluation.methods
        for share in experiment.evaluation.column(method, metric).values()
    ]
    return log_around([max(share, FLOOR) for share in shares], start, end)


def scatter(experiment: Experiment, pair: Pair) -> Figure:
    """Return the scatter of a pair."""
    drawing = Drawing(_SIZE, _SIZE - 10)
    x = axis(experiment, pair.metric, _FRAME.left, _FRAME.right)
    y = axis(experiment, pair.metric, _FRAME.bottom, _FRAME.top)
    first, second = experiment.headings((pair.first, pair.second))
    draw_axes(
        drawing,
        _FRAME,
        x,
        y,
        x_title=f"{first}, {pair.metric} in %",
        y_title=f"{second}, {pair.metric} in %",
    )
    drawing.add(Line((x(x.low), y(y.low)), (x(x.high), y(y.high)), "soft", dash=(4, 3)))
    drawing.add(
        Words(
            (_FRAME.left + 7, _FRAME.top + 14),
            f"{first} lower",
            size=10.5,
            fill="soft",
            key="above",
        ),
        Words(
            (_FRAME.right - 7, _FRAME.bottom - 8),
            f"{second} lower",
            "end",
            10.5,
            "soft",
            key="below",
        ),
    )
    drawing.extend(_dots(experiment, pair, x, y))
    told = told_record(experiment, pair)
    return Figure(
        "scatter",
        f"{pair.metric.capitalize()} of {second} against {first}",
        "One point a data set, both axes in ratios: above the dashed line the method on the x "
        f"axis has the lower {pair.metric}. What prints as 0.0 stands at {FLOOR}. {told}",
        (Panel("", drawing, f"Scatter of {pair.metric}, {second} against {first}. {told}"),),
    )


def _dots(experiment: Experiment, pair: Pair, x: Log, y: Log) -> Iterator[Mark]:
    evaluation = experiment.evaluation
    across = evaluation.column(pair.first, pair.metric)
    up = evaluation.column(pair.second, pair.metric)
    for dataset in evaluation.datasets:
        if dataset in across and dataset in up:
            place = x(in_percent(across[dataset])), y(in_percent(up[dataset]))
            tip = (
                f"{dataset}: {evaluation.heading(pair.first)} {written(across[dataset])}, "
                f"{evaluation.heading(pair.second)} {written(up[dataset])}"
            )
            yield Dot(place, 4.5, "accent", "ground", tip, key=f"dot:{dataset}")
            if abs(_off_diagonal(place)) > FAR:
                yield _name(dataset, place)


def _off_diagonal(place: tuple[float, float]) -> float:
    """Return how far a place is from the diagonal, across and up together."""
    return place[0] - _FRAME.left + place[1] - _FRAME.bottom


def _name(dataset: str, place: tuple[float, float]) -> Mark:
    """Write a name beside its point, on the side that has more room."""
    left = place[0] > TURNS["below" if _off_diagonal(place) > 0 else "above"]
    at = place[0] + (-8 if left else 8), place[1] + 3.5
    return Words(at, dataset, "end" if left else "start", 10, "soft", key=f"name:{dataset}")


def record_of(experiment: Experiment, pair: Pair) -> Record:
    """Return the record of the second method against the first."""
    evaluation = experiment.evaluation
    common = experiment.common((pair.first, pair.second), pair.metric)
    first, second = (
        [evaluation.column(method, pair.metric)[dataset] for dataset in common]
        for method in (pair.first, pair.second)
    )
    return compare(second, first, evaluation.settings.comparison)


def told_record(experiment: Experiment, pair: Pair) -> str:
    """Return the record of the second method against the first in words."""
    record = record_of(experiment, pair)
    ours, theirs = experiment.headings((pair.second, pair.first))
    sets = "1 data set" if record.n == 1 else f"{record.n} data sets"
    return (
        f"{ours} has the lower {pair.metric} on {record.wins} of {sets}, {theirs} on "
        f"{record.losses}, ties {record.ties}."
    )


def _records(experiment: Experiment, metric: str) -> list[list[tuple[int, int, int]]]:
    """Return wins, losses and ties of each method against each other one."""
    methods = experiment.evaluation.methods
    rows = []
    for second in methods:
        records = [record_of(experiment, Pair(first, second, metric)) for first in methods]
        rows.append([(record.wins, record.losses, record.ties) for record in records])
    return rows


def positions(experiment: Experiment) -> dict[str, object]:
    """Return what a script needs to move the points to another pair, all worked out.

    Places along the x axis and along the y axis, and the values as written, by metric and
    method, in the order of the data sets; wins, losses and ties of the method up against the
    one across.
    """
    evaluation = experiment.evaluation
    methods, datasets = evaluation.methods, evaluation.datasets
    metrics: dict[str, object] = {}
    for metric in METRICS:
        x = axis(experiment, metric, _FRAME.left, _FRAME.right)
        y = axis(experiment, metric, _FRAME.bottom, _FRAME.top)
        columns = [evaluation.column(method, metric) for method in methods]
        shares: list[list[Fraction | None]] = [
            [column.get(dataset) for dataset in datasets] for column in columns
        ]
        metrics[metric] = {
            "x": [[_place(x, share) for share in column] for column in shares],
            "y": [[_place(y, share) for share in column] for column in shares],
            "text": [[written(share) for share in column] for column in shares],
            "records": _records(experiment, metric),
        }
    return {
        "datasets": datasets,
        "methods": experiment.headings(methods),
        "metrics": metrics,
        "origin": (_FRAME.left, _FRAME.bottom),
        "far": FAR,
        "turns": TURNS,
    }


def _place(scale: Log, share: Fraction | None) -> float | None:
    return None if share is None else round(scale(in_percent(share)), 1)
