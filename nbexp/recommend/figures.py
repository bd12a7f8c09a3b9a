"""The figures of an answer."""

from __future__ import annotations

from nbexp.compare.probabilities import Bin
from nbexp.recommend.answer import Answer
from nbexp.recommend.contenders import HEADINGS, Contender
from nbexp.recommend.verdict import Place, Standing
from nbexp.report.figures.axes import SMALL, Frame, cut, draw_axes, draw_x_axis, width_of
from nbexp.report.figures.curves import Trace, draw_traces, told
from nbexp.report.figures.drawing import Box, Dot, Drawing, Line, Polyline, Words
from nbexp.report.figures.experiment import in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear, linear_up, linear_within
from nbexp.report.figures.theme import series as look_of

_STEP = 22.0
_RELIABLE = 4
"""Methods whose reliability is drawn, beside the yardsticks."""

_COLOURS = {
    Place.BEST: "ink",
    Place.ALIKE: "agrees",
    Place.WORSE: "differs",
    Place.BETTER: "s2",
}


def figures(answer: Answer) -> list[Figure]:
    """Return all figures that there is something for."""
    found = [_errors(answer), _differences(answer), _learning(answer), _reliability(answer)]
    return [figure for figure in found if figure is not None]


def _left(names: list[str], width: float) -> float:
    return min(max(width_of(name, SMALL) for name in names) + 10, width / 3)


def _errors(answer: Answer) -> Figure:
    """Draw bias and variance of everyone, and where guessing would be."""
    standings = answer.verdict.all
    drawing = Drawing(410, 24 + 20 * len(standings))
    left = _left([one.contender.heading for one in standings], drawing.width)
    frame = Frame(left, 2, drawing.width - 36, drawing.height - 22)
    x = linear_up([in_percent(one.contender.error) for one in standings], frame.left, frame.right)
    draw_x_axis(drawing, frame, x)
    for number, standing in enumerate(standings):
        one = standing.contender
        y = frame.top + 20 * number + 3
        tip = f"{one.heading}: bias {written(one.bias)}, variance {written(one.variance)}"
        name = cut(one.heading, left - 6, SMALL)
        drawing.add(Words((left - 5, y + 10.5), name, "end", SMALL))
        middle, end = x(in_percent(one.bias)), x(in_percent(one.error))
        drawing.add(Box(left, y, middle - left, 14, "bias", tip))
        drawing.add(Box(middle, y, end - middle, 14, "variance", tip))
        drawing.add(Words((end + 5, y + 10.5), written(one.error), size=SMALL))
    alt = "; ".join(
        f"{one.contender.heading} error {written(one.contender.error)}, "
        f"bias {written(one.contender.bias)}"
        for one in standings
    )
    return Figure(
        "errors",
        "Error, split into bias and variance",
        "In %, methods by error, then yardsticks; the whole bar is the error.",
        (Panel("", drawing, alt),),
        key=(("bias", "bias"), ("variance", "variance")),
    )


def _differences(answer: Answer) -> Figure | None:
    """Draw how far each is from the best method, with what noise allows."""
    standings = [one for one in answer.verdict.all if one.test is not None]
    if not standings:
        return None
    drawing = Drawing(410, 46 + _STEP * len(standings))
    left = _left([one.contender.heading for one in standings], drawing.width)
    frame = Frame(left, 4, drawing.width - 10, drawing.height - 40)
    ends = [100 * end for one in standings if one.test for end in (one.test.low, one.test.high)]
    x = linear_within([*ends, 0.0], frame.left + 4, frame.right - 4)
    title = f"points of error more than {answer.verdict.best.heading}"
    draw_x_axis(drawing, frame, x, title)
    drawing.add(Line((x(0), frame.top), (x(0), frame.bottom), "ink", 1.2))
    for number, one in enumerate(standings):
        _difference(drawing, one, x, left, frame.top + _STEP * (number + 0.5))
    alt = "; ".join(
        f"{one.contender.heading} {100 * one.test.mean:+.1f} points, {one.place.value}"
        for one in standings
        if one.test
    )
    best = answer.verdict.best.heading
    return Figure(
        "differences",
        "How far from the best, and is it noise?",
        "The mean difference over all folds, and where the true one lies with a chance of 95 % "
        "(corrected for overlapping training sets, not for the number of methods). A filled dot "
        f"is told apart from {best} when it is (Holm, 0.05), a hollow one is not.",
        (Panel("", drawing, alt),),
    )


