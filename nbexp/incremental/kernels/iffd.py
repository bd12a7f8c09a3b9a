"""IFFD: an interval that has grown to its upper bound splits near its middle.

Each interval keeps its values with their classes, as (value, class) pairs with counts. Below the
bound a new instance is a new pair at the end, the cheapest way to keep it; at the bound the
pairs are put in order and equal ones joined, so that a split can be looked for. An interval that
cannot be split stays in order. All but fewer than 2·least of its instances have one value (else
it could be split), so that its pairs are bounded too: 2·least + n_classes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.incremental.kernels.evidence import add_m_estimate, first_reaching, midpoint

FREQUENCY, PAIRS, ORDERED = 0, 1, 2


class State(NamedTuple):
    """Intervals of one attribute. They lie in slots, in the order in which they came to be.

    Attributes
    ----------
    cuts : (room,) float64
        Upper bounds of all intervals but the last, ascending.
    order : (room,) int64
        The slot of each interval, from left to right.
    sizes : (room, 3) int64
        By slot, as all that follow: instances, pairs, and how many of the first pairs are
        in order and joined.
    counts : (room, n_classes) int64
        Instances of each class.
    pair_values : (room, width) float64
    pairs : (room, width, 2) int32
        Class of each pair and its number of instances.
    numbers : (2,) int64
        Instances learnt with a known value; intervals.
    """

    cuts: NDArray[np.float64]
    order: NDArray[np.int64]
    sizes: NDArray[np.int64]
    counts: NDArray[np.int64]
    pair_values: NDArray[np.float64]
    pairs: NDArray[np.int32]
    numbers: NDArray[np.int64]


@njit(cache=True)
def _join(values, pairs, n_ordered, value, label, count):
    """Count instances among ascending pairs; return how many pairs there are then."""
    at = first_reaching(values, n_ordered, value)
    while at < n_ordered and values[at] == value and pairs[at, 0] < label:
        at += 1
    if at < n_ordered and values[at] == value and pairs[at, 0] == label:
        pairs[at, 1] += count
        return n_ordered
    for i in range(n_ordered, at, -1):
        values[i] = values[i - 1]
        pairs[i, 0] = pairs[i - 1, 0]
        pairs[i, 1] = pairs[i - 1, 1]
    values[at] = value
    pairs[at, 0] = label
    pairs[at, 1] = count
    return n_ordered + 1


@njit(cache=True)
def put_in_order(state, slot):
    """Put the pairs of a slot in order, and join equal ones."""
    sizes, values, pairs = state.sizes[slot], state.pair_values[slot], state.pairs[slot]
    n_ordered = sizes[ORDERED]
    for i in range(n_ordered, sizes[PAIRS]):
        n_ordered = _join(values, pairs, n_ordered, values[i], pairs[i, 0], pairs[i, 1])
    sizes[PAIRS] = n_ordered
    sizes[ORDERED] = n_ordered


@njit(cache=True)
def _best_split(values, pairs, n, frequency, least):
    """Return the pair that begins the right part of the split nearest the middle; 0: none.

    Both parts hold at least `least` instances, and equal values stay together. Of two splits
    as near to the middle, the left one.
    """
    best = 0
    nearest = frequency + 1
    below = 0
    for i in range(1, n):
        below += pairs[i - 1, 1]
        if below > frequency - least:
            break
        if below >= least and values[i] != values[i - 1]:
            distance = abs(2 * below - frequency)
            if distance < nearest:
                nearest = distance
                best = i
    return best


@njit(cache=True)
def split(state, j, least):
    """Split interval j, whose pairs are in order, if that can be done; tell whether it was."""
    cuts, order, sizes, counts, values, pairs, numbers = state
    left = order[j]
    n = sizes[left, PAIRS]
    at = _best_split(values[left], pairs[left], n, sizes[left, FREQUENCY], least)
    if at == 0:
        return False
    n_intervals = numbers[1]
    right = n_intervals
    counts[right] = 0
    moved = 0
    for i in range(at, n):
        values[right, i - at] = values[left, i]
        pairs[right, i - at] = pairs[left, i]
        k = pairs[left, i, 1]
        counts[left, pairs[left, i, 0]] -= k
        counts[right, pairs[left, i, 0]] += k
        moved += k
    sizes[right, FREQUENCY] = moved
    sizes[right, PAIRS] = n - at
    sizes[right, ORDERED] = n - at
    sizes[left, FREQUENCY] -= moved
    sizes[left, PAIRS] = at
    sizes[left, ORDERED] = at
    for i in range(n_intervals - 1, j, -1):
        cuts[i] = cuts[i - 1]
    cuts[j] = midpoint(values[left, at - 1], values[right, 0])
    for i in range(n_intervals, j + 1, -1):
        order[i] = order[i - 1]
    order[j + 1] = right
    numbers[1] += 1
    return True


@njit(cache=True)
def split_all(state, least, bound):
    """Split every interval that has reached the bound, as often as can be.

    Returns whether there was room for it.
    """
    j = 0
    while j < state.numbers[1]:
        if state.numbers[1] == len(state.order):
            return False
        due = state.sizes[state.order[j], FREQUENCY] >= bound
        if not (due and split(state, j, least)):
            j += 1
    return True


@njit(cache=True)
def _learn(state, j, value, label, least, bound):
    slot = state.order[j]
    sizes, values, pairs = state.sizes[slot], state.pair_values[slot], state.pairs[slot]
    state.counts[slot, label] += 1
    state.numbers[0] += 1
    sizes[FREQUENCY] += 1
    n = sizes[PAIRS]
    if sizes[FREQUENCY] < bound:
        values[n] = value
        pairs[n, 0] = label
        pairs[n, 1] = 1
        sizes[PAIRS] = n + 1
        return
    if sizes[ORDERED] < n:
        put_in_order(state, slot)
    sizes[PAIRS] = _join(values, pairs, sizes[PAIRS], value, label, 1)
    sizes[ORDERED] = sizes[PAIRS]
    split(state, j, least)


@njit(cache=True)
def run(state, values, labels, log_totals, scores, begin, learn, predict, m, least, bound):
    """Take the attribute through instances; see the package's documentation.

    An interval whose frequency is at least `bound` is split, if both parts keep `least`.
    """
    numbers = state.numbers
    for i in range(begin, len(values)):
        value = values[i]
        if np.isnan(value):
            continue
        if learn and numbers[1] == len(state.order):
            return i
        j = first_reaching(state.cuts, numbers[1] - 1, value)
        if predict and numbers[0] > 0:
            slot = state.order[j]
            row = state.counts[slot]
            n_x = state.sizes[slot, FREQUENCY]
            add_m_estimate(scores[i], row, n_x, numbers[0], numbers[1], m, log_totals[i])
        if learn:
            _learn(state, j, value, labels[i], least, bound)
    return len(values)
