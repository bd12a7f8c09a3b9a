"""Any method for whole training sets, fitted anew after every instance: the slow truth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Sample
from nbexp.incremental.attribute import Ints, QuantitativeAttribute, Stretch


class RefittedAttribute(QuantitativeAttribute):
    """All values so far, and the method fitted to them when it is asked.

    The m-estimate's n_c are the method's own affair here: it is fitted with the class totals
    of all instances that were learnt, those with a missing value included.
    """

    def __init__(self, method: Method, n_classes: int) -> None:
        super().__init__(n_classes, method.m, "all")
        self.method = method
        self.values: list[float] = []
        self.labels: list[int] = []
        self._fitted: FittedAttribute | None = None

    def _advance(self, values: NDArray[Any], stretch: Stretch, begin: int) -> int:
        for i in range(begin, len(values)):
            if stretch.predict and not np.isnan(values[i]) and self.n_known:
                stretch.scores[i] += self.fitted().log_likelihood(values[i : i + 1])[0]
            if stretch.learn:
                self.values.append(float(values[i]))
                self.labels.append(int(stretch.labels[i]))
                self._fitted = None
        return len(values)

    def fitted(self) -> FittedAttribute:
        """Return the method fitted to all values so far."""
        if self._fitted is None:
            sample = Sample.from_values(self.values, self.labels, self.n_classes)
            self._fitted = self.method.fit(sample)
        return self._fitted

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        super().widen(n_classes)
        self._fitted = None

    @property
    def n_known(self) -> int:
        """Number of instances learnt with a known value."""
        return int(np.count_nonzero(~np.isnan(self.values)))

    @property
    def n_intervals(self) -> int:
        """Number of intervals."""
        return self.fitted().n_intervals if self.n_known else 0

    @property
    def nbytes(self) -> int:
        """Memory of the values, in bytes."""
        return 16 * len(self.values)

    def snapshot(self, class_totals: Ints) -> FittedAttribute:
        """Return what the method has learnt."""
        return self.fitted()


class Rebuilt:
    """A method for whole training sets, fitted anew when it is asked after an instance.

    Its cost grows with the number of instances; it is for small data, and to check the
    others.

    Parameters
    ----------
    method : Method
    """

    def __init__(self, method: Method) -> None:
        self.method = method

    @property
    def id(self) -> str:
        """The name of the method that is fitted."""
        return self.method.id

    @property
    def version(self) -> int:
        """The version of the method that is fitted."""
        return self.method.version

    @property
    def m(self) -> float:
        """Weight of the prior in the m-estimate."""
        return self.method.m

    @property
    def class_counts(self) -> str:
        """Which instances the n_c of the m-estimate counts."""
        return self.method.class_counts

    @property
    def qualitative_total(self) -> str:
        """What p of a qualitative value divides by."""
        return self.method.qualitative_total

    def resolved_params(self) -> dict[str, object]:
        """Return all parameters of the method that is fitted."""
        return self.method.resolved_params()

    def attribute(self, n_classes: int, number: int = 0) -> RefittedAttribute:
        """Begin to learn one attribute."""
        return RefittedAttribute(self.method, n_classes)
