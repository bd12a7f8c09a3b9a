"""What the instances of a stream cost, and how that grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import exp, fsum, log
from statistics import median

import numpy as np

from nbexp.protocol.checkpoints import Course
from nbexp.report.evaluation import Evaluation

PARTS = 10
"""Parts of a stream over which costs are averaged, to be set against n."""

LARGE = 5000
"""Instances of a data set from which on the growth of costs is told."""


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
