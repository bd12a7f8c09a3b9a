"""Compiled kernels of naive Bayes: adding up evidence, and kernel densities."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_NEGLIGIBLE = -50.0
"""A class whose log score lies further than this below the best adds nothing to a double."""

_FARTHEST = -1e300
"""Least log density, so that sums stay finite."""


@njit(cache=True)
def predict(
    codes,
    instances,
    labels,
    log_prior,
    n_methods,
    slots,
    local,
    dense_start,
    dense,
    index_start,
    index,
    table,
    predictions,
    log_loss,
    brier,
    faulty,
):
    """Add up the evidence for each instance, class and method, and predict.

    The evidence of an attribute's value is found in one of two forms: as one dense row with
    the evidence for all methods and classes, or as one row number a method into `table`.

    Parameters
    ----------
    codes : (n_instances, n_attributes) int
        Code of each value of the whole data set; -1: missing.
    instances : (n,) int64
        The instances to predict.
    labels : (n_instances,) int
        True classes.
    log_prior : (n_classes,) float64
    n_methods : int
    slots : (n_attributes,) int64
        The column of `local` that has an attribute's rows; -1: the code is the row.
    local : (n, n_slots) int32
        Rows of the instances to predict; -1: missing.
    dense_start, index_start : (n_attributes,) int64
        Where an attribute's rows begin; -1: not in that form. Neither form: no evidence.
    dense : flat float64, rows of n_methods × n_classes
    index : flat int32, rows of n_methods
    table : (n_rows, n_classes) float64
    predictions : (n_methods, n) int16, written
    log_loss, brier : (n_methods,) float64, added to
        Sums over instances, in their order.
    faulty : (n_methods,) bool, written
        Set where a score is not a number, or all classes are ruled out.
    """
    n_classes = len(log_prior)
    width = n_methods * n_classes
    score = np.empty(width, dtype=np.float64)
    waiting = np.empty(codes.shape[1], dtype=np.int64)  # dense rows that are still to be added
    for position in range(len(instances)):
        own = codes[instances[position]]
        for k in range(n_methods):
            score[k * n_classes : (k + 1) * n_classes] = log_prior
        n_waiting = 0
        for a in range(len(own)):
            slot = slots[a]
            code = np.int64(own[a]) if slot < 0 else np.int64(local[position, slot])
            if code < 0:
                continue
            if dense_start[a] >= 0:
                waiting[n_waiting] = dense_start[a] + code * width
                n_waiting += 1
            elif index_start[a] >= 0:
                _add_rows(score, dense, waiting[:n_waiting])
                n_waiting = 0
                base = index_start[a] + code * n_methods
                _add_by_number(score, table, index[base : base + n_methods])
        _add_rows(score, dense, waiting[:n_waiting])
        truth = labels[instances[position]]
        for k in range(n_methods):
            scores = score[k * n_classes : (k + 1) * n_classes]
            best = 0
            for c in range(n_classes):
                if scores[c] > scores[best]:
                    best = c
                if math.isnan(scores[c]):
                    faulty[k] = True
            if scores[best] == -np.inf:
                faulty[k] = True
            predictions[k, position] = best
            _add_losses(scores, scores[best], truth, k, log_loss, brier)


@njit(cache=True)
def _add_rows(score, dense, starts):
    """Add rows of dense evidence to the score, one after the other.

    Four at a time, so that the score is read and written once for four rows; the order of
    additions, and so every bit, is that of one at a time.
    """
    width = len(score)
    r = 0
    while r + 4 <= len(starts):
        first = dense[starts[r] : starts[r] + width]
        second = dense[starts[r + 1] : starts[r + 1] + width]
        third = dense[starts[r + 2] : starts[r + 2] + width]
        fourth = dense[starts[r + 3] : starts[r + 3] + width]
        for x in range(width):
            score[x] = (((score[x] + first[x]) + second[x]) + third[x]) + fourth[x]
        r += 4
    while r < len(starts):
        row = dense[starts[r] : starts[r] + width]
        for x in range(width):
            score[x] += row[x]
        r += 1


@njit(cache=True)
def _add_by_number(score, table, numbers):
    """Add to each method's part of the score the table's row of that number."""
    n_classes = table.shape[1]
    for k in range(len(numbers)):
        evidence = table[numbers[k]]
        for c in range(n_classes):
            score[k * n_classes + c] += evidence[c]


@njit(cache=True)
def _add_losses(score, highest, truth, k, log_loss, brier):
    """Add one instance's log-loss and Brier score to method k's sums."""
    total = 0.0
    squares = 0.0
    for c in range(len(score)):
        below = score[c] - highest
        if below == 0.0:
            total += 1.0  # exp(0), without asking for it
            squares += 1.0
        elif below > _NEGLIGIBLE:
            p = math.exp(below)
            total += p
            squares += p * p
    log_total = math.log(total) if total > 0.0 else 0.0
    log_p = (score[truth] - highest) - log_total
    p_truth = math.exp(log_p) if log_p > -700.0 else 0.0
    log_loss[k] -= log_p
    brier[k] += squares / (total * total) - 2.0 * p_truth + 1.0 if total > 0.0 else 1.0


@njit(cache=True)
def qualitative_counts(codes, attributes, starts, labels, instances, n_classes):
    """Count the given instances by value and class for many attributes in one pass.

    Parameters
    ----------
    codes : (n_instances, n_attributes) int
    attributes : (q,) int64
        The attributes to count.
    starts : (q + 1,) int64
        Where the rows of each begin in the table that is returned; the last is its length.
    labels : (n_instances,) int
    instances : (n,) int64
    n_classes : int

    Returns
    -------
    (n_rows, n_classes) int64
    """
    counts = np.zeros((starts[-1], n_classes), dtype=np.int64)
    for i in instances:
        own = codes[i]
        c = labels[i]
        for q in range(len(attributes)):
            code = own[attributes[q]]
            if code >= 0:
                counts[starts[q] + code, c] += 1
    return counts


@njit(cache=True)
def kernel_log_density(values, centres, counts, width):
    """Return the log of a mean of normal kernels at each value, less log √(2π)."""
    n_total = counts.sum()
    scale = math.log(n_total) + math.log(width)
    densities = np.empty(len(values), dtype=np.float64)
    for i in range(len(values)):
        largest = -np.inf
        for j in range(len(centres)):
            z = (values[i] - centres[j]) / width
            largest = max(largest, -0.5 * z * z)
        if largest < _FARTHEST:  # farther than a double can tell
            densities[i] = _FARTHEST
            continue
        total = 0.0
        for j in range(len(centres)):
            z = (values[i] - centres[j]) / width
            exponent = -0.5 * z * z - largest
            if exponent > -745.0:
                total += counts[j] * math.exp(exponent)
        densities[i] = largest + math.log(total) - scale
    return densities
