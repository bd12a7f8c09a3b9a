"""Intervals, and the step function from value to evidence that they make."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize import kernels
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Sample


def midpoints(lower: NDArray[np.float64], upper: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a finite cut between each pair of neighbouring values, ``lower < upper``.

    It is the midpoint, computed so that it cannot overflow; where rounding makes it equal to
    the upper value, the lower one. Either way ``lower <= cut < upper``.
    """
    cuts: NDArray[np.float64] = kernels.midpoints(lower, upper)
    return cuts


def locate(upper: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the cell (a, b] of each ascending value, given the cells' upper bounds.

    Parameters
    ----------
    upper : (n_cells - 1,) float64
        Upper bounds, never decreasing, of all cells but the last, which is open.
    values : (q,) float64
        Ascending.
    """
    cells: NDArray[np.int64] = (
        kernels.places(upper, values, False)
        if len(upper) > len(values)
        else kernels.cells(upper, values)
    )
    return cells


@dataclass(frozen=True, eq=False)
class StepFunction(FittedAttribute):
    """Evidence that is constant on each cell between neighbouring boundaries.

    Attributes
    ----------
    upper : (n_cells - 1,) float64
        Upper bounds of all cells but the last, never decreasing.
    frequencies : (n_cells, n_classes) int64 or float64
        Training instances of each class in the interval of each cell. Disjoint methods have
        one interval a cell; the intervals of non-disjoint ones reach over several.
    table : (n_cells, n_classes) float64
        log p(interval | class).
    n_intervals : int
        The number of values the discretized attribute has.
    disjoint : bool
        Whether each cell is an interval of its own.
    """

    upper: NDArray[np.float64]
    frequencies: NDArray[np.int64] | NDArray[np.float64]
    table: NDArray[np.float64]
    n_intervals: int
    disjoint: bool = True

    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return each value's cell and the table of the cells."""
        return locate(self.upper, values), self.table


def class_counts(method: Method, sample: Sample) -> NDArray[np.int64]:
    """Return the n_c of the m-estimate: all instances of a class, or those of known value."""
    return sample.class_totals if method.class_counts == "all" else sample.known_class_totals()


def log_m_estimate(
    method: Method, sample: Sample, frequencies: NDArray[np.int64], n_intervals: int
) -> NDArray[np.float64]:
    """Return log p(interval | class) by the m-estimate of the thesis (section 3.1.1)."""
    table: NDArray[np.float64] = kernels.m_estimate_log(
        frequencies, class_counts(method, sample), sample.n_known, n_intervals, float(method.m)
    )
    return table


def disjoint_step(method: Method, sample: Sample, cuts: NDArray[np.int64]) -> StepFunction:
    """Make the step function of disjoint intervals that begin at the given distinct values.

    Parameters
    ----------
    cuts : (n_intervals - 1,) int64
        Index of the first distinct value of each interval but the first, increasing.
    """
    edges = np.zeros(len(cuts) + 2, dtype=np.int64)
    edges[1:-1], edges[-1] = cuts, len(sample.values)
    frequencies = sample.frequencies(edges[:-1], edges[1:])
    upper = midpoints(sample.values[cuts - 1], sample.values[cuts])
    n_intervals = len(cuts) + 1
    table = log_m_estimate(method, sample, frequencies, n_intervals)
    return StepFunction(upper, frequencies, table, n_intervals)