def _difference(drawing: Drawing, one: Standing, x: Linear, left: float, y: float) -> None:
    assert one.test is not None
    colour = _COLOURS[one.place]
    name = cut(one.contender.heading, left - 6, SMALL)
    drawing.add(Words((left - 5, y + 3.5), name, "end", SMALL))
    low, high = x(100 * one.test.low), x(100 * one.test.high)
    drawing.add(Line((low, y), (high, y), colour, 2.0))
    tip = (
        f"{one.contender.heading}: {100 * one.test.mean:+.1f} points, from "
        f"{100 * one.test.low:+.1f} to {100 * one.test.high:+.1f}; {one.place.value}"
    )
    fill = "ground" if one.place is Place.ALIKE else colour
    drawing.add(Dot((x(100 * one.test.mean), y), 4.2, fill, colour, tip))


def _learning(answer: Answer) -> Figure | None:
    traces = [
        Trace(_name(drawn.series.name), look_of(number), tuple(drawn.values("error")))
        for number, drawn in enumerate(answer.curves)
    ]
    if not any(len(trace.points) > 1 for trace in traces):
        return None
    drawing = draw_traces(traces, "training instances", names=True)
    return Figure(
        "learning-curve",
        "Would more data help?",
        f"Error in % against the number of training instances, {answer.plan.curve_trials} trials "
        "on the same folds; the last point is all there is to train on. The axis does not begin "
        "at zero.",
        (Panel("", drawing, told(traces)),),
    )


def _name(method: str) -> str:
    return HEADINGS.get(method) or method.upper()


def _reliability(answer: Answer) -> Figure | None:
    drawn = [one.contender for one in answer.verdict.methods[:_RELIABLE]]
    drawn += [one.contender for one in answer.verdict.yardsticks]
    panels = [
        Panel(one.heading, _reliable(one, one.calibration.bins), _told_bins(one))
        for one in drawn
        if one.calibration and one.calibration.bins
    ]
    if not panels:
        return None
    return Figure(
        "reliability",
        "Can the probabilities be believed?",
        "The share of right predictions, in %, against the probability estimated for them; on the "
        "line both are the same, below it a method is surer than it is right. The larger a dot, "
        "the more predictions.",
        tuple(panels),
        columns=3,
    )


def _reliable(one: Contender, bins: tuple[Bin, ...]) -> Drawing:
    drawing = Drawing(200, 190)
    frame = Frame(30, 6, 194, 158)
    x, y = Linear(0, 100, frame.left, frame.right), Linear(0, 100, frame.bottom, frame.top)
    draw_axes(drawing, frame, x, y, x_title="probability, %")
    drawing.add(Line((x(0), y(0)), (x(100), y(100)), "soft", 1.0, (3.0, 3.0)))
    places = tuple((x(100 * b.confidence), y(100 * b.correct)) for b in bins)
    if len(places) > 1:
        drawing.add(Polyline(places, "accent", 1.5))
    total = sum(b.count for b in bins)
    for centre, b in zip(places, bins, strict=True):
        tip = (
            f"{one.heading}: {b.count:,} predictions with {100 * b.confidence:.0f} % on average, "
            f"{100 * b.correct:.0f} % of them right"
        )
        drawing.add(Dot(centre, 2 + 5 * (b.count / total) ** 0.5, "accent", tip=tip))
    return drawing


def _told_bins(one: Contender) -> str:
    assert one.calibration is not None
    return f"{one.heading}: " + ", ".join(
        f"{100 * b.correct:.0f} % right at {100 * b.confidence:.0f} %" for b in one.calibration.bins
    )
