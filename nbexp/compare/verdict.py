"""Whether a reproduced value agrees with the printed one.

Two experiments that differ by the luck of their folds alone differ by sqrt(2) standard errors
as a rule, and by more than twice that in one of twenty cases. So much, and half a printed tenth
for the rounding of the printed value, is agreement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt

from nbexp.compare.printed import HALF_A_TENTH

NEAR = Fraction(1, 100)
"""One percentage point."""


class Verdict(StrEnum):
    """What is said of a cell."""

    AGREES = "agrees"
    NEAR = "near"
    DIFFERS = "differs"
    MISSING = "missing"


def tolerance(standard_error: float | None, printed_standard_error: float | None = None) -> float:
    """Return how far apart two values may be that agree, as a share.

    Parameters
    ----------
    standard_error : float or None
        Of our value: for the error s/sqrt(T), with s its standard deviation over the T trials.
        None if it is not known: then only rounding is forgiven.
    printed_standard_error : float, optional
        Of the printed value; that of ours if left out, as if it had been had likewise.

    Examples
    --------
    With s = 1 point and ten trials, 2 * sqrt(2 * 1 / 10) + 0.05 points:

    >>> round(100 * tolerance(0.01 / sqrt(10)), 4)
    0.9444
    """
    ours = standard_error or 0.0
    theirs = ours if printed_standard_error is None else printed_standard_error
    return 2 * sqrt(ours**2 + theirs**2) + float(HALF_A_TENTH)


def judge(ours: Fraction | None, printed: Fraction, allowed: float) -> Verdict:
    """Return the verdict on a value against the printed one.

    >>> judge(Fraction(128, 1000), Fraction(123, 1000), 0.004)
    <Verdict.NEAR: 'near'>
    """
    if ours is None:
        return Verdict.MISSING
    apart = abs(ours - printed)
    if apart <= Fraction(allowed).limit_denominator(10**12):
        return Verdict.AGREES
    return Verdict.NEAR if apart <= NEAR else Verdict.DIFFERS


@dataclass(frozen=True)
class Tally:
    """How often each verdict was given.

    Attributes
    ----------
    agrees, near, differs, missing : int
    """

    agrees: int = 0
    near: int = 0
    differs: int = 0
    missing: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Tally:
        """Count verdicts."""
        given = list(verdicts)
        return cls(*(given.count(verdict) for verdict in Verdict))

    @property
    def n(self) -> int:
        """Cells that have both values: what shares are of."""
        return self.agrees + self.near + self.differs

    @property
    def share_agreeing(self) -> Fraction | None:
        """The share that agrees; None of no cells."""
        return Fraction(self.agrees, self.n) if self.n else None

    @property
    def share_close(self) -> Fraction | None:
        """The share that agrees or is near; None of no cells."""
        return Fraction(self.agrees + self.near, self.n) if self.n else None
