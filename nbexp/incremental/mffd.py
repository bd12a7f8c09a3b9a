"""MFFD: fixed frequency discretization with moving boundaries."""

from __future__ import annotations

from typing import Any

import numpy as np

from nbexp.discretize.intervals import midpoints
from nbexp.discretize.method import Taxonomy
from nbexp.discretize.parameters import Int, Parameter, Real
from nbexp.incremental.attribute import (
    Floats,
    IntervalAttribute,
    Ints,
    lengthened,
    widened,
)
from nbexp.incremental.citations import LU_2006
from nbexp.incremental.kernels import mffd as kernel
from nbexp.incremental.method import IncrementalMethod

_ROOM = 16


class MovingBoundariesAttribute(IntervalAttribute):
    """The intervals of fixed frequency discretization, kept exact under insertion."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: MovingBoundaries, n_classes: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.target, self.tail = method.s, float(method.tail)
        self.state = kernel.State(
            values=np.zeros(_ROOM),
            classes=np.zeros(_ROOM, dtype=np.int32),
            pair_counts=np.zeros(_ROOM, dtype=np.int32),
            ends=np.zeros(_ROOM, dtype=np.int64),
            frequency=np.zeros(_ROOM, dtype=np.int64),
            counts=np.zeros((_ROOM, n_classes), dtype=np.int64),
            numbers=np.zeros(3, dtype=np.int64),
        )

    def _settings(self) -> tuple[Any, ...]:
        return self.m, self.target, self.tail

    def _make_room(self, value: float, label: int) -> None:
        state = self.state
        _, n_pairs, n_intervals = state.numbers
        pairs, rooms = len(state.values), len(state.frequency)
        if n_pairs == pairs:
            pairs *= 2
        if n_intervals + 1 >= rooms:
            rooms *= 2
        by_pair = [lengthened(array, pairs) for array in state[:3]]
        by_interval = [lengthened(array, rooms) for array in state[3:6]]
        self.state = kernel.State._make([*by_pair, *by_interval, state.numbers])

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        super().widen(n_classes)
        self.state = self.state._replace(counts=widened(self.state.counts, n_classes))

    @property
    def n_intervals(self) -> int:
        """Number of intervals, the last one joined where it is short."""
        joined = bool(kernel.joined_tail(self.state, self.target, self.tail))
        return int(self.state.numbers[2]) - joined

    def cuts(self) -> Floats:
        """Return the upper bounds of all intervals but the last."""
        ends = self.state.ends[: max(self.n_intervals - 1, 0)]
        return midpoints(self.state.values[ends - 1], self.state.values[ends])

    def frequencies(self) -> Ints:
        """Return the class frequencies of the intervals: (n_intervals, n_classes) int64."""
        n = self.n_intervals
        table = self.state.counts[:n].copy()
        if n < self.state.numbers[2]:
            table[-1] += self.state.counts[n]
        return table


class MovingBoundaries(IncrementalMethod):
    """Fixed frequency discretization, exact after every instance.

    From the smallest value, each interval takes the fewest distinct values that hold `s`
    instances; a last one with less than `tail` of that joins the one before it. These are the
    intervals of ``ffd`` with ``parts: in-turn`` and the same `s` and `tail`. An instance that
    enters an interval pushes that interval's greatest value, if it can be spared, into
    the next one, and so on up to the end.

    Examples
    --------
    >>> method = MovingBoundaries(s=3)
    >>> attribute = method.attribute(n_classes=1)
    >>> first = [3.0, 4.0, 4.3, 4.5, 5.1, 5.9, 6.0, 6.1, 6.2, 6.5, 6.7, 6.8, 6.9, 7.1]
    >>> attribute.learn_many(first, [0] * 14)
    >>> attribute.cuts().round(3).tolist()
    [4.4, 5.95, 6.35]
    >>> attribute.learn_one(5.2, 0)
    >>> attribute.cuts().round(3).tolist()
    [4.4, 5.55, 6.15, 6.75]
    """

    id = "mffd"
    name = "Fixed frequency discretization with moving boundaries"
    source = "Lu, Yang and Webb 2006, section 4.1, Table 2"
    bibtex = LU_2006
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("s", Int(1), 30, "interval frequency"),
        Parameter(
            "tail",
            Real(0.0, 1.0),
            1.0,
            "a last interval with less than this share of s joins the one before it",
        ),
    )

    s: int
    tail: float

    def attribute(self, n_classes: int, number: int = 0) -> MovingBoundariesAttribute:
        """Begin to learn one attribute."""
        return MovingBoundariesAttribute(self, n_classes)
