"""Compiled kernel of lazy discretization as the thesis describes it."""

from __future__ import annotations

import math

import numpy as np
from numba import njit


@njit(cache=True)
def evidence_per_instance(first, last, classes, class_counts, n_known, n_intervals, m):
    """Return log p(interval | class) for every test instance, counted for it alone.

    Parameters
    ----------
    first, last : (n,) int64
        The interval of test instance i holds the sorted training instances first[i] ..
        last[i] - 1.
    classes : (n_known,) int16
        Class of each training instance of known value, in the order of values.
    class_counts : (n_classes,) int64
    n_known, n_intervals : int
    m : float

    Returns
    -------
    (n, n_classes) float64
    """
    n_classes = len(class_counts)
    evidence = np.empty((len(first), n_classes), dtype=np.float64)
    counts = np.empty(n_classes, dtype=np.int64)
    for i in range(len(first)):
        counts[:] = 0
        for j in range(first[i], last[i]):
            counts[classes[j]] += 1
        share = m * ((last[i] - first[i] + 1.0) / (n_known + n_intervals))
        for c in range(n_classes):
            evidence[i, c] = math.log(counts[c] + share) - math.log(class_counts[c] + m)
    return evidence
