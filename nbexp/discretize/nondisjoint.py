"""Non-disjoint discretization (NDD)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize import kernels
from nbexp.discretize.citations import YANG_2003
from nbexp.discretize.equal_width import K
from nbexp.discretize.frequency import LEAST_INTERVALS
from nbexp.discretize.intervals import StepFunction, log_m_estimate, midpoints
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter
from nbexp.discretize.primary import FREQUENCY, interval_frequency
from nbexp.discretize.sample import Sample


class NonDisjoint(Method):
    """Overlapping intervals, each of `group` neighbouring atomic cells.

    A value's interval is its own cell in the middle and the same number of cells on either side.
    The tables fit cells of ⌊s/group⌋ sorted positions each: cell i ends at the value b_i on
    its last position, a value belongs to the first cell with v ≤ b_i, and its interval holds the
    training instances with b_(i-2) < x ≤ b_(i+1) (for a group of three; equation 5.2 taken as
    written), less at the ends. The literal text keeps equal values in one cell, cuts
    midway between values, and gives the outermost cells the interval of their neighbour.
    """

    id = "ndd"
    name = "Non-disjoint discretization"
    source = "Yang 2003, section 5.2.3, eq. 5.2"
    bibtex = YANG_2003
    taxonomy = Taxonomy(build="composite", parameters="-", overlap="non-disjoint")
    own_parameters = (
        Parameter("s", Int(1), 30, "interval frequency where the primary method is ffd"),
        LEAST_INTERVALS,
        K,
        Parameter("group", Int(1, odd=True), 3, "atomic cells that make one interval"),
        Parameter(
            "primary", Choice(("ffd", "efd", "pd")), "ffd", "the method that sets the frequency"
        ),
        FREQUENCY,
        Parameter(
            "ties",
            Choice(("split", "together")),
            "split",
            "whether a cell may end within a run of equal values",
            text="together",
        ),
        Parameter(
            "ends",
            Choice(("clipped", "shifted")),
            "clipped",
            "whether the intervals of the outermost cells have fewer cells, or move inwards",
            text="shifted",
        ),
    )

    s: int
    least_intervals: int
    k: int
    group: int
    primary: str
    frequency: str
    ties: str
    ends: str

    def fit(self, sample: Sample) -> StepFunction:
        """Form the atomic cells and count the interval of each that a value can be in."""
        upper, ends = self.cells(sample)
        reached = self.reached(ends)
        first, last = self.windows(len(ends))
        bounds = np.concatenate(([0], ends))
        n_intervals = max(1, len(ends) - self.group + 1)
        frequencies = sample.frequencies(bounds[first[reached]], bounds[last[reached]])
        table = log_m_estimate(self, sample, frequencies, n_intervals)
        return StepFunction(upper[reached[:-1]], frequencies, table, n_intervals, disjoint=False)

    def cells(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Form the atomic cells.

        Returns
        -------
        upper : (n_cells - 1,) float64
            Upper bounds of all cells but the last, never decreasing.
        ends : (n_cells,) int64
            The number of distinct values up to the end of each.
        """
        size = max(1, math.floor(interval_frequency(self, sample) / self.group))
        if self.ties == "split":
            return self._cells_by_position(sample, size)
        return self._cells_of_whole_runs(sample, size)

    @staticmethod
    def reached(ends: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the cells that a value can be in, given their ends.

        Within a run of equal values cells end where the one before them ends: the first of them
        has the value. What lies above all training values is in the last cell.
        """
        longer = np.diff(ends, prepend=0) > 0
        longer[-1] = True
        return np.flatnonzero(longer)

    def _cells_by_position(
        self, sample: Sample, size: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Form cells of `size` sorted positions; see `cells`."""
        n = sample.n_known
        positions = np.minimum(np.arange(1, -(-n // size) + 1) * size, n)
        ends = kernels.places(sample.starts, positions, False)
        return sample.values[ends[:-1] - 1], ends

    def _cells_of_whole_runs(
        self, sample: Sample, size: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """As above, equal values in one cell and cuts midway between values."""
        cuts = kernels.frequency_cuts(sample.starts, float(size), 1.0)
        upper = midpoints(sample.values[cuts - 1], sample.values[cuts])
        return upper, np.append(cuts, len(sample.values)).astype(np.int64)

    def windows(self, n_cells: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the first cell of each cell's interval, and the one after its last."""
        half = self.group // 2
        middle = np.arange(n_cells)
        if self.ends == "shifted" and n_cells >= self.group:
            middle = np.clip(middle, half, n_cells - 1 - half)
        return np.maximum(middle - half, 0), np.minimum(middle + half + 1, n_cells)
