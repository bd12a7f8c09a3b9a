"""IDA: quantiles of a random sample, or of a window, of the values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.incremental.kernels.evidence import add_m_estimate, first_reaching, midpoint

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


class State(NamedTuple):
    """Sample and counts of one attribute.

    Attributes
    ----------
    places : (s,) float64
        The sample; where a value lies decides when it is replaced.
    ascending : (s,) float64
        The same values in order.
    counts : (n_bins, n_classes) int64
        Instances of each class that fell into each bin when they were learnt.
    frequency : (n_bins,) int64
    numbers : (3,) int64
        Instances learnt with a known value; values sampled; size of the sample.
    random : (1,) uint64
        State of the random numbers (SplitMix64).
    """

    places: NDArray[np.float64]
    ascending: NDArray[np.float64]
    counts: NDArray[np.int64]
    frequency: NDArray[np.int64]
    numbers: NDArray[np.int64]
    random: NDArray[np.uint64]


@njit(cache=True)
def _random_below(random, n):
    """Return a random whole number from 0 to n - 1."""
    random[0] += _STEP
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    z = z ^ (z >> np.uint64(31))
    return np.int64((z >> np.uint64(11)) * (1.0 / 9007199254740992.0) * n)


@njit(cache=True)
def _replace(ascending, size, old, new):
    """Put one value in the place of another, keeping all in order."""
    at = first_reaching(ascending, size, old)
    while at + 1 < size and ascending[at + 1] < new:
        ascending[at] = ascending[at + 1]
        at += 1
    while at > 0 and ascending[at - 1] > new:
        ascending[at] = ascending[at - 1]
        at -= 1
    ascending[at] = new


@njit(cache=True)
def sample_one(state, value, window):
    """Offer one value to the sample."""
    places, ascending, _, _, numbers, random = state
    seen = numbers[1]
    size = numbers[2]
    numbers[1] += 1
    if size < len(places):
        at = size
        while at > 0 and ascending[at - 1] > value:
            ascending[at] = ascending[at - 1]
            at -= 1
        ascending[at] = value
        places[size] = value
        numbers[2] += 1
        return
    place = seen % size if window else _random_below(random, seen + 1)
    if place < size:
        _replace(ascending, size, places[place], value)
        places[place] = value


@njit(cache=True)
def cut(ascending, size, n_bins, b):
    """Return the upper bound of bin b, the last one's left out."""
    end = ((b + 1) * size + n_bins // 2) // n_bins
    if end <= 0:
        return -np.inf
    if end >= size:
        return np.inf
    return midpoint(ascending[end - 1], ascending[end])


@njit(cache=True)
def bin_of(state, value):
    """Return the first bin whose upper bound reaches a value."""
    n_bins = len(state.frequency)
    low = 0
    high = n_bins - 1
    while low < high:
        middle = (low + high) >> 1
        if value <= cut(state.ascending, state.numbers[2], n_bins, middle):
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True)
def start(state, values, labels, window):
    """Sample all values, then count them in the bins that result."""
    for i in range(len(values)):
        if not np.isnan(values[i]):
            sample_one(state, values[i], window)
    for i in range(len(values)):
        if not np.isnan(values[i]):
            _count(state, values[i], labels[i])


@njit(cache=True)
def _count(state, value, label):
    b = bin_of(state, value)
    state.counts[b, label] += 1
    state.frequency[b] += 1
    state.numbers[0] += 1


@njit(cache=True)
def run(state, values, labels, log_totals, scores, begin, learn, predict, m, window):
    """Take the attribute through instances; see the package's documentation."""
    counts, frequency, numbers = state.counts, state.frequency, state.numbers
    n_bins = len(frequency)
    for i in range(begin, len(values)):
        value = values[i]
        if np.isnan(value):
            continue
        if predict and numbers[0] > 0:
            b = bin_of(state, value)
            add_m_estimate(scores[i], counts[b], frequency[b], numbers[0], n_bins, m, log_totals[i])
        if learn:
            sample_one(state, value, window)
            _count(state, value, labels[i])
    return len(values)
