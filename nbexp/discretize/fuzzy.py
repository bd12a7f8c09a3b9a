"""Fuzzy learning discretization (FLD)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize import kernels
from nbexp.discretize.citations import KONONENKO_1992
from nbexp.discretize.equal_width import K, equal_width_edges
from nbexp.discretize.intervals import StepFunction, class_counts
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Flag, Parameter, Real
from nbexp.discretize.sample import Sample

_LEAST = np.finfo(np.float64).tiny
"""Stands in for an influence of zero, so that its logarithm is finite."""


class FuzzyLearning(Method):
    """Equal-width intervals on which every training value has influence.

    A value v has influence ∫ N(x; v, σ) dx over an interval, σ = `sigma` (max - min)/k. The
    frequency of an interval for a class is the sum of the influences of the class's values. Its
    m-estimate has a weight of its own: the printed tables fit 1, the formula of the paper has
    none. No influence reaches beyond min and max unless `tails` is set. A constant
    attribute says nothing.
    """

    id = "fld"
    name = "Fuzzy learning discretization"
    source = "Kononenko 1992; Yang 2003, section 4.1.2, eq. 4.1"
    bibtex = KONONENKO_1992
    taxonomy = Taxonomy(build="composite", supervision="-", hierarchy="-", overlap="non-disjoint")
    own_parameters = (
        K,
        Parameter("sigma", Real(1e-6), 0.7, "deviation of a value's influence, in interval widths"),
        Parameter("fuzzy-m", Real(0.0), 1.0, "weight of the prior on summed influences", text=0.0),
        Parameter("tails", Flag(), False, "whether the outer intervals reach to infinity"),
    )

    k: int
    sigma: float
    fuzzy_m: float
    tails: bool

    def fit(self, sample: Sample) -> StepFunction:
        """Spread every training value over the intervals."""
        values = sample.values
        if len(values) == 1:
            neutral = np.zeros((1, sample.n_classes))
            return StepFunction(np.empty(0), neutral, neutral, 1, disjoint=False)
        edges = equal_width_edges(values[0], values[-1], self.k)
        width = max(values[-1] / self.k - values[0] / self.k, _LEAST)  # cannot overflow
        frequencies = kernels.fuzzy_counts(
            values,
            sample.indptr,
            sample.classes,
            sample.counts,
            edges,
            self.sigma * width,
            self.tails,
            sample.n_classes,
        )
        table = self._log_estimate(sample, frequencies)
        return StepFunction(edges[1:-1], frequencies, table, self.k, disjoint=False)

    def _log_estimate(
        self, sample: Sample, frequencies: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return log p(interval | class) from the summed influences."""
        prior = (frequencies.sum(axis=1, keepdims=True) + 1) / (sample.n_known + self.k)
        totals = class_counts(self, sample) + self.fuzzy_m
        estimate = np.log(np.maximum(frequencies + self.fuzzy_m * prior, _LEAST))
        return np.where(totals > 0, estimate - np.log(np.maximum(totals, _LEAST)), 0.0)
