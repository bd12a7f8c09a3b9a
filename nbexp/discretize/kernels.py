"""Compiled kernels over a sample's counts.

Each is plain Python that numba compiles and keeps on disk; with ``NUMBA_DISABLE_JIT=1`` it
runs as it stands. All work on the compressed form of `Sample`: for each distinct value,
the (class, count) pairs present there.
"""

from __future__ import annotations

import math
import sys

import numpy as np
from numba import njit

_GREATEST = sys.float_info.max
_ROOT_HALF = math.sqrt(0.5)


@njit(cache=True)
def pair_entries(codes, labels, n_values, n_classes):
    """Give a number to each (value, class) pair that occurs, and count its instances.

    Pairs are in order of value, those of one value in the order in which they first occur.

    Returns
    -------
    pair : (n_instances,) int32
        The pair of each instance (-1: missing).
    indptr : (n_values + 1,) int32
        The first pair of each value.
    classes : (n_pairs,) int16
    totals : (n_pairs,) int32
        Instances of each pair.
    """
    if n_values * n_classes <= len(codes):
        return _pairs_by_table(codes, labels, n_values, n_classes)
    return _pairs_by_value(codes, labels, n_values, n_classes)


@njit(cache=True)
def _pairs_by_table(codes, labels, n_values, n_classes):
    """Find the pairs in a table of all that there could be: as `pair_entries`, for few values.

    The instances are read from first to last, and nothing else of their number is.
    """
    table = np.zeros((n_values, n_classes), dtype=np.int32)
    number = np.zeros((n_values, n_classes), dtype=np.int32)
    indptr = np.zeros(n_values + 1, dtype=np.int32)
    for i in range(len(codes)):
        v = codes[i]
        if v >= 0:
            if table[v, labels[i]] == 0:
                number[v, labels[i]] = indptr[v + 1]
                indptr[v + 1] += 1
            table[v, labels[i]] += 1
    indptr = np.cumsum(indptr).astype(np.int32)
    classes = np.empty(indptr[n_values], dtype=np.int16)
    totals = np.empty(indptr[n_values], dtype=np.int32)
    for v in range(n_values):
        for c in range(n_classes):
            if table[v, c] > 0:
                number[v, c] += indptr[v]
                classes[number[v, c]] = c
                totals[number[v, c]] = table[v, c]
    pair = np.empty(len(codes), dtype=np.int32)
    for i in range(len(codes)):
        pair[i] = number[codes[i], labels[i]] if codes[i] >= 0 else -1
    return pair, indptr, classes, totals


@njit(cache=True)
def _pairs_by_value(codes, labels, n_values, n_classes):
    """Find the pairs value by value: as `pair_entries`, for many values."""
    n = len(codes)
    starts = np.zeros(n_values + 1, dtype=np.int64)
    for i in range(n):
        if codes[i] >= 0:
            starts[codes[i] + 1] += 1
    for v in range(n_values):
        starts[v + 1] += starts[v]
    order = np.empty(starts[n_values], dtype=np.int32)
    fill = starts[:-1].copy()
    for i in range(n):
        if codes[i] >= 0:
            order[fill[codes[i]]] = i
            fill[codes[i]] += 1
    pair = np.full(n, -1, dtype=np.int32)
    indptr = np.zeros(n_values + 1, dtype=np.int32)
    classes = np.empty(len(order), dtype=np.int16)
    totals = np.zeros(len(order), dtype=np.int32)
    newest = np.full(n_classes, -1, dtype=np.int64)
    n_pairs = 0
    for v in range(n_values):
        indptr[v] = n_pairs
        for j in range(starts[v], starts[v + 1]):
            i = order[j]
            c = labels[i]
            if newest[c] < indptr[v]:
                newest[c] = n_pairs
                classes[n_pairs] = c
                n_pairs += 1
            pair[i] = newest[c]
            totals[newest[c]] += 1
    indptr[n_values] = n_pairs
    return pair, indptr, classes[:n_pairs].copy(), totals[:n_pairs].copy()


@njit(cache=True)
def count_pairs(pair, instances, n_pairs):
    """Count how many of the given instances fall on each pair: (n_pairs,) int32."""
    counts = np.zeros(n_pairs, dtype=np.int32)
    for i in instances:
        if pair[i] >= 0:
            counts[pair[i]] += 1
    return counts


