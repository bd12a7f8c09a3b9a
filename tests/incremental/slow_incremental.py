"""Slow, obvious second implementations of IFFD and PiD, and streams with every trap.

Nothing of the incremental methods is used here; counts of PiD are fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from twin.slow_methods import frequency_groups, midpoint

JUST = Fraction(1, 10**30)


def tricky_stream(seed: int, n: int, n_classes: int = 4) -> DataSet:
    """Ties, distinct values, missing values, constants, absent and late classes."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, n_classes - 1, n)
    labels[n // 2 :: 7] = n_classes - 1  # a class that comes late
    late = np.where(np.arange(n) < 60, np.nan, rng.normal(size=n))
    columns = {
        "distinct": rng.normal(size=n) + labels * 0.7,
        "tied": np.round(rng.normal(size=n) * 2) + labels % 2,
        "few": rng.integers(0, 4, n).astype(float),
        "constant": np.full(n, 3.0),
        "late": late,
        "empty": np.full(n, np.nan),
        "skewed": rng.exponential(size=n).round(1),
        "class 0 missing": np.where(labels == 0, np.nan, rng.integers(0, 50, n) / 7),
    }
    columns["tied"][rng.random(n) < 0.2] = np.nan
    columns["distinct"][rng.random(n) < 0.05] = np.nan
    attributes = [Quantitative.from_floats(name, column) for name, column in columns.items()]
    codes = rng.integers(0, 3, n)
    codes[rng.random(n) < 0.1] = -1
    attributes.insert(2, Qualitative("word", ("a", "b", "c", "never"), codes.astype(np.int8)))
    classes = (*"abcdefg"[:n_classes], "never")
    return DataSet(f"tricky-{seed}", tuple(attributes), classes, labels.astype(np.int8))


def columns_of(dataset: DataSet) -> list[np.ndarray]:
    return [
        a.floats() if isinstance(a, Quantitative) else a.codes.astype(np.int64)
        for a in dataset.attributes
    ]


class SlowIffd:
    """Intervals as sorted lists of (value, class)."""

    def __init__(self, least: int, bound: int) -> None:
        self.least, self.bound = least, bound
        self.intervals: list[list[tuple[float, int]]] = [[]]
        self.cuts: list[float] = []

    def start(self, pairs: list[tuple[float, int]], tail: float) -> None:
        pairs = sorted(pairs)
        groups = frequency_groups(
            "ffd", [v for v, _ in pairs], {"s": self.least, "tail": tail, "parts": "in-turn"}
        )
        self.intervals, begin = [], 0
        for group in groups:
            self.intervals.append(pairs[begin : begin + len(group)])
            begin += len(group)
        self.cuts = [midpoint(a[-1][0], b[0][0]) for a, b in pairwise(self.intervals)]

    def learn(self, value: float, label: int) -> None:
        j = sum(value > cut for cut in self.cuts)
        interval = self.intervals[j]
        interval.append((value, label))
        interval.sort()
        n = len(interval)
        if n < self.bound:
            return
        allowed = [
            k for k in range(self.least, n - self.least + 1) if interval[k - 1][0] != interval[k][0]
        ]
        if allowed:
            k = min(allowed, key=lambda k: (abs(Fraction(n, 2) - k), k))
            self.intervals[j : j + 1] = [interval[:k], interval[k:]]
            self.cuts.insert(j, midpoint(interval[k - 1][0], interval[k][0]))


class SlowPid:
    """Cells (a, b] with fractions for counts; few enough never to be merged."""

    def __init__(self, values: list[float], labels: list[int], cells: int, share: Fraction) -> None:
        lowest, highest = min(values), max(values)
        width = Fraction(highest - lowest) / cells
        self.cells, self.share, self.width = cells, share, width
        self.edges = [Fraction(lowest) + i * width for i in range(cells + 1)]
        self.lowest = self.edges[0]
        self.edges[0] -= JUST  # the first cell holds the lowest value too
        self.counts: list[dict[int, Fraction]] = [{} for _ in range(cells)]
        self.n = 0
        for value, label in zip(values, labels, strict=True):
            self._count(value, label)

    def _cell(self, value: float) -> int:
        return next(
            (i for i, edge in enumerate(self.edges[1:]) if value <= edge), len(self.counts) - 1
        )

    def _count(self, value: float, label: int) -> int:
        at = self._cell(value)
        self.counts[at][label] = self.counts[at].get(label, Fraction(0)) + 1
        self.n += 1
        return at

    def learn(self, value: float, label: int) -> None:
        while value > self.edges[-1]:
            self.edges.append(self.edges[-1] + self.width)
            self.counts.append({})
        if value < self.lowest:
            added = -((Fraction(value) - self.lowest) // self.width)
            below = [self.lowest - (added - i) * self.width for i in range(added)]
            self.lowest = below[0]
            self.edges = [below[0] - JUST, *below[1:], *self.edges]
            self.counts = [{} for _ in range(added)] + self.counts
        at = self._count(value, label)
        if sum(self.counts[at].values()) > self.share * self.n:
            half = {c: k / 2 for c, k in self.counts[at].items()}
            self.counts[at : at + 1] = [half, dict(half)]
            self.edges.insert(at + 1, (self.edges[at] + self.edges[at + 1]) / 2)

    def table(self, n_classes: int) -> list[list[Fraction]]:
        return [[cell.get(c, Fraction(0)) for c in range(n_classes)] for cell in self.counts]
