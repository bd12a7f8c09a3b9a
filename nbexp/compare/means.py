"""Means over data sets, and the spread over trials.

A geometric mean of percentages is zero as soon as one of them is, whatever the others say.
So there is a rule for zeros, and its result tells what the rule touched: a reader is never
handed a mean that hides it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, log, sqrt
from typing import Protocol

from nbexp.compare.printed import HALF_A_TENTH, PERCENT, decimal


@dataclass(frozen=True)
class GeometricMean:
    """A geometric mean and the values that the zero rule changed or left out.

    Attributes
    ----------
    value : float or None
        The mean as a share; None if no value was left.
    touched : tuple of str
        Names of the values to which the zero rule was applied.
    """

    value: float | None
    touched: tuple[str, ...]


class ZeroRule(Protocol):
    """What a geometric mean does with a zero."""

    @property
    def text(self) -> str:
        """The rule in words, to follow the names of the values it touched."""

    def touches(self, value: Fraction) -> bool:
        """Tell whether the rule applies to a value."""

    def apply(self, value: Fraction) -> Fraction | None:
        """Return what stands for such a value; None leaves it out."""


@dataclass(frozen=True)
class Floor:
    """Values below a floor are taken as the floor.

    The default floor is half a printed tenth, 0.05 %: all that prints as 0.0 counts alike,
    so a mean of printed values and one of exact values follow the same rule.
    """

    at: Fraction = HALF_A_TENTH

    def __post_init__(self) -> None:
        if self.at <= 0:
            raise ValueError(f"the floor of a geometric mean must be above 0, not {self.at}")

    @property
    def text(self) -> str:
        """The rule in words."""
        percent = decimal(self.at * PERCENT, 4).rstrip("0").rstrip(".")
        return f"below {percent} %: taken as {percent} % in the geometric mean"

    def touches(self, value: Fraction) -> bool:
        """Tell whether a value is below the floor."""
        return value < self.at

    def apply(self, value: Fraction) -> Fraction:
        """Return the floor."""
        return self.at


@dataclass(frozen=True)
class LeaveOut:
    """Zeros are left out, and the mean is taken over the other values."""

    text: str = "zero: left out of the geometric mean"

    def touches(self, value: Fraction) -> bool:
        """Tell whether a value is zero."""
        return value == 0

    def apply(self, value: Fraction) -> None:
        """Return nothing: the value is left out."""


def exact_mean(values: Sequence[Fraction]) -> Fraction:
    """Return the exact mean of one value or more."""
    return sum(values, Fraction(0)) / len(values)


def arithmetic_mean(values: Sequence[Fraction]) -> Fraction | None:
    """Return the exact mean; None of no values."""
    return exact_mean(values) if values else None


def float_mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of the numbers that are known; None of none."""
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def geometric_mean(values: Mapping[str, Fraction], rule: ZeroRule) -> GeometricMean:
    """Return the geometric mean of named shares under a rule for zeros.

    >>> shares = {"iris": Fraction(0), "wine": Fraction(4, 100), "sonar": Fraction(9, 100)}
    >>> mean = geometric_mean(shares, LeaveOut())
    >>> round(mean.value, 6), mean.touched
    (0.06, ('iris',))
    """
    touched = tuple(name for name, value in values.items() if rule.touches(value))
    taken = [rule.apply(value) if rule.touches(value) else value for value in values.values()]
    kept = [value for value in taken if value is not None]
    if not kept:
        return GeometricMean(None, touched)
    return GeometricMean(exp(fsum(log(value) for value in kept) / len(kept)), touched)


def standard_deviation(values: Sequence[Fraction]) -> float | None:
    """Return the sample standard deviation; None of fewer than two values."""
    if len(values) < 2:
        return None
    centre = exact_mean(values)
    squares = sum(((value - centre) ** 2 for value in values), Fraction(0))
    return sqrt(squares / (len(values) - 1))
