"""Compiled kernels that cut where the class entropy is least.

They work on the compressed form of `Sample`, as those in `kernels`.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit


@njit(cache=True)
def _best_boundary(indptr, classes, counts, nlogn, begin, end, n_classes):
    """Return the boundary of least class entropy among the values begin .. end - 1.

    Sums of n log2 n are whole numbers (see `entropy.scaled_nlogn`), so they do not depend on
    the order of summation and equal entropies compare as equal. Returns the index of the
    first value right of the cut (-1: no boundary), and for the whole, the left and the right
    part: instances, classes present, and the sum of n log2 n over classes.
    """
    left = np.zeros(n_classes, dtype=np.int64)
    right = np.zeros(n_classes, dtype=np.int64)
    found = np.zeros((3, 3), dtype=np.int64)
    n_all = 0
    for j in range(indptr[begin], indptr[end]):
        right[classes[j]] += counts[j]
        n_all += counts[j]
    sum_right = 0
    present_right = 0
    for c in range(n_classes):
        sum_right += nlogn[right[c]]
        present_right += right[c] > 0
    found[0, 0] = n_all
    found[0, 1] = present_right
    found[0, 2] = sum_right
    sum_left = 0
    present_left = 0
    n_left = 0
    best = -1
    least = 0
    slack = 2 * n_classes + 4  # the roundings of that many terms
    for v in range(begin, end - 1):
        for j in range(indptr[v], indptr[v + 1]):
            c = classes[j]
            k = counts[j]
            sum_left += nlogn[left[c] + k] - nlogn[left[c]]
            sum_right += nlogn[right[c] - k] - nlogn[right[c]]
            present_left += left[c] == 0
            present_right -= right[c] == k
            left[c] += k
            right[c] -= k
            n_left += k
        one_here = indptr[v + 1] - indptr[v] == 1
        one_next = indptr[v + 2] - indptr[v + 1] == 1
        if one_here and one_next and classes[indptr[v]] == classes[indptr[v + 1]]:
            continue
        entropy = nlogn[n_left] - sum_left + nlogn[n_all - n_left] - sum_right
        if best < 0 or entropy < least - slack:
            best = v + 1
            least = entropy
            found[1, 0] = n_left
            found[1, 1] = present_left
            found[1, 2] = sum_left
            found[2, 0] = n_all - n_left
            found[2, 1] = present_right
            found[2, 2] = sum_right
    return best, found


@njit(cache=True)
def _accepted(found, nlogn, scale):
    """Tell whether a cut meets the MDL criterion of Fayyad and Irani (1993)."""
    bits = np.empty(3, dtype=np.float64)  # N Ent of the whole, the left and the right part
    for part in range(3):
        bits[part] = (nlogn[found[part, 0]] - found[part, 2]) / scale
    n = found[0, 0]
    k = found[0, 1]
    subsets = k * math.log2(3.0) + math.log2(1.0 - 2.0 * 3.0 ** (-k))
    code_books = k * bits[0] / n
    for part in range(1, 3):
        code_books -= found[part, 1] * bits[part] / found[part, 0]
    gain = bits[0] - bits[1] - bits[2]
    return gain > math.log2(n - 1.0) + subsets - code_books


LEFT_FIRST, RIGHT_FIRST, DEPTH_FIRST, GAIN_FIRST, LARGEST_FIRST = range(5)
"""Which waiting interval `entropy_cuts` takes next."""


@njit(cache=True)
def _next_waiting(rank, head, end, order):
    """Return the number of the waiting interval to take next."""
    if order in (LEFT_FIRST, RIGHT_FIRST):
        return head
    if order == DEPTH_FIRST:
        return end - 1
    best = head
    for q in range(head, end):
        if rank[q] > rank[best]:
            best = q
    return best


@njit(cache=True)
def entropy_cuts(indptr, classes, counts, nlogn, scale, n_classes, max_cuts, test_first, order):
    """Cut by least class entropy, taking one interval after another from those that wait.

    With `test_first` a cut must meet the MDL criterion to be made; without, the cut is made
    and the criterion decides whether its halves are looked at. Stops at `max_cuts` cuts.
    Returns the indices of the distinct values at which an interval but the first begins.
    """
    n_values = len(indptr) - 1
    cuts = np.empty(max(n_values, 1), dtype=np.int64)
    low = np.zeros(2 * n_values + 1, dtype=np.int64)
    high = np.full(2 * n_values + 1, n_values, dtype=np.int64)
    rank = np.zeros(2 * n_values + 1, dtype=np.int64)
    head = 0
    end = 1
    n_cuts = 0
    while head < end and n_cuts < max_cuts:
        taken = _next_waiting(rank, head, end, order)
        begin = low[taken]
        stop = high[taken]
        if order in (LEFT_FIRST, RIGHT_FIRST):
            head += 1
        else:  # those behind move up, so that the order of arrival is kept
            for q in range(taken, end - 1):
                low[q] = low[q + 1]
                high[q] = high[q + 1]
                rank[q] = rank[q + 1]
            end -= 1
        best, found = _best_boundary(indptr, classes, counts, nlogn, begin, stop, n_classes)
        if best < 0:
            continue
        good = _accepted(found, nlogn, scale)
        if test_first and not good:
            continue
        cuts[n_cuts] = best
        n_cuts += 1
        if good:
            first = end + (order in (RIGHT_FIRST, DEPTH_FIRST))
            second = 2 * end + 1 - first
            low[first] = begin
            high[first] = best
            low[second] = best
            high[second] = stop
            for q in range(end, end + 2):
                rank[q] = _rank(indptr, classes, counts, nlogn, low[q], high[q], n_classes, order)
            end += 2
    return np.sort(cuts[:n_cuts])


@njit(cache=True)
def _rank(indptr, classes, counts, nlogn, begin, end, n_classes, order):
    """Return what decides when a waiting interval is taken, where its arrival does not."""
    rank = 0
    if order == LARGEST_FIRST:
        for j in range(indptr[begin], indptr[end]):
            rank += counts[j]
    elif order == GAIN_FIRST:
        best, found = _best_boundary(indptr, classes, counts, nlogn, begin, end, n_classes)
        if best >= 0:
            for part in range(3):
                bits = nlogn[found[part, 0]] - found[part, 2]
                rank += bits if part == 0 else -bits
    return rank
