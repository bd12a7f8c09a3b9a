"""What a univariate method sees of a training set: one attribute, counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbexp.data.dataset import Quantitative
from nbexp.discretize import kernels
from nbexp.errors import DataError

_STEP = 32
"""The counts of all values below are kept for every so many distinct values."""


@dataclass(frozen=True, eq=False)
class Sample:
    """The known values of one quantitative attribute in a training set, with their classes.

    Only values with a training instance are in it, so a value that occurs in test
    instances alone can move no cut.

    Attributes
    ----------
    values : (n_values,) float64
        The distinct values, ascending.
    starts : (n_values + 1,) int32
        ``starts[v]`` training instances lie below ``values[v]``; the last is their number.
    indptr : (n_values + 1,) int32
        The pairs of value v are ``indptr[v]`` .. ``indptr[v + 1] - 1``.
    classes : (n_pairs,) int16
        Class of each (value, class) pair.
    counts : (n_pairs,) int32
        Training instances of each pair, at least 1.
    class_totals : (n_classes,) int64
        Training instances of each class, those with a missing value included.
    """

    values: NDArray[np.float64]
    starts: NDArray[np.int32]
    indptr: NDArray[np.int32]
    classes: NDArray[np.int16]
    counts: NDArray[np.int32]
    class_totals: NDArray[np.int64]

    @classmethod
    def from_values(cls, values: ArrayLike, labels: ArrayLike, n_classes: int) -> Sample:
        """Count a column of numbers (NaN: missing) and the class codes that go with them."""
        codes = np.asarray(labels) if np.size(labels) else np.empty(0, dtype=np.int64)
        return cls.of(Quantitative.from_floats("", values), codes, n_classes)

    @classmethod
    def of(
        cls, attribute: Quantitative, labels: NDArray[np.signedinteger], n_classes: int
    ) -> Sample:
        """Count an attribute over all instances, whose class codes are `labels`."""
        totals = np.bincount(labels, minlength=n_classes)
        return Column.count(attribute, labels, n_classes).sample(np.arange(0), totals)

    @property
    def n_known(self) -> int:
        """Number of training instances whose value is known."""
        return int(self.starts[-1])

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        return len(self.class_totals)

    def known_class_totals(self) -> NDArray[np.int64]:
        """Return the training instances of each class with a known value: (n_classes,)."""
        weights = self.counts.astype(np.float64)
        totals = np.bincount(self.classes, weights=weights, minlength=self.n_classes)
        return totals.astype(np.int64)

    def frequencies(self, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count the classes in windows of distinct values: (n_windows, n_classes) int64.

        Window r holds ``values[first[r]:last[r]]``; neither bound may decrease.
        """
        table: NDArray[np.int64] = kernels.window_counts(
            self.indptr, self.classes, self.counts, self._counts_below, _STEP, first, last
        )
        return table

    @cached_property
    def _counts_below(self) -> NDArray[np.int64]:
        """Counts of the classes below each `_STEP`-th value; all methods share them."""
        below: NDArray[np.int64] = kernels.counts_below(
            self.indptr, self.classes, self.counts, self.n_classes, _STEP
        )
        return below


@dataclass(frozen=True, eq=False)
class Column:
    """A quantitative attribute of a whole data set, counted once for all trials and folds.

    Attributes
    ----------
    values : (n_values,) float64
        The distinct values of the data set, ascending.
    codes : (n_instances,) signed integer
        Each instance's value (-1: missing).
    pair : (n_instances,) int32
        Each instance's (value, class) pair (-1: missing).
    indptr, classes : arrays
        As in `Sample`, over the whole data set.
    totals : (n_pairs,) int32
        Instances of each pair in the whole data set.
    """

    values: NDArray[np.float64]
    codes: NDArray[np.signedinteger]
    pair: NDArray[np.int32]
    indptr: NDArray[np.int32]
    classes: NDArray[np.int16]
    totals: NDArray[np.int32]

    @classmethod
    def count(
        cls, attribute: Quantitative, labels: NDArray[np.signedinteger], n_classes: int
    ) -> Column:
        """Count an attribute over all instances."""
        if len(labels) > np.iinfo(np.int32).max:
            raise DataError(
                f"found {len(labels):,} instances, expected fewer than 2³¹ in one process; "
                "docs/scale.md tells how counts of parts are added"
            )
        # Kernels are compiled for arrays that can be written to; mapped files cannot.
        values = np.require(attribute.values, requirements="W")
        codes = np.require(attribute.codes, requirements="W")
        labels = labels.astype(np.int16, copy=False)
        pair, indptr, classes, totals = kernels.pair_entries(codes, labels, len(values), n_classes)
        if len(classes) == len(values) and codes.dtype == pair.dtype:
            pair = codes  # no value has two classes: its pair is its code, and kept once
        return cls(values, codes, pair, indptr, classes, totals)

    def sample(
        self, left_out: NDArray[np.signedinteger], class_totals: NDArray[np.int64]
    ) -> Sample:
        """Return the sample of all instances but those left out.

        Parameters
        ----------
        left_out : (n,) integer
            Instance numbers of the test instances.
        class_totals : (n_classes,) int64
            Training instances of each class.
        """
        counts = self.totals - kernels.count_pairs(self.pair, left_out, len(self.classes))
        values, starts, indptr, classes, counts = kernels.compress(
            self.values, self.indptr, self.classes, counts
        )
        totals = np.asarray(class_totals, dtype=np.int64)
        return Sample(values, starts, indptr, classes, counts, totals)
