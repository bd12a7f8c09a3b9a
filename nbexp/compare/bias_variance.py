"""Bias and variance of the predictions that repeated trials make for each instance.

The main decomposition is Webb's (Webb 2000; Yang 2003, section 6.2). Over the predictions an
instance gets, one per trial, the *central tendency* is the most frequent class. Bias is the
share of predictions that are wrong and equal to it, variance the share that are wrong and
differ from it, so that bias + variance is the error.

The papers leave open what holds when several classes are equally frequent. Here the average
over them is taken: each is the central tendency in turn, with equal weight. That depends
neither on the order of the classes nor on chance. All shares are exact fractions, so the sum
is exact too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.integer]
Predictions = NDArray[np.integer]

_BLOCK = 1 << 16
"""Instances looked at in one go: the working arrays of a block stay in the cache."""


@dataclass(frozen=True)
class Decomposition:
    """The error of repeated trials and its two parts, as shares of all predictions.

    Attributes
    ----------
    errors : int
        Wrong predictions, all trials together.
    n, trials : int
        Instances, and predictions for each of them.
    error, bias, variance : Fraction
        ``error == errors / (n * trials) == bias + variance``, exactly.
    trial_errors : tuple of int
        Wrong predictions of each trial.
    """

    errors: int
    n: int
    trials: int
    error: Fraction
    bias: Fraction
    variance: Fraction
    trial_errors: tuple[int, ...]


def is_complete(predictions: Predictions) -> bool:
    """Tell whether every trial predicts a class for every instance; -1 says it does not."""
    return predictions.size > 0 and int(predictions.min()) >= 0


def decompose(labels: Labels, predictions: Predictions) -> Decomposition:
    """Decompose the error into Webb's bias and variance.

    Parameters
    ----------
    labels : (n,) integer
        Codes of the true classes.
    predictions : (trials, n) integer
        Codes of the predicted classes. With a missing one (-1) there is no decomposition:
        the instances or trials left over would be a selection.

    Raises
    ------
    ValueError
        The shapes do not fit, there is nothing to decompose, or a prediction is missing.

    Examples
    --------
    Three trials, class 0 is true. The first instance is mostly predicted right, so its one
    error is variance; the second mostly as 2, so two of its errors are bias.

    >>> result = decompose(np.array([0, 0]), np.array([[0, 2], [0, 2], [1, 1]]))
    >>> result.error, result.bias, result.variance
    (Fraction(2, 3), Fraction(1, 3), Fraction(1, 3))
    """
    trial_errors = _trial_errors(labels, predictions)
    frequencies: Counter[int] = Counter()
    for start in range(0, len(labels), _BLOCK):
        block = slice(start, start + _BLOCK)
        frequencies.update(_wrong_tendencies(labels[block], predictions[:, block]))
    biased = sum((Fraction(total, ties) for ties, total in frequencies.items()), Fraction(0))
    return _decomposition(labels, trial_errors, bias=biased / predictions.size)


def kohavi_wolpert(labels: Labels, predictions: Predictions) -> Decomposition:
    """Decompose the error into Kohavi and Wolpert's squared bias and variance.

    With p_c the share of an instance's predictions that name class c (Kohavi & Wolpert 1996,
    section 2), the variance is (1 - sum p_c^2) / 2. A data set holds one label per instance,
    hence no noise can be told from bias: the noise term is folded into the squared bias,
    which is what remains of the error. These are the plain frequencies, without the
    correction for few trials. Arguments and faults are those of `decompose`.
    """
    trial_errors = _trial_errors(labels, predictions)
    trials, n = predictions.shape
    squares = 0
    for start in range(0, n, _BLOCK):
        for _, counts in _class_counts(predictions[:, start : start + _BLOCK]):
            wide = counts.astype(np.int64)
            squares += int(wide @ wide)
    variance = (1 - Fraction(squares, trials * trials * n)) / 2
    error = Fraction(sum(trial_errors), trials * n)
    return _decomposition(labels, trial_errors, bias=error - variance)


def domingos(labels: Labels, predictions: Predictions) -> Decomposition:
    """Decompose the error into Domingos's bias and net variance.

    The bias (Domingos 2000) is the error of the central tendency itself: the share of instances
    whose central tendency is wrong, whatever share of the predictions is equal to it. So it does
    not grow where fewer and fewer predictions stray from a wrong tendency, as Webb's does. The
    rest of the error is the net variance; below zero, straying does more good than harm. Of
    several most frequent classes the average is taken. Arguments and faults are those of
    `decompose`.

    >>> domingos(np.array([0, 0]), np.array([[0, 2], [0, 2], [1, 1]])).bias
    Fraction(1, 2)
    """
    trial_errors = _trial_errors(labels, predictions)
    frequencies: Counter[int] = Counter()
    for start in range(0, len(labels), _BLOCK):
        block = slice(start, start + _BLOCK)
        _, ties, right = _tendencies(labels[block], predictions[:, block])
        frequencies.update(_totals(ties, ties - right))
    biased = sum((Fraction(total, ties) for ties, total in frequencies.items()), Fraction(0))
    return _decomposition(labels, trial_errors, bias=biased / len(labels))


def _trial_errors(labels: Labels, predictions: Predictions) -> tuple[int, ...]:
    """Count the wrong predictions of each trial, after checking the arguments."""
    if predictions.ndim != 2 or labels.shape != predictions.shape[1:]:
        raise ValueError(
            f"predictions of shape {predictions.shape} do not fit labels of shape "
            f"{labels.shape}: expected (trials, n) and (n,)"
        )
    if not predictions.size:
        raise ValueError("no predictions to decompose")
    if not is_complete(predictions):
        raise ValueError("predictions are missing (-1): there is no decomposition")
    return tuple(int(np.count_nonzero(row != labels)) for row in predictions)


def _decomposition(
    labels: Labels, trial_errors: tuple[int, ...], *, bias: Fraction
) -> Decomposition:
    """Put a decomposition together; the variance is the error that is not bias."""
    errors, n, trials = sum(trial_errors), len(labels), len(trial_errors)
    error = Fraction(errors, n * trials)
    return Decomposition(errors, n, trials, error, bias, error - bias, trial_errors)


def _class_counts(
    predictions: Predictions,
) -> Iterator[tuple[int, NDArray[np.unsignedinteger]]]:
    """Yield each class that is predicted at all, with its count for every instance."""
    width = np.uint8 if len(predictions) <= np.iinfo(np.uint8).max else np.uint32
    for code in np.flatnonzero(np.bincount(predictions.ravel())):
        named = predictions == predictions.dtype.type(code)
        yield int(code), np.add.reduce(named.view(np.uint8), axis=0, dtype=width)


def _wrong_tendencies(labels: Labels, predictions: Predictions) -> dict[int, int]:
    """Count predictions equal to a wrong central tendency, apart by the number of ties.

    With ``ties`` classes in the lead, the average over them is the returned total divided by
    ``ties``.
    """
    highest, ties, right = _tendencies(labels, predictions)
    return _totals(ties, highest * (ties - right))


def _tendencies(
    labels: Labels, predictions: Predictions
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.bool_]]:
    """Return for each instance the count of its most frequent class, and about that class.

    One pass over the classes keeps the highest count so far, how many classes have it, and
    whether the true class is among them.
    """
    n = len(labels)
    highest = np.zeros(n, dtype=np.uint32)
    ties = np.zeros(n, dtype=np.int64)
    right = np.zeros(n, dtype=bool)
    for code, counts in _class_counts(predictions):
        higher = counts > highest
        leads = counts >= highest
        ties += leads
        ties[higher] = 1
        right &= ~higher
        right |= leads & (labels == code)
        np.maximum(highest, counts, out=highest)
    return highest, ties, right


def _totals(ties: NDArray[np.int64], numbers: NDArray[np.integer]) -> dict[int, int]:
    """Add up numbers apart by the number of ties."""
    # bincount adds in float64, which is exact for these: a block's total stays below 2**53.
    totals = np.bincount(ties, weights=numbers)
    return {number: int(total) for number, total in enumerate(totals) if total}
