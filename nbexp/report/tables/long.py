"""The plain long form: one row for a data set and a method."""

from __future__ import annotations

from nbexp.compare.metrics import METRICS
from nbexp.report.cells import Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Row, Table, Text, percent

COLUMNS = (
    *("dataset", "method", "instances", "trials", "folds", "errors"),
    *METRICS,
    *(f"published_{metric}" for metric in METRICS),
    "status",
)
_WORDS = ("dataset", "method", "status")
_DECIMALS = 3


def cell_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the long form, percentages with three decimals."""
    rows = tuple(_row(evaluation, cell) for cell in evaluation.cells.values())
    columns = tuple(Column(name, (name,), left=name in _WORDS) for name in COLUMNS)
    return (Table("cells", "Cells", columns, (rows,)),)


def _row(evaluation: Evaluation, cell: Cell) -> Row:
    printed = (evaluation.printed_share(cell.dataset, cell.method, metric) for metric in METRICS)
    return (
        Text(cell.dataset),
        Text(cell.method),
        Number(cell.instances or None),
        Number(cell.trials),
        Number(cell.folds),
        Number(cell.errors),
        *(percent(cell.share(metric), _DECIMALS) for metric in METRICS),
        *(percent(share, _DECIMALS) for share in printed),
        Text(cell.status),
    )
