"""Readings: how far each is from the printed tables, by method and by data set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from nbexp.compare.metrics import METRICS
from nbexp.compare.readings import CAP
from nbexp.report.figures.axes import SMALL, Frame, cut, draw_x_axis, width_of
from nbexp.report.figures.drawing import Box, Dot, Drawing, Line, Mark, Words
from nbexp.report.figures.experiment import Experiment, in_percent, written
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.scale import Linear, linear_up
from nbexp.report.readings import ALL, DEFAULT, TEXT, MethodReadings, Reading, read_readings
from nbexp.report.table import Number

_ROW = 17.0
_NAMED = (("accent", "default"), ("s1", "literal text"), ("soft", "other readings"))


def reading_figures(experiment: Experiment) -> list[Figure]:
    """Return the scores of all readings, the distances of each method's, and the variants."""
    evaluation = experiment.evaluation
    if evaluation.published is None or evaluation.is_print or evaluation.settings.is_stream:
        return []
    several = len(set(evaluation.settings.methods.values())) < len(evaluation.methods)
    found = [*_variants(experiment)]
    if several:
        readings = [one for one in read_readings(evaluation) if one.method != ALL]
        compared = [one for one in readings if len(one.readings) > 1]
        if compared:
            found += [_scores(readings), *(_distances(one) for one in compared)]
    return found


def _score(reading: Reading, metric: str) -> float:
    return reading.score(metric) or 0.0


def _number(value: float) -> str:
    return Number(value, 2).parts()[0]


def _scores(readings: Sequence[MethodReadings]) -> Figure:
    """Draw one row a method and one dot a reading, a panel for each metric."""
    panels = tuple(Panel(metric, *_score_panel(readings, metric)) for metric in METRICS)
    return Figure(
        "readings",
        "Scores of the readings",
        "One dot a reading: the root of the mean square of its distances from print, in units of "
        "noise. At 1, the stroke, nothing but luck is left.",
        panels,
        columns=3,
        key=_NAMED,
    )


def _score_panel(readings: Sequence[MethodReadings], metric: str) -> tuple[Drawing, str]:
    drawing = Drawing(300, 40 + _ROW * len(readings))
    frame = Frame(54, 4, drawing.width - 8, drawing.height - 32)
    scores = [_score(one, metric) for of in readings for one in of.readings]
    x = linear_up(scores, frame.left, frame.right)
    draw_x_axis(drawing, frame, x, f"score on {metric}")
    drawing.add(Line((x(1), frame.top), (x(1), frame.bottom), "ink", 1.5))
    told = []
    for number, of in enumerate(readings):
        y = frame.top + (number + 0.5) * _ROW
        name = of.method.upper()
        drawing.add(Line((frame.left, y), (frame.right, y)))
        drawing.add(Words((frame.left - 6, y + 3.5), name, "end", SMALL))
        drawing.extend(_score_dots(of, metric, x, y))
        told.append(
            f"{name} "
            + ", ".join(
                f"{', '.join(one.roles)} {_number(_score(one, metric))}" for one in _roled(of)
            )
        )
    return drawing, f"Score on {metric}: {'; '.join(told)}."


def _roled(of: MethodReadings) -> list[Reading]:
    return [one for one in of.readings if one.roles]


def _score_dots(of: MethodReadings, metric: str, x: Linear, y: float) -> Iterator[Mark]:
    """Yield the dots of a method, the default on top."""
    for one in sorted(of.readings, key=lambda one: (DEFAULT in one.roles, TEXT in one.roles)):
        tip = f"{one.label}: {_number(_score(one, metric))}"
        yield _dot((x(_score(one, metric)), y), one.roles, tip)


def _dot(place: tuple[float, float], roles: Sequence[str], tip: str) -> Dot:
    """Return the dot of a reading: the default's is full, that of the text a ring."""
    if DEFAULT in roles:
        return Dot(place, 4.5, "accent", "ground", tip)
    if TEXT in roles:
        return Dot(place, 4.5, "none", "s1", tip)
    return Dot(place, 2.5, "soft", "none", tip)


