"""Cut points drawn over the class distribution of an attribute."""

from __future__ import annotations

from collections.abc import Callable

from nbexp.discretize.describe import Intervals
from nbexp.report.figures.axes import SMALL, Frame, cut, draw_x_axis, width_of
from nbexp.report.figures.distribution import Distribution
from nbexp.report.figures.drawing import Box, Drawing, Line, Ticks, Words
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear

_WIDE = 460.0
_TALL = 110.0
_STRIP = 17.0
_LAST = 7
"""The colour of the classes that are shown together."""


def cuts_figure(
    dataset: str, distribution: Distribution, heading: Callable[[str], str] = str.upper
) -> Figure:
    """Return the picture of an attribute: histogram by class, then a strip for each method.

    Parameters
    ----------
    heading : function
        How tables write a method's name.
    """
    names = {label: heading(label) for label in distribution.intervals}
    left = max([width_of(name, SMALL) for name in names.values()] + [30.0]) + 8
    left = min(left, 110.0)
    strips = _TALL + 26
    height = strips + _STRIP * len(names) + 6
    drawing = Drawing(_WIDE, height)
    x = Linear(distribution.low, distribution.high, left, _WIDE - 46, 6)
    draw_x_axis(drawing, Frame(left, 6, _WIDE - 46, _TALL), x)
    _histogram(drawing, distribution, x)
    for number, (label, intervals) in enumerate(distribution.intervals.items()):
        _strip(drawing, intervals, names[label], strips + _STRIP * number, x)
    return Figure(
        "cuts",
        f"{dataset}: {distribution.attribute}",
        _caption(distribution),
        (Panel("", drawing, _told(dataset, distribution, names)),),
        key=tuple((_colour(i, distribution), name) for i, name in enumerate(distribution.classes)),
    )


def _caption(distribution: Distribution) -> str:
    parts = [
        "Above, the instances of each class in equal steps of the attribute; below, a stroke at "
        "each cut point of each method, formed on all instances, and its number of intervals."
    ]
    kinds = {intervals.kind for intervals in distribution.intervals.values() if intervals}
    if "overlapping" in kinds:
        parts.append("The strokes of a non-disjoint method bound its atomic intervals.")
    if "lazy" in kinds:
        parts.append("A lazy method has no cut points: it lays an interval about each value.")
    if distribution.shortened:
        parts.append(
            "The far ends, half a per cent of the instances at most on each side, are not shown."
        )
    return " ".join(parts)


def _told(dataset: str, distribution: Distribution, names: dict[str, str]) -> str:
    listed = ", ".join(
        f"{names[label]} {intervals.n_intervals if intervals else 'none'}"
        for label, intervals in distribution.intervals.items()
    )
    return (
        f"Class distribution of {distribution.attribute} in {dataset} from {distribution.low:g} "
        f"to {distribution.high:g}. Intervals: {listed}."
    )


def _colour(number: int, distribution: Distribution) -> str:
    together = number == len(distribution.classes) - 1 and number >= _LAST - 1
    return f"s{_LAST if together else number % _LAST}"


def _histogram(drawing: Drawing, distribution: Distribution, x: Linear) -> None:
    """Draw a stack of the classes for each step."""
    highest = int(distribution.counts.sum(axis=0).max()) or 1
    steps = distribution.counts.shape[1]
    wide = (x.end - x.start) / steps
    for step in range(steps):
        base = _TALL
        for number, name in enumerate(distribution.classes):
            count = int(distribution.counts[number, step])
            if count:
                tall = count / highest * (_TALL - 12)
                left = x.start + step * wide
                tip = f"{name}: {count:,}"
                fill = _colour(number, distribution)
                drawing.add(Box(left + 0.3, base - tall, wide - 0.6, tall, fill, tip))
                base -= tall
    drawing.add(Line((x.start, _TALL), (x.end, _TALL), "soft"))
    drawing.add(Words((x.start - 5, 20), f"{highest:,}", "end", SMALL, "soft"))
    drawing.add(Line((x.start - 4, 12), (x.start, 12), "soft"))


def _strip(drawing: Drawing, intervals: Intervals | None, name: str, top: float, x: Linear) -> None:
    """Draw the cuts of a method; those that would fall upon each other once."""
    middle = top + _STRIP / 2
    drawing.add(Words((x.start - 6, middle + 3.5), cut(name, x.start - 8, SMALL), "end", SMALL))
    if intervals is None or intervals.kind == "lazy":
        words = "an interval about each value" if intervals else "no intervals"
        drawing.add(Words((x.start, middle + 3.5), words, size=9, fill="soft"))
    else:
        drawing.add(Line((x.start, middle), (x.end, middle)))
        places = intervals.cuts.tolist()
        shown = {round(2 * x(place)) / 2 for place in places if x.low <= place <= x.high}
        drawing.add(Ticks(tuple(sorted(shown)), top + 2.5, top + _STRIP - 2.5, "accent"))
    if intervals is not None:
        count = f"{intervals.n_intervals:,}"
        drawing.add(Words((x.end + 6, middle + 3.5), count, size=SMALL, fill="soft"))
