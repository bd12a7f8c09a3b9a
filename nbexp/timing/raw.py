"""A fold as a method alone would get it: raw numbers, nothing sorted or counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet, Quantitative


@dataclass(frozen=True, eq=False)
class RawAttribute:
    """An attribute's values in the training and the test instances.

    Attributes
    ----------
    n_values : int
        Declared values of a qualitative attribute; 0: the attribute is quantitative.
    train, test : (n,) float64 (NaN: missing), or codes (-1: missing)
    """

    n_values: int
    train: NDArray[np.float64] | NDArray[np.signedinteger]
    test: NDArray[np.float64] | NDArray[np.signedinteger]


@dataclass(frozen=True, eq=False)
class RawFold:
    """Training and test instances of one fold.

    Attributes
    ----------
    attributes : tuple of RawAttribute
    train_labels, test_labels : (n,) integer
    n_classes : int
    """

    attributes: tuple[RawAttribute, ...]
    train_labels: NDArray[np.signedinteger]
    test_labels: NDArray[np.signedinteger]
    n_classes: int


def raw_fold(dataset: DataSet, train: NDArray[np.intp], test: NDArray[np.intp]) -> RawFold:
    """Take the training and test instances with the given numbers out of a data set."""
    attributes = []
    for attribute in dataset.attributes:
        if isinstance(attribute, Quantitative):
            floats = attribute.floats()
            attributes.append(RawAttribute(0, floats[train], floats[test]))
        else:
            codes = attribute.codes
            attributes.append(RawAttribute(len(attribute.values), codes[train], codes[test]))
    labels = dataset.labels
    return RawFold(tuple(attributes), labels[train], labels[test], dataset.n_classes)
