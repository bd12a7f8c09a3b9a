"""Prequential runs: errors of whole streams, learning curves, costs and how they grow.

A stream tests each instance but the initial ones, which differ from trial to trial. So
an instance has not as many predictions as there are trials, and the error is not parted into bias
and variance: a cell has its error alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import exp, fsum, log
from statistics import median
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.means import exact_mean, float_mean, standard_deviation
from nbexp.compare.scores import pooled_mean
from nbexp.errors import StoreError
from nbexp.protocol.checkpoints import Checkpoint, Course
from nbexp.report.cells import DONE, Cell, UnitSums
from nbexp.report.evaluation import Evaluation
from nbexp.report.source import ResultStore

PARTS = 10
"""Parts of a stream over which costs are averaged, to be set against n."""

LARGE = 5000
"""Instances of a data set from which on the growth of costs is told."""


@runtime_checkable
class KeepsCourses(Protocol):
    """A store that keeps the courses of streams."""

    def courses(self, dataset: str, method: str, seed: int) -> dict[int, Course]:
        """Return the courses of a method's streams by trial."""


@dataclass(frozen=True)
class StreamCell(Cell):
    """What came out for a data set and a method, tried as a stream.

    Attributes
    ----------
    tested : int
        Instances tested in each trial.
    """

    tested: int = 0

    @property
    def error_sd(self) -> float | None:
        """Standard deviation of the error over the trials, as a share."""
        return standard_deviation([Fraction(e, self.tested) for e in self.trial_errors])


def read_stream_cell(
    store: ResultStore,
    labels: NDArray[np.integer],
    where: tuple[str, str, int],
    sums: UnitSums,
    trials: int,
) -> Cell:
    """Read the cell of a data set, method and root seed; as `nbexp.report.cells.read_cell`."""
    dataset, method, seed = where
    status = sums.status(trials)
    if status != DONE:
        return Cell(dataset, method, len(labels), trials, 1, status)
    predictions = store.predictions(dataset, method, seed)
    known = predictions >= 0
    wrong = np.count_nonzero(known & (predictions != labels), axis=1)
    found = int(wrong.sum()), int(np.count_nonzero(known))
    if found != (sums.errors, sums.tested):
        raise StoreError(
            f"{dataset}, {method}, seed {seed}: the stored predictions have {found[0]} errors in "
            f"{found[1]}, the units counted {sums.errors} in {sums.tested}; run the experiment "
            "again with --fresh"
        )
    return StreamCell(
        dataset,
        method,
        len(labels),
        trials,
        1,
        errors=sums.errors,
        error=Fraction(sums.errors, sums.tested),
        trial_errors=tuple(wrong.tolist()),
        log_loss=pooled_mean(sums.log_loss, sums.tested),
        brier=pooled_mean(sums.brier, sums.tested),
        intervals=sums.intervals / sums.attributes if sums.attributes else None,
        tested=sums.tested // trials,
    )


def pool_streams(cells: Sequence[Cell]) -> Cell:
    """Return one cell for the root seeds of a data set and method, all of them done."""
    first = cells[0]
    tested = [cell.tested for cell in cells if isinstance(cell, StreamCell)]
    errors = tuple(e for cell in cells for e in cell.trial_errors)
    return StreamCell(
        first.dataset,
        first.method,
        first.instances,
        len(errors),
        first.folds,
        errors=sum(errors),
        error=Fraction(sum(errors), len(errors) * tested[0]),
        trial_errors=errors,
        log_loss=float_mean(cell.log_loss for cell in cells),
        brier=float_mean(cell.brier for cell in cells),
        intervals=float_mean(cell.intervals for cell in cells),
        tested=tested[0],
    )


@dataclass(frozen=True)
class CurvePoint:
    """The error of a method at a point of the stream: mean, least and greatest over trials."""

    seen: int
    mean: Fraction
    low: Fraction
    high: Fraction


RUNNING, WINDOW = "running", "window"
"""The error over all predictions so far, and over the latest."""


def learning_curve(
    evaluation: Evaluation, dataset: str, method: str, kind: str = RUNNING
) -> tuple[CurvePoint, ...]:
    """Return the error of a method along the streams of a data set; empty where not all is done.

    Checkpoints are the same in all trials.
    """
    courses = evaluation.courses(dataset, method)
    stops = zip(*(course.checkpoints for course in courses), strict=True)
    return tuple(_point(at, kind) for at in stops) if courses else ()


def _point(at: Sequence[Checkpoint], kind: str) -> CurvePoint:
    shares = [
        Fraction(one.errors, one.tested)
        if kind == RUNNING
        else Fraction(one.window_errors, one.window_tested)
        for one in at
    ]
    return CurvePoint(at[0].seen, exact_mean(shares), min(shares), max(shares))