@njit(cache=True)
def compress(values, indptr, classes, counts):
    """Drop pairs and values without an instance, and accumulate the counts."""
    n_kept_values = 0
    n_kept_pairs = 0
    for v in range(len(values)):
        before = n_kept_pairs
        for j in range(indptr[v], indptr[v + 1]):
            n_kept_pairs += counts[j] > 0
        n_kept_values += n_kept_pairs > before
    kept_values = np.empty(n_kept_values, dtype=np.float64)
    starts = np.zeros(n_kept_values + 1, dtype=np.int32)
    kept_indptr = np.zeros(n_kept_values + 1, dtype=np.int32)
    kept_classes = np.empty(n_kept_pairs, dtype=np.int16)
    kept_counts = np.empty(n_kept_pairs, dtype=np.int32)
    d = 0
    e = 0
    for v in range(len(values)):
        here = 0
        for j in range(indptr[v], indptr[v + 1]):
            if counts[j] > 0:
                kept_classes[e] = classes[j]
                kept_counts[e] = counts[j]
                here += counts[j]
                e += 1
        if here > 0:
            kept_values[d] = values[v]
            starts[d + 1] = starts[d] + here
            kept_indptr[d + 1] = e
            d += 1
    return kept_values, starts, kept_indptr, kept_classes, kept_counts


@njit(cache=True)
def places(ascending, asked, after_equals):
    """Return how many numbers lie below each asked one; with `after_equals`, those equal too.

    As ``np.searchsorted``, but each search starts where the one before ended, with steps that
    double: what is asked in ascending order is found nearby.
    """
    found = np.empty(len(asked), dtype=np.int64)
    low = 0
    for i in range(len(asked)):
        x = asked[i]
        if low > 0 and not (ascending[low - 1] < x or (after_equals and ascending[low - 1] == x)):
            low = 0  # not in ascending order
        low = _place_from(low, ascending, x, after_equals)
        found[i] = low
    return found


@njit(cache=True)
def _place_from(low, ascending, x, after_equals):
    """Return the place of a number that is not among the first `low`."""
    step = 1
    high = low
    while high < len(ascending) and (
        ascending[high] < x or (after_equals and ascending[high] == x)
    ):
        low = high + 1
        high += step
        step *= 2
    high = min(high, len(ascending))
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < x or (after_equals and ascending[middle] == x):
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True)
def cells(upper, values):
    """Return the cell (a, b] of each ascending value, given the upper bounds of all but the last.

    The bounds never decrease. The same as ``places(upper, values, False)``, but quicker where
    there are fewer bounds than values.
    """
    found = np.empty(len(values), dtype=np.int64)
    begin = 0
    for cell in range(len(upper)):
        end = _place_from(begin, values, upper[cell], True)
        found[begin:end] = cell
        begin = end
    found[begin:] = len(upper)
    return found


@njit(cache=True)
def midpoints(lower, upper):
    """Return a finite cut between each pair of neighbouring values, lower <= cut < upper.

    It is the midpoint, computed so that it cannot overflow; where rounding makes it equal to the
    upper value, the lower one.
    """
    cuts = np.empty(len(lower), dtype=np.float64)
    for i in range(len(lower)):
        low = min(max(lower[i], -_GREATEST), _GREATEST)
        high = min(max(upper[i], -_GREATEST), _GREATEST)
        if max(abs(low), abs(high)) <= _GREATEST / 2:
            middle = (low + high) / 2
        else:
            middle = low / 2 + high / 2
        cuts[i] = middle if low <= middle < high else low
    return cuts


@njit(cache=True)
def counts_below(indptr, classes, counts, n_classes, step):
    """Count the classes among the values below each step-th one: (n_values // step + 1, n_classes).

    Row b counts the values with an index below b × step.
    """
    n_rows = (len(indptr) - 1) // step + 1
    table = np.zeros((n_rows, n_classes), dtype=np.int64)
    for b in range(1, n_rows):
        table[b] = table[b - 1]
        for j in range(indptr[(b - 1) * step], indptr[b * step]):
            table[b, classes[j]] += counts[j]
    return table


@njit(cache=True)
def window_counts(indptr, classes, counts, below, step, first, last):
    """Count the classes in each window of distinct values.

    Window r holds the values with index first[r] .. last[r] - 1; neither bound decreases. A
    window near the one before it is counted from that one: what leaves, what enters. Any other
    is counted by itself, from the rows of `below` (of `counts_below`) next to its bounds.
    """
    table = np.empty((len(first), below.shape[1]), dtype=np.int64)
    current = np.zeros(below.shape[1], dtype=np.int64)
    low = 0
    high = 0
    for r in range(len(first)):
        if first[r] >= high or (first[r] - low) + (last[r] - high) > step:
            _count_window(indptr, classes, counts, below, step, first[r], last[r], current)
        else:
            for j in range(indptr[high], indptr[last[r]]):
                current[classes[j]] += counts[j]
            for j in range(indptr[low], indptr[first[r]]):
                current[classes[j]] -= counts[j]
        low = first[r]
        high = last[r]
        table[r] = current
    return table


