"""Curves: error, bias and variance against a parameter, or against the training size.

What is drawn was put together in `nbexp.report.curves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.metrics import METRICS
from nbexp.discretize.parameters import TRAINING_SIZE
from nbexp.report.curves import Curve, Series, Sweep, cohorts, curve, mean_curve
from nbexp.report.curves import sweeps as find_sweeps
from nbexp.report.evaluation import Evaluation
from nbexp.report.figures.axes import SMALL, Frame, draw_axes
from nbexp.report.figures.drawing import Dot, Drawing, Line, Polyline, Words
from nbexp.report.figures.experiment import Experiment, in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear, Log, linear_up, linear_within, plain
from nbexp.report.figures.theme import series as look_of

_LEAST = 3
"""Points that make a curve worth drawing."""

_METRIC_LOOKS: dict[str, tuple[str, tuple[float, ...]]] = {
    "error": ("ink", (5.0, 3.0)),
    "bias": ("bias", ()),
    "variance": ("variance", ()),
}
_RATIO = 8.0
"""Values that differ by so much or more stand on an axis of ratios."""


@dataclass(frozen=True)
class Trace:
    """The points of a curve in one metric, how they look and what they are called."""

    name: str
    look: tuple[str, tuple[float, ...]]
    points: tuple[tuple[float, Fraction], ...]


def curve_figures(experiment: Experiment) -> list[Figure]:
    """Return the figures of all sweeps of an experiment."""
    figures: list[Figure] = []
    if experiment.evaluation.settings.is_stream:
        return figures
    for sweep in find_sweeps(experiment.evaluation):
        if max(len(series.labels) for series in sweep.series) < _LEAST:
            continue
        if sweep.parameter == TRAINING_SIZE:
            figures += _training_size(experiment, sweep)
        else:
            figures += [_trade_off(experiment, series) for series in sweep.series]
    return figures


def _trade_off(experiment: Experiment, series: Series) -> Figure:
    """Return the three metrics of a series: all data sets together, then each alone."""
    evaluation = experiment.evaluation
    panels = []
    for title, drawn in _groups(evaluation, series):
        traces = [
            Trace(metric, _METRIC_LOOKS[metric], tuple(drawn.values(metric))) for metric in METRICS
        ]
        drawing = draw_traces(traces, series.parameter)
        panels.append(Panel(title, drawing, f"{title}: {told(traces)}"))
    name, _, others = series.name.partition(" ")
    anchor = "-".join(series.name.replace("=", " ").split())
    return Figure(
        f"trade-off-{anchor}-{series.parameter}",
        f"{' '.join(filter(None, [name.upper(), others]))}: error, bias and variance against "
        f"{series.parameter}",
        f"In %. The mean is over the data sets with a value for each {series.parameter}.",
        tuple(panels),
        key=(("ink", "error (dashed)"), ("bias", "bias"), ("variance", "variance")),
    )


def _groups(evaluation: Evaluation, series: Series) -> list[tuple[str, Curve]]:
    """Return the curve of the means and that of each data set, those that have points."""
    alone = [(dataset, curve(evaluation, series, dataset)) for dataset in evaluation.facts]
    whole = [d for d, drawn in alone if len(drawn.points) == len(series.labels)]
    groups = []
    if len(whole) > 1:
        groups.append((f"mean of {len(whole)} data sets", mean_curve(evaluation, series, whole)))
    return [group for group in (*groups, *alone) if len(group[1].points) > 1]


def _training_size(experiment: Experiment, sweep: Sweep) -> list[Figure]:
    """Return a figure for each metric: a panel a data set and mean, a curve a method."""
    evaluation = experiment.evaluation
    groups: list[tuple[str, list[Curve]]] = [
        (
            f"mean of {len(cohort)} data sets",
            [mean_curve(evaluation, series, cohort) for series in sweep.series],
        )
        for cohort in cohorts(evaluation, sweep)
        if len(cohort) > 1
    ]
    groups += [
        (dataset, [curve(evaluation, series, dataset) for series in sweep.series])
        for dataset in evaluation.facts
    ]
    figures = []
    for metric in ("bias", "error", "variance"):
        panels = []
        for title, curves in groups:
            traces = [
                Trace(_name(drawn.series), look_of(number), tuple(drawn.values(metric)))
                for number, drawn in enumerate(curves)
            ]
            if any(len(trace.points) > 1 for trace in traces):
                drawing = draw_traces(traces, "training instances", names=True)
                panels.append(Panel(title, drawing, f"{title}, {metric}: {told(traces)}"))
        if panels:
            figures.append(_size_figure(metric, panels))
    return figures


def _name(series: Series) -> str:
    name, _, others = series.name.partition(" ")
    return " ".join(filter(None, [name.upper(), others]))


def _size_figure(metric: str, panels: Sequence[Panel]) -> Figure:
    return Figure(
        f"training-size-{metric}",
        f"{metric.capitalize()} against training size",
        f"{metric.capitalize()} in %, against the number of training instances. A data set's "
        "last point is trained on all it has to train on; a mean has only points at which each "
        "of its data sets has one. Axes do not begin at zero.",
        tuple(panels),
        columns=2,
    )


def told(traces: Sequence[Trace]) -> str:
    """Return curves in words."""
    return "; ".join(
        f"{trace.name} "
        + ", ".join(f"{written(share)} at {_place(x)}" for x, share in trace.points)
        for trace in traces
        if trace.points
    )


def _place(x: float) -> str:
    return plain(x, 0) if x == int(x) else f"{x:g}"


def draw_traces(traces: Sequence[Trace], x_title: str, *, names: bool = False) -> Drawing:
    """Draw curves; with `names`, each is named at its right end."""
    drawing = Drawing(380 if names else 260, 280 if names else 200)
    longest = 62 if names else 10
    frame = Frame(32, 8, drawing.width - longest, drawing.height - 36)
    x = _x_scale([place for trace in traces for place, _ in trace.points], frame)
    ys = [in_percent(share) for trace in traces for _, share in trace.points]
    scale = linear_within if names else linear_up
    y = scale(ys, frame.bottom, frame.top, 5 if names else 4)
    draw_axes(drawing, frame, x, y, x_title=x_title)
    for trace in traces:
        stroke, dash = trace.look
        places = tuple((x(place), y(in_percent(share))) for place, share in trace.points)
        if len(places) > 1:
            drawing.add(Polyline(places, stroke, 1.8, dash, trace.name))
        for centre, (place, share) in zip(places, trace.points, strict=True):
            tip = f"{trace.name}: {written(share)} at {_place(place)}"
            drawing.add(Dot(centre, 2.6, stroke, tip=tip))
    if names:
        _name_ends(drawing, frame, [trace for trace in traces if trace.points], x, y)
    return drawing


def _x_scale(xs: Sequence[float], frame: Frame) -> Linear | Log:
    low, high = min(xs, default=1.0), max(xs, default=2.0)
    if high <= low:
        low, high = low - 1, low + 1
    if low > 0 and high / low >= _RATIO:
        return Log(low, high, frame.left + 6, frame.right - 6)
    return Linear(low, high, frame.left + 6, frame.right - 6)


def _name_ends(
    drawing: Drawing, frame: Frame, traces: Sequence[Trace], x: Linear | Log, y: Linear
) -> None:
    """Write names beside the curves' ends, spread apart where ends are close."""
    ends = sorted(traces, key=lambda trace: y(in_percent(trace.points[-1][1])))
    places = [y(in_percent(trace.points[-1][1])) for trace in ends]
    for trace, height in zip(ends, spread(places, 11.5, frame.bottom), strict=True):
        (place, share), (stroke, _) = trace.points[-1], trace.look
        start = (x(place) + 3, y(in_percent(share)))
        drawing.add(Line(start, (frame.right + 6, height), stroke, 0.7))
        drawing.add(Words((frame.right + 8, height + 3.5), trace.name, size=SMALL, fill=stroke))


def spread(places: Sequence[float], gap: float, limit: float) -> list[float]:
    """Move ascending places apart so that neighbours keep a gap, none beyond the limit.

    Those that are too close stand about their mean.

    >>> spread([10, 11, 40], 5, 42)
    [8.0, 13.0, 40.0]
    """
    blocks: list[tuple[float, int]] = []  # mean place, how many
    for place in places:
        mean, size = place, 1
        while blocks and mean - blocks[-1][0] < gap * (size + blocks[-1][1]) / 2:
            before, count = blocks.pop()
            mean = (mean * size + before * count) / (size + count)
            size += count
        blocks.append((mean, size))
    moved = [
        mean + gap * (number - (size - 1) / 2) for mean, size in blocks for number in range(size)
    ]
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], limit - gap * (len(moved) - 1 - number))
    return moved
