"""The cells of two experiments side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nbexp.compare.metrics import METRICS
from nbexp.report.cells import Cell
from nbexp.report.difference import CellPair
from nbexp.report.table import Beside, Column, Number, Row, Table, Text, percent

_DECIMALS = 3


def difference_table(pairs: Sequence[CellPair], *, limit: int | None = None) -> Table:
    """Return cells of both experiments, the greatest change of error first.

    Parameters
    ----------
    pairs : sequence of CellPair
    limit : int, optional
        How many are shown at most.
    """
    ordered = sorted(pairs, key=_change, reverse=True)
    shown = ordered if limit is None else ordered[:limit]
    left = len(ordered) - len(shown)
    columns = (
        Column("data set", ("dataset",), left=True),
        Column("method", ("method",), left=True),
        *(Column(f"{m} A/B", (f"{m}_a", f"{m}_b")) for m in METRICS),
        Column("errors A/B", ("errors_a", "errors_b")),
        Column("trials A/B", ("trials_a", "trials_b")),
        Column("what", ("difference",), left=True),
    )
    notes = (f"And {left:,} more: --all.",) if left else ()
    return Table("diff", "Cells that differ, in %", columns, (tuple(map(_row, shown)),), notes)


def _change(pair: CellPair) -> Fraction:
    """Return the change of error; what only one has comes first."""
    if pair.a is None or pair.b is None or pair.a.error is None or pair.b.error is None:
        return Fraction(0) if pair.same else Fraction(2)
    return abs(pair.a.error - pair.b.error)


def _row(pair: CellPair) -> Row:
    a, b = pair.a, pair.b
    return (
        Text(pair.dataset),
        Text(pair.method),
        *(Beside(_share(a, metric), _share(b, metric)) for metric in METRICS),
        Beside(Number(a.errors if a else None), Number(b.errors if b else None)),
        Beside(Number(a.trials if a else None), Number(b.trials if b else None)),
        Text(told(pair)),
    )


def _share(cell: Cell | None, metric: str) -> Number:
    return percent(cell.share(metric) if cell else None, _DECIMALS)


def told(pair: CellPair) -> str:
    """Return in words how the cells differ; nothing if they do not."""
    a, b = pair.a, pair.b
    if a is None or b is None:
        return "only in B" if a is None else "only in A"
    if a == b:
        return ""
    if a.status != b.status:
        return f"{a.status} in A, {b.status} in B"
    if (a.instances, a.trials, a.folds) != (b.instances, b.trials, b.folds):
        return "other instances, trials or folds"
    if a.errors != b.errors:
        return "errors"
    if (a.bias, a.trial_errors) != (b.bias, b.trial_errors):
        return "predictions"
    return "intervals" if a.intervals != b.intervals else "log-loss or Brier score"