def _distances(of: MethodReadings) -> Figure:
    """Draw one row a data set: how far the default and the text are from print."""
    cells = of.reference.cells
    names = [dataset for dataset, _ in cells]
    drawing = Drawing(470, 40 + _ROW * len(names))
    left = min(max(width_of(name, SMALL) for name in names) + 10, 180.0)
    frame = Frame(left, 4, drawing.width - 10, drawing.height - 32)
    x = Linear(-CAP, CAP, frame.left + 6, frame.right - 6, 8)
    drawing.add(Box(x(-2), frame.top, x(2) - x(-2), frame.bottom - frame.top, "rule"))
    draw_x_axis(drawing, frame, x, "ours less printed, in units of noise")
    drawing.add(Line((x(0), frame.top), (x(0), frame.bottom), "ink"))
    for number, key in enumerate(cells):
        y = frame.top + (number + 0.5) * _ROW
        drawing.add(Line((left, y), (frame.right, y)))
        drawing.add(Words((left - 6, y + 3.5), cut(key[0], left - 8, SMALL), "end", SMALL))
        drawing.extend(_distance_dots(of, key, x, y))
    name = of.method.upper()
    told = "; ".join(
        f"{', '.join(one.roles)} {_number(_score(one, 'error'))}" for one in _roled(of)
    )
    return Figure(
        f"readings-{of.method}",
        f"Readings of {name}, data set by data set",
        "How far the error is from the printed one. In the grey band, two units of noise wide on "
        f"either side, it is as close as luck allows; what is further off than {CAP:.0f} stands "
        "at the edge.",
        (Panel("", drawing, f"Distances of {name} from print. Scores: {told}."),),
        key=_NAMED,
    )


def _distance_dots(of: MethodReadings, key: tuple[str, str], x: Linear, y: float) -> Iterator[Mark]:
    """Yield the dots of a data set, the default on top."""
    for one in sorted(of.readings, key=lambda one: (DEFAULT in one.roles, TEXT in one.roles)):
        cell = one.cells[key]
        tip = (
            f"{key[0]}, {one.label}: {written(cell.ours['error'])}, printed "
            f"{written(cell.printed['error'])}"
        )
        distance = max(-CAP, min(CAP, cell.distance("error")))
        yield _dot((x(distance), y), one.roles, tip)


def _variants(experiment: Experiment) -> Iterator[Figure]:
    """Yield the picture of data sets beside their variants, where there are any."""
    evaluation = experiment.evaluation
    pairs = [
        (original, variant)
        for variant, original in evaluation.settings.published_as.items()
        if {original, variant} <= set(evaluation.facts)
    ]
    panels = [
        Panel(original, *_variant_panel(experiment, original, variant))
        for original, variant in pairs
    ]
    if panels:
        yield Figure(
            "variants",
            "Data sets, and variants of them",
            "Error in %. Stroke: printed; full dot: the data set; ring: its variant.",
            tuple(panels),
            columns=2,
            key=(("ink", "printed"), ("accent", "data set"), ("s1", "variant")),
        )


def _variant_panel(experiment: Experiment, original: str, variant: str) -> tuple[Drawing, str]:
    evaluation = experiment.evaluation
    rows = [
        (method, *_variant_values(experiment, method, original, variant))
        for method in evaluation.methods
    ]
    drawing = Drawing(400, 40 + _ROW * len(rows))
    frame = Frame(60, 4, drawing.width - 10, drawing.height - 32)
    known = [in_percent(share) for _, *shares in rows for share in shares if share is not None]
    x = linear_up(known, frame.left, frame.right)
    draw_x_axis(drawing, frame, x, f"error in %; ring: {variant}")
    told = []
    for number, (method, printed, plain, other) in enumerate(rows):
        y = frame.top + (number + 0.5) * _ROW
        name = evaluation.heading(method)
        drawing.add(Line((frame.left, y), (frame.right, y)))
        drawing.add(Words((frame.left - 6, y + 3.5), cut(name, 52, SMALL), "end", SMALL))
        if printed is not None:
            place = x(in_percent(printed))
            drawing.add(Line((place, y - 7), (place, y + 7), "ink", 2))
        if other is not None:
            tip = f"{name}, {variant}: {written(other)}"
            drawing.add(Dot((x(in_percent(other)), y), 4.5, "none", "s1", tip))
        if plain is not None:
            tip = f"{name}, {original}: {written(plain)}"
            drawing.add(Dot((x(in_percent(plain)), y), 4, "accent", "ground", tip))
        told.append(f"{name} {written(printed)}, {written(plain)}, {written(other)}")
    return drawing, f"{original}: printed, ours, {variant}: {'; '.join(told)}."


def _variant_values(
    experiment: Experiment, method: str, original: str, variant: str
) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
    evaluation = experiment.evaluation
    return (
        evaluation.printed_share(original, method, "error"),
        evaluation.cells[original, method].error,
        evaluation.cells[variant, method].error,
    )
