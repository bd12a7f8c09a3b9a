"""Theorem 1 of Yang 2003 (section 3.2.1), checked in exact fractions.

Where the class probabilities given a value equal those given its interval, for every
quantitative attribute, and the attributes are independent given the class, discretization
changes no class probability of an instance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

Row = tuple[Fraction, ...]
"""A number for each class."""


@dataclass(frozen=True)
class KnownAttribute:
    """An attribute whose distribution is known.

    Attributes
    ----------
    values : tuple of rows
        p(value | class) of each value.
    interval : tuple of int
        The interval of each value.
    """

    values: tuple[Row, ...]
    interval: tuple[int, ...]

    def intervals(self) -> tuple[Row, ...]:
        """Return p(interval | class) of the interval of each value."""
        sums = {
            name: tuple(map(sum_of, zip(*self._within(name), strict=True)))
            for name in set(self.interval)
        }
        return tuple(sums[name] for name in self.interval)

    def _within(self, name: int) -> list[Row]:
        return [row for row, other in zip(self.values, self.interval, strict=True) if other == name]


def sum_of(numbers: Sequence[Fraction]) -> Fraction:
    """Return a sum of fractions as a fraction."""
    return sum(numbers, Fraction(0))


def posterior(prior: Row, evidence: Sequence[Row]) -> Row:
    """Return p(class | instance), by equation 3.4: p(class) times all p(value | class)."""
    scores = [share * prod(row[c] for row in evidence) for c, share in enumerate(prior)]
    return tuple(score / sum_of(scores) for score in scores)


def greatest_difference(prior: Row, attributes: Sequence[KnownAttribute]) -> Fraction:
    """Return how far p(class | instance) moves at most when values become intervals.

    All instances and classes are gone through, in exact fractions.
    """
    worst = Fraction(0)
    cells = [list(zip(one.values, one.intervals(), strict=True)) for one in attributes]
    for instance in product(*cells):
        exact = posterior(prior, [value for value, _ in instance])
        discrete = posterior(prior, [interval for _, interval in instance])
        worst = max(worst, *(abs(a - b) for a, b in zip(exact, discrete, strict=True)))
    return worst


def draw_row(rng: np.random.Generator, n: int) -> Row:
    """Draw n positive fractions that add up to 1."""
    parts = [Fraction(int(part)) for part in rng.integers(1, 10, n)]
    return tuple(part / sum_of(parts) for part in parts)


def draw_attribute(
    rng: np.random.Generator, n_classes: int, sizes: Sequence[int], *, constant: bool = True
) -> KnownAttribute:
    """Draw an attribute with intervals of so many values each.

    Parameters
    ----------
    constant : bool
        Whether p(class | value) is the same for all values of an interval: the theorem's
        condition. Then p(value | class) is p(interval | class) times a share of the value in
        its interval that no class changes. Otherwise each class has shares of its own.
    """
    of_interval = [draw_row(rng, len(sizes)) for _ in range(n_classes)]
    values = []
    interval = []
    for name, size in enumerate(sizes):
        shares = [draw_row(rng, size)] * n_classes
        if not constant:
            shares = [draw_row(rng, size) for _ in range(n_classes)]
        for value in range(size):
            values.append(tuple(of_interval[c][name] * shares[c][value] for c in range(n_classes)))
            interval.append(name)
    return KnownAttribute(tuple(values), tuple(interval))
