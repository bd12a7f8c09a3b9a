"""Compiled kernels of naive Bayes: adding up evidence, and kernel densities."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from nbexp.classify.prefetch import prefetch

NEGLIGIBLE = -50.0
"""A class whose log score lies further than this below the best adds nothing to a double."""

_AHEAD = 8
"""So many instances ahead their scores are asked for from memory."""

_LINE = 8
"""Numbers that come from memory together."""

LEAST_LOG_DENSITY = -1e300
"""No log density is less, so that sums stay finite."""


@njit(cache=True)
def predict(
    codes,
    instances,
    attributes,
    starts,
    rows,
    scores,
    labels,
    done,
    predictions,
    log_loss,
    brier,
    faulty,
):
    """Add the evidence of the last attributes to each instance's scores, and predict.

    Parameters
    ----------
    codes, instances, attributes, starts, rows
        As in `add_by_instance`.
    scores : (n, width) or (1, width) float64
        What has been added so far: for each instance, or for all alike. Not changed.
    labels : (n_instances,) int
        True classes of the whole data set.
    done : int
        How many instances have been predicted before these.
    predictions : (n_methods, all instances) int16, written
    log_loss, brier : (n_methods,) float64, added to
        Sums over instances, in their order.
    faulty : (n_methods,) bool, written
        Set where a score is not a number, or all classes are ruled out.
    """
    n_methods = len(predictions)
    n_classes = scores.shape[1] // n_methods
    score = np.empty(scores.shape[1], dtype=np.float64)
    found = np.empty(len(attributes), dtype=np.int64)
    for position in range(len(instances)):
        score[:] = scores[min(position, len(scores) - 1)]
        n_found = _find_rows(codes[instances[position]], attributes, starts, found)
        _add_rows(score, rows, found[:n_found])
        truth = labels[instances[position]]
        for k in range(n_methods):
            own = score[k * n_classes : (k + 1) * n_classes]
            best = 0
            for c in range(n_classes):
                if own[c] > own[best]:
                    best = c
                if math.isnan(own[c]):
                    faulty[k] = True
            if own[best] == -np.inf:
                faulty[k] = True
            predictions[k, done + position] = best
            _add_losses(own, own[best], truth, k, log_loss, brier)


@njit(cache=True)
def add_by_instance(codes, instances, attributes, starts, rows, scores):
    """Add the evidence of some attributes to the scores of each instance.

    Parameters
    ----------
    codes : (n_instances, n_attributes) int
        Code of each value of the whole data set; -1: missing.
    instances : (n,) int64
    attributes : (q,) int64
        The attributes to add, in that order.
    starts : (q,) int64
        The row of each one's code 0.
    rows : (n_rows, width) float64
        Evidence for all methods and classes.
    scores : (n, width) float64, added to
    """
    found = np.empty(len(attributes), dtype=np.int64)
    for position in range(len(instances)):
        n_found = _find_rows(codes[instances[position]], attributes, starts, found)
        _add_rows(scores[position], rows, found[:n_found])


@njit(cache=True)
def add_by_value(order, place, index, table, scores):
    """Add the evidence of one attribute to the scores, instance by instance in order of value.

    Parameters
    ----------
    order : (n,) int64
        The rows of `scores` to add to.
    place : (n,) int64
        Which of the attribute's values each one has.
    index : (n_values, n_methods) int32
        The row of `table` for each value and method.
    table : (n_rows, n_classes) float64
    scores : (m, n_methods * n_classes) float64, added to
    """
    n_methods = index.shape[1]
    n_classes = table.shape[1]
    width = scores.shape[1]
    for j in range(len(order)):
        if j + _AHEAD < len(order):
            for x in range(0, width + _LINE - 1, _LINE):
                prefetch(scores, order[j + _AHEAD], min(x, width - 1))
        score = scores[order[j]]
        numbers = index[place[j]]
        for k in range(n_methods):
            evidence = table[numbers[k]]
            for c in range(n_classes):
                score[k * n_classes + c] += evidence[c]


@njit(cache=True)
def runs(ascending):
    """Return where each run of equal codes begins, and for each code the number of its run."""
    begins = np.empty(len(ascending), dtype=np.int64)
    place = np.empty(len(ascending), dtype=np.int64)
    n_runs = 0
    for j in range(len(ascending)):
        if j == 0 or ascending[j] != ascending[j - 1]:
            begins[n_runs] = j
            n_runs += 1
        place[j] = n_runs - 1
    return begins[:n_runs], place


@njit(cache=True)
def extent(numbers):
    """Return the least of some whole numbers, and the greatest plus one."""
    least = numbers[0]
    greatest = numbers[0]
    for number in numbers:
        least = min(least, number)
        greatest = max(greatest, number)
    return least, greatest + 1


@njit(cache=True)
def _find_rows(own, attributes, starts, found):
    """Find the rows of an instance's known values, and return how many they are."""
    n_found = 0
    for a in range(len(attributes)):
        code = np.int64(own[attributes[a]])
        if code >= 0:
            found[n_found] = starts[a] + code
            n_found += 1
    return n_found


@njit(cache=True)
def _add_rows(score, rows, found):
    """Add rows of evidence to the score, one after the other.

    Four at a time, so that the score is read and written once for four rows; the order of
    additions, and so every bit, is that of one at a time.
    """
    width = len(score)
    r = 0
    while r + 4 <= len(found):
        first, second = rows[found[r]], rows[found[r + 1]]
        third, fourth = rows[found[r + 2]], rows[found[r + 3]]
        for x in range(width):
            score[x] = (((score[x] + first[x]) + second[x]) + third[x]) + fourth[x]
        r += 4
    while r < len(found):
        row = rows[found[r]]
        for x in range(width):
            score[x] += row[x]
        r += 1


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
        elif below > NEGLIGIBLE:
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
        if largest < LEAST_LOG_DENSITY:  # farther than a double can tell
            densities[i] = LEAST_LOG_DENSITY
            continue
        total = 0.0
        for j in range(len(centres)):
            z = (values[i] - centres[j]) / width
            exponent = -0.5 * z * z - largest
            if exponent > -745.0:
                total += counts[j] * math.exp(exponent)
        densities[i] = largest + math.log(total) - scale
    return densities