@njit(cache=True)
def _count_window(indptr, classes, counts, below, step, first, last, current):
    """Count the classes among the values first .. last - 1, visiting less than 2 × step of them."""
    low = -(-first // step)
    high = last // step
    if low > high:  # within one step
        low_end = last
        high_begin = last
        current[:] = 0
    else:
        low_end = low * step
        high_begin = high * step
        for c in range(len(current)):
            current[c] = below[high, c] - below[low, c]
    for j in range(indptr[first], indptr[low_end]):
        current[classes[j]] += counts[j]
    for j in range(indptr[high_begin], indptr[last]):
        current[classes[j]] += counts[j]


@njit(cache=True)
def m_estimate_log(table, class_counts, n_known, n_intervals, m):
    """Return log((n_xc + m p) / (n_c + m)) with p = (n_x + 1) / (n + V).

    Neighbouring rows often share their frequency n_x, so the logarithms of one n_x are
    kept: few are ever computed twice.
    """
    n_rows, n_classes = table.shape
    logs = np.empty((n_rows, n_classes), dtype=np.float64)
    log_total = np.empty(n_classes, dtype=np.float64)
    for c in range(n_classes):
        log_total[c] = math.log(class_counts[c] + m)
    known_total = -1
    memo = np.full(64, np.nan)
    for r in range(n_rows):
        total = 0
        for c in range(n_classes):
            total += table[r, c]
        share = m * ((total + 1.0) / (n_known + n_intervals))
        if total != known_total:
            known_total = total
            memo[:] = np.nan
        for c in range(n_classes):
            count = table[r, c]
            if count < 64:
                if math.isnan(memo[count]):
                    memo[count] = math.log(count + share)
                logs[r, c] = memo[count] - log_total[c]
            else:
                logs[r, c] = math.log(count + share) - log_total[c]
    return logs


@njit(cache=True)
def frequency_cuts(starts, target, tail):
    """Cut sorted values into intervals of a target frequency, equal values together.

    From the smallest value each interval takes the least number of instances that reaches
    the target, extended to the right over equal values; a last interval shorter than
    `tail` times the target joins the one before it.

    Returns the indices of the distinct values at which an interval but the first begins.
    """
    n_values = len(starts) - 1
    total = starts[n_values]
    cuts = np.empty(n_values, dtype=np.int64)
    n_cuts = 0
    begin = 0
    for v in range(1, n_values):
        if starts[v] - begin >= target:
            cuts[n_cuts] = v
            n_cuts += 1
            begin = starts[v]
    if n_cuts > 0 and total - begin < tail * target:
        n_cuts -= 1
    return cuts[:n_cuts].copy()


@njit(cache=True)
def fuzzy_counts(values, indptr, classes, counts, edges, sigma, tails, n_classes):
    """Sum the influence of every value on every interval: (n_intervals, n_classes) float64.

    A value's influence on (a, b] is the share there of a normal density with the value as its
    mean. It is taken from complementary error functions of the nearer tail, so that small
    influences keep their digits.
    """
    n_intervals = len(edges) - 1
    table = np.zeros((n_intervals, n_classes), dtype=np.float64)
    z = np.empty(n_intervals + 1, dtype=np.float64)
    outside = np.empty(n_intervals + 1, dtype=np.float64)
    for v in range(len(values)):
        for i in range(n_intervals + 1):
            z[i] = (edges[i] - values[v]) / sigma
            outside[i] = 0.5 * math.erfc(abs(z[i]) * _ROOT_HALF)
        if tails:
            z[0] = -np.inf
            z[n_intervals] = np.inf
            outside[0] = 0.0
            outside[n_intervals] = 0.0
        for i in range(n_intervals):
            if z[i] >= 0.0:
                influence = outside[i] - outside[i + 1]
            elif z[i + 1] <= 0.0:
                influence = outside[i + 1] - outside[i]
            else:
                influence = 1.0 - outside[i] - outside[i + 1]
            for j in range(indptr[v], indptr[v + 1]):
                table[i, classes[j]] += counts[j] * influence
    return table