@dataclass(frozen=True)
class StreamCost:
    """What an instance costs, mean over the instances after the initial ones and over trials.

    Attributes
    ----------
    learn, predict : float
        Processor seconds to learn an instance, and to classify it.
    nbytes : float
        Memory of what is learnt at the end.
    """

    learn: float
    predict: float
    nbytes: float

    @property
    def both(self) -> float:
        """Processor seconds to classify an instance and learn it."""
        return self.learn + self.predict


def stream_cost(evaluation: Evaluation, dataset: str, method: str) -> StreamCost | None:
    """Return what an instance costs; None where not all is done."""
    courses = evaluation.courses(dataset, method)
    if not courses:
        return None
    instances = sum(course.instances for course in courses)
    return StreamCost(
        fsum(course.learn_seconds for course in courses) / instances,
        fsum(course.predict_seconds for course in courses) / instances,
        fsum(course.costs[-1].nbytes for course in courses) / len(courses),
    )


@dataclass(frozen=True)
class GrowthPoint:
    """What an instance costs in one part of the stream.

    Attributes
    ----------
    seen : float
        Instances seen in the middle of the part.
    cost : StreamCost
        Its memory is that at the end of the part.
    """

    seen: float
    cost: StreamCost


def growth(evaluation: Evaluation, dataset: str, method: str) -> tuple[GrowthPoint, ...]:
    """Return what an instance costs along the stream, in up to `PARTS` parts, over all trials."""
    courses = evaluation.courses(dataset, method)
    if not courses:
        return ()
    stretches = len(courses[0].costs)
    bounds = np.unique(np.linspace(0, stretches, min(PARTS, stretches) + 1).astype(int))
    return tuple(_growth_point(courses, int(begin), int(end)) for begin, end in pairwise(bounds))


def _growth_point(courses: Sequence[Course], begin: int, end: int) -> GrowthPoint:
    parts = [course.costs[begin:end] for course in courses]
    instances = sum(cost.instances for part in parts for cost in part)
    first, last = parts[0][0], parts[0][-1]
    return GrowthPoint(
        (first.seen - first.instances + last.seen) / 2,
        StreamCost(
            fsum(cost.learn_seconds for part in parts for cost in part) / instances,
            fsum(cost.predict_seconds for part in parts for cost in part) / instances,
            fsum(part[-1].nbytes for part in parts) / len(parts),
        ),
    )


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """Return b of the power law y = a · x^b that fits best, by least squares of the logarithms.

    >>> round(exponent([(1, 3), (10, 30), (100, 300)]), 3)
    1.0
    """
    logs = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    mean_x, mean_y = (fsum(side) / len(logs) for side in zip(*logs, strict=True))
    spread = fsum((x - mean_x) ** 2 for x, _ in logs)
    return fsum((x - mean_x) * (y - mean_y) for x, y in logs) / spread if spread else None


@dataclass(frozen=True)
class Exponents:
    """The powers of n that a method's costs grow with, medians over the larger data sets."""

    learn: float | None
    predict: float | None
    nbytes: float | None


def exponents(evaluation: Evaluation, method: str) -> Exponents:
    """Return the powers of n that an instance's costs grow with."""
    found: dict[str, list[float]] = {"learn": [], "predict": [], "nbytes": []}
    for dataset, facts in evaluation.facts.items():
        if facts.instances < LARGE:
            continue
        points = growth(evaluation, dataset, method)
        for name, values in found.items():
            power = exponent([(point.seen, getattr(point.cost, name)) for point in points])
            if power is not None:
                values.append(power)
    return Exponents(*(median(values) if values else None for values in found.values()))


def geometric_mean_cost(evaluation: Evaluation, method: str, name: str) -> float | None:
    """Return the geometric mean of ``learn``, ``predict`` or ``nbytes`` over the data sets."""
    costs = [stream_cost(evaluation, dataset, method) for dataset in evaluation.facts]
    values = [getattr(cost, name) for cost in costs if cost is not None]
    if not values or len(values) < len(costs) or min(values) <= 0:
        return None
    return exp(fsum(map(log, values)) / len(values))


def seconds_an_instance(evaluation: Evaluation, method: str) -> dict[str, Fraction]:
    """Return the processor seconds to classify and learn an instance, by data set."""
    costs = {dataset: stream_cost(evaluation, dataset, method) for dataset in evaluation.facts}
    return {name: Fraction(cost.both) for name, cost in costs.items() if cost is not None}
