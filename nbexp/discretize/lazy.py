"""Lazy discretization (LD): one interval for each value asked, with the value in its middle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize import kernels
from nbexp.discretize.citations import HSU_2000, YANG_2003
from nbexp.discretize.equal_width import K
from nbexp.discretize.frequency import LEAST_INTERVALS
from nbexp.discretize.intervals import log_m_estimate
from nbexp.discretize.method import FittedAttribute, Method, Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter
from nbexp.discretize.primary import FREQUENCY, interval_frequency
from nbexp.discretize.sample import Sample

_LAZY = Taxonomy(
    build="composite",
    supervision="-",
    variate="-",
    parameters="-",
    hierarchy="-",
    scope="-",
    timing="lazy",
    overlap="non-disjoint",
)

_WINDOW_PARAMETERS = (
    Parameter(
        "runs",
        Choice(("half-open", "half-open-left", "whole")),
        "half-open",
        "what becomes of equal values at the window's ends: counted as (left, right], as "
        "[left, right), or runs that are touched counted whole",
        text="whole",
    ),
    Parameter(
        "centre",
        Choice(("first", "middle", "last")),
        "first",
        "which instance among those equal to the value the window is laid about",
        text="middle",
    ),
    Parameter(
        "ends",
        Choice(("clipped", "shifted")),
        "clipped",
        "whether a window at the ends of the data is cut off, or moved inwards",
    ),
)


@dataclass(frozen=True, eq=False)
class LazyWindows(FittedAttribute):
    """Windows of training instances about values that are only known when they are asked.

    Attributes
    ----------
    method : Lazy
        Says how a window is laid.
    sample : Sample
        The training sample.
    frequency : int
        Instances in a window.
    n_intervals : int
        Values that the discretized attribute would have with intervals of that frequency.
    """

    method: Lazy
    sample: Sample
    frequency: int
    n_intervals: int

    def windows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the window of each ascending value, as a range of distinct training values.

        Returns
        -------
        first, last : (q,) int64
            The window of value i holds the training values ``first[i]`` .. ``last[i] - 1``.
        """
        if self.method.primary == "ewd":
            return self._windows_of_width(values)
        starts = self.sample.starts
        below = kernels.places(self.sample.values, values, False)
        upto = below + (self.sample.values[np.minimum(below, len(starts) - 2)] == values)
        centre = {
            "first": starts[below],
            "middle": (starts[below] + np.maximum(starts[upto] - 1, starts[below])) // 2,
            "last": np.maximum(starts[upto] - 1, starts[below]),
        }[self.method.centre]
        left = centre - self.frequency // 2  # the window's first position
        if self.method.ends == "shifted":
            left = np.clip(left, 0, max(0, self.sample.n_known - self.frequency))
        first, last = self._around(left, left + self.frequency - 1)
        return np.minimum(first, below), np.maximum(last, upto)

    def _around(
        self, left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the distinct values at the positions left .. right, ends as `runs` says."""
        starts, n = self.sample.starts, self.sample.n_known
        if self.method.runs == "half-open":
            # (x at the position before the first, x at the last]
            first = np.where(left <= 0, 0, kernels.places(starts, left - 1, True))
        else:
            first = kernels.places(starts, np.maximum(left, 0), True) - 1
        if self.method.runs == "half-open-left":
            # [x at the first position, x at the one after the last)
            after = kernels.places(starts, np.minimum(right + 1, n - 1), True) - 1
            return first, np.where(right + 1 >= n, len(starts) - 1, after)
        return first, kernels.places(starts, np.minimum(right, n - 1), True)

    def _windows_of_width(
        self, values: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return windows as wide as an interval of equal width, the value in the middle."""
        known = self.sample.values
        half = (known[-1] / 2 - known[0] / 2) / self.method.k
        with np.errstate(over="ignore"):
            first = np.searchsorted(known, values - half, side="left")
            last = np.searchsorted(known, values + half, side="right")
        return first.astype(np.int64), np.maximum(first, last).astype(np.int64)

    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return one row for each value."""
        frequencies = self.sample.frequencies(*self.windows(values))
        table = log_m_estimate(self.method, self.sample, frequencies, self.n_intervals)
        return np.arange(len(values), dtype=np.int32), table


class Lazy(Method):
    """An interval about each test value with the frequency a primary method would give.

    The tables fit s = ⌊n/k⌋ positions about the first of the values equal to the test value,
    cut off at the ends of the data, then read as a range (left, right] that counts equal
    values at its right end and not those at its left. Hsu, Huang and Wong take intervals as wide
    as those of equal width (``primary: ewd``).
    """

    id = "ld"
    name = "Lazy discretization"
    source = "Hsu, Huang and Wong 2000; Yang 2003, sections 4.1.5 and 6.2"
    bibtex = HSU_2000
    taxonomy = _LAZY
    own_parameters: ClassVar[tuple[Parameter, ...]] = (
        K,
        Parameter("s", Int(1), 30, "interval frequency where the primary method is ffd"),
        Parameter(
            "primary",
            Choice(("efd", "ewd", "ffd", "pd")),
            "efd",
            "the method that sets an interval's frequency (ewd: its width)",
        ),
        LEAST_INTERVALS,
        FREQUENCY,
        *_WINDOW_PARAMETERS,
    )

    k: int
    s: int
    primary: str
    least_intervals: int
    frequency: str
    runs: str
    centre: str
    ends: str

    def fit(self, sample: Sample) -> LazyWindows:
        """Keep the sample; windows are laid when values are asked for."""
        n = sample.n_known
        if self.primary == "ewd":
            return LazyWindows(self, sample, 0, self.k)
        frequency = max(1, math.floor(interval_frequency(self, sample)))
        return LazyWindows(self, sample, frequency, max(1, n // frequency))


class LazyFixedFrequency(Lazy):
    """Lazy discretization with the interval frequency of FFD."""

    id = "ld-ffd"
    name = "Lazy discretization with fixed frequency"
    source = "Yang 2003, section 6.2"
    bibtex = YANG_2003
    own_parameters = (
        Parameter("s", Int(1), 30, "interval frequency"),
        LEAST_INTERVALS,
        FREQUENCY,
        *_WINDOW_PARAMETERS,
    )

    primary = "ffd"
    k = 10
