"""Methods that cut sorted values into intervals of a target frequency: EFD, PD, FFD, WPD.

The thesis leaves open what happens to a remainder, how a frequency that does not divide n is
rounded, and what becomes of a fixed frequency in tiny data; its tables fit ``parts: round``,
``tail: 0.62`` and ``least-intervals: 3`` (docs/decisions.md).
"""

from __future__ import annotations

import math
from abc import abstractmethod

from nbexp.discretize import kernels
from nbexp.discretize.citations import DOUGHERTY_1995, YANG_2003
from nbexp.discretize.equal_width import K
from nbexp.discretize.intervals import StepFunction, disjoint_step
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter, Real
from nbexp.discretize.sample import Sample

_TAIL_MEANING = (
    "a last interval with fewer instances than this share of the target frequency joins the "
    "one before it"
)

TAIL = Parameter("tail", Real(0.0, 1.0), 0.62, _TAIL_MEANING, text=1.0)

PARTS = Parameter(
    "parts",
    Choice(("round", "floor", "ceil", "in-turn")),
    "round",
    "how n/s gives the number of intervals: rounded, and n shared equally among them; "
    "in-turn: s instances after s instances",
    text="in-turn",
)

LEAST_INTERVALS = Parameter(
    "least-intervals",
    Int(1),
    3,
    "a fixed frequency is lowered to n divided by this where n is small, so that the data make "
    "that many intervals; 1: never lowered",
    text=1,
)


def lowered_frequency(s: float, n: int, least_intervals: int) -> float:
    """Return the frequency s, or less where n instances would make too few intervals."""
    return s if least_intervals == 1 else min(s, n / least_intervals)


def target_frequency(n: int, s: float, parts: str) -> float:
    """Return the frequency that intervals aim at, for n instances and a wished frequency s."""
    if parts == "in-turn":
        return s
    t = n / s
    rounded = {"round": math.floor(t + 0.5), "floor": math.floor(t), "ceil": math.ceil(t)}
    return n / max(1, rounded[parts])


class _FrequencyMethod(Method):
    """Cut sorted values into intervals of a target frequency; equal values stay together."""

    tail: float

    @abstractmethod
    def target(self, n: int) -> float:
        """Return the target frequency for n training instances of known value."""

    def fit(self, sample: Sample) -> StepFunction:
        """Cut the sorted training values."""
        target = self.target(sample.n_known)
        cuts = kernels.frequency_cuts(sample.starts, target, float(self.tail))
        return disjoint_step(self, sample, cuts)


class EqualFrequency(_FrequencyMethod):
    """k intervals of about n/k instances each."""

    id = "efd"
    name = "Equal frequency discretization"
    source = "Yang 2003, section 4.1.1; Dougherty, Kohavi and Sahami 1995"
    bibtex = DOUGHERTY_1995
    taxonomy = Taxonomy()
    own_parameters = (K, Parameter("tail", Real(0.0, 1.0), 0.62, _TAIL_MEANING, text=0.0))

    k: int

    def target(self, n: int) -> float:
        """Return n/k."""
        return n / self.k


class _DesiredFrequency(_FrequencyMethod):
    """A frequency method that wishes for s instances an interval, s from the training size."""

    parts: str

    @abstractmethod
    def desired(self, n: int) -> float:
        """Return the wished frequency s for n training instances of known value."""

    def target(self, n: int) -> float:
        """Return s, or what `parts` makes of it."""
        return target_frequency(n, self.desired(n), self.parts)


class Proportional(_DesiredFrequency):
    """Interval frequency and interval number are both √n (PD, also known as PKID)."""

    id = "pd"
    name = "Proportional discretization"
    source = "Yang 2003, section 5.2.1, eq. 5.1"
    bibtex = YANG_2003
    taxonomy = Taxonomy(parameters="non-parametric")
    own_parameters = (PARTS, TAIL)

    def desired(self, n: int) -> float:
        """Return √n."""
        return math.sqrt(n)


class FixedFrequency(_DesiredFrequency):
    """Interval frequency s, whatever the training size; the interval number grows with it."""

    id = "ffd"
    name = "Fixed frequency discretization"
    source = "Yang 2003, section 5.2.2"
    bibtex = YANG_2003
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("s", Int(1), 30, "interval frequency"),
        LEAST_INTERVALS,
        PARTS,
        TAIL,
    )

    s: int
    least_intervals: int

    def desired(self, n: int) -> float:
        """Return s, lowered in tiny data."""
        return lowered_frequency(self.s, n, self.least_intervals)


class WeightedProportional(_DesiredFrequency):
    """As proportional, but the interval frequency is never below a least one.

    s t = n and s - least = t give s = (least + √(least² + 4 n)) / 2, rounded down.
    """

    id = "wpd"
    name = "Weighted proportional discretization"
    source = "Yang 2003, section 6.4.5, eq. 6.1"
    bibtex = YANG_2003
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("least", Int(0), 30, "least interval frequency (m in the thesis)"),
        LEAST_INTERVALS,
        PARTS,
        TAIL,
    )

    least: int
    least_intervals: int

    def desired(self, n: int) -> float:
        """Return (least + √(least² + 4 n)) / 2, rounded down, at least 1; less in tiny data."""
        s = max(1, (self.least + math.isqrt(self.least**2 + 4 * n)) // 2)
        return lowered_frequency(s, n, self.least_intervals)
