"""The verdict: how many of our values agree with the printed ones, and which."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.compare.metrics import METRICS
from nbexp.compare.verdict import NEAR, Tally, Verdict
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import (
    Column,
    Counts,
    Number,
    Row,
    Table,
    Text,
    percent,
)
from nbexp.report.tables.notes import absence_notes, print_fault_notes, protocol_note
from nbexp.report.verdicts import Verdicts

SHORT = {Verdict.AGREES: "=", Verdict.NEAR: "≈", Verdict.DIFFERS: "≠", Verdict.MISSING: "–"}
"""The signs that stand for verdicts where there is little room."""


def verdict_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the verdict in numbers: overall, by method, and by data set."""
    if not _has_verdicts(evaluation):
        return ()
    return _summary(evaluation), _by_dataset(evaluation)


def verdict_cell_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the verdict on each cell, a table for each metric."""
    if not _has_verdicts(evaluation):
        return ()
    columns = (
        Column("data set", ("dataset",), left=True),
        *(
            Column(evaluation.heading(method), (method,), left=True)
            for method in evaluation.methods
        ),
    )
    return tuple(
        Table(
            "verdict-cells",
            f"Verdict on {metric}: ours against {evaluation.settings.published_name}",
            columns,
            (tuple(_words(evaluation, verdicts, name) for name in evaluation.datasets),),
            _notes(evaluation),
        )
        for metric, verdicts in evaluation.verdicts.items()
    )


def _has_verdicts(evaluation: Evaluation) -> bool:
    return any(verdicts.cells for verdicts in evaluation.verdicts.values())


def _words(evaluation: Evaluation, verdicts: Verdicts, dataset: str) -> Row:
    cells = (verdicts.cells.get((dataset, method)) for method in evaluation.methods)
    return Text(dataset), *(Text(cell.verdict.value if cell else "") for cell in cells)


def _summary(evaluation: Evaluation) -> Table:
    groups = [
        tuple(_row(metric, "all", found.tally()) for metric, found in evaluation.verdicts.items())
    ]
    for metric, found in evaluation.verdicts.items():
        if found.cells:
            groups.append(
                tuple(
                    _row(metric, evaluation.heading(method), found.tally(method=method))
                    for method in evaluation.methods
                )
            )
    columns = (
        Column("on", ("metric",), left=True),
        Column("method", ("method",), left=True),
        Column("cells", ("cells",)),
        *(Column(verdict.value, (verdict.value,)) for verdict in Verdict),
        Column("% agrees", ("share_agreeing",)),
        Column("% agrees or near", ("share_close",)),
    )
    title = f"Verdict: ours against {evaluation.settings.published_name}"
    return Table("verdict", title, columns, tuple(groups), _notes(evaluation))


def _row(metric: str, method: str, tally: Tally) -> Row:
    return (
        Text(metric),
        Text(method),
        Number(tally.n),
        *(Number(count) for count in (tally.agrees, tally.near, tally.differs, tally.missing)),
        percent(tally.share_agreeing),
        percent(tally.share_close),
    )


def _by_dataset(evaluation: Evaluation) -> Table:
    columns = [
        Column("data set", ("dataset",), left=True),
        Column("instances", ("instances",)),
        *(
            Column(metric, tuple(f"{metric}_{verdict.value}" for verdict in _GIVEN))
            for metric in METRICS
        ),
        Column("differing on error", ("differing",), left=True),
    ]
    rows: list[Row] = []
    for dataset in evaluation.datasets:
        tallies = [found.tally(dataset=dataset) for found in evaluation.verdicts.values()]
        error = evaluation.verdicts["error"]
        differing = [
            evaluation.heading(method)
            for method in evaluation.methods
            if (cell := error.cells.get((dataset, method))) and cell.verdict == Verdict.DIFFERS
        ]
        counts = (Counts((tally.agrees, tally.near, tally.differs)) for tally in tallies)
        size = Number(evaluation.size(dataset))
        rows.append((Text(dataset), size, *counts, Text(", ".join(differing))))
    return Table(
        "verdict",
        "Verdict by data set: cells that agree/are near/differ",
        tuple(columns),
        (tuple(rows),),
        (protocol_note(evaluation), *absence_notes(evaluation)),
    )


_GIVEN = (Verdict.AGREES, Verdict.NEAR, Verdict.DIFFERS)


def _notes(evaluation: Evaluation) -> tuple[str, ...]:
    return (
        protocol_note(evaluation),
        *verdict_rules(evaluation),
        *absence_notes(evaluation),
        *print_fault_notes(evaluation, evaluation.datasets, evaluation.methods),
    )


def verdict_rules(evaluation: Evaluation) -> Sequence[str]:
    """Return the rules by which verdicts are given."""
    trials = evaluation.settings.trials
    share = f"s²/{trials}"
    spread = f"2·√(2 {share})"
    if len(evaluation.seeds) > 1:
        spread = f"2·√(s²/{trials * len(evaluation.seeds)} + {share})"
    rules = [
        f"Agrees: the two are at most {spread} + 0.05 points apart, s the standard deviation of "
        "the error over our trials; for bias and variance the jackknife over the trials stands "
        f"for {share}. Near: within {int(NEAR * 100)} point. Differs: further. Missing: printed, "
        "but not had by us; not counted among the cells."
    ]
    if trials * len(evaluation.seeds) < 2:
        rules.append("With a single trial there is no s: only 0.05 points are allowed for.")
    return rules
