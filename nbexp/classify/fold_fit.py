"""Naive Bayes trained on one fold, asked by many methods at once.

What does not depend on a method is done once for all. Each method's score is still the log prior
plus the evidence of its attributes, added in attribute order, and so does not depend on which
other methods run beside it.

Attributes with few values are added instance by instance: their evidence is a small table, and an
instance's scores stay in the processor while many attributes are added to them. An attribute with
many values is added value by value, in ascending order, so that methods lay their intervals in one
sweep and their tables are read from one end to the other; the scores of all instances are then
kept in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nbexp.classify import kernels
from nbexp.classify.naive_bayes import CountedDataSet, log_class_prior, qualitative_evidence
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Column

_TABLE_BYTES = 4 << 20
"""The evidence of one attribute's values is made into one table if it takes no more than this."""

_ALL_TABLES_BYTES = 256 << 20
"""What the tables of all attributes together may take."""

_SCORE_BYTES = 512 << 20
"""About what the scores of one chunk of test instances may take."""

_VALUES = 1 << 14
"""How many values of an attribute methods are asked for at a time: a block fits the cache."""

Learned = dict[str, FittedAttribute] | NDArray[np.int64]
"""What is learned of an attribute: by each method of a quantitative one (nothing where no
training value is known), or a qualitative one's counts (n_values, n_classes)."""


@dataclass(frozen=True, eq=False)
class FoldPrediction:
    """One method's predictions for the test instances of one fold.

    Attributes
    ----------
    predictions : (n,) int16
        Predicted class codes.
    log_loss, brier : float
        Sums over the instances (log-loss in nats).
    faulty : bool
        Whether some score was not a number, or all classes were ruled out.
    """

    predictions: NDArray[np.int16]
    log_loss: float
    brier: float
    faulty: bool


class _Tables(NamedTuple):
    """The evidence of neighbouring attributes, a row for each value.

    Attributes
    ----------
    attributes : (q,) int64
        The attributes' numbers.
    starts : (q,) int64
        Where the rows of each begin.
    rows : (n_rows, n_methods * n_classes) float64
        A method's classes, then the next method's.
    """

    attributes: NDArray[np.int64]
    starts: NDArray[np.int64]
    rows: NDArray[np.float64]


