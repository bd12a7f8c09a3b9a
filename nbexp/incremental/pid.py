"""PiD: partition incremental discretization."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nbexp.discretize.frequency import TAIL
from nbexp.discretize.method import Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter, Real
from nbexp.incremental.attribute import Floats, IntervalAttribute, Ints, widened
from nbexp.incremental.citations import GAMA_PINTO_2006
from nbexp.incremental.kernels import pid as kernel
from nbexp.incremental.method import IncrementalMethod

_LAYERS = {"pd": kernel.PD, "ffd": kernel.FFD, "efd": kernel.EFD, "wpd": kernel.WPD}


class LayeredAttribute(IntervalAttribute):
    """Cells that count, and the intervals they are merged into."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: PartitionIncremental, n_classes: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.cells, self.share = method.cells, float(method.share)
        self.layer, self.tail = _LAYERS[method.layer_two], float(method.tail)
        self.size = float(method.layer_two_size)
        # After cells have been merged there are 4 / share + 1 of them at most.
        room = 4 * max(self.cells, math.ceil(2 / self.share)) + 2
        self.state = kernel.State(
            edges=np.zeros(room + 1),
            counts=np.zeros((room, n_classes)),
            frequency=np.zeros(room),
            halvings=np.zeros(room, dtype=np.int64),
            numbers=np.zeros(2, dtype=np.int64),
            width=np.zeros(1),
        )

    def _settings(self) -> tuple[Any, ...]:
        return self.m, self.cells, self.share, self.layer, self.size, self.tail

    def _start(self, values: Floats, labels: Ints) -> None:
        """Lay the cells over the range of the first instances, and count them."""
        known = values[~np.isnan(values)]
        if len(known) and known.min() < known.max():
            lowest, highest = kernel.within_range(known.min()), kernel.within_range(known.max())
            kernel.lay_grid(self.state, lowest, highest, self.cells)
        kernel.start(self.state, values, labels, self.cells, self.share)

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        super().widen(n_classes)
        self.state = self.state._replace(counts=widened(self.state.counts, n_classes))

    @property
    def n_cells(self) -> int:
        """Number of cells of layer 1."""
        return int(self.state.numbers[1])

    def edges(self) -> Floats:
        """Return the bounds of the cells, ascending: (n_cells + 1,) float64."""
        return self.state.edges[: self.n_cells + 1].copy()

    def cell_counts(self) -> Floats:
        """Return the class counts of the cells: (n_cells, n_classes) float64."""
        return self.state.counts[: self.n_cells].copy()

    def _first_cells(self) -> Ints:
        """Return the first cell of every interval but the first."""
        if self.n_known == 0:
            return np.empty(0, dtype=np.int64)
        firsts: Ints = kernel.cuts(self.state, self.layer, self.size, self.tail)
        return firsts

    @property
    def n_intervals(self) -> int:
        """Number of intervals of layer 2."""
        return len(self._first_cells()) + 1 if self.n_known else 0

    def cuts(self) -> Floats:
        """Return the upper bounds of all intervals of layer 2 but the last."""
        return self.state.edges[self._first_cells()]

    def frequencies(self) -> Floats:
        """Return the class frequencies of the intervals of layer 2, fractions included."""
        if self.n_known == 0:
            return np.empty((0, self.n_classes))
        firsts = np.concatenate(([0], self._first_cells()))
        table: Floats = np.add.reduceat(self.cell_counts(), firsts, axis=0)
        return table


class PartitionIncremental(IncrementalMethod):
    """Two layers: many cells that only count, merged into few intervals when asked.

    Layer 1 begins with cells of equal width over the range of the first instances, and grows
    with the range; a cell that comes to hold more than its share of all instances is halved,
    its counts too. Layer 2 merges cells from the left up to the interval frequency of a
    frequency method: proportional discretization, as in the experiments of Lu, Yang and Webb.
    """

    id = "pid"
    name = "Partition incremental discretization"
    source = "Gama and Pinto 2006; Lu, Yang and Webb 2006, section 4.2"
    bibtex = GAMA_PINTO_2006
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("cells", Int(1), 200, "cells of layer 1 at the beginning"),
        Parameter(
            "share", Real(1e-4, 1.0), 0.01, "a cell with more than this share of all is halved"
        ),
        Parameter("layer-two", Choice(tuple(_LAYERS)), "pd", "the method that merges cells"),
        Parameter(
            "layer-two-size",
            Int(1),
            30,
            "of layer 2: s of ffd, least of wpd, k of efd; pd has none",
        ),
        Parameter(TAIL.name, TAIL.domain, TAIL.default, TAIL.meaning),
    )

    cells: int
    share: float
    layer_two: str
    layer_two_size: int
    tail: float

    def attribute(self, n_classes: int, number: int = 0) -> LayeredAttribute:
        """Begin to learn one attribute."""
        return LayeredAttribute(self, n_classes)
