"""What an incremental method is: a method that learns an attribute one instance at a time."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

import numpy as np

from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Sample
from nbexp.incremental.attribute import QuantitativeAttribute


class Learner(Protocol):
    """What incremental naive Bayes asks of a method."""

    @property
    def id(self) -> str:
        """As in specs."""

    @property
    def version(self) -> int:
        """Raised whenever the method's results change."""

    @property
    def m(self) -> float:
        """Weight of the prior in the m-estimate."""

    @property
    def class_counts(self) -> str:
        """Which instances the n_c of the m-estimate counts: all or known."""

    @property
    def qualitative_total(self) -> str:
        """What p of a qualitative value divides by: all instances or known."""

    def resolved_params(self) -> dict[str, object]:
        """Return all parameters with their values."""

    def attribute(self, n_classes: int, number: int = 0) -> QuantitativeAttribute:
        """Begin to learn one attribute.

        Parameters
        ----------
        n_classes : int
            Classes known so far.
        number : int
            Which attribute it is; of interest to methods with random numbers only.
        """


class IncrementalMethod(Method):
    """A method that learns one instance at a time.

    It is a `Method` too: fitted to a whole training sample, it learns that as its first
    instances.
    """

    @abstractmethod
    def attribute(self, n_classes: int, number: int = 0) -> QuantitativeAttribute:
        """Begin to learn one attribute; see `Learner`."""

    def fit(self, sample: Sample) -> FittedAttribute:
        """Learn a training sample at once."""
        values = np.repeat(sample.values, np.diff(sample.starts))
        labels = np.repeat(sample.classes, sample.counts).astype(np.int64)
        attribute = self.attribute(sample.n_classes)
        attribute.start(values, labels)
        return attribute.snapshot(sample.class_totals)
