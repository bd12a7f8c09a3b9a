"""Curves as tables: a metric against a swept parameter, one column a series."""

from __future__ import annotations

from dataclasses import dataclass

from nbexp.compare.metrics import METRICS
from nbexp.compare.wins import SIGN_TEST
from nbexp.discretize.parameters import TRAINING_SIZE
from nbexp.report.curves import (
    Curve,
    Point,
    Series,
    Sweep,
    Trend,
    by_central_tendency,
    cohorts,
    curve,
    lead,
    mean_curve,
    sweeps,
    trend,
)
from nbexp.report.curves import Number as Place
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import (
    Column,
    Number,
    Probability,
    Row,
    Table,
    Text,
    Value,
    WinLoseTie,
    percent,
)
from nbexp.report.tables.notes import absence_notes, protocol_note

_LONG_DECIMALS = 3
_TENDENCY = "error of the central tendency"
_TENDENCY_NOTE = (
    "The central tendency is an instance's most frequent prediction over the trials; its error "
    "is Domingos's bias. Webb's bias counts only predictions equal to it, and so grows with n "
    "already because fewer predictions stray."
)


def curve_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return for each sweep its metrics, and how they change from the first point to the last."""
    if evaluation.settings.is_stream:
        return ()
    tables = []
    for sweep in sweeps(evaluation):
        measures = _measures(evaluation, sweep)
        tables += [_metric_table(measure, sweep) for measure in measures]
        tables.append(_trend_table(sweep, measures))
        tables += _lead_tables(sweep, measures)
    return tuple(tables)


@dataclass(frozen=True)
class _Measure:
    """A metric, by the decomposition that an evaluation has."""

    name: str
    evaluation: Evaluation
    metric: str


def _measures(evaluation: Evaluation, sweep: Sweep) -> list[_Measure]:
    """Return what is shown of a sweep; over the training size one more, by Domingos."""
    measures = [_Measure(metric, evaluation, metric) for metric in METRICS]
    if sweep.parameter == TRAINING_SIZE:
        measures.append(_Measure(_TENDENCY, by_central_tendency(evaluation), "bias"))
    return measures


def point_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return all points of all curves, one a row, for programs."""
    if evaluation.settings.is_stream:
        return ()
    columns = tuple(
        Column(name, (name,), left=name in ("parameter", "series", "datasets", "whole"))
        for name in ("parameter", "series", "datasets", "x", "whole", *METRICS)
    )
    groups = []
    for sweep in sweeps(evaluation):
        for series in sweep.series:
            curves = [curve(evaluation, series, dataset) for dataset in evaluation.facts]
            curves += [
                mean_curve(evaluation, series, cohort)
                for cohort in cohorts(evaluation, sweep)
                if len(cohort) > 1
            ]
            groups.append(tuple(row for one in curves for row in _long_rows(one)))
    if not groups:
        return ()
    return (Table("curve-points", "Points of curves", columns, tuple(groups)),)


def _long_rows(one: Curve) -> list[Row]:
    return [
        (
            Text(one.series.parameter),
            Text(one.series.name),
            Text(" ".join(one.datasets)),
            _place(point.x),
            Text("yes" if point.whole else "no"),
            *(percent(point.share(metric), _LONG_DECIMALS) for metric in METRICS),
        )
        for point in one.points
    ]


def _place(x: Place) -> Number:
    return Number(x) if isinstance(x, int) or x.is_integer() else Number(x, 2)


def _metric_table(measure: _Measure, sweep: Sweep) -> Table:
    """Return the table of a metric: means first, then data set by data set."""
    evaluation, groups = measure.evaluation, []
    for cohort in cohorts(evaluation, sweep):
        if len(cohort) > 1:
            means = [mean_curve(evaluation, series, cohort) for series in sweep.series]
            groups.append(_rows(measure, sweep, f"mean of {len(cohort)}", means))
    for dataset in evaluation.facts:
        curves = [curve(evaluation, series, dataset) for series in sweep.series]
        groups.append(_rows(measure, sweep, dataset, curves))
    headings = (*(series.name for series in sweep.series), *sweep.others)
    columns = (
        Column("data set", ("dataset",), left=True),
        Column(_heading(sweep), (sweep.parameter,)),
        *(Column(_shown(evaluation, name), (name,)) for name in headings),
    )
    notes = [protocol_note(evaluation), *_mean_notes(evaluation, sweep)]
    if measure.name == _TENDENCY:
        notes.append(_TENDENCY_NOTE)
    return Table(
        "curves",
        f"{measure.name[0].upper()}{measure.name[1:]} in % against {sweep.parameter}",
        columns,
        tuple(group for group in groups if group),
        (*notes, *absence_notes(evaluation)),
    )


def _heading(sweep: Sweep) -> str:
    return "n" if sweep.parameter == TRAINING_SIZE else sweep.parameter


def _shown(evaluation: Evaluation, name: str) -> str:
    """Return a column's heading: a plain id in capitals."""
    return name.upper() if name in evaluation.settings.methods.values() else name