@dataclass(eq=False)
class FoldFit:
    """Naive Bayes trained on all instances but those of one test fold, for many methods.

    Attributes
    ----------
    counted : CountedDataSet
    class_totals : (n_classes,) int64
        Training instances of each class.
    methods : dict of label to Method
    attributes : list of Learned
    """

    counted: CountedDataSet
    class_totals: NDArray[np.int64]
    methods: Mapping[str, Method]
    attributes: list[Learned]

    @property
    def _width(self) -> int:
        """Number of scores of an instance: one for each method and class."""
        return len(self.methods) * len(self.class_totals)

    def predict(self, instances: NDArray[np.int64]) -> dict[str, FoldPrediction]:
        """Predict the classes of the given instances by every method."""
        n_methods = len(self.methods)
        predictions = np.empty((n_methods, len(instances)), dtype=np.int16)
        sums = np.zeros(n_methods), np.zeros(n_methods), np.zeros(n_methods, dtype=np.bool_)
        codes, labels = self.counted.codes, self.counted.labels
        (*before, last), many = self._split(len(instances))
        prior = np.tile(log_class_prior(self.class_totals), (1, n_methods))
        size = self._chunk_size(len(instances), bool(many))
        kept = np.empty((size if many else 0, self._width))
        for start in range(0, len(instances), size):
            chunk = instances[start : start + size]
            scores = kept[: len(chunk)] if many else prior
            scores[:] = prior
            for tables, number in zip(before, many, strict=True):
                if len(tables.attributes):
                    kernels.add_by_instance(codes, chunk, *tables, scores)
                self._add_by_value(number, chunk, scores)
            kernels.predict(codes, chunk, *last, scores, labels, start, predictions, *sums)
        log_loss, brier, faulty = sums
        return {
            label: FoldPrediction(
                predictions[k], float(log_loss[k]), float(brier[k]), bool(faulty[k])
            )
            for k, label in enumerate(self.methods)
        }

    def _chunk_size(self, n_instances: int, scores_are_kept: bool) -> int:
        """Return how many instances are predicted together."""
        most = _SCORE_BYTES // (8 * self._width) if scores_are_kept else n_instances
        return max(1, min(n_instances, max(1024, most)))

    def _split(self, n_instances: int) -> tuple[list[_Tables], list[int]]:
        """Split the attributes at those of many values.

        Returns
        -------
        tables : list of _Tables
            The attributes of few values before each one of many values, and after the last.
        many : list of int
            The numbers of those of many values.
        """
        most = min(_TABLE_BYTES, _ALL_TABLES_BYTES // max(1, len(self.attributes)))
        parts: list[dict[int, NDArray[np.float64]]] = [{}]
        many = []
        for number, learned in enumerate(self.attributes):
            if not isinstance(learned, dict):
                parts[-1][number] = self._qualitative_table(learned)
            elif learned:
                values = self._column(number).values
                if 2 * len(values) <= n_instances and 8 * self._width * len(values) <= most:
                    answers = [learned[label].rows(values) for label in self.methods]
                    parts[-1][number] = np.hstack([table[rows] for rows, table in answers])
                else:
                    many.append(number)
                    parts.append({})
        return [_join(part, self._width) for part in parts], many

    def _qualitative_table(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        evidence = [
            qualitative_evidence(counts, self.class_totals, method)
            for method in self.methods.values()
        ]
        return np.hstack(evidence)

    def _column(self, number: int) -> Column:
        column = self.counted.columns[number]
        assert column is not None
        return column

    def _add_by_value(
        self, number: int, chunk: NDArray[np.int64], scores: NDArray[np.float64]
    ) -> None:
        """Add the evidence of an attribute of many values to the scores of a chunk."""
        column, learned = self._column(number), self.attributes[number]
        assert isinstance(learned, dict)
        codes, order = _in_order_of_value(column.codes[chunk])
        begins, place = kernels.runs(codes)
        for first in range(0, len(begins), _VALUES):
            last = min(first + _VALUES, len(begins))
            begin, end = begins[first], begins[last] if last < len(begins) else len(codes)
            values = column.values[codes[begins[first:last]]]
            answers = [learned[label].rows(values) for label in self.methods]
            index, table = _stack(answers)
            kernels.add_by_value(order[begin:end], place[begin:end] - first, index, table, scores)


def _join(tables: Mapping[int, NDArray[np.float64]], width: int) -> _Tables:
    """Join the tables of attributes, given by number."""
    starts = np.cumsum([0, *map(len, tables.values())], dtype=np.int64)[:-1]
    rows = np.concatenate([np.empty((0, width)), *tables.values()])
    return _Tables(np.array([*tables], dtype=np.int64), starts, rows)


def _in_order_of_value(
    codes: NDArray[np.signedinteger],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the known codes in ascending order, and the place that each came from."""
    both = np.sort(codes.astype(np.int64) << 32 | np.arange(len(codes)))
    both = both[np.searchsorted(both, 0) :]  # those of missing values are negative
    return both >> 32, both & 0xFFFFFFFF


def _stack(
    answers: Sequence[tuple[NDArray[np.integer], NDArray[np.float64]]],
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Put the tables of all methods into one, without the rows that no value asks for.

    Returns
    -------
    index : (n_values, n_methods) int32
        The row that each value has by each method.
    table : (n_rows, n_classes) float64
    """
    index = np.empty((len(answers[0][0]), len(answers)), dtype=np.int32)
    tables = []
    length = 0
    for k, (rows, table) in enumerate(answers):
        low, high = kernels.extent(rows)
        if high - low > len(rows):
            tables.append(table[rows])
            index[:, k] = np.arange(length, length + len(rows))
        else:
            tables.append(table[low:high])
            index[:, k] = rows + (length - low)
        length += len(tables[-1])
    return index, np.concatenate(tables)
