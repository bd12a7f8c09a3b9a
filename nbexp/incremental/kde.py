"""Kernel density estimation, one instance at a time."""

from __future__ import annotations

import numpy as np

from nbexp.classify.density import Kernel, KernelDensity
from nbexp.discretize.method import FittedAttribute
from nbexp.incremental.attribute import Floats, Ints, QuantitativeAttribute
from nbexp.incremental.citations import LU_2006
from nbexp.incremental.kernels import kde as kernel
from nbexp.incremental.method import IncrementalMethod

_ROOM = 8
"""Distinct values of a class that there is room for at the beginning."""


class GrowingDensity(QuantitativeAttribute):
    """The distinct values of each class so far, and their numbers."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: KernelDensityEstimation, n_classes: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.state = kernel.State(
            centres=np.zeros(_ROOM * n_classes),
            counts=np.zeros(_ROOM * n_classes),
            starts=_ROOM * np.arange(n_classes + 1, dtype=np.int64),
            sizes=np.zeros(n_classes, dtype=np.int64),
            numbers=np.zeros(n_classes, dtype=np.int64),
        )

    def _make_room(self, value: float, label: int) -> None:
        rooms = np.diff(self.state.starts)
        rooms[label] *= 2
        self._lay_out(rooms)

    def _lay_out(self, rooms: Ints) -> None:
        """Give each class the room told."""
        old = self.state
        starts = np.concatenate(([0], np.cumsum(rooms))).astype(np.int64)
        centres, counts = np.zeros(starts[-1]), np.zeros(starts[-1])
        for c, size in enumerate(old.sizes):
            stretch = slice(old.starts[c], old.starts[c] + size)
            centres[starts[c] : starts[c] + size] = old.centres[stretch]
            counts[starts[c] : starts[c] + size] = old.counts[stretch]
        self.state = old._replace(centres=centres, counts=counts, starts=starts)

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        more = np.zeros(n_classes - self.n_classes, dtype=np.int64)
        rooms = np.concatenate((np.diff(self.state.starts), more + _ROOM))
        self.state = self.state._replace(
            sizes=np.concatenate((self.state.sizes, more)),
            numbers=np.concatenate((self.state.numbers, more)),
            starts=np.concatenate((self.state.starts, self.state.starts[-1] + more)),
        )
        self._lay_out(rooms)
        super().widen(n_classes)

    @property
    def n_known(self) -> int:
        """Number of instances learnt with a known value."""
        return int(self.state.numbers.sum())

    def _values(self, c: int) -> tuple[Floats, Floats]:
        begin = self.state.starts[c]
        stretch = slice(begin, begin + self.state.sizes[c])
        return self.state.centres[stretch].copy(), self.state.counts[stretch].copy()

    def snapshot(self, class_totals: Ints) -> FittedAttribute:
        """Return the densities as they stand."""
        parts = [self._values(c) for c in range(self.n_classes)]
        centres, counts = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        order = np.argsort(centres, kind="stable")
        everything = (centres[order], counts[order])
        classes = [part if len(part[0]) else everything for part in parts]
        widths = np.array([1 / np.sqrt(counts.sum()) for _, counts in classes])
        return KernelDensity(classes, widths)


class KernelDensityEstimation(IncrementalMethod):
    """A Gaussian kernel at each training value of a class, of width 1/√n_c.

    n_c counts the instances of the class with a known value, as in
    `nbexp.classify.density.Kernel`; equal values are one kernel with a weight, and kernels that
    underflow to nothing beside the nearest are not looked at: the densities are exact. An
    infinite value says nothing, and is not learnt.
    """

    id = "kde"
    name = "Kernel density estimation"
    source = "Lu, Yang and Webb 2006, section 4.3, eq. 5; " + Kernel.source
    bibtex = LU_2006
    taxonomy = Kernel.taxonomy
    unit_free = Kernel.unit_free

    def attribute(self, n_classes: int, number: int = 0) -> GrowingDensity:
        """Begin to learn one attribute."""
        return GrowingDensity(self, n_classes)
