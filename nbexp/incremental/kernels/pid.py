"""PiD: many narrow cells that only count (layer 1), merged into intervals on demand (layer 2).

Cells are (a, b]. Halving a cell halves its counts, so that counts are whole multiples of a power
of two; as a cell's counts are halved `MOST_HALVINGS` times at most, their sums are exact.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.incremental.kernels.evidence import add_m_estimate, first_reaching, midpoint

MOST_HALVINGS = 20
"""How often the counts of one cell may be halved: sums are exact below 2^33 instances."""

_BOUND = 2.0**1000
"""Values beyond this count as this, so that no width overflows."""

PD, FFD, EFD, WPD = 0, 1, 2, 3


class State(NamedTuple):
    """Cells of one attribute.

    Attributes
    ----------
    edges : (room + 1,) float64
        Bounds of the cells, ascending.
    counts : (room, n_classes) float64
    frequency : (room,) float64
    halvings : (room,) int64
        How often a cell's counts have been halved.
    numbers : (2,) int64
        Instances learnt with a known value; cells (0: none seen; 1 with equal edges: all values
        seen so far are equal, and the grid is not laid yet).
    width : (1,) float64
        Of the cells of the first grid.
    """

    edges: NDArray[np.float64]
    counts: NDArray[np.float64]
    frequency: NDArray[np.float64]
    halvings: NDArray[np.int64]
    numbers: NDArray[np.int64]
    width: NDArray[np.float64]


@njit(cache=True)
def _clear(state, begin, end):
    for i in range(begin, end):
        state.counts[i] = 0.0
        state.frequency[i] = 0.0
        state.halvings[i] = 0


@njit(cache=True)
def _shift(state, at, by):
    """Move the cells from `at` on to the right, and clear the cells that come free."""
    edges, counts, frequency, halvings, numbers, _ = state
    n = numbers[1]
    edges[n + by] = edges[n]
    for i in range(n - 1, at - 1, -1):
        edges[i + by] = edges[i]
        counts[i + by] = counts[i]
        frequency[i + by] = frequency[i]
        halvings[i + by] = halvings[i]
    _clear(state, at, at + by)
    numbers[1] = n + by


@njit(cache=True)
def lay_grid(state, lowest, highest, n_cells):
    """Lay cells of equal width over a range, all empty."""
    edges = state.edges
    state.width[0] = (highest - lowest) / n_cells
    for i in range(n_cells + 1):
        edges[i] = lowest + i * (highest - lowest) / n_cells
    edges[n_cells] = highest
    edges[0] = np.nextafter(lowest, -np.inf)  # cells are (a, b]: the first holds the lowest too
    _clear(state, 0, n_cells)
    state.numbers[1] = n_cells


@njit(cache=True)
def _exact_halvings(counts):
    """Return how often ones must have been halved to give these counts."""
    halvings = 0
    unit = 1.0
    for c in range(len(counts)):
        while math.floor(counts[c] / unit) * unit != counts[c]:
            unit *= 0.5
            halvings += 1
    return halvings


@njit(cache=True)
def _compact(state, limit):
    """Merge neighbouring cells, from the left, as long as they hold no more than a limit."""
    edges, counts, frequency, halvings, numbers, _ = state
    kept = 0
    for i in range(1, numbers[1]):
        if frequency[kept] + frequency[i] <= limit:
            frequency[kept] += frequency[i]
            counts[kept] += counts[i]
        else:
            kept += 1
            frequency[kept] = frequency[i]
            counts[kept] = counts[i]
        edges[kept + 1] = edges[i + 1]
    numbers[1] = kept + 1
    for i in range(kept + 1):
        halvings[i] = _exact_halvings(counts[i])


@njit(cache=True)
def _added_cells(gap, width, n_cells):
    """Return how many cells bridge a gap: of the first width, at most as many as at first."""
    if gap < width * n_cells:
        return max(1, min(n_cells, math.ceil(gap / width)))
    return n_cells


@njit(cache=True)
def _extend(state, value, n_cells):
    """Add cells at one end, up to a value beyond it."""
    edges, numbers, width = state.edges, state.numbers, state.width[0]
    n = numbers[1]
    if value > edges[n]:
        end = edges[n]
        added = _added_cells(value - end, width, n_cells)
        step = max(width, (value - end) / added)
        _clear(state, n, n + added)
        for i in range(1, added + 1):
            edges[n + i] = end + i * step
        edges[n + added] = max(edges[n + added], value)
        numbers[1] = n + added
    else:
        end = np.nextafter(edges[0], np.inf)  # the lowest value, just above its cell's edge
        added = _added_cells(end - value, width, n_cells)
        step = max(width, (end - value) / added)
        _shift(state, 0, added)
        for i in range(added):
            edges[i] = end - (added - i) * step
        edges[0] = np.nextafter(min(edges[0], value), -np.inf)


@njit(cache=True)
def _make_room(state, value, n_cells, share):
    """Bring a value into the grid, and see to it that there is room for a split."""
    edges, counts, frequency, _, numbers, _ = state
    if numbers[1] == 0:
        edges[0] = value
        edges[1] = value
        _clear(state, 0, 1)
        numbers[1] = 1
        return
    if edges[0] == edges[numbers[1]]:
        if value == edges[0]:
            return
        only = edges[0]
        n_only = frequency[0]
        kept = counts[0].copy()
        lay_grid(state, min(only, value), max(only, value), n_cells)
        at = first_reaching(edges[1:], n_cells - 1, only)
        counts[at] = kept
        frequency[at] = n_only
    if numbers[1] + n_cells >= len(frequency):
        _compact(state, 0.5 * share * numbers[0])
    if value > edges[numbers[1]] or value <= edges[0]:
        _extend(state, value, n_cells)


@njit(cache=True)
def cell_of(state, value):
    """Return the cell of a value; beyond the range, the outermost."""
    return first_reaching(state.edges[1:], state.numbers[1] - 1, value)


@njit(cache=True)
def _halve(state, at):
    """Split a cell in the middle, each half with half the counts; unless it is too narrow."""
    edges, counts, frequency, halvings, _, _ = state
    middle = midpoint(edges[at], edges[at + 1])
    if not edges[at] < middle < edges[at + 1] or halvings[at] >= MOST_HALVINGS:
        return
    _shift(state, at, 1)
    edges[at + 1] = middle
    counts[at + 1] *= 0.5
    frequency[at + 1] *= 0.5
    halvings[at + 1] += 1
    counts[at] = counts[at + 1]
    frequency[at] = frequency[at + 1]
    halvings[at] = halvings[at + 1]


@njit(cache=True)
def within_range(value):
    """Return a value, or the farthest that counts."""
    return min(max(value, -_BOUND), _BOUND)


@njit(cache=True)
def _count(state, value, label, n_cells, share):
    """Count one instance, and return its cell."""
    value = within_range(value)
    _make_room(state, value, n_cells, share)
    at = cell_of(state, value)
    state.counts[at, label] += 1.0
    state.frequency[at] += 1.0
    state.numbers[0] += 1
    return at


@njit(cache=True)
def start(state, values, labels, n_cells, share):
    """Count the first instances, without halving a cell."""
    for i in range(len(values)):
        if not np.isnan(values[i]):
            _count(state, values[i], labels[i], n_cells, share)


@njit(cache=True)
def _target(n, layer, size):
    """Return the frequency that layer 2 aims at; as `nbexp.discretize.frequency`."""
    if layer == EFD:
        return n / size
    wished = size
    if layer == PD:
        wished = math.sqrt(n)
    elif layer == WPD:
        wished = max(1.0, math.floor((size + math.sqrt(size * size + 4.0 * n)) / 2.0))
    return n / max(1.0, math.floor(n / wished + 0.5))


@njit(cache=True)
def interval_of(frequency, n_cells, n, target, tail, cell):
    """Merge cells into intervals of a target frequency, and find that of a cell.

    From the left, each interval takes cells until it holds the target; a last one with less
    than `tail` of it joins the one before.

    Returns
    -------
    begin, end : int
        The cells of the interval.
    n_intervals : int
    """
    found_begin = 0
    found_end = n_cells
    begin = 0
    before = 0
    n_intervals = 1
    below = 0.0
    reached = 0.0
    for i in range(1, n_cells):
        reached += frequency[i - 1]
        if reached - below >= target:
            n_intervals += 1
            before = begin
            begin = i
            below = reached
            if i <= cell:
                found_begin = i
            elif found_end == n_cells:
                found_end = i
    if n_intervals > 1 and n - below < tail * target:
        n_intervals -= 1
        if cell >= before:
            found_begin = before
            found_end = n_cells
    return found_begin, found_end, n_intervals


@njit(cache=True)
def cuts(state, layer, size, tail):
    """Return the first cell of every interval of layer 2 but the first."""
    n = state.numbers[0]
    n_cells = state.numbers[1]
    target = _target(n, layer, size)
    found = np.empty(n_cells, dtype=np.int64)
    n_found = 0
    cell = 0
    while cell < n_cells:
        _, end, _ = interval_of(state.frequency, n_cells, n, target, tail, cell)
        if end < n_cells:
            found[n_found] = end
            n_found += 1
        cell = end
    return found[:n_found].copy()


@njit(cache=True)
def run(
    state,
    values,
    labels,
    log_totals,
    scores,
    begin,
    learn,
    predict,
    m,
    n_cells,
    share,
    layer,
    size,
    tail,
):
    """Take the attribute through instances; see the package's documentation."""
    counts, frequency, numbers = state.counts, state.frequency, state.numbers
    row = np.empty(counts.shape[1], dtype=np.float64)
    for i in range(begin, len(values)):
        value = values[i]
        if np.isnan(value):
            continue
        if predict and numbers[0] > 0:
            n = numbers[0]
            cell = cell_of(state, value)
            target = _target(n, layer, size)
            first, end, n_intervals = interval_of(frequency, numbers[1], n, target, tail, cell)
            row[:] = 0.0
            n_x = 0.0
            for j in range(first, end):
                n_x += frequency[j]
                for c in range(len(row)):
                    row[c] += counts[j, c]
            add_m_estimate(scores[i], row, n_x, n, n_intervals, m, log_totals[i])
        if learn:
            at = _count(state, value, labels[i], n_cells, share)
            if frequency[at] > share * numbers[0]:
                _halve(state, at)
    return len(values)
