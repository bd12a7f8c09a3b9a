"""Win/lose/tie records of two methods over data sets, and the sign test on them.

The less of a measure (error, bias, variance), the better: that method wins the data set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from nbexp.compare.printed import tenths

LEVEL = 0.05
"""Below this a test is significant."""

SIGN_TEST = (
    "p: one-tailed sign test for the side with more wins: the chance of at least so many wins "
    "among the untied data sets (binomial, ties dropped; without an untied one p = 1)."
)
"""The rule of the sign test, to be printed under a table of records."""


@dataclass(frozen=True)
class Comparison:
    """A rule by which two shares are told apart.

    Attributes
    ----------
    name : str
        The word by which a spec asks for it.
    text : str
        The rule, to be printed under a table of records.
    measure : function
        What is compared of a share: equal measures are a tie.
    """

    name: str
    text: str
    measure: Callable[[Fraction], Fraction | int]


def _itself(share: Fraction) -> Fraction:
    return share


EXACT = Comparison(
    "exact",
    "Win/lose/tie: exact shares are compared, as counts of errors over counts of tests; the "
    "lower wins.",
    _itself,
)
PRINTED = Comparison(
    "printed",
    "Win/lose/tie: percentages are compared as printed, rounded half up to tenths; the lower wins.",
    tenths,
)
COMPARISONS = {rule.name: rule for rule in (EXACT, PRINTED)}


@dataclass(frozen=True)
class Record:
    """How often one method wins, loses and ties against another.

    >>> record = Record(wins=22, losses=7, ties=0)
    >>> str(record), f"{float(record.p):.4f}"
    ('22/7/0', '0.0041')
    """

    wins: int
    losses: int
    ties: int

    @property
    def n(self) -> int:
        """Number of data sets compared."""
        return self.wins + self.losses + self.ties

    @property
    def p(self) -> Fraction:
        """One-tailed sign test for the side with more wins, exactly."""
        return sign_test(self.wins, self.losses)

    def reversed(self) -> Record:
        """Return the record as the other method sees it."""
        return Record(self.losses, self.wins, self.ties)

    def __str__(self) -> str:
        return f"{self.wins}/{self.losses}/{self.ties}"


def sign_test(wins: int, losses: int) -> Fraction:
    """Return the chance of a record at least as one-sided, in the direction it leans to.

    >>> sign_test(3, 0), sign_test(0, 0), sign_test(1, 1)
    (Fraction(1, 8), Fraction(1, 1), Fraction(3, 4))
    """
    untied, more = wins + losses, max(wins, losses)
    if not untied:
        return Fraction(1)
    return Fraction(sum(comb(untied, k) for k in range(more, untied + 1)), 2**untied)


def compare(first: Sequence[Fraction], second: Sequence[Fraction], rule: Comparison) -> Record:
    """Return the record of the first method against the second, one share per data set."""
    wins = losses = ties = 0
    for ours, theirs in zip(first, second, strict=True):
        left, right = rule.measure(ours), rule.measure(theirs)
        wins += left < right
        losses += left > right
        ties += left == right
    return Record(wins, losses, ties)
