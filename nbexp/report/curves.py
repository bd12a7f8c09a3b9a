"""Curves: error, bias and variance against a parameter that is swept, or the training size.

What belongs to one curve is told by the parameters that a store keeps of each method, never by
its label: methods of one id whose parameters are the same but for one, a number. All values are
those of cells; nothing is computed here but means over data sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.bias_variance import domingos
from nbexp.compare.means import arithmetic_mean, exact_mean
from nbexp.compare.metrics import METRICS
from nbexp.compare.wins import EXACT, Record, compare
from nbexp.discretize.parameters import TRAINING_SIZE, plain
from nbexp.report.cells import DONE, Cell
from nbexp.report.evaluation import Evaluation

Number = int | float


@dataclass(frozen=True)
class Series:
    """The methods of one curve.

    Attributes
    ----------
    name : str
        The method's id, with the other parameters that tell it from its like.
    parameter : str
        What is swept.
    labels : tuple of (number, str)
        The parameter's values, ascending, and the label of each; a training size of 0 is last.
    """

    name: str
    parameter: str
    labels: tuple[tuple[Number, str], ...]


@dataclass(frozen=True)
class Sweep:
    """All series over one parameter.

    Attributes
    ----------
    parameter : str
    series : tuple of Series
    others : tuple of str
        Labels of the methods that are in no series of the experiment: they stand beside.
    """

    parameter: str
    series: tuple[Series, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class Point:
    """A point of a curve: shares at a value of the parameter.

    Attributes
    ----------
    x : number
    error, bias, variance : Fraction
    whole : bool
        Whether `x` is all training instances that the data set has.
    """

    x: Number
    error: Fraction
    bias: Fraction
    variance: Fraction
    whole: bool = False

    def share(self, metric: str) -> Fraction:
        """Return ``error``, ``bias`` or ``variance``."""
        return {"error": self.error, "bias": self.bias, "variance": self.variance}[metric]


@dataclass(frozen=True)
class Curve:
    """A curve.

    Attributes
    ----------
    series : Series
    datasets : tuple of str
        The data set, or those that the points are means over.
    points : tuple of Point
        Ascending; a point without values is left out.
    """

    series: Series
    datasets: tuple[str, ...]
    points: tuple[Point, ...]

    def values(self, metric: str) -> list[tuple[Number, Fraction]]:
        """Return the places and the shares of one metric."""
        return [(point.x, point.share(metric)) for point in self.points]


@dataclass(frozen=True)
class Trend:
    """How a metric changes along a series, from a first point to the last, over data sets.

    Attributes
    ----------
    series : Series
    against : Series or None
        Then it is about the lead over another series: the other's share less the first's.
    metric : str
    since : number
        The parameter at the first point.
    datasets : tuple of str
        Those whose curves have that point and a later one.
    first, last : Fraction or None
        Means over the data sets.
    record : Record
        Its wins are the data sets in which the metric fell, its losses those in which it rose;
        of a lead its wins are those in which it grew.
    """

    series: Series
    against: Series | None
    metric: str
    since: Number
    datasets: tuple[str, ...]
    first: Fraction | None
    last: Fraction | None
    record: Record


def by_central_tendency(evaluation: Evaluation) -> Evaluation:
    """Return the experiment with Domingos's bias, the error of the central tendency.

    Webb's bias counts the predictions that are equal to a wrong central tendency. Trained on few
    instances, predictions stray from it and count as variance; on more, they gather, and
    bias grows though the tendency be no worse. Whether the tendency gets better is told by this.
    """
    return evaluation.decomposed_by(domingos)


def sweeps(evaluation: Evaluation) -> tuple[Sweep, ...]:
    """Return the sweeps of an experiment, in the order of its methods."""
    params = {label: evaluation.settings.params.get(label, {}) for label in evaluation.methods}
    found: dict[str, list[Series]] = {}
    for method in dict.fromkeys(evaluation.settings.methods.get(m, m) for m in evaluation.methods):
        labels = [m for m in evaluation.methods if evaluation.settings.methods.get(m, m) == method]
        for parameter in _varying_numbers([params[label] for label in labels]):
            for series in _series(method, parameter, labels, params):
                found.setdefault(parameter, []).append(series)
    swept = {label for some in found.values() for one in some for _, label in one.labels}
    others = tuple(label for label in evaluation.methods if label not in swept)
    return tuple(Sweep(parameter, tuple(some), others) for parameter, some in found.items())


def _varying_numbers(params: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the parameters that are numbers and not the same in all."""
    names = dict.fromkeys(name for one in params for name in one)
    return [
        name
        for name in names
        if all(_is_number(one.get(name)) for one in params)
        and len({one[name] for one in params}) > 1
    ]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _series(
    method: str,
    parameter: str,
    labels: Iterable[str],
    params: Mapping[str, Mapping[str, object]],
) -> list[Series]:
    """Return the series of a method over a parameter: one for each setting of the others."""
    groups: dict[str, dict[Number, str]] = {}
    for label in labels:
        rest = {name: value for name, value in params[label].items() if name != parameter}
        value = params[label][parameter]
        assert isinstance(value, (int, float))
        groups.setdefault(json.dumps(rest, sort_keys=True), {}).setdefault(value, label)
    rests = {key: json.loads(key) for key, group in groups.items() if len(group) > 1}
    told = [
        name
        for name in dict.fromkeys(name for rest in rests.values() for name in rest)
        if len({json.dumps(rest.get(name)) for rest in rests.values()}) > 1
    ]
    made = []
    for key, rest in rests.items():
        words = (f"{name}={plain(rest[name])}" for name in told if name in rest)
        ordered = sorted(groups[key].items(), key=lambda item: _rank(parameter, item[0]))
        made.append(Series(" ".join([method, *words]), parameter, tuple(ordered)))
    return made


