"""A qualitative attribute: class counts of each value."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from nbexp.incremental.kernels.evidence import add_m_estimate


class State(NamedTuple):
    """Counts of a qualitative attribute.

    Attributes
    ----------
    counts : (n_values, n_classes) int64
    frequency : (n_values,) int64
    numbers : (2,) int64
        Instances learnt with a known value, and all that were learnt.
    """

    counts: NDArray[np.int64]
    frequency: NDArray[np.int64]
    numbers: NDArray[np.int64]


@njit(cache=True)
def run(state, codes, labels, log_totals, scores, begin, learn, predict, m, over_all, of_known):
    """Take the attribute through instances; see the package's documentation.

    `codes` are the values' numbers, -1 where missing. A number with no row is a value never
    seen. `over_all`: whether p of a value divides by all instances or by those of known value;
    `of_known`: whether n_c counts those of known value alone.
    """
    counts, frequency, numbers = state
    n_values, n_classes = counts.shape
    never_seen = np.zeros(n_classes, dtype=np.int64)
    known_totals = np.empty(n_classes, dtype=np.float64)
    for i in range(begin, len(codes)):
        code = codes[i]
        if learn and code >= n_values:
            return i
        if predict and code >= 0 and numbers[0] > 0:
            total = numbers[1] if over_all else numbers[0]
            logs = log_totals[i]
            if of_known:
                for c in range(n_classes):
                    known_totals[c] = math.log(counts[:, c].sum() + m)
                logs = known_totals
            if code < n_values:
                row = counts[code]
                n_x = frequency[code]
            else:
                row = never_seen
                n_x = 0
            add_m_estimate(scores[i], row, n_x, total, n_values, m, logs)
        if learn:
            numbers[1] += 1
            if code >= 0:
                numbers[0] += 1
                frequency[code] += 1
                counts[code, labels[i]] += 1
    return len(codes)
