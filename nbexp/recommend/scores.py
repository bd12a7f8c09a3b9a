"""What a classifier made of the instances it was tested on: classes and probabilities.

The store keeps predicted classes and sums of losses. Calibration and the area under the ROC
curve need the probability of each instance, so a few trials are scored once more, on the same
folds, with what the engine learns from (`CountedDataSet`) and predicts by (`TrainedBayes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from nbexp.classify.model import LearnedAttribute, TrainedBayes
from nbexp.classify.naive_bayes import CountedDataSet
from nbexp.compare.probabilities import Bin, auc, expected_calibration_error, reliability
from nbexp.data.dataset import Attribute, DataSet, Qualitative, Quantitative
from nbexp.discretize.method import Method


@dataclass(frozen=True)
class Calibration:
    """How good the probabilities of a classifier are.

    Attributes
    ----------
    bins : tuple of Bin
    error : float or None
        Expected calibration error.
    auc : float or None
        Mean over the folds, of two classes only.
    gaps : tuple of float
        Of each fold, the mean confidence less the share of right predictions.
    """

    bins: tuple[Bin, ...]
    error: float | None
    auc: float | None
    gaps: tuple[float, ...] = ()


@dataclass
class _Scored:
    """The scores of a classifier, fold by fold."""

    confidence: list[NDArray[np.float64]]
    correct: list[NDArray[np.bool_]]
    areas: list[float]


class Scorer:
    """Gathers log-scores of test instances, and says how good they are."""

    def __init__(self) -> None:
        self._scored = _Scored([], [], [])

    def add(self, scores: NDArray[np.float64], truth: NDArray[np.integer], pair: bool) -> None:
        """Add a fold: log-scores up to a constant (n, n_classes), true classes (n,).

        With `pair`, exactly two of the classes occur, and the area is computed.
        """
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        self._scored.confidence.append(shares.max(axis=1))
        self._scored.correct.append(np.argmax(scores, axis=1) == truth)
        if pair:
            with np.errstate(invalid="ignore"):  # both ruled out: no order between them
                lead = np.nan_to_num(scores[:, 1] - scores[:, 0])
            area = auc(lead, truth == 1)
            if area is not None:
                self._scored.areas.append(area)

    def calibration(self) -> Calibration | None:
        """Return how good the scores are; None if there are none."""
        if not self._scored.confidence:
            return None
        bins = reliability(
            np.concatenate(self._scored.confidence), np.concatenate(self._scored.correct)
        )
        areas = self._scored.areas
        area = fsum(areas) / len(areas) if areas else None
        pairs = zip(self._scored.confidence, self._scored.correct, strict=True)
        gaps = tuple(float(np.mean(sure) - np.mean(right)) for sure, right in pairs if len(sure))
        return Calibration(bins, expected_calibration_error(bins), area, gaps)


def score_methods(
    dataset: DataSet,
    methods: Mapping[str, Method],
    assignments: Sequence[NDArray[np.integer]],
    folds: int,
) -> dict[str, Calibration]:
    """Return how good the probabilities of each method are on some trials' folds.

    A method that fails is left out: its failure is in the store.
    """
    counted = CountedDataSet.count(dataset)
    scorers = {label: Scorer() for label in methods}
    failed: set[str] = set()
    for assignment in assignments:
        for fold in range(folds):
            for label, method in methods.items():
                if label in failed:
                    continue
                try:
                    test, scores = fold_scores(counted, assignment == fold, method)
                except Exception:
                    failed.add(label)
                    continue
                scorers[label].add(scores, dataset.labels[test], pair=dataset.n_classes == 2)
    found = {label: scorers[label].calibration() for label in methods if label not in failed}
    return {label: one for label, one in found.items() if one is not None}


def fold_scores(
    counted: CountedDataSet, tested: NDArray[np.bool_], method: Method
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Train on all instances but those tested, and return these and their log-scores."""
    dataset = counted.dataset
    test = np.flatnonzero(tested)
    labels = dataset.labels
    totals = np.bincount(labels[~tested], minlength=dataset.n_classes).astype(np.int64)
    qualitative = counted.qualitative_samples(test)
    learned: list[LearnedAttribute] = []
    for number, column in enumerate(counted.columns):
        if column is None:
            learned.append(qualitative[number])
            continue
        sample = column.sample(test, totals)
        learned.append(method.fit(sample) if sample.n_known else None)
    model = TrainedBayes(method, totals, tuple(learned))
    instances = [_taken(attribute, test) for attribute in dataset.attributes]
    return test, model.log_scores(instances, len(test))


def _taken(attribute: Attribute, rows: NDArray[np.int64]) -> Attribute:
    """Return some instances of an attribute; of a quantitative one, with the values that occur."""
    if isinstance(attribute, Qualitative):
        return Qualitative(attribute.name, attribute.values, attribute.codes[rows])
    known = attribute.codes[rows] >= 0
    codes = np.full(len(rows), -1, dtype=np.int64)
    present, places = np.unique(attribute.codes[rows][known], return_inverse=True)
    codes[known] = places
    return Quantitative(attribute.name, attribute.values[present], codes)
