"""What every incremental method keeps of one attribute, and how instances pass through it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbexp.discretize.intervals import StepFunction
from nbexp.discretize.method import FittedAttribute
from nbexp.incremental.kernels import evidence

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EVERYTHING: NDArray[np.bool_] = np.empty(0, dtype=np.bool_)
"""For `evidence.log_totals`: all instances count."""


class Stretch(NamedTuple):
    """A stretch of instances on their way through the attributes.

    Attributes
    ----------
    labels : (n,) int64
        Class codes; any codes where nothing is learnt.
    log_totals : (n, n_classes) float64
        log(n_c + m) as it stands before each instance.
    scores : (n, n_classes) float64
        What the evidence is added to.
    learn, predict : bool
        What is to be done. Both: each instance is predicted first and learnt then.
    """

    labels: Ints
    log_totals: Floats
    scores: Floats
    learn: bool
    predict: bool


class IncrementalAttribute(ABC):
    """What has been learnt of one attribute so far.

    Parameters
    ----------
    n_classes : int
    """

    run: ClassVar[Callable[..., int]]
    """The kernel that passes instances through."""

    state: Any
    """A named tuple of arrays, as the kernel declares it; most begin `numbers` with `n_known`."""

    def __init__(self, n_classes: int) -> None:
        self.n_classes = n_classes

    def _settings(self) -> tuple[Any, ...]:
        """Return what the kernel takes besides instances."""
        return ()

    def _advance(self, values: NDArray[Any], stretch: Stretch, begin: int) -> int:
        """Pass instances from `begin` on; return the first for which there was no room."""
        labels, logs, scores, learn, predict = stretch
        instances = (values, labels, logs, scores, begin, learn, predict)
        return int(self.run(self.state, *instances, *self._settings()))

    def _make_room(self, value: float, label: int) -> None:  # noqa: B027 (most have room)
        """Make room for an instance that there was none for."""

    @abstractmethod
    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""

    @property
    def n_known(self) -> int:
        """Number of instances learnt with a known value."""
        return int(self.state.numbers[0])

    def pass_through(self, values: NDArray[Any], stretch: Stretch) -> None:
        """Take a stretch of instances, in order.

        Parameters
        ----------
        values : (n,) float64 (NaN: missing) or int64 (-1: missing)
        stretch : Stretch
        """
        begin = self._advance(values, stretch, 0)
        while begin < len(values):
            self._make_room(values[begin], stretch.labels[begin])
            begin = self._advance(values, stretch, begin)

    @property
    def nbytes(self) -> int:
        """Memory of the state, with the room it holds ready, in bytes."""
        return sum(int(array.nbytes) for array in self.state)


class QuantitativeAttribute(IncrementalAttribute):
    """What a method has learnt of one quantitative attribute.

    Parameters
    ----------
    n_classes : int
    m : float
        Weight of the prior in the m-estimate.
    class_counts : "all" or "known"
        Which instances the n_c of the m-estimate counts.
    """

    def __init__(self, n_classes: int, m: float, class_counts: str) -> None:
        super().__init__(n_classes)
        self.m = float(m)
        self.known_totals = np.zeros(n_classes, dtype=np.int64) if class_counts == "known" else None

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        if self.known_totals is not None:
            self.known_totals = widened(self.known_totals, n_classes)
        self.n_classes = n_classes

    def start(self, values: Floats, labels: Ints) -> None:
        """Learn the first instances together, before any other.

        Parameters
        ----------
        values : (n,) float64
            NaN: missing.
        labels : (n,) int64
        """
        values = np.ascontiguousarray(values, dtype=np.float64)
        labels = checked_codes("labels", labels, self.n_classes)
        self._count_known(values, labels)
        self._start(values, labels)

    def _count_known(self, values: Floats, labels: Ints) -> None:
        if self.known_totals is not None:
            known = labels[~np.isnan(values)]
            self.known_totals += np.bincount(known, minlength=self.n_classes)

    def _start(self, values: Floats, labels: Ints) -> None:
        """Learn the first instances; unless a method knows better, one by one."""
        nothing = np.empty((0, self.n_classes))
        super().pass_through(values, Stretch(labels, nothing, nothing, learn=True, predict=False))

    def learn_one(self, value: float, label: int) -> None:
        """Learn one value (NaN: missing) of an instance of a class."""
        self.learn_many(np.array([value], dtype=np.float64), np.array([label], dtype=np.int64))

    def learn_many(self, values: ArrayLike, labels: ArrayLike) -> None:
        """Learn values one after the other."""
        codes = checked_codes("labels", labels, self.n_classes)
        nothing = np.empty((0, self.n_classes))
        column = np.ascontiguousarray(values, dtype=np.float64)
        self.pass_through(column, Stretch(codes, nothing, nothing, learn=True, predict=False))

    def pass_through(self, values: NDArray[Any], stretch: Stretch) -> None:
        """Take a stretch of instances, in order; see `IncrementalAttribute`."""
        if self.known_totals is not None:
            known = ~np.isnan(values)
            logs = np.empty((len(values), self.n_classes))
            evidence.log_totals(
                stretch.labels, known, self.known_totals, self.m, stretch.learn, logs
            )
            stretch = stretch._replace(log_totals=logs)
        super().pass_through(values, stretch)

    @property
    def n_intervals(self) -> int:
        """Number of intervals; 0: nothing learnt yet, or a method without intervals."""
        return 0

    @abstractmethod
    def snapshot(self, class_totals: Ints) -> FittedAttribute:
        """Return what is learnt so far in the form of the methods for whole training sets.

        Parameters
        ----------
        class_totals : (n_classes,) int64
            Instances of each class, those with a missing value included.
        """


class IntervalAttribute(QuantitativeAttribute):
    """What a method that makes disjoint intervals has learnt."""

    @abstractmethod
    def cuts(self) -> Floats:
        """Return the upper bounds of all intervals but the last: (n_intervals - 1,) float64."""

    @abstractmethod
    def frequencies(self) -> Ints | Floats:
        """Return the class frequencies of the intervals: (n_intervals, n_classes)."""

    def snapshot(self, class_totals: Ints) -> StepFunction:
        """Return the intervals as a step function."""
        table = self.frequencies()
        n_c = class_totals if self.known_totals is None else self.known_totals
        prior = (table.sum(axis=1, keepdims=True) + 1) / (self.n_known + len(table))
        logs = np.log(table + self.m * prior) - np.log(n_c + self.m)
        return StepFunction(self.cuts(), table, logs, len(table))


def checked_codes(what: str, codes: ArrayLike, n: int, lowest: int = 0) -> Ints:
    """Return codes as kernels take them; ValueError if one is not from `lowest` to n - 1.

    Kernels do not look whether an index is inside its array.
    """
    checked = np.ascontiguousarray(codes, dtype=np.int64)
    if len(checked) and not lowest <= checked.min() <= checked.max() < n:
        raise ValueError(
            f"{what}: found codes from {checked.min()} to {checked.max()}, "
            f"expected {lowest} to {n - 1}"
        )
    return checked


def widened(array: NDArray[Any], n_classes: int) -> NDArray[Any]:
    """Return an array with more columns, the new ones zero."""
    wider = np.zeros((*array.shape[:-1], n_classes), dtype=array.dtype)
    wider[..., : array.shape[-1]] = array
    return wider


def lengthened(array: NDArray[Any], room: int) -> NDArray[Any]:
    """Return an array with more rows, the new ones zero."""
    longer = np.zeros((room, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
