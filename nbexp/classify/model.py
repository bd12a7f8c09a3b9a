"""Naive Bayes trained on a whole data set, to be asked about instances that come later.

It learns from the same samples and adds up the same evidence, in the same order, as
`nbexp.classify.naive_bayes` does for the folds of a trial, and so gives the same predictions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.classify.naive_bayes import CountedDataSet, log_class_prior, qualitative_evidence
from nbexp.data.dataset import MISSING, Attribute, DataSet
from nbexp.discretize.method import FittedAttribute, Method

LearnedAttribute = FittedAttribute | NDArray[np.int64] | None
"""What is learned of an attribute: of a quantitative one by the method (None where no value is
known), or a qualitative one's counts (n_values, n_classes)."""


@dataclass(frozen=True, eq=False)
class TrainedBayes:
    """Naive Bayes with one method, trained.

    Attributes
    ----------
    method : Method
    class_totals : (n_classes,) int64
        Training instances of each class.
    attributes : tuple of LearnedAttribute
        In the order in which their evidence is added.
    """

    method: Method
    class_totals: NDArray[np.int64]
    attributes: tuple[LearnedAttribute, ...]

    @classmethod
    def fit(cls, dataset: DataSet, method: Method) -> TrainedBayes:
        """Train on all instances of a data set."""
        counted = CountedDataSet.count(dataset)
        nothing = np.arange(0)
        totals = np.bincount(dataset.labels, minlength=dataset.n_classes).astype(np.int64)
        qualitative = counted.qualitative_samples(nothing)
        learned: list[LearnedAttribute] = []
        for number, column in enumerate(counted.columns):
            if column is None:
                learned.append(qualitative[number])
                continue
            sample = column.sample(nothing, totals)
            learned.append(method.fit(sample) if sample.n_known else None)
        return cls(method, totals, tuple(learned))

    def log_scores(self, attributes: Sequence[Attribute], n: int) -> NDArray[np.float64]:
        """Return log p(class) + Σ log p(value | class) of instances: (n, n_classes).

        Parameters
        ----------
        attributes : sequence of Attribute
            The instances' values of the attributes, in training order. Qualitative ones are coded
            by the values declared in training, -1 for what is missing or was not declared.
        n : int
            Number of instances.
        """
        scores = np.tile(log_class_prior(self.class_totals), (n, 1))
        for attribute, learned in zip(attributes, self.attributes, strict=True):
            if learned is None or not len(attribute.values):
                continue
            if isinstance(learned, FittedAttribute):
                rows, table = learned.rows(np.asarray(attribute.values, dtype=np.float64))
                evidence = table[rows]
            else:
                evidence = qualitative_evidence(learned, self.class_totals, self.method)
            known = attribute.codes != MISSING
            scores[known] += evidence[attribute.codes[known]]
        return scores
