"""Gaussian: running means and sums of squares (Welford 1962), and the range."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.classify.kernels import LEAST_LOG_DENSITY


class State(NamedTuple):
    """Moments of one attribute; the last element of each is that of all classes together.

    Attributes
    ----------
    numbers : (n_classes + 1,) int64
        Instances learnt with a known value.
    means : (n_classes + 1,) float64
    squares : (n_classes + 1,) float64
        Sums of squared differences from the mean.
    bounds : (2,) float64
        Least and greatest value.
    """

    numbers: NDArray[np.int64]
    means: NDArray[np.float64]
    squares: NDArray[np.float64]
    bounds: NDArray[np.float64]


@njit(cache=True)
def _add(state, c, value):
    numbers, means, squares, _ = state
    numbers[c] += 1
    difference = value - means[c]
    means[c] += difference / numbers[c]
    squares[c] += difference * (value - means[c])


@njit(cache=True)
def moments(state, c, floor):
    """Return the mean and deviation that class c's density takes.

    A class with one known value takes the deviation of all values, one without any their mean
    too; no deviation is below its floor, a share of the range.
    """
    numbers, means, squares, bounds = state
    everything = len(numbers) - 1
    of_mean = c if numbers[c] > 0 else everything
    of_spread = c if numbers[c] > 1 else everything
    spread = max(squares[of_spread], 0.0)
    deviation = math.sqrt(spread / max(numbers[of_spread] - 1, 1))
    return means[of_mean], max(deviation, floor * (bounds[1] - bounds[0]))


@njit(cache=True)
def says_something(state, floor):
    """Whether there are two values, neither too near nor too far apart for a double to tell."""
    _, _, squares, bounds = state
    return floor * (bounds[1] - bounds[0]) > 0.0 and np.isfinite(squares[-1])


@njit(cache=True)
def run(state, values, labels, log_totals, scores, begin, learn, predict, floor):
    """Take the attribute through instances; see the package's documentation."""
    numbers, bounds = state.numbers, state.bounds
    n_classes = len(numbers) - 1
    for i in range(begin, len(values)):
        value = values[i]
        if not np.isfinite(value):
            continue
        if predict and says_something(state, floor):
            for c in range(n_classes):
                mean, deviation = moments(state, c, floor)
                z = (value - mean) / deviation
                scores[i, c] += max(-0.5 * z * z, LEAST_LOG_DENSITY) - math.log(deviation)
        if learn:
            _add(state, labels[i], value)
            _add(state, n_classes, value)
            bounds[0] = min(bounds[0], value)
            bounds[1] = max(bounds[1], value)
    return len(values)
