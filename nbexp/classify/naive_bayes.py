"""Naive Bayes (thesis, section 3.1.1): a data set counted for it, and its estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nbexp.classify import kernels
from nbexp.data.dataset import DataSet, Quantitative, narrowest
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Column

_BLOCK = 4096
"""Instances that are turned from columns into rows at a time."""


@dataclass(frozen=True, eq=False)
class CountedDataSet:
    """A data set with everything counted that no trial, fold or method changes.

    Attributes
    ----------
    dataset : DataSet
    columns : tuple of Column or None
        For each attribute its counts; None for a qualitative one.
    codes : (n_instances, n_attributes) signed integer
        All codes in one array, an instance a row.
    labels : (n_instances,) int16
        Class codes.
    """

    dataset: DataSet
    columns: tuple[Column | None, ...]
    codes: NDArray[np.signedinteger]
    labels: NDArray[np.int16]

    @classmethod
    def count(cls, dataset: DataSet) -> CountedDataSet:
        """Count a data set."""
        labels = dataset.labels.astype(np.int16)
        columns = tuple(
            Column.count(attribute, labels, dataset.n_classes)
            if isinstance(attribute, Quantitative)
            else None
            for attribute in dataset.attributes
        )
        return cls(dataset, columns, _in_rows(dataset), labels)

    @cached_property
    def _qualitative(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of the qualitative attributes, and where the rows of each begin."""
        numbers = [number for number, column in enumerate(self.columns) if column is None]
        lengths = [len(self.dataset.attributes[number].values) for number in numbers]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        return np.array(numbers, dtype=np.int64), starts

    @cached_property
    def _qualitative_totals(self) -> NDArray[np.int64]:
        return self._qualitative_counts(np.arange(self.dataset.n_instances))

    def _qualitative_counts(self, instances: NDArray[np.int64]) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = kernels.qualitative_counts(
            self.codes, *self._qualitative, self.labels, instances, self.dataset.n_classes
        )
        return counts

    def qualitative_samples(self, left_out: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
        """Count the qualitative attributes over all instances but those left out.

        Returns
        -------
        dict of attribute number to (n_values, n_classes) int64
        """
        counts = self._qualitative_totals - self._qualitative_counts(left_out)
        numbers, starts = self._qualitative
        return {
            int(number): counts[start:end]
            for number, start, end in zip(numbers, starts[:-1], starts[1:], strict=True)
        }


def _in_rows(dataset: DataSet) -> NDArray[np.signedinteger]:
    """Return the codes of all attributes, an instance a row.

    Block by block, so that the rows written stay in the cache until all attributes are there.
    """
    most = max((len(attribute.values) for attribute in dataset.attributes), default=1)
    shape = (dataset.n_instances, len(dataset.attributes))
    codes = np.empty(shape, dtype=narrowest(most))
    for start in range(0, len(codes), _BLOCK):
        block = codes[start : start + _BLOCK]
        for number, attribute in enumerate(dataset.attributes):
            block[:, number] = attribute.codes[start : start + _BLOCK]
    return codes


def log_class_prior(class_totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the Laplace estimate log((n_c + 1)/(N + m)) of each class: (n_classes,)."""
    prior = (class_totals + 1) / (class_totals.sum() + len(class_totals))
    log_prior: NDArray[np.float64] = np.log(prior)
    return log_prior


def qualitative_evidence(
    counts: NDArray[np.int64], class_totals: NDArray[np.int64], method: Method
) -> NDArray[np.float64]:
    """Return log p(value | class) of a qualitative attribute: (n_values, n_classes).

    By the m-estimate (n_xc + m p)/(n_c + m), p = (n_x + 1)/(N + V), with N and n_c as the
    method's `qualitative-total` and `class-counts` say. An attribute without any known
    training value gives zeros.

    Parameters
    ----------
    counts : (n_values, n_classes) int64
        Training instances by value and class.
    class_totals : (n_classes,) int64
        Training instances of each class, those with a missing value included.
    """
    n_known = int(counts.sum())
    if n_known == 0:
        return np.zeros(counts.shape)
    n_c = class_totals if method.class_counts == "all" else counts.sum(axis=0)
    total = int(class_totals.sum()) if method.qualitative_total == "all" else n_known
    prior = (counts.sum(axis=1, keepdims=True) + 1) / (total + len(counts))
    evidence: NDArray[np.float64] = np.log(counts + method.m * prior) - np.log(n_c + method.m)
    return evidence
