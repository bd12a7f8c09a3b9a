"""MFFD: fixed frequency intervals kept exact under insertion by passing values to the right.

All (value, class) pairs of an attribute lie in one ascending array, with counts; an interval is a
stretch of it. From the left, each interval is the fewest distinct values that hold the target
frequency; only the last may hold less. Moving a value to the next interval moves a bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.incremental.kernels.evidence import add_m_estimate, first_reaching, midpoint


class State(NamedTuple):
    """Values and intervals of one attribute, the last interval not yet joined to any.

    Attributes
    ----------
    values : (room,) float64
    classes, pair_counts : (room,) int32
        The pairs, ascending by value and class.
    ends : (rooms,) int64
        One past the last pair of each interval.
    frequency : (rooms,) int64
    counts : (rooms, n_classes) int64
    numbers : (3,) int64
        Instances learnt with a known value; pairs; intervals.
    """

    values: NDArray[np.float64]
    classes: NDArray[np.int32]
    pair_counts: NDArray[np.int32]
    ends: NDArray[np.int64]
    frequency: NDArray[np.int64]
    counts: NDArray[np.int64]
    numbers: NDArray[np.int64]


@njit(cache=True)
def _holding(state, value):
    """Return the first interval whose greatest value reaches `value`; else their number."""
    low = 0
    high = state.numbers[2]
    while low < high:
        middle = (low + high) >> 1
        if value <= state.values[state.ends[middle] - 1]:
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True)
def joined_tail(state, target, tail):
    """Tell whether the last interval counts as part of the one before it."""
    last = state.numbers[2] - 1
    return last > 0 and state.frequency[last] < tail * target


@njit(cache=True)
def _add_pair(state, value, label):
    """Count one instance; tell whether its pair is new."""
    values, classes, pair_counts, _, _, _, numbers = state
    n = numbers[1]
    at = first_reaching(values, n, value)
    while at < n and values[at] == value and classes[at] < label:
        at += 1
    if at < n and values[at] == value and classes[at] == label:
        pair_counts[at] += 1
        return False
    for i in range(n, at, -1):
        values[i] = values[i - 1]
    for i in range(n, at, -1):
        classes[i] = classes[i - 1]
    for i in range(n, at, -1):
        pair_counts[i] = pair_counts[i - 1]
    values[at] = value
    classes[at] = label
    pair_counts[at] = 1
    numbers[1] += 1
    return True


@njit(cache=True)
def _pass_on(state, j, target):
    """Pass the greatest values of interval j on that it can spare; tell whether there were any."""
    values, classes, pair_counts, ends, frequency, counts, numbers = state
    any_passed = False
    while True:
        begin = ends[j] - 1
        spare = np.int64(pair_counts[begin])
        while begin > 0 and values[begin - 1] == values[begin]:
            begin -= 1
            spare += pair_counts[begin]
        if frequency[j] - spare < target:
            return any_passed
        if j + 1 == numbers[2]:
            ends[j + 1] = ends[j]
            frequency[j + 1] = 0
            counts[j + 1] = 0
            numbers[2] += 1
        for i in range(begin, ends[j]):
            counts[j, classes[i]] -= pair_counts[i]
            counts[j + 1, classes[i]] += pair_counts[i]
        frequency[j] -= spare
        frequency[j + 1] += spare
        ends[j] = begin
        any_passed = True


@njit(cache=True)
def _learn(state, value, label, target):
    ends, frequency, counts, numbers = state.ends, state.frequency, state.counts, state.numbers
    j = _holding(state, value)
    if j == numbers[2]:  # greater than all: into the last interval, or a new one
        if j > 0 and frequency[j - 1] < target:
            j -= 1
        else:
            ends[j] = numbers[1]
            frequency[j] = 0
            counts[j] = 0
            numbers[2] += 1
    if _add_pair(state, value, label):
        for i in range(j, numbers[2]):
            ends[i] += 1
    frequency[j] += 1
    counts[j, label] += 1
    numbers[0] += 1
    while j < numbers[2] and _pass_on(state, j, target):
        j += 1


@njit(cache=True)
def interval_of(state, value, target, tail):
    """Return the interval of a value, by midpoints between intervals.

    The interval that the last one has joined stands for both.
    """
    values, ends, last = state.values, state.ends, state.numbers[2] - 1
    j = min(_holding(state, value), last)
    if j > 0 and value <= midpoint(values[ends[j - 1] - 1], values[ends[j - 1]]):
        j -= 1
    if j == last and joined_tail(state, target, tail):
        j -= 1
    return j


@njit(cache=True)
def run(state, values, labels, log_totals, scores, begin, learn, predict, m, target, tail):
    """Take the attribute through instances; see the package's documentation."""
    frequency, counts, numbers = state.frequency, state.counts, state.numbers
    together = np.empty(counts.shape[1], dtype=np.int64)
    for i in range(begin, len(values)):
        value = values[i]
        if np.isnan(value):
            continue
        # An insertion adds a pair and an interval at the most.
        if learn and (numbers[1] == len(state.values) or numbers[2] + 1 >= len(frequency)):
            return i
        if predict and numbers[0] > 0:
            j = interval_of(state, value, target, tail)
            n_intervals = numbers[2]
            row = counts[j]
            n_x = frequency[j]
            if joined_tail(state, target, tail):
                n_intervals -= 1
                if j == n_intervals - 1:
                    together[:] = counts[j] + counts[j + 1]
                    row = together
                    n_x += frequency[j + 1]
            add_m_estimate(scores[i], row, n_x, numbers[0], n_intervals, m, log_totals[i])
        if learn:
            _learn(state, value, labels[i], target)
    return len(values)
