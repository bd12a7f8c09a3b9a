"""Gaussian naive Bayes, one instance at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from nbexp.classify.density import Gaussian, GaussianDensity, Neutral
from nbexp.discretize.method import FittedAttribute
from nbexp.incremental.attribute import Ints, QuantitativeAttribute
from nbexp.incremental.citations import WELFORD_1962
from nbexp.incremental.kernels import gaussian as kernel
from nbexp.incremental.method import IncrementalMethod


class RunningMoments(QuantitativeAttribute):
    """The mean and deviation of each class so far."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: IncrementalGaussian, n_classes: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.floor = float(method.floor)
        self.state = kernel.State(
            numbers=np.zeros(n_classes + 1, dtype=np.int64),
            means=np.zeros(n_classes + 1),
            squares=np.zeros(n_classes + 1),
            bounds=np.array([np.inf, -np.inf]),
        )

    def _settings(self) -> tuple[Any, ...]:
        return (self.floor,)

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        more = [0] * (n_classes - self.n_classes)
        at = [self.n_classes] * len(more)
        *moments, bounds = self.state
        wider = [np.insert(array, at, more) for array in moments]
        self.state = kernel.State._make([*wider, bounds])
        super().widen(n_classes)

    @property
    def n_known(self) -> int:
        """Number of instances learnt with a known value."""
        return int(self.state.numbers[-1])

    def snapshot(self, class_totals: Ints) -> FittedAttribute:
        """Return the densities as they stand."""
        if not kernel.says_something(self.state, self.floor):
            return Neutral(self.n_classes)
        moments = [kernel.moments(self.state, c, self.floor) for c in range(self.n_classes)]
        means, deviations = np.array(moments).T
        return GaussianDensity(means, deviations)


class IncrementalGaussian(IncrementalMethod):
    """A normal density per class, its moments kept up to date.

    The same densities as `nbexp.classify.density.Gaussian` gives, to rounding. An infinite value
    says nothing, and is not learnt. Where values lie so far apart that squares of differences
    overflow (some 1e154), the attribute says nothing any more; nor does it among subnormal values.
    """

    id = "gaussian"
    name = "Gaussian naive Bayes"
    source = "Welford 1962; " + Gaussian.source
    bibtex = WELFORD_1962
    taxonomy = Gaussian.taxonomy
    own_parameters = Gaussian.own_parameters

    floor: float

    def attribute(self, n_classes: int, number: int = 0) -> RunningMoments:
        """Begin to learn one attribute."""
        return RunningMoments(self, n_classes)