def _rank(parameter: str, value: Number) -> Number:
    """Return what a value is ordered by: a training size of 0, all, comes last."""
    return float("inf") if parameter == TRAINING_SIZE and value == 0 else value


def training_part(evaluation: Evaluation, dataset: str) -> int:
    """Return how many instances a fold of a data set has to train on (one more in some)."""
    folds = evaluation.settings.folds
    return evaluation.size(dataset) * (folds - 1) // folds


def curve(evaluation: Evaluation, series: Series, dataset: str) -> Curve:
    """Return the curve of a data set.

    Over the training size it ends at all that the data set has to train on: larger sizes are the
    same, and drawn there once.
    """
    points: dict[Number, Point] = {}
    for value, label in series.labels:
        x, whole = _place(evaluation, series, dataset, value)
        point = _point(x, evaluation.cells[dataset, label], whole)
        if point is not None:
            points.setdefault(x, point)
    return Curve(series, (dataset,), tuple(points.values()))


def _place(
    evaluation: Evaluation, series: Series, dataset: str, value: Number
) -> tuple[Number, bool]:
    if series.parameter != TRAINING_SIZE:
        return value, False
    most = training_part(evaluation, dataset)
    return (most, True) if value == 0 or value >= most else (value, False)


def _point(x: Number, cell: Cell, whole: bool) -> Point | None:
    if cell.status != DONE or cell.error is None or cell.bias is None or cell.variance is None:
        return None
    return Point(x, cell.error, cell.bias, cell.variance, whole)


def mean_curve(
    evaluation: Evaluation, series: Series, datasets: Sequence[str] | None = None
) -> Curve:
    """Return the mean over data sets, at those places where each of them has a value.

    So every point is a mean over the same data sets. Over the training size there is no point
    for all instances: that is another size in each data set.
    """
    chosen = tuple(evaluation.facts if datasets is None else datasets)
    curves = [curve(evaluation, series, dataset) for dataset in chosen]
    by_place = [{point.x: point for point in one.points if not point.whole} for one in curves]
    places = [x for x in by_place[0] if all(x in one for one in by_place)] if by_place else []
    points = tuple(_mean_point([one[x] for one in by_place]) for x in places)
    return Curve(series, chosen, points)


def _mean_point(points: Sequence[Point]) -> Point:
    """Return the mean of points at one place."""
    error, bias, variance = (exact_mean([point.share(m) for point in points]) for m in METRICS)
    return Point(points[0].x, error, bias, variance)


def cohorts(evaluation: Evaluation, sweep: Sweep) -> tuple[tuple[str, ...], ...]:
    """Return the groups of data sets over which means are taken, the widest first.

    For a parameter these are all data sets. For the training size these are, for each size, the
    data sets that have so many to train on and more: from size to size the means go further, over
    fewer data sets.
    """
    everything = tuple(evaluation.facts)
    if not everything:
        return ()
    if sweep.parameter != TRAINING_SIZE:
        return (everything,)
    sizes = sorted({value for one in sweep.series for value, _ in one.labels if value > 0})
    reaching = [
        tuple(d for d in everything if training_part(evaluation, d) > size) for size in sizes
    ]
    return tuple(dict.fromkeys(cohort for cohort in reaching if cohort))


def trend(
    evaluation: Evaluation, series: Series, metric: str, since: Number | None = None
) -> Trend:
    """Return how a metric changes from a first point to the last one.

    Parameters
    ----------
    evaluation : Evaluation
    series : Series
    metric : str
    since : number, optional
        The parameter at the first point; by default the least there is.

    Returns
    -------
    Trend
        Over the training size the last point of a data set is all it has to train on.
    """
    start = _start(series, since)
    first, last = _ends(evaluation, series, metric, start)
    record = compare(list(last.values()), list(first.values()), EXACT)
    return Trend(series, None, metric, start, tuple(first), _mean_of(first), _mean_of(last), record)


def lead(
    evaluation: Evaluation,
    series: Series,
    against: Series,
    metric: str,
    since: Number | None = None,
) -> Trend:
    """Return how the lead of a series over another changes; arguments as in `trend`.

    A lead is the other's share less the first's: above zero, the first is better.
    """
    start = _start(series, since)
    ours = _ends(evaluation, series, metric, start)
    theirs = _ends(evaluation, against, metric, start)
    common = [dataset for dataset in ours[0] if dataset in theirs[0]]
    first, last = ({d: b[d] - a[d] for d in common} for a, b in zip(ours, theirs, strict=True))
    record = compare(list(first.values()), list(last.values()), EXACT)
    return Trend(
        series, against, metric, start, tuple(common), _mean_of(first), _mean_of(last), record
    )


Shares = dict[str, Fraction]


def _start(series: Series, since: Number | None) -> Number:
    return series.labels[0][0] if since is None else since


def _ends(
    evaluation: Evaluation, series: Series, metric: str, start: Number
) -> tuple[Shares, Shares]:
    """Return the metric at a first point and at the last, by data set."""
    first: Shares = {}
    last: Shares = {}
    for dataset in evaluation.facts:
        values = curve(evaluation, series, dataset).values(metric)
        at_start = dict(values).get(start)
        if at_start is not None and values[-1][0] != start:
            first[dataset], last[dataset] = at_start, values[-1][1]
    return first, last


def _mean_of(shares: Shares) -> Fraction | None:
    return arithmetic_mean(list(shares.values()))
