"""Tables of prequential runs: costs of an instance, their growth, checkpoints."""

from __future__ import annotations

from fractions import Fraction

from nbexp.report.evaluation import Evaluation
from nbexp.report.stream_costs import (
    LARGE,
    GrowthPoint,
    StreamCost,
    exponents,
    geometric_mean_cost,
    growth,
    stream_cost,
)
from nbexp.report.table import Column, Number, Row, Table, Text, percent
from nbexp.report.tables.notes import absence_notes, protocol_note

_MICRO = 1e6
_KILO = 1e3
_DECIMALS = 3

COMPLEXITY = {
    "iffd": ("O(k); O(nk) with an array", "O(Ck)", "O(nk)"),
    "mffd": ("O(nk)", "O(Ck)", "O(nk)"),
    "pid": ("O(mk)", "O(Ck)", "O(mk)"),
    "kde": ("O(k)", "O(nk)", "O(nk)"),
}
"""Learning, classifying and space of one new instance: Lu, Yang and Webb 2006, Table 3."""

_TIMED = (
    "Processor time, measured on a copy that learns each stretch between two checkpoints and then "
    "classifies it; the initial instances apart."
)


def cost_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return what an instance costs to learn and to classify, and the memory."""
    if not evaluation.settings.is_stream:
        return ()
    return (
        _cost_table(evaluation, "Microseconds to learn an instance", "learn", _MICRO, 2),
        _cost_table(evaluation, "Microseconds to classify an instance", "predict", _MICRO, 2),
        _cost_table(evaluation, "Memory of what is learnt at the end, kB", "nbytes", 1 / _KILO, 1),
    )


def _cost_table(evaluation: Evaluation, title: str, name: str, unit: float, decimals: int) -> Table:
    def shown(value: float | None) -> Number:
        return Number(None if value is None else value * unit, decimals)

    def of(cost: StreamCost | None) -> float | None:
        return None if cost is None else getattr(cost, name)

    rows: list[Row] = [
        (
            Text(dataset),
            *(shown(of(stream_cost(evaluation, dataset, one))) for one in evaluation.methods),
        )
        for dataset in evaluation.facts
    ]
    means: Row = (
        Text("GE"),
        *(shown(geometric_mean_cost(evaluation, one, name)) for one in evaluation.methods),
    )
    columns = [Column("data set", ("dataset",), left=True)]
    columns += [Column(evaluation.heading(method), (method,)) for method in evaluation.methods]
    notes = (_TIMED, protocol_note(evaluation), *absence_notes(evaluation))
    return Table("cost", title, tuple(columns), (tuple(rows), (means,)), notes)


def growth_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return how the costs of an instance grow with n, beside the paper's complexity."""
    if not evaluation.settings.is_stream:
        return ()
    large = [d for d, facts in evaluation.facts.items() if facts.instances >= LARGE]
    return (_power_table(evaluation, large), _ends_table(evaluation, large)) if large else ()


def _power_table(evaluation: Evaluation, large: list[str]) -> Table:
    rows: list[Row] = []
    for method in evaluation.methods:
        found = exponents(evaluation, method)
        told = COMPLEXITY.get(evaluation.settings.methods.get(method, method), ("", "", ""))
        values = (found.learn, found.predict, found.nbytes)
        pairs = [(Text(text), Number(v, 2)) for text, v in zip(told, values, strict=True)]
        rows.append((Text(evaluation.heading(method)), *(one for pair in pairs for one in pair)))
    columns = [Column("method", ("method",), left=True)]
    for heading, field in (("learning", "learn"), ("classifying", "predict"), ("space", "space")):
        columns.append(Column(heading, (field,), left=True))
        columns.append(Column("n^", (f"{field}_power",)))
    notes = (
        "Learning, classifying, space: complexity of one new instance as Lu, Yang and Webb (2006, "
        "Table 3) give it: n instances, k attributes, C classes, m cells.",
        f"n^: the power of n that the cost grows with here, median over the {len(large)} data sets "
        f"of {LARGE:,} instances and more: 0 does not grow, 1 grows as n. Where equal values are "
        "kept once, their number takes the place of n.",
        _TIMED,
    )
    return Table(
        "growth", "Growth of the cost of an instance", tuple(columns), (tuple(rows),), notes
    )


def _ends_table(evaluation: Evaluation, large: list[str]) -> Table:
    """Return the costs in the first and the last part of the larger streams."""
    groups = []
    for dataset in large:
        rows: list[Row] = []
        for method in evaluation.methods:
            points = growth(evaluation, dataset, method)
            if points:
                rows.append((Text(dataset), Text(evaluation.heading(method)), *_ends(points)))
        groups.append(tuple(rows))
    columns = (
        Column("data set", ("dataset",), left=True),
        Column("method", ("method",), left=True),
        Column("at n", ("first_seen",)),
        Column("learn", ("first_learn",)),
        Column("classify", ("first_predict",)),
        Column("kB", ("first_kb",)),
        Column("at n", ("last_seen",)),
        Column("learn", ("last_learn",)),
        Column("classify", ("last_predict",)),
        Column("kB", ("last_kb",)),
    )
    notes = ("Means over the first and the last tenth of the stream, in microseconds.", _TIMED)
    title = "Cost of an instance in the first and the last tenth of the stream"
    return Table("growth", title, columns, tuple(group for group in groups if group), notes)


def _ends(points: tuple[GrowthPoint, ...]) -> Row:
    found: list[Number] = []
    for point in (points[0], points[-1]):
        found += [
            Number(round(point.seen)),
            Number(point.cost.learn * _MICRO, 2),
            Number(point.cost.predict * _MICRO, 2),
            Number(point.cost.nbytes / _KILO, 1),
        ]
    return tuple(found)


def checkpoint_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return all checkpoints of all streams, one a row, for programs."""
    if not evaluation.settings.is_stream:
        return ()
    names = ("dataset", "method", "stream", "seen", "error", "window_error", "log_loss", "brier")
    words = ("dataset", "method")
    rows: list[Row] = [
        (
            Text(dataset),
            Text(method),
            Number(number),
            Number(one.seen),
            percent(Fraction(one.errors, one.tested), _DECIMALS),
            percent(Fraction(one.window_errors, one.window_tested), _DECIMALS),
            Number(one.log_loss / one.tested, 5),
            Number(one.brier / one.tested, 5),
        )
        for dataset in evaluation.facts
        for method in evaluation.methods
        for number, course in enumerate(evaluation.courses(dataset, method))
        for one in course.checkpoints
    ]
    columns = tuple(Column(name, (name,), left=name in words) for name in names)
    return (Table("checkpoints", "Checkpoints", columns, (tuple(rows),)),) if rows else ()
