"""IFFD: incremental flexible frequency discretization."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from nbexp.discretize import kernels as batch
from nbexp.discretize.frequency import PARTS, target_frequency
from nbexp.discretize.method import Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter, Real
from nbexp.discretize.sample import Sample
from nbexp.incremental.attribute import (
    Floats,
    IntervalAttribute,
    Ints,
    lengthened,
    widened,
)
from nbexp.incremental.citations import LU_2006
from nbexp.incremental.kernels import evidence
from nbexp.incremental.kernels import iffd as kernel
from nbexp.incremental.method import IncrementalMethod

_BY_INTERVAL = 8
"""Intervals there is room for at the beginning."""


class FlexibleFrequencyAttribute(IntervalAttribute):
    """Intervals whose frequency lies in [least, 2·least), as far as equal values allow."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: IncrementalFlexibleFrequency, n_classes: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.least = method.least
        self.bound = method.bound
        self.parts, self.tail = method.parts, float(method.tail)
        self.state = _empty(_BY_INTERVAL, self._width(), n_classes)
        self.state.numbers[1] = 1  # one interval, of everything

    def _width(self) -> int:
        """Return how many (value, class) pairs an interval can have, and one more."""
        return 2 * self.least + self.n_classes + 2

    def _settings(self) -> tuple[Any, ...]:
        return self.m, self.least, self.bound

    def _make_room(self, value: float, label: int) -> None:
        room = 2 * len(self.state.order)
        longer = [lengthened(array, room) for array in self.state[:-1]]
        self.state = kernel.State._make([*longer, self.state.numbers])

    def _start(self, values: Floats, labels: Ints) -> None:
        """Discretize the first instances by fixed frequency."""
        sample = Sample.from_values(values, labels, self.n_classes)
        if sample.n_known == 0:
            return
        target = target_frequency(sample.n_known, float(self.least), self.parts)
        firsts = batch.frequency_cuts(sample.starts, target, self.tail)
        bounds = np.concatenate(([0], firsts, [len(sample.values)]))
        pairs = sample.indptr[bounds]
        room, width = 2 * len(pairs) + _BY_INTERVAL, max(self._width(), np.diff(pairs).max())
        state = _empty(room, int(width), self.n_classes)
        value_of_pair = np.repeat(sample.values, np.diff(sample.indptr))
        # A sample has the classes of a value as they came; here pairs are in order.
        by_class = np.lexsort((sample.classes, value_of_pair))
        classes, counts = sample.classes[by_class], sample.counts[by_class]
        for j, (begin, end) in enumerate(pairwise(pairs)):
            n = end - begin
            state.pair_values[j, :n] = value_of_pair[begin:end]
            state.pairs[j, :n, 0] = classes[begin:end]
            state.pairs[j, :n, 1] = counts[begin:end]
            np.add.at(state.counts[j], classes[begin:end], counts[begin:end])
            state.sizes[j] = state.counts[j].sum(), n, n
        for j, first in enumerate(firsts):
            state.cuts[j] = evidence.midpoint(sample.values[first - 1], sample.values[first])
        state.order[: len(pairs) - 1] = np.arange(len(pairs) - 1)
        state.numbers[:] = sample.n_known, len(pairs) - 1
        self.state = state
        while not kernel.split_all(self.state, self.least, self.bound):
            self._make_room(0.0, 0)

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        super().widen(n_classes)
        state = self.state
        width = max(self._width(), state.pair_values.shape[1])
        self.state = state._replace(
            counts=widened(state.counts, n_classes),
            pair_values=widened(state.pair_values, width),
            pairs=widened(state.pairs.swapaxes(1, 2), width).swapaxes(1, 2).copy(),
        )

    @property
    def n_intervals(self) -> int:
        """Number of intervals."""
        return int(self.state.numbers[1]) if self.n_known else 0

    def _slots(self) -> Ints:
        return self.state.order[: self.state.numbers[1]]

    def cuts(self) -> Floats:
        """Return the upper bounds of all intervals but the last."""
        return self.state.cuts[: self.state.numbers[1] - 1].copy()

    def frequencies(self) -> Ints:
        """Return the class frequencies of the intervals: (n_intervals, n_classes) int64."""
        return self.state.counts[self._slots()]

    def values(self) -> list[Floats]:
        """Return the values that each interval holds, ascending, equal values repeated."""
        held = []
        for slot in self._slots():
            n = self.state.sizes[slot, kernel.PAIRS]
            times = self.state.pairs[slot, :n, 1]
            held.append(np.sort(np.repeat(self.state.pair_values[slot, :n], times)))
        return held


def _empty(room: int, width: int, n_classes: int) -> kernel.State:
    return kernel.State(
        cuts=np.zeros(room),
        order=np.zeros(room, dtype=np.int64),
        sizes=np.zeros((room, 3), dtype=np.int64),
        counts=np.zeros((room, n_classes), dtype=np.int64),
        pair_values=np.zeros((room, width)),
        pairs=np.zeros((room, width, 2), dtype=np.int32),
        numbers=np.zeros(2, dtype=np.int64),
    )


class IncrementalFlexibleFrequency(IncrementalMethod):
    """Intervals may hold from `least` to twice as many instances, and split when they have.

    The first instances are discretized by fixed frequency, with the same parameters as
    `ffd`. An instance enters the interval of its value; nothing else changes until that
    interval reaches 2·least, when it splits as near to its middle as both parts keep `least`
    and equal values stay together (the left one of two such cuts). Where no cut does, it
    grows on, and is tried again at its next instance.

    Examples
    --------
    >>> method = IncrementalFlexibleFrequency(least=3, tail=0.0)
    >>> attribute = method.attribute(n_classes=1)
    >>> first = [3.0, 4.0, 4.3, 4.5, 5.1, 5.9, 6.0, 6.1, 6.2, 6.5, 6.7, 6.8, 6.9, 7.1]
    >>> attribute.start(np.array(first), np.zeros(14, dtype=np.int64))
    >>> attribute.frequencies()[:, 0].tolist()
    [3, 3, 3, 3, 2]
    >>> attribute.learn_many([5.2, 5.4, 5.5], [0, 0, 0])
    >>> [interval.tolist() for interval in attribute.values()[1:3]]
    [[4.5, 5.1, 5.2], [5.4, 5.5, 5.9]]
    """

    id = "iffd"
    name = "Incremental flexible frequency discretization"
    source = "Lu, Yang and Webb 2006, section 3.2, Table 1"
    bibtex = LU_2006
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("least", Int(1), 30, "least interval frequency (minBinsize)"),
        Parameter(
            "split",
            Choice(("reaching", "exceeding")),
            "reaching",
            "an interval splits on reaching 2·least (the paper's text) or on exceeding it (its "
            "pseudo-code)",
        ),
        Parameter(PARTS.name, PARTS.domain, "in-turn", PARTS.meaning),
        Parameter(
            "tail",
            Real(0.0, 1.0),
            1.0,
            "a last interval of the first instances with less than this share of the target "
            "frequency joins the one before it",
        ),
    )

    least: int
    split: str
    parts: str
    tail: float

    @property
    def bound(self) -> int:
        """The frequency at which an interval splits."""
        return 2 * self.least + (self.split == "exceeding")

    def attribute(self, n_classes: int, number: int = 0) -> FlexibleFrequencyAttribute:
        """Begin to learn one attribute."""
        return FlexibleFrequencyAttribute(self, n_classes)