def _rows(measure: _Measure, sweep: Sweep, name: str, curves: list[Curve]) -> tuple[Row, ...]:
    """Return the rows of some data sets: one a place, with the series' values there."""
    metric = measure.metric
    by_place: list[dict[Place, Point]] = [{p.x: p for p in one.points} for one in curves]
    places = sorted({x for one in by_place for x in one})
    datasets = curves[0].datasets
    beside = [_constant(measure.evaluation, label, metric, datasets) for label in sweep.others]
    return tuple(
        (
            Text(name),
            _place(x),
            *(percent(one[x].share(metric)) if x in one else Number(None) for one in by_place),
            *beside,
        )
        for x in places
    )


def _constant(evaluation: Evaluation, label: str, metric: str, datasets: tuple[str, ...]) -> Value:
    """Return the mean of a method that is not swept."""
    column = evaluation.column(label, metric)
    if not all(dataset in column for dataset in datasets):
        return Number(None)
    return percent(sum(column[dataset] for dataset in datasets) / len(datasets))


def _mean_notes(evaluation: Evaluation, sweep: Sweep) -> list[str]:
    if sweep.parameter != TRAINING_SIZE:
        return ["Mean: over all data sets."] if len(evaluation.facts) > 1 else []
    groups = [cohort for cohort in cohorts(evaluation, sweep) if len(cohort) > 1]
    notes = [f"Mean of {len(cohort)}: over {', '.join(cohort)}." for cohort in groups]
    last = "The last row of a data set is all it has to train on."
    return [
        *notes,
        f"{last} Smaller training sets are drawn from it at random; tests are the same.",
    ]


def _trend_table(sweep: Sweep, measures: list[_Measure]) -> Table:
    """Return how each series changes, over the data sets."""
    groups = [
        tuple(
            _trend_row(measure, trend(measure.evaluation, series, measure.metric, since))
            for series in sweep.series
        )
        for measure in measures
        for since in _starts(sweep)
    ]
    return Table(
        "curves",
        f"Change along {sweep.parameter}, to {_end(sweep)}",
        (
            Column("method", ("method",), left=True),
            *_trend_columns(sweep, ("falls", "rises", "same")),
        ),
        tuple(groups),
        (
            _ENDS_NOTE,
            "Falls, rises, same: in how many data sets the exact share is lower at the end.",
            SIGN_TEST,
        ),
    )


_ENDS_NOTE = (
    "There, at the end: means in % over the data sets that have the first point and a later one."
)


def _end(sweep: Sweep) -> str:
    return "all there is" if sweep.parameter == TRAINING_SIZE else f"the largest {_heading(sweep)}"


def _trend_columns(sweep: Sweep, words: tuple[str, str, str]) -> tuple[Column, ...]:
    return (
        Column("metric", ("metric",), left=True),
        Column(f"from {_heading(sweep)}", ("since",)),
        Column("sets", ("sets",)),
        Column("there", ("first",)),
        Column("at the end", ("last",)),
        Column("/".join(words), words),
        Column("p", ("p",)),
    )


def _lead_tables(sweep: Sweep, measures: list[_Measure]) -> list[Table]:
    """Return how the leads that the spec's pairs ask for change; no table without pairs."""
    of_label = {label: series for series in sweep.series for _, label in series.labels}
    wanted = dict.fromkeys(
        (of_label[first], of_label[second])
        for entry in measures[0].evaluation.settings.pairs
        for first in entry.methods
        for second in entry.against
        if first in of_label and second in of_label
    )
    pairs = [(first, second) for first, second in wanted if first != second]
    groups = [
        tuple(_lead_row(measure, first, second, since) for first, second in pairs)
        for measure in measures
        for since in _starts(sweep)
    ]
    if not pairs:
        return []
    columns = (
        Column("method", ("method",), left=True),
        Column("over", ("against",), left=True),
        *_trend_columns(sweep, ("grows", "shrinks", "same")),
    )
    title = f"Change of leads along {sweep.parameter}, to {_end(sweep)}"
    notes = (
        "A lead is the other method's share less the method's own: above zero, the method is "
        "better.",
        _ENDS_NOTE,
        SIGN_TEST,
    )
    return [Table("curves", title, columns, tuple(groups), notes)]


def _lead_row(measure: _Measure, first: Series, second: Series, since: Place) -> Row:
    found = lead(measure.evaluation, first, second, measure.metric, since)
    method, *rest = _trend_row(measure, found)
    return (method, Text(_shown(measure.evaluation, second.name)), *rest)


def _starts(sweep: Sweep) -> list[Place]:
    """Return where changes are counted from: the first value; of training sizes each decade."""
    values = sorted({value for series in sweep.series for value, _ in series.labels if value > 0})
    if sweep.parameter != TRAINING_SIZE:
        return values[:1]
    return [v for v in values if v / values[0] in (1, 10, 100, 1000)]


def _trend_row(measure: _Measure, found: Trend) -> Row:
    record = found.record if found.datasets else None
    return (
        Text(_shown(measure.evaluation, found.series.name)),
        Text(measure.name),
        _place(found.since),
        Number(len(found.datasets)),
        percent(found.first),
        percent(found.last),
        WinLoseTie(record),
        Probability(record.p if record else None),
    )
