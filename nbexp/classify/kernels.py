"""Compiled kernels of naive Bayes: adding up evidence, and kernel densities."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_NEGLIGIBLE = -50.0
"""A class whose log score lies further than this below the best adds nothing to a double."""


@njit(cache=True)
def predict(
    codes,
    instances,
    labels,
    log_prior,
    n_methods,
    remap_start,
    remap,
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
    remap_start : (n_attributes,) int64
        Where an attribute's map from code to row begins in `remap`; -1: the code is the row.
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
    n_attributes = codes.shape[1]
    n_classes = len(log_prior)
    width = n_methods * n_classes
    score = np.empty(width, dtype=np.float64)
    for position in range(len(instances)):
        i = instances[position]
        for k in range(n_methods):
            for c in range(n_classes):
                score[k * n_classes + c] = log_prior[c]
        for a in range(n_attributes):
            code = np.int64(codes[i, a])
            if code < 0:
                continue
            if remap_start[a] >= 0:
                code = np.int64(remap[remap_start[a] + code])
            if dense_start[a] >= 0:
                base = dense_start[a] + code * width
                row = dense[base : base + width]
                for x in range(width):
                    score[x] += row[x]
            elif index_start[a] >= 0:
                base = index_start[a] + code * n_methods
                for k in range(n_methods):
                    evidence = table[index[base + k]]
                    for c in range(n_classes):
                        score[k * n_classes + c] += evidence[c]
        truth = labels[i]
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
            predictions[k, position] = best
            _add_losses(own, own[best], truth, k, log_loss, brier)


@njit(cache=True)
def _add_losses(score, highest, truth, k, log_loss, brier):
    """Add one instance's log-loss and Brier score to method k's sums."""
    total = 0.0
    squares = 0.0
    for c in range(len(score)):
        score[c] -= highest
        if score[c] > _NEGLIGIBLE:
            p = math.exp(score[c])
            total += p
            squares += p * p
    log_total = math.log(total) if total > 0.0 else 0.0
    log_p = score[truth] - log_total
    p_truth = math.exp(log_p) if log_p > -700.0 else 0.0
    log_loss[k] -= log_p
    brier[k] += squares / (total * total) - 2.0 * p_truth + 1.0 if total > 0.0 else 1.0


@njit(cache=True)
def qualitative_counts(codes, attribute, labels, instances, n_values, n_classes):
    """Count the given instances by value and class: (n_values, n_classes) int64."""
    counts = np.zeros((n_values, n_classes), dtype=np.int64)
    for i in instances:
        if codes[i, attribute] >= 0:
            counts[codes[i, attribute], labels[i]] += 1
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
        total = 0.0
        for j in range(len(centres)):
            z = (values[i] - centres[j]) / width
            exponent = -0.5 * z * z - largest
            if exponent > -745.0:
                total += counts[j] * math.exp(exponent)
        densities[i] = largest + math.log(total) - scale
    return densities
