"""Equal width discretization (EWD)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.citations import DOUGHERTY_1995
from nbexp.discretize.intervals import StepFunction, log_m_estimate
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Int, Parameter
from nbexp.discretize.sample import Sample

K = Parameter("k", Int(1), 10, "number of intervals")


def equal_width_edges(lowest: float, highest: float, k: int) -> NDArray[np.float64]:
    """Return the k + 1 edges of k intervals of equal width: ``lo + i (hi - lo) / k``.

    Where ``hi - lo`` overflows, the two ends are scaled before they are added.
    """
    steps = np.arange(k + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        edges = lowest + steps * (highest - lowest) / k
    if not np.isfinite(edges).all():
        edges = lowest * (1 - steps / k) + highest * (steps / k)
    edges[-1] = highest
    return edges


class EqualWidth(Method):
    """Intervals of equal width between the least and the greatest training value.

    A constant attribute has one interval. Empty intervals count as values of the
    discretized attribute. Where k intervals are narrower than doubles can tell, cuts that would
    coincide, or lie on the greatest value, are left out.
    """

    id = "ewd"
    name = "Equal width discretization"
    source = "Yang 2003, section 4.1.1; Dougherty, Kohavi and Sahami 1995"
    bibtex = DOUGHERTY_1995
    taxonomy = Taxonomy()
    own_parameters = (K,)

    k: int

    def fit(self, sample: Sample) -> StepFunction:
        """Cut the range of the training values."""
        values = sample.values
        edges = equal_width_edges(values[0], values[-1], self.k)
        cuts = np.unique(edges[1:-1])
        cuts = cuts[cuts < values[-1]]
        k = len(cuts) + 1
        ends = np.searchsorted(values, cuts, side="right").astype(np.int64)
        bounds = np.concatenate(([0], ends, [len(values)]))
        frequencies = sample.frequencies(bounds[:-1], bounds[1:])
        table = log_m_estimate(self, sample, frequencies, k)
        return StepFunction(cuts, frequencies, table, k)
