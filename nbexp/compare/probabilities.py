"""How good probability estimates are: calibration, and the area under the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 10


@dataclass(frozen=True)
class Bin:
    """Predictions of about the same confidence.

    Attributes
    ----------
    count : int
    confidence : float
        Their mean probability of the predicted class.
    correct : float
        The share of them that are right: the same, if the estimates are calibrated.
    """

    count: int
    confidence: float
    correct: float


def reliability(confidence: NDArray[np.float64], correct: NDArray[np.bool_]) -> tuple[Bin, ...]:
    """Return predictions in bins of confidence, of equal width from 0 to 1; empty ones out.

    Parameters
    ----------
    confidence : (n,) float64
        The probability that was estimated for the predicted class.
    correct : (n,) bool
        Whether the prediction was right.

    Examples
    --------
    >>> reliability(np.array([0.55, 0.58, 0.99]), np.array([True, False, True]))
    (Bin(count=2, confidence=0.565, correct=0.5), Bin(count=1, confidence=0.99, correct=1.0))
    """
    place = np.clip((confidence * BINS).astype(np.int64), 0, BINS - 1)
    counts = np.bincount(place, minlength=BINS)
    sums = np.bincount(place, weights=confidence, minlength=BINS)
    right = np.bincount(place, weights=correct.astype(np.float64), minlength=BINS)
    return tuple(
        Bin(int(n), float(total / n), float(hits / n))
        for n, total, hits in zip(counts, sums, right, strict=True)
        if n
    )


def expected_calibration_error(bins: tuple[Bin, ...]) -> float | None:
    """Return how far confidence and share of right predictions are apart, on average.

    >>> expected_calibration_error((Bin(3, 0.9, 0.8), Bin(1, 0.5, 0.7))) is not None
    True
    """
    total = sum(one.count for one in bins)
    if not total:
        return None
    return sum(one.count * abs(one.confidence - one.correct) for one in bins) / total


def auc(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float | None:
    """Return the chance that a positive instance has a higher score than a negative one.

    Equal scores count half. None if there is only one kind.

    >>> auc(np.array([0.1, 0.4, 0.4, 0.8]), np.array([False, False, True, True]))
    0.875
    """
    n_positive = int(np.count_nonzero(positive))
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return None
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (last - (counts - 1) / 2)[place]  # mean rank of equal scores, from 1
    above = ranks[positive].sum() - n_positive * (n_positive + 1) / 2
    return float(above / (n_positive * n_negative))
