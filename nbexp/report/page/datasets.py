"""The data sets of the page: facts, results, and the cut points of one attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.metrics import METRICS
from nbexp.discretize.method import Method
from nbexp.errors import NbexpError
from nbexp.report.figures.at_hand import load_at_hand
from nbexp.report.figures.cuts import cuts_figure
from nbexp.report.figures.distribution import distribution, telling_attribute
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.figure import Figure
from nbexp.report.page.views import FigureView, TableView, figure_view, table_view
from nbexp.report.source import ResultStore, StoredDataSet
from nbexp.report.table import Beside, Column, Number, Table, Text, Value, percent

Marks = Mapping[tuple[str, str, str], str]
"""The verdict on a metric of a data set and method, where there is one."""

MOST_METHODS = 12
"""Strips of cut points in a picture; a sweep has more methods than can be looked at."""

_MOST_CLASSES = 12


@dataclass(frozen=True)
class DataSetView:
    """A data set as the template wants it."""

    name: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    table: TableView
    cuts: FigureView | None
    cuts_note: str


@dataclass(frozen=True)
class Shelves:
    """Where data are looked for: never on a server."""

    cache: Path
    mirrors: tuple[str, ...] = ()


def dataset_views(
    experiment: Experiment, store: ResultStore, shelves: Shelves | None, verdicts: Marks
) -> list[DataSetView]:
    """Return the data sets that ran, by size."""
    entries = _entries(experiment.spec)
    views = []
    for number, facts in enumerate(experiment.evaluation.facts.values()):
        figure = _cuts(experiment, entries.get(facts.name, {}), facts, shelves)
        views.append(
            DataSetView(
                facts.name,
                _summary(facts),
                _facts(facts, store.labels(facts.name)),
                _results_view(experiment, facts.name, verdicts),
                figure_view(figure, f"cuts-{number + 1}") if figure else None,
                "No cut points are drawn: there is no quantitative attribute."
                if not facts.quantitative
                else "No cut points are drawn: the data were not at hand when this page was made.",
            )
        )
    return views


def _entries(spec: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    datasets = spec.get("datasets")
    found = datasets if isinstance(datasets, Sequence) else ()
    return {str(entry["name"]): entry for entry in found if isinstance(entry, Mapping)}


def _summary(facts: StoredDataSet) -> str:
    return (
        f"{_many(facts.instances, 'instance')}, {facts.quantitative:,} quantitative and "
        f"{_many(facts.qualitative, 'qualitative attribute')}, "
        f"{_many(facts.n_classes, 'class', 'classes')}"
    )


def _many(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def _facts(facts: StoredDataSet, labels: NDArray[np.integer]) -> tuple[tuple[str, str], ...]:
    counts = np.bincount(labels, minlength=facts.n_classes).tolist()
    classes = list(getattr(facts, "classes", ()))
    named = sorted(zip(classes, counts, strict=False), key=lambda one: -one[1])
    listed = ", ".join(f"{name} {count:,}" for name, count in named[:_MOST_CLASSES])
    rest = len(named) - _MOST_CLASSES
    return (
        ("Title", str(getattr(facts, "title", "") or facts.name)),
        ("Instances", f"{facts.instances:,}"),
        ("Attributes", f"{facts.quantitative:,} quantitative, {facts.qualitative:,} qualitative"),
        ("Missing values", f"{facts.missing:,}"),
        ("Classes", listed + (f" and {rest} more" if rest > 0 else "")),
        ("Digest", facts.digest[:12]),
    )


def _results_view(experiment: Experiment, dataset: str, verdicts: Marks) -> TableView:
    """Return the results on a data set; a row is a method here, and a column a metric."""
    labels = {experiment.evaluation.heading(m): m for m in experiment.evaluation.methods}

    def verdict_of(row: str, column: str) -> str:
        return verdicts.get((column, dataset, labels[row]), "")

    return table_view(_results(experiment, dataset), verdict_of)


def _results(experiment: Experiment, dataset: str) -> Table:
    """Return the results of all methods on a data set, with what is published."""
    evaluation = experiment.evaluation
    rows = []
    for method in evaluation.methods:
        values: list[Value] = [Text(evaluation.heading(method))]
        for metric in METRICS:
            values.append(_value(experiment, dataset, method, metric))
        values.append(Number(evaluation.cells[dataset, method].intervals, 1))
        rows.append(tuple(values))
    columns = (
        Column("method", ("method",), left=True),
        *(Column(f"{metric} %", (metric,)) for metric in METRICS),
        Column("intervals", ("intervals",)),
    )
    title = "Results" + (
        f"; ours/{evaluation.settings.published_name}" if evaluation.published else ""
    )
    return Table("results", title, columns, (tuple(rows),))


def _value(experiment: Experiment, dataset: str, method: str, metric: str) -> Value:
    evaluation = experiment.evaluation
    ours = percent(evaluation.cells[dataset, method].share(metric))
    printed = evaluation.printed_share(dataset, method, metric)
    return Beside(ours, percent(printed)) if evaluation.published else ours


def _cuts(
    experiment: Experiment,
    entry: Mapping[str, object],
    facts: StoredDataSet,
    shelves: Shelves | None,
) -> Figure | None:
    """Return the cut points of the attribute that tells most of the class."""
    if shelves is None or not entry or not facts.quantitative:
        return None
    data = load_at_hand(entry, facts.digest, cache=shelves.cache, mirrors=shelves.mirrors)
    attribute = telling_attribute(data) if data else None
    if data is None or attribute is None:
        return None
    drawn = distribution(data, attribute, methods_of(experiment))
    return cuts_figure(facts.name, drawn, experiment.evaluation.heading) if drawn else None


def methods_of(experiment: Experiment) -> dict[str, Method]:
    """Return the methods of an experiment; one that is no longer known is left out."""
    from nbexp.discretize.registry import create_method

    settings = experiment.evaluation.settings
    made: dict[str, Method] = {}
    for label in experiment.evaluation.methods[:MOST_METHODS]:
        try:
            made[label] = create_method(
                settings.methods.get(label, label), settings.params.get(label, {})
            )
        except NbexpError:
            continue
    return made
