"""How close reproduced percentages come to printed ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.printed import tenths

DISTANCES = (3, 5, 10)
"""Distances asked for, in tenths of a percentage point: 0.3, 0.5 and 1.0 points."""


@dataclass(frozen=True)
class Agreement:
    """How many of some cells lie within each distance of the printed value.

    Attributes
    ----------
    n : int
        Cells that have both values.
    within : tuple of int
        For each distance, the cells that are that close.
    """

    n: int
    within: tuple[int, ...]

    def share(self, index: int) -> Fraction | None:
        """Return the share of cells within the distance of that index; None of no cells."""
        return Fraction(self.within[index], self.n) if self.n else None


def agreement(pairs: Iterable[tuple[Fraction, Fraction]]) -> Agreement:
    """Count how many pairs of our and a printed share lie within each of `DISTANCES`.

    Ours are rounded to printed tenths first, so that a distance is between two printed
    numbers and a limit of 0.3 means what a reader with both tables in hand would see.

    >>> agreement([(Fraction(1824, 10000), Fraction(185, 1000))])
    Agreement(n=1, within=(1, 1, 1))
    """
    apart = [abs(tenths(ours) - tenths(theirs)) for ours, theirs in pairs]
    return Agreement(len(apart), tuple(sum(gap <= limit for gap in apart) for limit in DISTANCES))
