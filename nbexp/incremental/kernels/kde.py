"""KDE: a Gaussian kernel at every training value; equal values of a class are one kernel."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.classify.kernels import LEAST_LOG_DENSITY

_UNDERFLOW = 745.0
"""exp of less than minus this is 0: such a kernel adds exactly nothing to the nearest."""


class State(NamedTuple):
    """The values of one attribute: a stretch of one array a class, ascending.

    Attributes
    ----------
    centres : (room,) float64
        Distinct values of the classes, one class after another with room between.
    counts : (room,) float64
        Their numbers of instances.
    starts : (n_classes + 1,) int64
        Where the stretch of each class begins; the last is the end of all.
    sizes : (n_classes,) int64
        Distinct values of each class.
    numbers : (n_classes,) int64
        Instances of each class learnt with a known value.
    """

    centres: NDArray[np.float64]
    counts: NDArray[np.float64]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    numbers: NDArray[np.int64]


@njit(cache=True)
def _first_at_least(centres, low, high, value):
    while low < high:
        middle = (low + high) >> 1
        if centres[middle] >= value:
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True)
def _learn(state, value, label):
    centres, counts, starts, sizes, numbers = state
    begin = starts[label]
    end = begin + sizes[label]
    at = _first_at_least(centres, begin, end, value)
    if at < end and centres[at] == value:
        counts[at] += 1.0
    else:
        for i in range(end, at, -1):
            centres[i] = centres[i - 1]
        for i in range(end, at, -1):
            counts[i] = counts[i - 1]
        centres[at] = value
        counts[at] = 1.0
        sizes[label] += 1
    numbers[label] += 1


@njit(cache=True)
def _nearest(centres, begin, end, value, width):
    """Return the exponent of the kernel nearest to a value."""
    at = _first_at_least(centres, begin, end, value)
    largest = LEAST_LOG_DENSITY
    if at < end:
        z = (value - centres[at]) / width
        largest = max(largest, -0.5 * z * z)
    if at > begin:
        z = (value - centres[at - 1]) / width
        largest = max(largest, -0.5 * z * z)
    return largest


@njit(cache=True)
def _summed(centres, counts, begin, end, value, width, largest):
    """Sum the kernels relative to the largest exponent, from left to right.

    Only those are looked at that do not underflow to 0; the others would add exactly 0.
    """
    reach = width * math.sqrt(2.0 * (_UNDERFLOW - largest)) * (1.0 + 1e-9)
    first = _first_at_least(centres, begin, end, value - reach)
    last = value + reach
    total = 0.0
    for j in range(first, end):
        if centres[j] > last:
            break
        z = (value - centres[j]) / width
        exponent = -0.5 * z * z - largest
        if exponent > -_UNDERFLOW:
            total += counts[j] * math.exp(exponent)
    return total


@njit(cache=True)
def _log_mean(total, largest, n, width):
    """Return the log of a mean of n kernels, less log √(2π)."""
    log_total = math.log(total) if total > 0.0 else 0.0
    return largest + log_total - (math.log(n) + math.log(width))


@njit(cache=True)
def _of_all_classes(state, value, n_known):
    """Return the log density over the values of all classes."""
    width = 1.0 / math.sqrt(n_known)
    largest = -np.inf
    for c in range(len(state.sizes)):
        begin = state.starts[c]
        end = begin + state.sizes[c]
        largest = max(largest, _nearest(state.centres, begin, end, value, width))
    total = 0.0
    for c in range(len(state.sizes)):
        begin = state.starts[c]
        end = begin + state.sizes[c]
        total += _summed(state.centres, state.counts, begin, end, value, width, largest)
    return _log_mean(total, largest, n_known, width)


@njit(cache=True)
def _add_evidence(state, value, scores):
    """Add each class's log density, less log √(2π); a class without values takes all."""
    centres, counts, starts, sizes, numbers = state
    n_known = 0.0 + numbers.sum()
    of_all = np.nan
    for c in range(len(sizes)):
        if numbers[c] == 0:
            if math.isnan(of_all):
                of_all = _of_all_classes(state, value, n_known)
            scores[c] += of_all
            continue
        n_c = 0.0 + numbers[c]
        width = 1.0 / math.sqrt(n_c)
        begin = starts[c]
        end = begin + sizes[c]
        largest = _nearest(centres, begin, end, value, width)
        total = _summed(centres, counts, begin, end, value, width, largest)
        scores[c] += _log_mean(total, largest, n_c, width)


@njit(cache=True)
def run(state, values, labels, log_totals, scores, begin, learn, predict):
    """Take the attribute through instances; see the package's documentation."""
    starts, sizes, numbers = state.starts, state.sizes, state.numbers
    n_known = numbers.sum()
    for i in range(begin, len(values)):
        value = values[i]
        if not np.isfinite(value):
            continue
        label = labels[i]
        if learn and sizes[label] == starts[label + 1] - starts[label]:
            return i
        if predict and n_known > 0:
            _add_evidence(state, value, scores[i])
        if learn:
            _learn(state, value, label)
            n_known += 1
    return len(values)
