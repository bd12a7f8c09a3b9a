"""Win/lose/tie records with sign tests, ours and those of the published values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from nbexp.compare.wins import SIGN_TEST, Comparison, Record, compare
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Probability, Row, Table, Text, WinLoseTie
from nbexp.report.tables.notes import absence_notes, protocol_note
from nbexp.report.tables.shares import shows_print

Shares = Mapping[str, Fraction]


def record_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return a table of records for each entry of pairs in the spec.

    A spec that asks for none gets all pairs of methods on error. Pairs with a method that the
    store does not hold are left out: it may hold a selection.
    """
    entries = evaluation.settings.pairs
    title = "Win/lose/tie on error"
    if not entries:
        every = tuple(combinations(evaluation.methods, 2))
        return (record_table(evaluation, ("error",), every, title=title),) if every else ()
    tables = []
    for entry in entries:
        pairs = tuple(
            (first, second)
            for first in entry.methods
            for second in entry.against
            if first != second and {first, second} <= set(evaluation.methods)
        )
        if pairs:
            title = entry.title or f"Win/lose/tie on {', '.join(entry.metrics)}"
            tables.append(record_table(evaluation, entry.metrics, pairs, title=title))
    return tuple(tables)


def record_table(
    evaluation: Evaluation,
    metrics: tuple[str, ...],
    pairs: tuple[tuple[str, str], ...],
    *,
    title: str,
    name: str = "wlt",
    datasets: Sequence[str] | None = None,
) -> Table:
    """Return the table of the records of pairs, over some data sets or all."""
    methods = tuple(dict.fromkeys(method for pair in pairs for method in pair))
    printed = shows_print(evaluation, methods, metrics)
    groups: dict[tuple[str, ...], list[Row]] = {}
    for metric in metrics:
        for first, second in pairs:
            row = _row(evaluation, metric, (first, second), printed, datasets)
            group = (metric, first) if len(pairs) > 1 else ()
            groups.setdefault(group, []).append(row)
    columns = [
        Column("method", ("method",), left=True),
        Column("against", ("against",), left=True),
        Column("on", ("metric",), left=True),
        Column("sets", ("sets",)),
        Column("printed" if evaluation.is_print else "ours", ("wins", "losses", "ties")),
        Column("p", ("p",)),
    ]
    notes = [protocol_note(evaluation), evaluation.settings.comparison.text, SIGN_TEST]
    if printed:
        columns += _printed_columns("published", "published")
        columns += _printed_columns("all published", "all_published")
        notes.append(
            "Published: the same records from the published values, which are printed tenths: "
            "over the same data sets as ours, then over all."
        )
    return Table(
        name,
        title,
        tuple(columns),
        tuple(tuple(rows) for rows in groups.values()),
        (*notes, *absence_notes(evaluation, datasets, methods)),
    )


def _printed_columns(heading: str, field: str) -> list[Column]:
    return [
        Column("sets", (f"{field}_sets",)),
        Column(heading, (f"{field}_wins", f"{field}_losses", f"{field}_ties")),
        Column("p", (f"{field}_p",)),
    ]


def _row(
    evaluation: Evaluation,
    metric: str,
    pair: tuple[str, str],
    printed: bool,
    datasets: Sequence[str] | None,
) -> Row:
    first, second = (_part(evaluation.column(method, metric), datasets) for method in pair)
    rule = evaluation.settings.comparison
    names = [Text(evaluation.heading(method)) for method in pair]
    common = [dataset for dataset in first if dataset in second]
    row: Row = (*names, Text(metric), *_record_values(first, second, common, rule))
    if printed:
        left, right = (
            _part(evaluation.printed_column(method, metric), datasets) for method in pair
        )
        same = [dataset for dataset in left if dataset in right and dataset in common]
        row += _record_values(left, right, same, rule)
        row += _all_published(evaluation, metric, pair, datasets)
    return row


def _all_published(
    evaluation: Evaluation, metric: str, pair: tuple[str, str], datasets: Sequence[str] | None
) -> Row:
    """Return the record in print; a data set and a variant of it are one there."""
    names = None
    if datasets is not None:
        names = list(dict.fromkeys(evaluation.printed_name(dataset) for dataset in datasets))
    left, right = (_part(evaluation.column_of_print(method, metric), names) for method in pair)
    both = [dataset for dataset in left if dataset in right]
    return _record_values(left, right, both, evaluation.settings.comparison)


def _part(column: Shares, datasets: Sequence[str] | None) -> Shares:
    """Return a column's values for some data sets, or all."""
    if datasets is None:
        return column
    return {dataset: column[dataset] for dataset in datasets if dataset in column}


def _record_values(first: Shares, second: Shares, datasets: list[str], rule: Comparison) -> Row:
    """Return the values for a record: data sets, wins, losses and ties, and p."""
    if not datasets:
        return Number(0), WinLoseTie(None), Probability(None)
    record: Record = compare([first[d] for d in datasets], [second[d] for d in datasets], rule)
    return Number(record.n), WinLoseTie(record), Probability(record.p)
