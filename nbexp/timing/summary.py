"""Medians of measured times, and the comparison of Table 6.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from nbexp.timing.records import AS_NBEXP, PER_INSTANCE, TimedFold

Key = tuple[str, str, str]
"""Data set, method and way."""

_NDD, _LAZY = "ndd", "ld-ffd"
"""The methods whose times the thesis compares: of the same interval frequency."""


@dataclass(frozen=True)
class MedianTime:
    """The median over repeats of a method's processor time on one fold.

    Attributes
    ----------
    dataset, method, way : str
    repeats : int
    train_seconds, test_seconds, seconds : float
        Each a median of its own, so the last need not be the sum.
    """

    dataset: str
    method: str
    way: str
    repeats: int
    train_seconds: float
    test_seconds: float
    seconds: float


@dataclass(frozen=True)
class Speedup:
    """How much quicker one method is than another on a data set.

    Attributes
    ----------
    dataset : str
    seconds : float
        Of non-disjoint discretization, training and testing one fold.
    lazy_seconds : float
        Of lazy discretization with the same interval frequency, an interval a test instance.
    lazy_as_nbexp : float
        Of the same, as nbexp does it.
    """

    dataset: str
    seconds: float
    lazy_seconds: float
    lazy_as_nbexp: float

    @property
    def ratio(self) -> float:
        """How many times as long lazy discretization takes, as the thesis describes it."""
        return self.lazy_seconds / self.seconds


def median_by(
    rows: Iterable[TimedFold],
    step: Callable[[TimedFold], int],
    seconds: Callable[[TimedFold], float],
) -> dict[Key, dict[int, float]]:
    """Return for each data set, method and way the median seconds at each step."""
    groups: dict[Key, dict[int, list[float]]] = {}
    for row in rows:
        steps = groups.setdefault((row.dataset, row.method, row.way), {})
        steps.setdefault(step(row), []).append(seconds(row))
    return {
        key: {number: median(times) for number, times in sorted(steps.items())}
        for key, steps in groups.items()
    }


def median_times(rows: Iterable[TimedFold]) -> list[MedianTime]:
    """Return the medians over repeats, in the order of their first row."""
    groups: dict[Key, list[TimedFold]] = {}
    for row in rows:
        groups.setdefault((row.dataset, row.method, row.way), []).append(row)
    return [
        MedianTime(
            *key,
            repeats=len(members),
            train_seconds=median(row.train_seconds for row in members),
            test_seconds=median(row.test_seconds for row in members),
            seconds=median(row.seconds for row in members),
        )
        for key, members in groups.items()
    ]


def ndd_against_lazy(rows: Iterable[TimedFold]) -> list[Speedup]:
    """Return Table 6.4: NDD against LD-FFD, by label, on every data set with both."""
    times = {(t.dataset, t.method, t.way): t.seconds for t in median_times(rows)}
    return [
        Speedup(
            dataset,
            times[dataset, _NDD, AS_NBEXP],
            times[dataset, _LAZY, PER_INSTANCE],
            times[dataset, _LAZY, AS_NBEXP],
        )
        for dataset in dict.fromkeys(dataset for dataset, _, _ in times)
        if (dataset, _NDD, AS_NBEXP) in times and (dataset, _LAZY, PER_INSTANCE) in times
    ]
