"""What the methods share: estimates, class totals along a stream, and what becomes of scores."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from nbexp.classify.kernels import NEGLIGIBLE

_LARGEST = np.finfo(np.float64).max


@njit(cache=True)
def midpoint(lower, upper):
    """Return a finite cut between two values: ``lower <= cut < upper`` where they differ.

    The same number as `nbexp.discretize.intervals.midpoints` gives.
    """
    low = min(max(lower, -_LARGEST), _LARGEST)
    high = min(max(upper, -_LARGEST), _LARGEST)
    middle = (low + high) / 2
    if not math.isfinite(middle):
        middle = low / 2 + high / 2
    if middle >= high or middle < low:
        return low
    return middle


@njit(cache=True)
def first_reaching(bounds, n_bounds, value):
    """Return the first of `n_bounds` ascending bounds with value <= bound, else `n_bounds`."""
    low = 0
    high = n_bounds
    while low < high:
        middle = (low + high) >> 1
        if value <= bounds[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True)
def add_m_estimate(scores, counts, frequency, n_known, n_values, m, log_totals):
    """Add log((n_xc + m p)/(n_c + m)), p = (n_x + 1)/(n + V), of each class to its score.

    Parameters
    ----------
    scores : (n_classes,) float64, added to
    counts : (n_classes,) int64 or float64
        Instances n_xc of each class in the interval, or with the value.
    frequency : int or float
        Their sum n_x.
    n_known, n_values : int
        n and V.
    m : float
    log_totals : (n_classes,) float64
        log(n_c + m).
    """
    share = m * ((frequency + 1.0) / (n_known + n_values))
    of_none = math.log(share)  # most classes have no instance in an interval
    for c in range(len(scores)):
        if counts[c] == 0:
            scores[c] += of_none - log_totals[c]
        else:
            scores[c] += math.log(counts[c] + share) - log_totals[c]


@njit(cache=True)
def log_priors(labels, class_counts, learn, log_prior):
    """Write Laplace's log((n_c + 1)/(N + C)) as it stands before each instance.

    Parameters
    ----------
    labels : (n,) int64
    class_counts : (n_classes,) int64, added to where `learn`
    learn : bool
    log_prior : (n, n_classes) float64, written
    """
    n_classes = len(class_counts)
    total = class_counts.sum()
    for i in range(len(log_prior)):
        for c in range(n_classes):
            log_prior[i, c] = math.log((class_counts[c] + 1) / (total + n_classes))
        if learn:
            class_counts[labels[i]] += 1
            total += 1


@njit(cache=True)
def log_totals(labels, known, class_counts, m, learn, logs):
    """Write log(n_c + m) as it stands before each instance.

    Parameters
    ----------
    labels : (n,) int64
    known : (n,) bool
        Which instances count; an empty array: all.
    class_counts : (n_classes,) int64, added to where `learn`
    m : float
    learn : bool
    logs : (n, n_classes) float64, written
    """
    n_classes = len(class_counts)
    for i in range(len(logs)):
        if i == 0:
            for c in range(n_classes):
                logs[0, c] = math.log(class_counts[c] + m)
        else:
            for c in range(n_classes):
                logs[i, c] = logs[i - 1, c]
            if learn and (len(known) == 0 or known[i - 1]):
                changed = labels[i - 1]
                logs[i, changed] = math.log(class_counts[changed] + m)
        if learn and (len(known) == 0 or known[i]):
            class_counts[labels[i]] += 1


@njit(cache=True)
def outcomes(scores, labels, predictions, log_losses, briers):
    """Predict from log scores, and take the losses; ties go to the first class.

    Parameters
    ----------
    scores : (n, n_classes) float64
        Overwritten.
    labels : (n,) int64
    predictions : (n,) int16, written
    log_losses, briers : (n,) float64, written
        -log p(true class) in nats, and the Brier score, of each instance.

    Returns
    -------
    bool
        Whether some score was not a number, or all classes were ruled out.
    """
    faulty = False
    for i in range(len(labels)):
        score = scores[i]
        best = 0
        for c in range(len(score)):
            if score[c] > score[best]:
                best = c
            if math.isnan(score[c]):
                faulty = True
        if score[best] == -np.inf:
            faulty = True
        predictions[i] = best
        highest = score[best]
        total = 0.0
        squares = 0.0
        for c in range(len(score)):
            score[c] -= highest
            if score[c] > NEGLIGIBLE:
                p = math.exp(score[c])
                total += p
                squares += p * p
        log_p = score[labels[i]] - (math.log(total) if total > 0.0 else 0.0)
        p_truth = math.exp(log_p) if log_p > -700.0 else 0.0
        log_losses[i] = -log_p
        briers[i] = squares / (total * total) - 2.0 * p_truth + 1.0 if total > 0.0 else 1.0
    return faulty
