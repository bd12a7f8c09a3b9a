"""Bias and variance as stacked bars: the whole bar is the error."""

from __future__ import annotations

from fractions import Fraction

from nbexp.compare.means import arithmetic_mean
from nbexp.compare.metrics import METRICS
from nbexp.report.figures.axes import SMALL, Frame, cut, draw_x_axis, width_of
from nbexp.report.figures.drawing import Box, Drawing, Words
from nbexp.report.figures.experiment import Experiment, in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import linear_up

KEY = (("bias", "bias"), ("variance", "variance"))

MOST_METHODS = 30
"""With more methods, as in a sweep, there is no panel for each data set."""

Parts = tuple[Fraction, Fraction, Fraction]
"""Error, bias, variance."""


def mean_bars(experiment: Experiment) -> Figure | None:
    """Return the means over the data sets in which all methods have values."""
    methods = experiment.evaluation.methods
    common = experiment.common(methods)
    if not common or experiment.evaluation.settings.is_stream:  # whose error is not parted
        return None
    rows = {method: _mean_parts(experiment, method, common) for method in methods}
    sets = "1 data set" if len(common) == 1 else f"{len(common)} data sets"
    drawing = _bars(experiment, rows, Drawing(440, 52 + 20 * len(rows)), texts=True)
    return Figure(
        "bias-variance",
        "Bias and variance",
        f"Means over the {sets} with values for all methods, in %; the whole bar is the error.",
        (Panel("", drawing, _told(experiment, rows)),),
        key=KEY,
    )


def dataset_bars(experiment: Experiment) -> Figure | None:
    """Return a panel for each data set, on a scale of its own."""
    evaluation = experiment.evaluation
    if len(evaluation.methods) > MOST_METHODS:
        return None
    panels = []
    for dataset in evaluation.facts:
        rows = {m: parts for m in evaluation.methods if (parts := _parts(experiment, dataset, m))}
        if rows:
            drawing = _bars(experiment, rows, Drawing(200, 34 + 13 * len(rows)), texts=False)
            panels.append(Panel(dataset, drawing, f"{dataset}: {_told(experiment, rows)}"))
    if not panels:
        return None
    return Figure(
        "bias-variance-by-set",
        "Bias and variance by data set",
        "In %, each data set on a scale of its own, by size; the whole bar is the error.",
        tuple(panels),
        key=KEY,
    )


def _mean_parts(experiment: Experiment, method: str, datasets: list[str]) -> Parts:
    columns = (experiment.evaluation.column(method, m) for m in METRICS)
    error, bias, variance = (
        arithmetic_mean([column[dataset] for dataset in datasets]) or Fraction(0)
        for column in columns
    )
    return error, bias, variance


def _parts(experiment: Experiment, dataset: str, method: str) -> Parts | None:
    cell = experiment.evaluation.cells[dataset, method]
    if cell.error is None or cell.bias is None or cell.variance is None:
        return None
    return cell.error, cell.bias, cell.variance


def _told(experiment: Experiment, rows: dict[str, Parts]) -> str:
    """Return the bars in words."""
    return "; ".join(
        f"{experiment.evaluation.heading(method)} error {written(error)}, bias {written(bias)}, "
        f"variance {written(variance)}"
        for method, (error, bias, variance) in rows.items()
    )


def _bars(
    experiment: Experiment, rows: dict[str, Parts], drawing: Drawing, *, texts: bool
) -> Drawing:
    """Draw a bar for each method; with `texts`, its error stands at its end."""
    names = {method: experiment.evaluation.heading(method) for method in rows}
    longest = max(width_of(name, SMALL) for name in names.values())
    left = min(longest + 8, drawing.width / 3)
    top, bottom = 4.0, drawing.height - 20
    frame = Frame(left, top, drawing.width - (36 if texts else 10), bottom)
    errors = [in_percent(error) for error, _, _ in rows.values()]
    x = linear_up(errors, frame.left, frame.right, 5 if texts else 3)
    draw_x_axis(drawing, frame, x)
    step = (bottom - top) / len(rows)
    for number, (method, (error, bias, variance)) in enumerate(rows.items()):
        y, tall = top + (number + 0.14) * step, 0.72 * step
        base = y + tall / 2 + 3.5
        drawing.add(Words((left - 5, base), cut(names[method], left - 6, SMALL), "end", SMALL))
        tip = (
            f"{names[method]}: error {written(error)}, bias {written(bias)}, "
            f"variance {written(variance)}"
        )
        middle = x(in_percent(bias))
        drawing.add(Box(left, y, middle - left, tall, "bias", tip))
        drawing.add(Box(middle, y, x(in_percent(error)) - middle, tall, "variance", tip))
        if texts:
            drawing.add(Words((x(in_percent(error)) + 5, base), written(error), size=SMALL))
    return drawing
