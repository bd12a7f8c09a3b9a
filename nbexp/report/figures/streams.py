"""Streams: the error along the stream, and how the cost of an instance grows."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.report.figures.axes import Frame, draw_axes
from nbexp.report.figures.drawing import Area, Drawing, Polyline
from nbexp.report.figures.experiment import Experiment, in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import linear_within, log_around
from nbexp.report.figures.theme import series as look_of
from nbexp.report.learning_curves import RUNNING, WINDOW, CurvePoint, learning_curve
from nbexp.report.stream_costs import GrowthPoint, growth
from nbexp.report.table import Number

_MICRO = 1e6
_PANELS_OF_GROWTH = 6
"""Data sets, the largest, of which the growth of costs is drawn."""

Curves = dict[str, Sequence[CurvePoint]]


def stream_figures(experiment: Experiment) -> list[Figure]:
    """Return the figures of a prequential run: none of any other."""
    if not experiment.evaluation.settings.is_stream:
        return []
    found = [_learning(experiment, RUNNING), _learning(experiment, WINDOW), _growth(experiment)]
    return [figure for figure in found if figure is not None]


def _key(experiment: Experiment) -> tuple[tuple[str, str], ...]:
    """Return colours and names of the methods; further rounds of colours are dashed."""
    evaluation = experiment.evaluation
    return tuple(
        (look_of(number)[0], evaluation.heading(method))
        for number, method in enumerate(evaluation.methods)
    )


def _learning(experiment: Experiment, kind: str) -> Figure | None:
    """Return a panel of learning curves for each data set."""
    evaluation = experiment.evaluation
    panels = []
    for dataset in evaluation.facts:
        curves: Curves = {
            method: learning_curve(evaluation, dataset, method, kind)
            for method in evaluation.methods
        }
        if any(len(points) > 1 for points in curves.values()):
            panels.append(Panel(dataset, _curves(curves), _told(experiment, dataset, curves)))
    if not panels:
        return None
    what = "all predictions so far" if kind == RUNNING else "the latest predictions"
    return Figure(
        "learning-curves" if kind == RUNNING else "window-error",
        "Error along the stream" if kind == RUNNING else "Error in a window along the stream",
        f"Error in % over {what}, against the number of instances seen. Line: mean over trials; "
        "band: from the least to the greatest. Axes do not begin at zero.",
        tuple(panels),
        key=_key(experiment),
    )


def _told(experiment: Experiment, dataset: str, curves: Curves) -> str:
    parts = [
        f"{experiment.evaluation.heading(method)} {written(points[0].mean)} at "
        f"{points[0].seen:,}, {written(points[-1].mean)} at {points[-1].seen:,}"
        for method, points in curves.items()
        if points
    ]
    return f"{dataset}: {'; '.join(parts)}"


def _curves(curves: Curves) -> Drawing:
    drawing = Drawing(260, 190)
    frame = Frame(32, 8, drawing.width - 18, drawing.height - 36)
    points = [point for one in curves.values() for point in one]
    x = linear_within([point.seen for point in points], frame.left + 4, frame.right - 4, 4)
    ends = [in_percent(share) for point in points for share in (point.low, point.high)]
    y = linear_within(ends, frame.bottom, frame.top, 4)
    draw_axes(drawing, frame, x, y, x_title="instances seen")
    for number, one in enumerate(curves.values()):
        upper = [(x(point.seen), y(in_percent(point.high))) for point in one]
        lower = [(x(point.seen), y(in_percent(point.low))) for point in reversed(one)]
        if len(one) > 1:
            drawing.add(Area((*upper, *lower), look_of(number)[0]))
    for number, (method, one) in enumerate(curves.items()):
        stroke, dash = look_of(number)
        line = tuple((x(point.seen), y(in_percent(point.mean))) for point in one)
        if len(line) > 1:
            drawing.add(Polyline(line, stroke, 1.6, dash, method))
    return drawing


def _growth(experiment: Experiment) -> Figure | None:
    """Return panels of learning and classifying for the largest data sets."""
    evaluation = experiment.evaluation
    panels = []
    for dataset in list(evaluation.facts)[-_PANELS_OF_GROWTH:]:
        found = {method: growth(evaluation, dataset, method) for method in evaluation.methods}
        if not any(len(points) > 1 for points in found.values()):
            continue
        for name, word in (("learn", "learning"), ("predict", "classifying")):
            parts = [
                f"{evaluation.heading(method)} {_micro(points[0], name)} to "
                f"{_micro(points[-1], name)}"
                for method, points in found.items()
                if points
            ]
            title = f"{dataset}, {word}"
            told = f"{title}, microseconds an instance: {'; '.join(parts)}"
            panels.append(Panel(title, _costs(found, name), told))
    if not panels:
        return None
    return Figure(
        "cost-growth",
        "Cost of an instance along the stream",
        "Microseconds of processor time to learn and to classify an instance, mean over trials, "
        "against the number of instances seen; both axes in ratios. The largest data sets.",
        tuple(panels),
        key=_key(experiment),
    )


def _micro(point: GrowthPoint, name: str) -> str:
    return Number(getattr(point.cost, name) * _MICRO, 2).parts()[0]


def _costs(found: dict[str, tuple[GrowthPoint, ...]], name: str) -> Drawing:
    drawing = Drawing(260, 190)
    frame = Frame(36, 8, drawing.width - 18, drawing.height - 36)
    points = [point for one in found.values() for point in one]
    x = log_around([point.seen for point in points], frame.left + 4, frame.right - 4)
    costs = [getattr(point.cost, name) * _MICRO for point in points]
    y = log_around(costs, frame.bottom, frame.top)
    draw_axes(drawing, frame, x, y, x_title="instances seen")
    for number, (method, one) in enumerate(found.items()):
        stroke, dash = look_of(number)
        line = tuple((x(point.seen), y(getattr(point.cost, name) * _MICRO)) for point in one)
        if len(line) > 1:
            drawing.add(Polyline(line, stroke, 1.6, dash, method))
    return drawing
