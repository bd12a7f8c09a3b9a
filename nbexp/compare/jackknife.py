"""How far bias and variance would come out otherwise with other trials.

An error has a value in each trial, hence a standard deviation s, and its standard error over T
trials is s/sqrt(T). Bias and variance have no value in a trial: an instance's central tendency
is a matter of all trials together. The jackknife gives them a standard error all the same. As the
most frequent class jumps rather than moves, half of the trials are left out and not one (Shao &
Wu 1989; Efron & Tibshirani 1993, section 11.7): with m trials kept and d left out, and v the
variance of what so comes out, the squared standard error is v * m/d. Over all halves that is
exactly s^2/T of anything that is a mean over trials, so the rule for the error and the one for
its parts are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

HALVES = 252
"""So many halves are looked at if there are more, as there are of ten trials; beyond, they are
drawn in pairs: the first of the trials in some order, and the last."""

_SEED = 1989
_ELEMENTS = 1 << 22
"""Counts held at a time."""


@dataclass(frozen=True)
class StandardErrors:
    """Standard errors of an error and its parts, as shares; None of a single trial."""

    error: float | None
    bias: float | None
    variance: float | None

    def of(self, metric: str) -> float | None:
        """Return that of ``error``, ``bias`` or ``variance``."""
        return {"error": self.error, "bias": self.bias, "variance": self.variance}[metric]


def jackknife(labels: NDArray[np.integer], predictions: NDArray[np.integer]) -> StandardErrors:
    """Return the standard errors of Webb's decomposition, by the jackknife that omits halves.

    Parameters
    ----------
    labels : (n,) integer
        Codes of the true classes.
    predictions : (trials, n) integer
        Codes of the predicted classes, none missing.

    Examples
    --------
    Two trials with 1 and 3 errors in 10: the error's s is 0.1414, and s/sqrt(2) is 0.1.

    >>> labels = np.zeros(10, dtype=int)
    >>> predictions = np.array([[1] + [0] * 9, [1] * 3 + [0] * 7])
    >>> round(jackknife(labels, predictions).error, 6)
    0.1
    """
    trials, n = predictions.shape
    if trials < 2:
        return StandardErrors(None, None, None)
    # Where all trials say the same, any half of them does: what such an instance adds does not
    # vary, and only the others need to be looked at.
    split = (predictions != predictions[0]).any(axis=0)
    kept = halves(trials)
    errors, biases = _sums(*_kinds(labels[split], predictions[:, split]), kept)
    size = len(kept[0].nonzero()[0])
    factor = sqrt(size / (trials - size)) / (size * n)
    return StandardErrors(
        float(errors.std()) * factor,
        float(biases.std()) * factor,
        float((errors - biases).std()) * factor,
    )


def halves(trials: int) -> NDArray[np.bool_]:
    """Return the halves of the trials that are kept: (halves, trials); of odd ones, the larger.

    All, if they are few; else always the same ones.
    """
    size = trials - trials // 2
    if comb(trials, size) <= HALVES:
        chosen = [list(one) for one in combinations(range(trials), size)]
    else:
        generator = np.random.default_rng(_SEED)
        chosen = []
        for _ in range(HALVES // 2):
            order = generator.permutation(trials).tolist()
            chosen += [order[:size], order[trials - size :]]
    kept = np.zeros((len(chosen), trials), dtype=np.bool_)
    for row, places in zip(kept, chosen, strict=True):
        row[places] = True
    return kept


def _kinds(
    labels: NDArray[np.integer], predictions: NDArray[np.integer]
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int64]]:
    """Return the kinds of instances, and how many are of each.

    What the classes are called does not matter: a prediction is told by the first trial that made
    the same one, and the truth by the first that was right (the number of trials, if none was).
    """
    rows = np.vstack((predictions, labels))
    told = np.empty((rows.shape[1], len(rows)), dtype=np.int16)
    for j in range(len(rows)):
        told[:, j] = (rows[: j + 1] == rows[j]).argmax(axis=0)
    whole = np.dtype((np.void, told.dtype.itemsize * told.shape[1]))  # sorted as one piece: quicker
    _, first, sizes = np.unique(told.view(whole).ravel(), return_index=True, return_counts=True)
    return told[first, -1], told[first, :-1].T, sizes


def _sums(
    labels: NDArray[np.int16],
    predictions: NDArray[np.int16],
    sizes: NDArray[np.int64],
    kept: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the wrong predictions of each half, and those that equal the central tendency.

    Each instance stands for as many as `sizes` says.
    """
    classes = np.union1d(predictions, labels)
    weights = kept.astype(np.float32)
    errors, biases = np.zeros(len(kept)), np.zeros(len(kept))
    if not labels.size:
        return errors, biases
    step = max(1, _ELEMENTS // (len(kept) * len(classes)))
    for start in range(0, len(labels), step):
        part = predictions[:, start : start + step]
        truth = np.searchsorted(classes, labels[start : start + step])
        named = (part[:, None, :] == classes[None, :, None]).astype(np.float32)
        counts = np.tensordot(weights, named, axes=1)  # (halves, classes, instances)
        highest = counts.max(axis=1)
        leads = counts == highest[:, None, :]
        ties = leads.sum(axis=1)
        places = np.arange(len(truth))
        right = leads[:, truth, places]
        alike = sizes[start : start + step].astype(np.float64)
        biases += (highest * (ties - right) / ties) @ alike
        errors += (weights.sum(axis=1)[:, None] - counts[:, truth, places]) @ alike
    return errors, biases
