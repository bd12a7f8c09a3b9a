"""Incremental naive Bayes behind `partial_fit`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.classify.model import LearnedAttribute, TrainedBayes
from nbexp.data.dataset import Attribute, Quantitative
from nbexp.incremental.attribute import QuantitativeAttribute
from nbexp.incremental.method import IncrementalMethod
from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes, Value
from nbexp.incremental.qualitative import QualitativeCounts


class Stream:
    """Naive Bayes that goes on learning.

    Parameters
    ----------
    method : IncrementalMethod
    attributes : sequence of Attribute
        What they declare.
    n_classes : int
    """

    def __init__(
        self, method: IncrementalMethod, attributes: Sequence[Attribute], n_classes: int
    ) -> None:
        self.method = method
        declared = [
            Declared(a.name, None if isinstance(a, Quantitative) else a.values) for a in attributes
        ]
        self.model = IncrementalNaiveBayes(method, declared, tuple(map(str, range(n_classes))))

    def start(self, attributes: Sequence[Attribute], labels: NDArray[np.integer]) -> None:
        """Learn the first instances together."""
        self.model.start(_raw(attributes), labels.astype(np.int64))

    def learn(self, attributes: Sequence[Attribute], labels: NDArray[np.integer]) -> None:
        """Learn instances one after the other.

        Qualitative values that are new follow those known before, in order of appearance.
        """
        if self._all_known(attributes):
            self.model.learn_many(_raw(attributes), labels.astype(np.int64))
            return
        columns = [_values(attribute) for attribute in attributes]
        for instance, label in zip(zip(*columns, strict=True), labels, strict=True):
            self.model.learn_one(instance, str(label))

    def _all_known(self, attributes: Sequence[Attribute]) -> bool:
        return all(
            not isinstance(own, QualitativeCounts) or len(coming.values) == own.n_values
            for own, coming in zip(self.model.attributes, attributes, strict=True)
        )

    def trained(self) -> TrainedBayes:
        """Return what is learnt so far."""
        totals = self.model.class_counts
        learned: list[LearnedAttribute] = []
        for attribute in self.model.attributes:
            if isinstance(attribute, QualitativeCounts):
                learned.append(attribute.state.counts)
            elif isinstance(attribute, QuantitativeAttribute):
                learned.append(attribute.snapshot(totals) if attribute.n_known else None)
        return TrainedBayes(self.method, totals, tuple(learned))


def _raw(attributes: Sequence[Attribute]) -> list[NDArray[Any]]:
    """Return columns as incremental naive Bayes takes them: numbers, or codes."""
    return [
        a.floats() if isinstance(a, Quantitative) else a.codes.astype(np.int64) for a in attributes
    ]


def _values(attribute: Attribute) -> list[Value]:
    """Return a column's values: numbers, or words; None is missing."""
    if isinstance(attribute, Quantitative):
        return list(attribute.floats())
    words: list[Value] = [*attribute.values, None]
    return [words[code] for code in attribute.codes]
