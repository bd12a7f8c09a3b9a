"""Naive Bayes with one method alone, from raw numbers to predictions.

The parts are those of the engine (sample, fit, evidence), so the predictions are the same to
the last bit; what the engine shares between folds and methods is done here each time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.classify.naive_bayes import log_class_prior, qualitative_evidence
from nbexp.discretize.intervals import StepFunction, class_counts
from nbexp.discretize.lazy import LazyWindows
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Sample
from nbexp.timing import kernels
from nbexp.timing.raw import RawAttribute, RawFold

Evidence = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From known values, one a test instance, to log p(value | class): (n, n_classes)."""

Learned = Evidence | NDArray[np.float64] | None
"""What is learned of an attribute: for a qualitative one a table, None: nothing known."""


@dataclass(frozen=True, eq=False)
class Classifier:
    """A trained naive Bayes classifier.

    Attributes
    ----------
    log_prior : (n_classes,) float64
    attributes : list of Learned
    """

    log_prior: NDArray[np.float64]
    attributes: list[Learned]


def train(fold: RawFold, method: Method, *, per_instance: bool) -> Classifier:
    """Train on a fold; `per_instance` keeps the sorted instances for a lazy method."""
    totals = np.bincount(fold.train_labels, minlength=fold.n_classes)
    attributes: list[Learned] = []
    for attribute in fold.attributes:
        if attribute.n_values:
            counts = _counts(attribute, fold)
            attributes.append(qualitative_evidence(counts, totals, method))
            continue
        known = Sample.from_values(attribute.train, fold.train_labels, fold.n_classes)
        if known.n_known == 0:
            attributes.append(None)
            continue
        fitted = method.fit(known)
        if per_instance and isinstance(fitted, LazyWindows):
            attributes.append(_lazy_evidence(fitted))
        else:
            attributes.append(_evidence(fitted))
    return Classifier(log_class_prior(totals), attributes)


def test(classifier: Classifier, fold: RawFold) -> NDArray[np.intp]:
    """Return the predicted classes of the test instances: (n,) integer."""
    scores = np.tile(classifier.log_prior, (len(fold.test_labels), 1))
    for attribute, learned in zip(fold.attributes, classifier.attributes, strict=True):
        if learned is None:
            continue
        values = attribute.test
        known = values >= 0 if attribute.n_values else ~np.isnan(values)
        if known.all():
            scores += _look_up(learned, values)
        elif known.any():
            scores[known] += _look_up(learned, values[known])
    predicted: NDArray[np.intp] = np.argmax(scores, axis=1)
    return predicted


def _counts(attribute: RawAttribute, fold: RawFold) -> NDArray[np.int64]:
    """Count a qualitative attribute's training instances: (n_values, n_classes)."""
    known = attribute.train >= 0
    cells = attribute.train[known].astype(np.intp) * fold.n_classes + fold.train_labels[known]
    counts = np.bincount(cells, minlength=attribute.n_values * fold.n_classes)
    return counts.reshape(attribute.n_values, fold.n_classes).astype(np.int64)


def _look_up(
    learned: Evidence | NDArray[np.float64],
    values: NDArray[np.float64] | NDArray[np.signedinteger],
) -> NDArray[np.float64]:
    if isinstance(learned, np.ndarray):
        table: NDArray[np.float64] = learned[values.astype(np.intp)]
        return table
    return learned(values.astype(np.float64, copy=False))


def _evidence(fitted: FittedAttribute) -> Evidence:
    """Answer for test instances as nbexp does."""
    if isinstance(fitted, StepFunction):
        upper, table = fitted.upper, fitted.table
        return lambda values: table[np.searchsorted(upper, values, side="left")]
    return fitted.log_likelihood


def _lazy_evidence(fitted: LazyWindows) -> Evidence:
    """Answer for test instances one by one, as the thesis describes lazy discretization."""
    sample, method = fitted.sample, fitted.method
    in_order = np.repeat(sample.classes, sample.counts)
    n_c = class_counts(method, sample)

    def evidence(values: NDArray[np.float64]) -> NDArray[np.float64]:
        first, last = fitted.windows(values)
        table: NDArray[np.float64] = kernels.evidence_per_instance(
            sample.starts[first],
            sample.starts[last],
            in_order,
            n_c,
            sample.n_known,
            fitted.n_intervals,
            float(method.m),
        )
        return table

    return evidence
