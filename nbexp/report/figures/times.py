"""Seconds for a fold: one point a data set, in ratios."""

from __future__ import annotations

from statistics import median

from nbexp.report.figures.axes import SMALL, Frame, cut, draw_x_axis, width_of
from nbexp.report.figures.drawing import Dot, Drawing, Line, Words
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import log_around
from nbexp.report.table import Number

SHARED = "shared"
_LEAST = 1e-6


def time_figure(experiment: Experiment) -> Figure | None:
    """Return the seconds of each method and of the shared work."""
    evaluation = experiment.evaluation
    if evaluation.settings.is_stream:
        return None
    rows: dict[str, dict[str, float]] = {SHARED: {}}
    for dataset in evaluation.facts:
        times = evaluation.times(dataset)
        for name, seconds in ((SHARED, times.shared), *times.own.items()):
            if seconds is not None:
                rows.setdefault(name, {})[dataset] = seconds
    rows = {name: rows[name] for name in (SHARED, *evaluation.methods) if rows.get(name)}
    if not rows:
        return None
    drawing = _strips(experiment, rows)
    told = "; ".join(
        f"{_name(experiment, name)} {Number(median(found.values()), 4).parts()[0]}"
        for name, found in rows.items()
    )
    return Figure(
        "time",
        "Seconds for a fold",
        "One point a data set, mean over trials and folds, in ratios; the stroke is the median. "
        "Shared: counting, qualitative attributes and predicting, for all methods run together; "
        "a lazy method does most of its work there.",
        (Panel("", drawing, f"Median seconds for a fold: {told}."),),
    )


def _name(experiment: Experiment, row: str) -> str:
    return row if row == SHARED else experiment.evaluation.heading(row)


def _strips(experiment: Experiment, rows: dict[str, dict[str, float]]) -> Drawing:
    drawing = Drawing(440, 42 + 20 * len(rows))
    longest = max(width_of(_name(experiment, row), SMALL) for row in rows)
    left = min(longest + 10, drawing.width / 3)
    frame = Frame(left, 4, drawing.width - 14, drawing.height - 32)
    seconds = [max(s, _LEAST) for found in rows.values() for s in found.values()]
    x = log_around(seconds, frame.left + 6, frame.right)
    draw_x_axis(drawing, frame, x, "seconds")
    step = (frame.bottom - frame.top) / len(rows)
    for number, (row, found) in enumerate(rows.items()):
        name = _name(experiment, row)
        y = frame.top + (number + 0.5) * step
        drawing.add(Line((left, y), (frame.right, y)))
        drawing.add(Words((left - 6, y + 3.5), cut(name, left - 8, SMALL), "end", SMALL))
        fill = "soft" if row == SHARED else "accent"
        for dataset, value in found.items():
            tip = f"{dataset}, {name}: {Number(value, 4).parts()[0]} s"
            drawing.add(Dot((x(value), y), 3.5, fill, "ground", tip))
        middle = x(median(found.values()))
        drawing.add(Line((middle, y - 7), (middle, y + 7), "ink", 2))
    return drawing
