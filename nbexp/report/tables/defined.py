"""Tables that a spec defines: values, means, records and times, of a part of the experiment."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from nbexp.report.definitions import Definition
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Row, Table, Text
from nbexp.report.tables.notes import absence_notes, protocol_note
from nbexp.report.tables.shares import (
    Layout,
    beside,
    mean_rows,
    method_columns,
    share_table,
    shows_print,
)
from nbexp.report.tables.wins import record_table
from nbexp.report.times import (
    HOW_TO,
    PROVENANCE,
    measured_seconds,
    seconds_as_described,
    seconds_as_here,
)

Piece = Callable[[Evaluation, Definition], tuple[Table, ...]]


def defined_tables(evaluation: Evaluation, definition: Definition) -> tuple[Table, ...]:
    """Return the pieces of a defined table, one after the other.

    Methods that the store does not hold are left out: it may hold a selection.
    """
    return tuple(
        table for piece in definition.show for table in _PIECES[piece](evaluation, definition)
    )


def _values(evaluation: Evaluation, definition: Definition) -> tuple[Table, ...]:
    return tuple(
        share_table(evaluation, layout)
        for layout in _layouts(evaluation, definition)
        if layout.methods
    )


def _layouts(evaluation: Evaluation, definition: Definition) -> list[Layout]:
    """Return what a table shows of each metric."""
    named = definition.methods or tuple(method for pair in definition.pairs for method in pair)
    wanted = dict.fromkeys(named or evaluation.methods)
    methods = tuple(method for method in wanted if method in evaluation.methods)
    datasets = _rows(evaluation, definition)
    several = len(definition.metrics) > 1 or not definition.title
    return [
        Layout(
            metric,
            definition.name,
            f"{definition.heading}: {metric}" if several else definition.heading,
            methods,
            datasets,
        )
        for metric in definition.metrics
    ]


def _rows(evaluation: Evaluation, definition: Definition) -> tuple[str, ...]:
    if definition.subset.is_whole:
        return evaluation.datasets
    return definition.subset.select({name: evaluation.size(name) for name in evaluation.datasets})


def _means(evaluation: Evaluation, definition: Definition) -> tuple[Table, ...]:
    """Return the means alone, a group of rows for each metric."""
    layouts = _layouts(evaluation, definition)
    methods = layouts[0].methods
    if not methods:
        return ()
    printed = shows_print(evaluation, methods, definition.metrics)
    groups, notes = [], [protocol_note(evaluation)]
    for layout in layouts:
        rows, remarks = mean_rows(evaluation, layout, printed)
        groups.append(tuple((Text(layout.metric), *row) for row in rows))
        notes += [remark for remark in remarks if remark not in notes]
    table = Table(
        definition.name,
        f"{definition.heading}: means in %{beside(evaluation, printed)}",
        (
            Column("on", ("metric",), left=True),
            Column("mean", ("mean",), left=True),
            *method_columns(evaluation, layouts[0], printed),
        ),
        tuple(groups),
        (*notes, *absence_notes(evaluation, layouts[0].datasets, methods)),
    )
    return (table,)


def _records(evaluation: Evaluation, definition: Definition) -> tuple[Table, ...]:
    pairs = tuple(pair for pair in definition.pairs if set(pair) <= set(evaluation.methods))
    if not pairs:
        return ()
    whole = definition.subset.is_whole
    return (
        record_table(
            evaluation,
            definition.metrics,
            pairs,
            title=definition.heading,
            name=definition.name,
            datasets=None if whole else _rows(evaluation, definition),
        ),
    )


def _times(evaluation: Evaluation, definition: Definition) -> tuple[Table, ...]:
    """Return seconds for a fold as ``nbexp time`` measured them, or how to have them measured."""
    layout = _layouts(evaluation, definition)[0]
    if not layout.methods:
        return ()
    columns = {method: measured_seconds(evaluation, method) for method in layout.methods}
    here = {
        method: seconds_as_here(evaluation, method)
        for method in layout.methods
        if seconds_as_described(evaluation, method)
    }
    rows: list[Row] = []
    for dataset in layout.datasets:
        seconds = [column.get(dataset) for column in columns.values()]
        others = [column.get(dataset) for column in here.values()]
        numbers = (Number(second, 3) for second in (*seconds, *others))
        rows.append((Text(dataset), *numbers, _ratio(seconds)))
    headings = {method: evaluation.heading(method) for method in layout.methods}
    table = Table(
        definition.name,
        f"{definition.heading}: seconds for a fold",
        (
            Column("data set", ("dataset",), left=True),
            *(Column(heading, (method,)) for method, heading in headings.items()),
            *(Column(f"{headings[method]} as nbexp", (f"{method} as nbexp",)) for method in here),
            Column(" : ".join(reversed(headings.values())), ("ratio",)),
        ),
        (tuple(rows),),
        _time_notes(evaluation, any(columns.values())),
    )
    return (table,)


def _ratio(seconds: list[Fraction | None]) -> Number:
    """Return how many times as long the last method takes as the first."""
    first, last = seconds[0], seconds[-1]
    return Number(last / first if first and last is not None else None, 1)


def _time_notes(evaluation: Evaluation, measured: bool) -> tuple[str, ...]:
    if evaluation.is_print:
        return (evaluation.provenance, "No times are published there.")
    return (PROVENANCE if measured else HOW_TO,)


_PIECES: dict[str, Piece] = {
    "values": _values,
    "means": _means,
    "records": _records,
    "time": _times,
}
"""What a table is made of, by the words of specs."""
