"""Error, bias and variance: one row a data set, one column a method, then the means.

So the thesis lays out its Tables 6.1 and 6.2. Where values are published, each stands beside
ours, and the mean rows compare like with like: over the same data sets on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.bias_variance import kohavi_wolpert
from nbexp.compare.means import arithmetic_mean, geometric_mean
from nbexp.report.evaluation import Evaluation
from nbexp.report.published import GEOMETRIC_MEAN, MEAN
from nbexp.report.table import Beside, Column, Number, Row, Table, Text, Value, percent
from nbexp.report.tables.notes import (
    absence_notes,
    print_fault_notes,
    protocol_note,
    several,
)

Shares = Mapping[str, Fraction]


def error_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of errors (the thesis's 6.1)."""
    return (_share_table(evaluation, "error", "error", "Error"),)


def bias_variance_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the tables of bias and of variance (the thesis's 6.2)."""
    return (
        _share_table(evaluation, "bias", "bias-variance", "Bias"),
        _share_table(evaluation, "variance", "bias-variance", "Variance"),
    )


def kohavi_wolpert_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return squared bias and variance after Kohavi and Wolpert."""
    other = evaluation.decomposed_by(kohavi_wolpert)
    return (
        _share_table(other, "bias", "kohavi-wolpert", "Kohavi-Wolpert squared bias (with noise)"),
        _share_table(other, "variance", "kohavi-wolpert", "Kohavi-Wolpert variance"),
    )


def _share_table(evaluation: Evaluation, metric: str, name: str, title: str) -> Table:
    """Return the table of one metric."""
    printed = any(evaluation.printed_column(method, metric) for method in evaluation.methods)
    rows = tuple(
        (
            Text(dataset),
            *(
                _value(evaluation, dataset, method, metric, printed)
                for method in evaluation.methods
            ),
        )
        for dataset in evaluation.datasets
    )
    means, notes = _mean_rows(evaluation, metric, printed)
    columns = [Column("data set", ("dataset",), left=True)]
    for method in evaluation.methods:
        fields = (method, f"{method} published") if printed else (method,)
        columns.append(Column(evaluation.heading(method), fields))
    beside = f"; ours/{evaluation.settings.published_name}" if printed else ""
    return Table(
        name,
        f"{title} in %{beside}",
        tuple(columns),
        (rows, means),
        (
            protocol_note(evaluation),
            *notes,
            *absence_notes(evaluation),
            *(print_fault_notes(evaluation) if printed else ()),
        ),
    )


def _value(evaluation: Evaluation, dataset: str, method: str, metric: str, printed: bool) -> Value:
    ours = percent(evaluation.cells[dataset, method].share(metric))
    if not printed:
        return ours
    return Beside(ours, percent(evaluation.printed_share(dataset, method, metric)))


def _mean_rows(
    evaluation: Evaluation, metric: str, printed: bool
) -> tuple[tuple[Row, ...], list[str]]:
    """Return the rows of means and their footnotes."""
    columns = {method: evaluation.column(method, metric) for method in evaluation.methods}
    common = [d for d in evaluation.datasets if all(d in column for column in columns.values())]
    ours = [_means(evaluation, columns[method], common) for method in evaluation.methods]
    theirs = [
        _means(evaluation, evaluation.printed_column(method, metric), common)
        for method in evaluation.methods
    ]
    names = [evaluation.heading(method) for method in evaluation.methods]
    touched = [(d, name) for name, mean in zip(names, ours, strict=True) for d in mean.touched]
    if printed:
        pairs = [(a, b) for a, b in zip(ours, theirs, strict=True)]
        rows: list[Row] = [
            (Text("ME"), *(Beside(a.arithmetic, b.arithmetic) for a, b in pairs)),
            (Text("GE"), *(Beside(a.geometric, b.geometric) for a, b in pairs)),
            *_rows_as_printed(evaluation, metric, common),
        ]
        touched += [
            (d, f"{name} published")
            for name, mean in zip(names, theirs, strict=True)
            for d in mean.touched
        ]
    else:
        rows = [
            (Text("ME"), *(mean.arithmetic for mean in ours)),
            (Text("GE"), *(mean.geometric for mean in ours)),
        ]
    notes = [_mean_note(evaluation, common, printed)]
    if touched:
        notes.append(f"{several(touched)}: {evaluation.settings.zero_rule.text}.")
    return tuple(rows), notes


@dataclass(frozen=True)
class _Means:
    """The means of a column, and the data sets to which the zero rule was applied."""

    arithmetic: Number
    geometric: Number
    touched: tuple[str, ...]


def _means(evaluation: Evaluation, column: Shares, common: list[str]) -> _Means:
    """Return the means of a column over some data sets.

    A column that lacks one of these has no mean: it would not be the mean of the same thing.
    """
    if not all(dataset in column for dataset in common):
        return _Means(Number(None), Number(None), ())
    shares = {dataset: column[dataset] for dataset in common}
    geometric = geometric_mean(shares, evaluation.settings.zero_rule)
    arithmetic = percent(arithmetic_mean(list(shares.values())))
    return _Means(arithmetic, percent(geometric.value), geometric.touched)


def _mean_note(evaluation: Evaluation, common: list[str], printed: bool) -> str:
    over = "1 data set" if len(common) == 1 else f"{len(common)} data sets"
    if len(common) < len(evaluation.datasets):
        over += " with values for all methods" + (", on both sides" if printed else "")
    return f"ME: arithmetic mean, GE: geometric mean, over the {over}."


def _rows_as_printed(evaluation: Evaluation, metric: str, common: list[str]) -> list[Row]:
    """Return the printed mean rows, where they are over other data sets than ours."""
    published = evaluation.published
    if published is None or set(common) == set(published.datasets):
        return []
    rows: list[Row] = []
    for kind, label in ((MEAN, "ME"), (GEOMETRIC_MEAN, "GE")):
        shares = [
            published.mean(kind, evaluation.printed_method(method), metric)
            for method in evaluation.methods
        ]
        if any(share is not None for share in shares):
            values = (Beside(Number(None), percent(share)) for share in shares)
            rows.append((Text(f"{label}, all {len(published.datasets)} sets"), *values))
    return rows
