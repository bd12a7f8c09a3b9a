"""Error, bias and variance: one row a data set, one column a method, then the means.

So the thesis lays out its Tables 6.1 and 6.2. Where values are published, each stands beside
ours, and the mean rows compare like with like: over the same data sets on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True)
class Layout:
    """What of an experiment a table shows.

    Attributes
    ----------
    metric : str
    name, title : str
    methods : tuple of str
        The columns.
    datasets : tuple of str
        The rows.
    """

    metric: str
    name: str
    title: str
    methods: tuple[str, ...]
    datasets: tuple[str, ...]

    @classmethod
    def whole(cls, evaluation: Evaluation, metric: str, name: str, title: str) -> Layout:
        """Return the layout that shows all methods and data sets."""
        return cls(metric, name, title, evaluation.methods, evaluation.datasets)


def error_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of errors (the thesis's 6.1)."""
    return (share_table(evaluation, Layout.whole(evaluation, "error", "error", "Error")),)


def bias_variance_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the tables of bias and of variance (the thesis's 6.2); a stream has none."""
    if evaluation.settings.is_stream:
        return ()
    return tuple(
        share_table(
            evaluation, Layout.whole(evaluation, metric, "bias-variance", metric.capitalize())
        )
        for metric in ("bias", "variance")
    )


def kohavi_wolpert_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return squared bias and variance after Kohavi and Wolpert."""
    if evaluation.is_print or evaluation.settings.is_stream:
        return ()
    other = evaluation.decomposed_by(kohavi_wolpert)
    titles = {
        "bias": "Kohavi-Wolpert squared bias (with noise)",
        "variance": "Kohavi-Wolpert variance",
    }
    return tuple(
        share_table(other, Layout.whole(other, metric, "kohavi-wolpert", title))
        for metric, title in titles.items()
    )


def share_table(evaluation: Evaluation, layout: Layout) -> Table:
    """Return the table of one metric."""
    printed = shows_print(evaluation, layout.methods, (layout.metric,))
    rows = tuple(
        (
            Text(dataset),
            *(
                _value(evaluation, dataset, method, layout.metric, printed)
                for method in layout.methods
            ),
        )
        for dataset in layout.datasets
    )
    means, notes = mean_rows(evaluation, layout, printed)
    return Table(
        layout.name,
        f"{layout.title} in %{beside(evaluation, printed)}",
        (Column("data set", ("dataset",), left=True), *method_columns(evaluation, layout, printed)),
        (rows, means),
        (
            protocol_note(evaluation),
            *notes,
            *absence_notes(
                evaluation,
                None if layout.datasets == evaluation.datasets else layout.datasets,
                layout.methods,
            ),
            *(
                print_fault_notes(evaluation, layout.datasets, layout.methods)
                if printed or evaluation.is_print
                else ()
            ),
        ),
    )


def shows_print(evaluation: Evaluation, methods: Sequence[str], metrics: Sequence[str]) -> bool:
    """Tell whether there is anything published to stand beside ours."""
    return any(
        evaluation.printed_column(method, metric) for method in methods for metric in metrics
    )


def beside(evaluation: Evaluation, printed: bool) -> str:
    """Return what a title says of values that stand side by side."""
    return f"; ours/{evaluation.settings.published_name}" if printed else ""


def method_columns(evaluation: Evaluation, layout: Layout, printed: bool) -> list[Column]:
    """Return a column for each method."""
    return [
        Column(
            evaluation.heading(method), (method, f"{method} published") if printed else (method,)
        )
        for method in layout.methods
    ]


def _value(evaluation: Evaluation, dataset: str, method: str, metric: str, printed: bool) -> Value:
    ours = percent(evaluation.cells[dataset, method].share(metric))
    if not printed:
        return ours
    return Beside(ours, percent(evaluation.printed_share(dataset, method, metric)))


def mean_rows(
    evaluation: Evaluation, layout: Layout, printed: bool
) -> tuple[tuple[Row, ...], list[str]]:
    """Return the rows of means and their footnotes."""
    metric = layout.metric
    columns = {method: evaluation.column(method, metric) for method in layout.methods}
    common = [d for d in layout.datasets if all(d in column for column in columns.values())]
    ours = [_means(evaluation, columns[method], common) for method in layout.methods]
    theirs = [
        _means(evaluation, evaluation.printed_column(method, metric), common)
        for method in layout.methods
    ]
    names = [evaluation.heading(method) for method in layout.methods]
    touched = [(d, name) for name, mean in zip(names, ours, strict=True) for d in mean.touched]
    if printed:
        pairs = [(a, b) for a, b in zip(ours, theirs, strict=True)]
        rows: list[Row] = [
            (Text("ME"), *(Beside(a.arithmetic, b.arithmetic) for a, b in pairs)),
            (Text("GE"), *(Beside(a.geometric, b.geometric) for a, b in pairs)),
            *_rows_as_printed(evaluation, layout, common),
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
    notes = [_mean_note(layout, common, printed)]
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


def _mean_note(layout: Layout, common: list[str], printed: bool) -> str:
    over = "1 data set" if len(common) == 1 else f"{len(common)} data sets"
    if len(common) < len(layout.datasets):
        over += " with values for all methods" + (", on both sides" if printed else "")
    return f"ME: arithmetic mean, GE: geometric mean, over the {over}."


def _rows_as_printed(evaluation: Evaluation, layout: Layout, common: list[str]) -> list[Row]:
    """Return the means of the print, where they are over other data sets than ours.

    Of the whole table they are the mean rows as printed; of a part of it they are taken of its
    printed cells.
    """
    published = evaluation.published
    if published is None:
        return []
    if layout.datasets != evaluation.datasets:
        return _rows_of_print(evaluation, layout, common)
    if set(common) == set(published.datasets):
        return []
    rows: list[Row] = []
    for kind, label in ((MEAN, "ME"), (GEOMETRIC_MEAN, "GE")):
        shares = [
            published.mean(kind, evaluation.printed_method(method), layout.metric)
            for method in layout.methods
        ]
        if any(share is not None for share in shares):
            values = (Beside(Number(None), percent(share)) for share in shares)
            rows.append((Text(f"{label}, all {len(published.datasets)} sets"), *values))
    return rows


def _rows_of_print(evaluation: Evaluation, layout: Layout, common: list[str]) -> list[Row]:
    columns = [evaluation.column_of_print(method, layout.metric) for method in layout.methods]
    names = dict.fromkeys(evaluation.printed_name(dataset) for dataset in layout.datasets)
    whole = [name for name in names if all(name in column for column in columns)]
    if not whole or sorted(whole) == sorted(map(evaluation.printed_name, common)):
        return []
    means = [_means(evaluation, column, whole) for column in columns]
    label = f"all {len(whole)} sets"
    return [
        (Text(f"ME, {label}"), *(Beside(Number(None), mean.arithmetic) for mean in means)),
        (Text(f"GE, {label}"), *(Beside(Number(None), mean.geometric) for mean in means)),
    ]
