"""A qualitative attribute, one instance at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from nbexp.incremental.attribute import IncrementalAttribute, lengthened, widened
from nbexp.incremental.kernels import qualitative as kernel


class QualitativeCounts(IncrementalAttribute):
    """Class counts of each value of a qualitative attribute.

    Parameters
    ----------
    n_values : int
        Values declared so far.
    n_classes : int
    m : float
        Weight of the prior in the m-estimate.
    class_counts : "all" or "known"
        Which instances the n_c of the m-estimate counts.
    total : "all" or "known"
        Which instances p of a value divides by.
    """

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, n_values: int, n_classes: int, m: float, class_counts: str, total: str):
        super().__init__(n_classes)
        self.m = float(m)
        self.of_known = class_counts == "known"
        self.over_all = total == "all"
        self.state = kernel.State(
            counts=np.zeros((n_values, n_classes), dtype=np.int64),
            frequency=np.zeros(n_values, dtype=np.int64),
            numbers=np.zeros(2, dtype=np.int64),
        )

    def _settings(self) -> tuple[Any, ...]:
        return self.m, self.over_all, self.of_known

    def _make_room(self, value: float, label: int) -> None:
        """Take in a value that was not declared."""
        counts, frequency, numbers = self.state
        n_values = int(value) + 1
        self.state = kernel.State(
            lengthened(counts, n_values), lengthened(frequency, n_values), numbers
        )

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        self.state = self.state._replace(counts=widened(self.state.counts, n_classes))
        self.n_classes = n_classes

    @property
    def n_values(self) -> int:
        """Number of values declared or learnt."""
        return len(self.state.frequency)
