"""What a method makes of one attribute: its intervals, and the class probabilities they give."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.describe import Intervals, attribute_sample, describe
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.errors import SpecError
from nbexp.report.figures.axes import SMALL, Frame, draw_axes
from nbexp.report.figures.distribution import Distribution, distribution
from nbexp.report.figures.drawing import Box, Dot, Drawing, Line, Mark, Polyline, Words
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear

_WIDE = 520.0
_LEFT, _RIGHT = 40.0, _WIDE - 14.0
_TOP, _HISTOGRAM = 8.0, 96.0
_ROW = 11.0
_MOST_ROWS = 5


def method_figure(dataset: DataSet, attribute: str, method: Method) -> Figure:
    """Return the picture of a method on one attribute of a data set."""
    found = next(one for one in dataset.quantitative if one.name == attribute)
    shown = distribution(dataset, found, {})
    assert shown is not None
    sample = attribute_sample(dataset, attribute)
    x = Linear(shown.low, shown.high, _LEFT, _RIGHT, 8)
    strip = _strip(method, sample, x, _HISTOGRAM + 12)
    middle = _HISTOGRAM + 12 + (max(_bottom(mark) for mark in strip) if strip else 0)
    frame = Frame(_LEFT, middle + 12, _RIGHT, middle + 12 + 96)
    drawing = Drawing(_WIDE, frame.bottom + 34)
    _histogram(drawing, shown, x)
    for mark in strip:
        drawing.add(mark)
    y = Linear(0.0, 1.0, frame.bottom, frame.top, 2)
    draw_axes(drawing, frame, x, y, x_title=attribute)
    _probabilities(drawing, dataset, shown, method, sample, x, y)
    intervals = _intervals(method, sample)
    number = f"{intervals.n_intervals} values" if intervals else "no intervals"
    alt = (
        f"{method.name} on {attribute} of {dataset.name}: {number}. Above, instances by class; "
        "below, the class probabilities that follow."
    )
    key = tuple((f"s{i}", name) for i, name in enumerate(shown.classes))
    return Figure(method.id, method.name, alt, (Panel("", drawing, alt),), key=key)


def _bottom(mark: Mark) -> float:
    """Return how far down a mark of the strip reaches, from the strip's top."""
    below = mark.y + mark.height if isinstance(mark, Box) else 0.0
    return max(below - _HISTOGRAM - 12, 0.0)


def _histogram(drawing: Drawing, shown: Distribution, x: Linear) -> None:
    highest = int(shown.counts.sum(axis=0).max())
    steps = shown.counts.shape[1]
    wide = (x.end - x.start) / steps
    base = np.full(steps, _HISTOGRAM)
    for number, counts in enumerate(shown.counts):
        for step in np.flatnonzero(counts).tolist():
            tall = float(counts[step]) / highest * (_HISTOGRAM - _TOP)
            base[step] -= tall
            left = x.start + step * wide + 0.3
            drawing.add(Box(left, float(base[step]), wide - 0.6, tall, f"s{number}"))
    drawing.add(Line((x.start, _HISTOGRAM), (x.end, _HISTOGRAM), "soft"))
    drawing.add(Words((x.start - 5, _TOP + 8), str(highest), "end", SMALL, "soft"))


def _intervals(method: Method, sample: Sample) -> Intervals | None:
    try:
        return describe(method, sample)
    except SpecError:
        return None


def _strip(method: Method, sample: Sample, x: Linear, top: float) -> list[Mark]:
    """Return the marks of a method's intervals; none of a method without."""
    intervals = _intervals(method, sample)
    if intervals is None:
        return []
    if intervals.kind in ("overlapping", "lazy"):
        return _reaching(intervals, x, top)
    marks: list[Mark] = []
    edges = _within(np.concatenate(([-np.inf], intervals.cuts, [np.inf])), x)
    sizes = intervals.frequencies.sum(axis=1).tolist()
    for number, (left, right) in enumerate(pairwise(edges.tolist())):
        fill = "accent" if number % 2 else "s5"
        marks.append(Box(left, top, max(right - left - 1, 0.5), 12, fill))
        text = f"{sizes[number]:.0f}" if number < len(sizes) else ""
        if right - left > 7 * len(text):
            marks.append(Words(((left + right) / 2, top + 9.5), text, "middle", 9, "ground"))
    return marks


def _within(places: NDArray[np.float64], x: Linear) -> NDArray[np.float64]:
    """Return places on the axis, the infinite ones at its ends."""
    return np.array([x(float(place)) for place in np.clip(places, x.low, x.high)])


def _reaching(intervals: Intervals, x: Linear, top: float) -> list[Mark]:
    """Return intervals that overlap as bars in rows, and a mark at what each is for."""
    rows = min(_MOST_ROWS, len(intervals.reach))
    marks: list[Mark] = []
    for number, (reach, asked) in enumerate(zip(intervals.reach, intervals.asked, strict=True)):
        left, right = _within(reach, x).tolist()
        place = top + _ROW * (number % rows)
        marks.append(Box(left, place + 2, max(right - left, 1.0), 6, "missing"))
        first, last = _within(asked, x).tolist()
        if intervals.kind == "lazy":
            marks.append(Dot((first, place + 5), 3.4, "accent"))
        else:
            marks.append(Box(first, place, max(last - first, 1.0), 10, "accent"))
    return marks


def _probabilities(
    drawing: Drawing,
    dataset: DataSet,
    shown: Distribution,
    method: Method,
    sample: Sample,
    x: Linear,
    y: Linear,
) -> None:
    """Draw p(class | value) as this attribute alone gives it."""
    values = np.linspace(shown.low, shown.high, 501)
    scores = method.fit(sample).log_likelihood(values) + np.log(sample.class_totals + 1)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    for number, name in enumerate(shown.classes):
        code = dataset.classes.index(name)
        points = tuple(
            (x(v), y(p)) for v, p in zip(values.tolist(), shares[:, code].tolist(), strict=True)
        )
        drawing.add(Polyline(points, f"s{number}", 1.7, tip=name))
