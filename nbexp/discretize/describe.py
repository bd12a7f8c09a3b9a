"""What a method makes of one attribute: its intervals and the classes in them.

Disjoint methods have cells that are intervals. Non-disjoint ones give each atomic cell the
interval that reaches over its neighbours; fuzzy ones count influences; lazy ones have an
interval for each value asked, so some values are asked. What forms no intervals is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.intervals import StepFunction
from nbexp.discretize.lazy import LazyWindows
from nbexp.discretize.method import Method
from nbexp.discretize.nondisjoint import NonDisjoint
from nbexp.discretize.sample import Sample
from nbexp.errors import DataError, SpecError
from nbexp.hints import did_you_mean

Kind = Literal["disjoint", "overlapping", "fuzzy", "lazy"]

ASKED = 9
"""Of how many values a lazy method's intervals are told: the deciles."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """A method's intervals of one attribute.

    Attributes
    ----------
    kind : str
    asked : (n, 2) float64
        The values that have an interval: (above, up to]; of a lazy method a value, twice.
        Outer ones are infinite.
    reach : (n, 2) float64
        The values whose instances are counted: (above, up to]; of a lazy method from the
        least to the greatest, both within.
    frequencies : (n, n_classes) int64 or float64
        Instances of each class; of a fuzzy method sums of their influences.
    n_intervals : int
        The number of values that the discretized attribute has.
    """

    kind: Kind
    asked: NDArray[np.float64]
    reach: NDArray[np.float64]
    frequencies: NDArray[np.int64] | NDArray[np.float64]
    n_intervals: int

    @property
    def cuts(self) -> NDArray[np.float64]:
        """The cut points, ascending; a lazy method has none."""
        return np.empty(0) if self.kind == "lazy" else np.unique(self.asked[:-1, 1])


def attribute_sample(dataset: DataSet, name: str) -> Sample:
    """Return the sample of a quantitative attribute over all instances of a data set.

    Raises
    ------
    SpecError
        There is no such attribute, or it is qualitative.
    DataError
        None of its values is known.
    """
    by_name = {attribute.name: attribute for attribute in dataset.attributes}
    attribute = by_name.get(name)
    if attribute is None:
        known = [one.name for one in dataset.quantitative]
        hint = did_you_mean(name, known)
        raise SpecError(f"{dataset.name}: no attribute is called {name!r}{hint}")
    if not isinstance(attribute, Quantitative):
        raise SpecError(f"{dataset.name}: {name} is qualitative: there is nothing to discretize")
    if len(attribute.values) == 0:
        raise DataError(f"{dataset.name}: {name}: no value is known")
    return Sample.of(attribute, dataset.labels, dataset.n_classes)


def describe(method: Method, sample: Sample) -> Intervals:
    """Return the intervals that a method makes of a sample; SpecError if it makes none."""
    fitted = method.fit(sample)
    if isinstance(fitted, LazyWindows):
        return _lazy(fitted)
    if not isinstance(fitted, StepFunction):
        raise SpecError(
            f"{method.id}: has no intervals to show: it estimates the density of the values "
            "in each class"
        )
    edges = np.concatenate(([-np.inf], fitted.upper, [np.inf]))
    asked = np.column_stack((edges[:-1], edges[1:]))
    if isinstance(method, NonDisjoint):
        reach = _reach(method, sample)
        return Intervals("overlapping", asked, reach, fitted.frequencies, fitted.n_intervals)
    kind: Kind = "disjoint" if fitted.disjoint else "fuzzy"
    return Intervals(kind, asked, asked, fitted.frequencies, fitted.n_intervals)


def _reach(method: NonDisjoint, sample: Sample) -> NDArray[np.float64]:
    """Return the interval of each atomic cell that a value can be in: (n_cells, 2)."""
    upper, ends = method.cells(sample)
    edges = np.concatenate(([-np.inf], upper, [np.inf]))
    first, last = method.windows(len(ends))
    return np.column_stack((edges[first], edges[last]))[method.reached(ends)]


def _lazy(fitted: LazyWindows) -> Intervals:
    """Return the windows of the values at the deciles."""
    sample = fitted.sample
    positions = np.arange(1, ASKED + 1) * sample.n_known // (ASKED + 1)
    places = np.searchsorted(sample.starts, positions, side="right") - 1
    values = sample.values[np.unique(places)]
    first, last = fitted.windows(values)
    reach = np.column_stack((sample.values[first], sample.values[last - 1]))
    asked = np.column_stack((values, values))
    return Intervals("lazy", asked, reach, sample.frequencies(first, last), fitted.n_intervals)
