"""IDA: quantile bins of a sample of the stream."""

from __future__ import annotations

from typing import Any

import numpy as np

from nbexp.discretize.method import Taxonomy
from nbexp.discretize.parameters import Choice, Int, Parameter
from nbexp.incremental.attribute import Floats, IntervalAttribute, Ints, widened
from nbexp.incremental.citations import WEBB_2014
from nbexp.incremental.kernels import ida as kernel
from nbexp.incremental.method import IncrementalMethod


class SampledQuantiles(IntervalAttribute):
    """Bins that share a sample of the values equally, and what has fallen into them."""

    run = staticmethod(kernel.run)
    state: kernel.State

    def __init__(self, method: SampleDiscretization, n_classes: int, number: int) -> None:
        super().__init__(n_classes, method.m, method.class_counts)
        self.window = method.sample == "window"
        seeds = np.random.SeedSequence((method.seed, number)).generate_state(1, np.uint64)
        self.state = kernel.State(
            places=np.zeros(method.size),
            ascending=np.zeros(method.size),
            counts=np.zeros((method.bins, n_classes), dtype=np.int64),
            frequency=np.zeros(method.bins, dtype=np.int64),
            numbers=np.zeros(3, dtype=np.int64),
            random=seeds.astype(np.uint64),
        )

    def _settings(self) -> tuple[Any, ...]:
        return self.m, self.window

    def _start(self, values: Floats, labels: Ints) -> None:
        """Sample all the first instances before the first is counted."""
        kernel.start(self.state, values, labels, self.window)

    def widen(self, n_classes: int) -> None:
        """Make room for more classes."""
        super().widen(n_classes)
        self.state = self.state._replace(counts=widened(self.state.counts, n_classes))

    @property
    def n_intervals(self) -> int:
        """Number of bins."""
        return len(self.state.frequency) if self.n_known else 0

    def sample(self) -> Floats:
        """Return the sample, ascending."""
        return self.state.ascending[: self.state.numbers[2]].copy()

    def cuts(self) -> Floats:
        """Return the upper bounds of all bins but the last, never decreasing."""
        size, n_bins = self.state.numbers[2], len(self.state.frequency)
        cuts = [kernel.cut(self.state.ascending, size, n_bins, b) for b in range(n_bins - 1)]
        return np.array(cuts, dtype=np.float64)

    def frequencies(self) -> Ints:
        """Return the class frequencies of the bins: (n_bins, n_classes) int64."""
        return self.state.counts.copy()


class SampleDiscretization(IncrementalMethod):
    """Bins of equal frequency in a sample of the values seen so far.

    The sample is drawn from all the stream (a reservoir), or it is a window of the latest
    values; each attribute has its own, of known values. A learnt value enters the sample first,
    and then counts for the bin it falls into; counts stay with a bin when its bounds move.
    """

    id = "ida"
    name = "Incremental discretization algorithm"
    source = "Webb 2014"
    bibtex = WEBB_2014
    taxonomy = Taxonomy()
    own_parameters = (
        Parameter("bins", Int(1), 5, "number of bins"),
        Parameter("size", Int(1), 1000, "size of the sample"),
        Parameter(
            "sample",
            Choice(("reservoir", "window")),
            "reservoir",
            "a random sample of all values so far, or the latest values",
        ),
        Parameter("seed", Int(0), 0, "of the random numbers that draw the sample"),
    )

    bins: int
    size: int
    sample: str
    seed: int

    def attribute(self, n_classes: int, number: int = 0) -> SampledQuantiles:
        """Begin to learn one attribute."""
        return SampledQuantiles(self, n_classes, number)
