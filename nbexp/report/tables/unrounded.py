"""Measures that are not shares of predictions: scores, intervals, seconds."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from nbexp.report.cells import Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Row, Table, Text
from nbexp.report.tables.notes import absence_notes, protocol_note


def score_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the tables of mean log-loss and mean Brier score."""
    if evaluation.is_print:
        return ()
    return (
        _cell_table(
            evaluation, "scores", "Log-loss in nats, mean over all predictions", _log_loss, 4
        ),
        _cell_table(evaluation, "scores", "Brier score, mean over all predictions", _brier, 4),
    )


def interval_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of the mean number of intervals."""
    if evaluation.is_print:
        return ()
    title = "Intervals of a quantitative attribute, mean over attributes and folds"
    return (_cell_table(evaluation, "intervals", title, _intervals, 1),)


def time_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of seconds for a fold."""
    if evaluation.is_print or evaluation.settings.is_stream:
        return ()
    rows: list[Row] = []
    for dataset in evaluation.facts:
        times = evaluation.times(dataset)
        own = (Number(times.own[method], 4) for method in evaluation.methods)
        rows.append((Text(dataset), Number(times.shared, 4), *own))
    columns = [
        Column("data set", ("dataset",), left=True),
        Column("shared", ("shared",)),
        *(Column(evaluation.heading(method), (method,)) for method in evaluation.methods),
    ]
    notes = (
        "A method's column: what it alone took before predicting, to fit its intervals and "
        "frequencies.",
        "Shared: the fold's work that serves all methods run together: counting, qualitative "
        "attributes, predicting. It is timed as a whole and no part of it is put down to a "
        "method. A lazy method does most of its own work while predicting, so its column is not "
        "its cost; to time a method with all it needs, run it alone and add the two.",
        protocol_note(evaluation),
        *absence_notes(evaluation),
    )
    title = "Seconds for a fold, mean over trials and folds"
    return (Table("time", title, tuple(columns), _with_total(rows), notes),)


def _with_total(rows: list[Row]) -> tuple[tuple[Row, ...], ...]:
    """Return the rows, and a row of their sums where no value is absent."""
    if len(rows) < 2:
        return (tuple(rows),)
    sums: list[Number] = []
    for place in range(1, len(rows[0])):
        column = [row[place] for row in rows]
        seconds = [value.value for value in column if isinstance(value, Number)]
        known = [float(second) for second in seconds if second is not None]
        sums.append(Number(fsum(known) if len(known) == len(rows) else None, 4))
    total: Row = (Text("sum"), *sums)
    return tuple(rows), (total,)


def _cell_table(
    evaluation: Evaluation,
    name: str,
    title: str,
    measure: Callable[[Cell], float | None],
    decimals: int,
) -> Table:
    """Return a table of one measure of the cells, data sets by methods."""
    rows: tuple[Row, ...] = tuple(
        (
            Text(dataset),
            *(
                Number(measure(evaluation.cells[dataset, method]), decimals)
                for method in evaluation.methods
            ),
        )
        for dataset in evaluation.facts
    )
    columns = [Column("data set", ("dataset",), left=True)]
    columns += [Column(evaluation.heading(method), (method,)) for method in evaluation.methods]
    notes = (protocol_note(evaluation), *absence_notes(evaluation))
    return Table(name, title, tuple(columns), (rows,), notes)


def _log_loss(cell: Cell) -> float | None:
    return cell.log_loss


def _brier(cell: Cell) -> float | None:
    return cell.brier


def _intervals(cell: Cell) -> float | None:
    return cell.intervals
