"""Pictures of the theory, in the style of nbexp's other figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.intervals import StepFunction
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.report.figures.axes import SMALL, Frame, draw_axes, draw_x_axis
from nbexp.report.figures.curves import Trace, draw_traces
from nbexp.report.figures.curves import told as told_traces
from nbexp.report.figures.drawing import Area, Box, Dot, Drawing, Line, Polyline, Ticks, Words
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear
from nbexp.theory.favourable import favourable
from nbexp.theory.problem import (
    HIGH,
    LOW,
    decision_boundaries,
    even_values,
    most_probable,
    posterior,
    second_attribute,
    tolerance,
)
from nbexp.theory.trade_off import Trade

_WIDE = 460.0
_CLASSES = (("s0", "c1"), ("s1", "c2"))
_DASH = (4.0, 3.0)
_GRID = np.linspace(LOW, HIGH, 201)


def tolerance_figure(asked: Sequence[float] = (0.1, 0.3)) -> Figure:
    """Return the problem of figure 3.5: posteriors, boundaries, and the tolerance of values."""
    drawing = Drawing(_WIDE, 236)
    frame = Frame(40, 14, _WIDE - 14, 196)
    x = Linear(LOW, HIGH, frame.left, frame.right, 8)
    y = Linear(0.0, 1.0, frame.bottom, frame.top)
    draw_axes(drawing, frame, x, y, x_title="x", y_title="p(class | x)")
    _classes_curves(drawing, x, y)
    places = decision_boundaries()
    for place in places:
        drawing.add(Line((x(place), frame.top), (x(place), frame.bottom), "ink", 1, _DASH))
        drawing.add(Words((x(place) + 4, frame.bottom - 6), f"{place:.4f}", size=SMALL))
    drawing.add(Line((frame.left, y(0.5)), (frame.right, y(0.5)), "soft", 1, (2.0, 2.0)))
    margins = tolerance(posterior(asked))
    for value, margin in zip(asked, margins, strict=True):
        drawing.add(Line((x(value), y(0.5)), (x(value), y(0.5 + margin)), "accent", 4))
        drawing.add(Dot((x(value), y(0.5 + margin)), 3, "accent"))
        at_right = (x(value) + 7, y(0.5 + margin) - 5)
        drawing.add(Words(at_right, f"{margin:.2f}", size=SMALL, fill="accent", bold=True))
    told = ", ".join(f"{m:.2f} at x = {v}" for v, m in zip(asked, margins, strict=True))
    alt = (
        "Two parabolas over x from 0 to 2: c1 leads in the middle, c2 outside; they cross at "
        f"{places[0]:.4f} and {places[1]:.4f}. Tolerance {told}."
    )
    caption = "Dashed, the decision boundaries; thick, the tolerance of single values."
    return _figure("tolerance", "Decision boundaries and error tolerance", caption, drawing, alt)


def _classes_curves(drawing: Drawing, x: Linear, y: Linear) -> None:
    """Draw the posteriors of both classes along X1."""
    for code, (colour, name) in enumerate(_CLASSES):
        heights = posterior(_GRID)[:, code]
        points = tuple((x(v), y(h)) for v, h in zip(_GRID.tolist(), heights.tolist(), strict=True))
        drawing.add(Polyline(points, colour, 2, tip=name))


def moving_boundaries_figure(asked: Sequence[float] = (0.2, 0.5, 0.7)) -> Figure:
    """Return the problem of figure 3.6: the boundaries of X1 for each value of X2."""
    drawing = Drawing(_WIDE, 236)
    frame = Frame(40, 14, _WIDE - 14, 196)
    x = Linear(LOW, HIGH, frame.left, frame.right, 8)
    y = Linear(0.0, 1.0, frame.bottom, frame.top)
    # p(c1 | X2) at which x is a boundary is the (x - 1)² that it has to outweigh.
    edge = tuple((x(v), y(1 - (v - 1) ** 2)) for v in _GRID.tolist())
    corners = ((x(HIGH), y(0.0)), (x(LOW), y(0.0)))
    drawing.add(Area((*edge, *corners), "s0", 0.16))
    drawing.add(Area((*edge, (x(HIGH), y(1.0)), (x(LOW), y(1.0))), "s1", 0.16))
    draw_axes(drawing, frame, x, y, x_title="X1", y_title="X2")
    drawing.add(Polyline(edge, "ink", 1.5))
    told = []
    for value in asked:
        places = decision_boundaries(float(second_attribute(value)))
        drawing.add(Line((frame.left, y(value)), (frame.right, y(value)), "soft", 1, _DASH))
        for place, anchor, step in zip(places, ("start", "end"), (8, -8), strict=True):
            drawing.add(Dot((x(place), y(value)), 3.2, "ink"))
            words = Words((x(place) + step, y(value) + 13), f"{place:.4f}", anchor, SMALL)
            drawing.add(words)
        told.append(f"{places[0]:.4f} and {places[1]:.4f} at X2 = {value:g}")
    alt = f"The plane of X1 and X2. The boundaries of X1 are {'; '.join(told)}."
    caption = "Each value of X2 has its own boundaries of X1."
    return _figure("moving-boundaries", "Boundaries that move", caption, drawing, alt)


def favourable_figure(methods: Mapping[str, Method], n: int = 2000) -> Figure:
    """Return which values have favourable intervals, a strip for each method."""
    step, top = 34.0, 118.0
    drawing = Drawing(_WIDE, top + step * len(methods) + 26)
    frame = Frame(64, 8, _WIDE - 50, top - 20)
    x = Linear(LOW, HIGH, frame.left, frame.right, 8)
    y = Linear(0.0, 1.0, frame.bottom, frame.top, 2)
    draw_axes(drawing, frame, x, y)
    _classes_curves(drawing, x, y)
    values = even_values(n)
    classes = most_probable(posterior(values))
    told = []
    for number, (label, method) in enumerate(methods.items()):
        good = favourable(method, values, classes)
        place = top + step * number
        drawing.add(Words((frame.left - 6, place + 15), label, "end", SMALL))
        _strip(drawing, x, place, values, good)
        drawing.add(Ticks(_cuts(method, values, x), place - 3, place + 22, "ink"))
        share = f"{100 * (1 - good.mean()):.1f} %"
        drawing.add(Words((frame.right + 6, place + 15), share, size=SMALL, fill="soft"))
        told.append(f"{label} {share}")
    bottom = top + step * len(methods) - 6
    for boundary in decision_boundaries():
        drawing.add(Line((x(boundary), frame.top), (x(boundary), bottom), "ink", 1, _DASH))
    draw_x_axis(drawing, Frame(frame.left, bottom, frame.right, bottom), x)
    alt = f"Values without a favourable interval: {', '.join(told)}."
    caption = (
        "Strokes are cut points, dashed lines the decision boundaries; on the right, the share "
        "of values whose interval is not favourable."
    )
    figure = _figure("favourable", "Favourable intervals", caption, drawing, alt)
    key = (("s2", "favourable"), ("s4", "not favourable"))
    return Figure(figure.name, figure.title, caption, figure.panels, key=key)


def _strip(
    drawing: Drawing, x: Linear, top: float, values: NDArray[np.float64], good: NDArray[np.bool_]
) -> None:
    """Draw stretches of values with and without favourable intervals."""
    half = (HIGH - LOW) / len(values) / 2
    ends = np.concatenate(([0], np.flatnonzero(np.diff(good)) + 1, [len(values)]))
    for first, last in pairwise(ends.tolist()):
        left, right = x(float(values[first]) - half), x(float(values[last - 1]) + half)
        # What should not be is thinner than a line at times: it stands out by its height.
        high = 19.0 if good[first] else 25.0
        fill = "s2" if good[first] else "s4"
        down = top + (19.0 - high) / 2
        drawing.add(Box(left, down, max(right - left, 1.2), high, fill))


def _cuts(method: Method, values: NDArray[np.float64], x: Linear) -> tuple[float, ...]:
    """Return the places of a method's cut points; a lazy method has none."""
    fitted = method.fit(Sample.from_values(values, np.zeros(len(values), dtype=np.int64), 2))
    return tuple(map(x, fitted.upper.tolist())) if isinstance(fitted, StepFunction) else ()


def trade_off_figure(frequencies: Sequence[int], found: Sequence[Trade]) -> Figure:
    """Return bias and variance against interval frequency."""
    pairs = list(zip(frequencies, found, strict=True))
    traces = [
        Trace("bias", ("bias", ()), tuple((float(s), one.bias) for s, one in pairs)),
        Trace("variance", ("variance", ()), tuple((float(s), one.variance) for s, one in pairs)),
        Trace(
            "sum", ("ink", _DASH), tuple((float(s), one.bias + one.variance) for s, one in pairs)
        ),
    ]
    drawing = draw_traces(traces, "interval frequency s", names=True)
    alt = f"Against interval frequency: {told_traces(traces)}."
    caption = "In %, of predictions that are not the truly most probable class."
    return _figure(
        "trade-off", "Bias and variance against interval frequency", caption, drawing, alt
    )


def _figure(name: str, title: str, caption: str, drawing: Drawing, alt: str) -> Figure:
    return Figure(name, title, caption, (Panel("", drawing, alt),), key=_key(name))


def _key(name: str) -> tuple[tuple[str, str], ...]:
    return () if name in ("trade-off", "favourable") else _CLASSES
