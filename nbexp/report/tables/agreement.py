"""How many cells come close to the published ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nbexp.compare.agreement import DISTANCES, agreement
from nbexp.compare.metrics import METRICS
from nbexp.report.cells import Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Row, Table, Text, percent
from nbexp.report.tables.notes import protocol_note

LARGE = 2000
"""Instances from which a data set counts as large here: the folds' luck is small there."""


def agreement_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the shares of cells close to the published ones; no table without any."""
    if evaluation.published is None or not _pairs(evaluation, evaluation.cells.values(), "error"):
        return ()
    columns = [
        Column("data sets", ("datasets",), left=True),
        Column("method", ("method",), left=True),
        Column("cells", ("cells",)),
    ]
    for metric in METRICS:
        for index, distance in enumerate(DISTANCES):
            points = f"{distance / 10:.1f}"
            heading = f"{metric} {points}" if index == 0 else points
            columns.append(Column(heading, (f"{metric}_within_{points}",)))
    large = [cell for cell in evaluation.cells.values() if cell.instances >= LARGE]
    return (
        Table(
            "agreement",
            "Agreement: % of cells within 0.3, 0.5 and 1.0 points of the published value",
            tuple(columns),
            tuple(
                group
                for group in (
                    _rows(evaluation, "all", list(evaluation.cells.values())),
                    _rows(evaluation, f"{LARGE:,} and more", large),
                    _seed_rows(evaluation),
                )
                if group
            ),
            (
                protocol_note(evaluation),
                "Ours are rounded to the printed tenths before the distance is taken. "
                f"{LARGE:,} and more: data sets of so many instances.",
            ),
        ),
    )


def _rows(evaluation: Evaluation, label: str, cells: Sequence[Cell]) -> tuple[Row, ...]:
    """Return a row for some cells together and one for each method's."""
    whole = _row(evaluation, label, "all", cells)
    methods = (
        _row(
            evaluation,
            label,
            evaluation.heading(method),
            [cell for cell in cells if cell.method == method],
        )
        for method in evaluation.methods
    )
    return (whole, *methods) if _pairs(evaluation, cells, "error") else ()


def _seed_rows(evaluation: Evaluation) -> tuple[Row, ...]:
    """Return the rows of each root seed alone, where there are several."""
    rows: list[Row] = []
    if len(evaluation.seeds) > 1:
        for seed, cells in evaluation.seed_cells.items():
            large = [cell for cell in cells.values() if cell.instances >= LARGE]
            rows.append(_row(evaluation, f"seed {seed}: all", "all", list(cells.values())))
            rows.append(_row(evaluation, f"seed {seed}: {LARGE:,} and more", "all", large))
    return tuple(rows)


def _row(evaluation: Evaluation, label: str, method: str, cells: Sequence[Cell]) -> Row:
    row: Row = (Text(label), Text(method), Number(len(_pairs(evaluation, cells, "error"))))
    for metric in METRICS:
        close = agreement(_pairs(evaluation, cells, metric))
        row += tuple(percent(close.share(index)) for index in range(len(DISTANCES)))
    return row


def _pairs(
    evaluation: Evaluation, cells: Iterable[Cell], metric: str
) -> list[tuple[Fraction, Fraction]]:
    """Return our and the published share of the cells that have both."""
    pairs = []
    for cell in cells:
        ours = cell.share(metric)
        theirs = evaluation.printed_share(cell.dataset, cell.method, metric)
        if ours is not None and theirs is not None:
            pairs.append((ours, theirs))
    return pairs
