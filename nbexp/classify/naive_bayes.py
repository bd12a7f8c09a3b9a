"""Naive Bayes (thesis, section 3.1.1) for many methods at once.

What does not depend on a method is done once for all: codes, qualitative attributes'
counts, the gathering of an instance's values. Each method's score is still the log prior plus the
evidence of its attributes, added in attribute order, and so does not depend on which other
methods run beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nbexp.classify import kernels
from nbexp.data.dataset import DataSet, Quantitative, narrowest
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Column

_SPARSE = 16
"""An attribute with more values than this per instance is searched, not marked, for those asked."""

_BLOCK = 4096
"""Instances that are turned from columns into rows at a time."""

_CHUNK_BYTES = 256 << 20
"""About how much memory the evidence of one chunk of test instances may take."""


@dataclass(frozen=True, eq=False)
class CountedDataSet:
    """A data set with everything counted that no trial, fold or method changes.

    Attributes
    ----------
    dataset : DataSet
    columns : tuple of Column or None
        For each attribute its counts; None for a qualitative one.
    codes : (n_instances, n_attributes) signed integer
        All codes in one array, an instance a row.
    labels : (n_instances,) int16
        Class codes.
    """

    dataset: DataSet
    columns: tuple[Column | None, ...]
    codes: NDArray[np.signedinteger]
    labels: NDArray[np.int16]

    @classmethod
    def count(cls, dataset: DataSet) -> CountedDataSet:
        """Count a data set."""
        labels = dataset.labels.astype(np.int16)
        columns = tuple(
            Column.count(attribute, labels, dataset.n_classes)
            if isinstance(attribute, Quantitative)
            else None
            for attribute in dataset.attributes
        )
        return cls(dataset, columns, _in_rows(dataset), labels)

    @cached_property
    def _qualitative(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of the qualitative attributes, and where the rows of each begin."""
        numbers = [number for number, column in enumerate(self.columns) if column is None]
        lengths = [len(self.dataset.attributes[number].values) for number in numbers]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        return np.array(numbers, dtype=np.int64), starts

    @cached_property
    def _qualitative_totals(self) -> NDArray[np.int64]:
        return self._qualitative_counts(np.arange(self.dataset.n_instances))

    def _qualitative_counts(self, instances: NDArray[np.int64]) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = kernels.qualitative_counts(
            self.codes, *self._qualitative, self.labels, instances, self.dataset.n_classes
        )
        return counts

    def qualitative_samples(self, left_out: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
        """Count the qualitative attributes over all instances but those left out.

        Returns
        -------
        dict of attribute number to (n_values, n_classes) int64
        """
        counts = self._qualitative_totals - self._qualitative_counts(left_out)
        numbers, starts = self._qualitative
        return {
            int(number): counts[start:end]
            for number, start, end in zip(numbers, starts[:-1], starts[1:], strict=True)
        }


def _in_rows(dataset: DataSet) -> NDArray[np.signedinteger]:
    """Return the codes of all attributes, an instance a row.

    Block by block, so that the rows written stay in the cache until all attributes are there.
    """
    most = max((len(attribute.values) for attribute in dataset.attributes), default=1)
    shape = (dataset.n_instances, len(dataset.attributes))
    codes = np.empty(shape, dtype=narrowest(most))
    for start in range(0, len(codes), _BLOCK):
        block = codes[start : start + _BLOCK]
        for number, attribute in enumerate(dataset.attributes):
            block[:, number] = attribute.codes[start : start + _BLOCK]
    return codes


def log_class_prior(class_totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the Laplace estimate log((n_c + 1)/(N + m)) of each class: (n_classes,)."""
    prior = (class_totals + 1) / (class_totals.sum() + len(class_totals))
    log_prior: NDArray[np.float64] = np.log(prior)
    return log_prior


def qualitative_evidence(
    counts: NDArray[np.int64], class_totals: NDArray[np.int64], method: Method
) -> NDArray[np.float64]:
    """Return log p(value | class) of a qualitative attribute: (n_values, n_classes).

    By the m-estimate (n_xc + m p)/(n_c + m), p = (n_x + 1)/(N + V), with N and n_c as the
    method's `qualitative-total` and `class-counts` say. An attribute without any known
    training value gives zeros.

    Parameters
    ----------
    counts : (n_values, n_classes) int64
        Training instances by value and class.
    class_totals : (n_classes,) int64
        Training instances of each class, those with a missing value included.
    """
    n_known = int(counts.sum())
    if n_known == 0:
        return np.zeros(counts.shape)
    n_c = class_totals if method.class_counts == "all" else counts.sum(axis=0)
    total = int(class_totals.sum()) if method.qualitative_total == "all" else n_known
    prior = (counts.sum(axis=1, keepdims=True) + 1) / (total + len(counts))
    evidence: NDArray[np.float64] = np.log(counts + method.m * prior) - np.log(n_c + method.m)
    return evidence


Learned = dict[str, FittedAttribute] | NDArray[np.int64]
"""What is learned of an attribute: by each method of a quantitative one (nothing where no
training value is known), or a qualitative one's counts (n_values, n_classes)."""


@dataclass(eq=False)
class _Evidence:
    """The evidence of a chunk's attributes, laid out flat for the kernel."""

    n_instances: int
    n_classes: int
    slots: list[int] = field(default_factory=list)
    local: list[NDArray[np.int32]] = field(default_factory=list)
    starts: dict[str, list[int]] = field(default_factory=lambda: {"dense": [], "index": []})
    parts: dict[str, list[NDArray[np.generic]]] = field(
        default_factory=lambda: {"dense": [], "index": [], "table": []}
    )
    sizes: dict[str, int] = field(default_factory=lambda: {"dense": 0, "index": 0, "table": 0})

    def _append(self, form: str, array: NDArray[np.generic]) -> int:
        start = self.sizes[form]
        self.parts[form].append(array)
        self.sizes[form] += len(array)
        return start

    def add(
        self,
        local: NDArray[np.int32] | None,
        dense: NDArray[np.float64] | None = None,
        index: NDArray[np.int32] | None = None,
        tables: Sequence[NDArray[np.float64]] = (),
    ) -> None:
        """Append the next attribute: dense rows, or row numbers into tables, or nothing."""
        self.slots.append(-1 if local is None else len(self.local))
        if local is not None:
            self.local.append(local)
        self.starts["dense"].append(-1 if dense is None else self._append("dense", dense.ravel()))
        self.starts["index"].append(-1 if index is None else self._append("index", index.ravel()))
        for table in tables:
            self._append("table", table)

    def laid_out(self) -> tuple[NDArray[np.generic], ...]:
        """Return the rows, then the starts and parts of each form, as the kernel takes them."""
        local = np.empty((self.n_instances, len(self.local)), dtype=np.int32)
        for slot, rows in enumerate(self.local):
            local[:, slot] = rows
        arrays: list[NDArray[np.generic]] = [np.array(self.slots, dtype=np.int64), local]
        for form, dtype in (("dense", np.float64), ("index", np.int32)):
            arrays.append(np.array(self.starts[form], dtype=np.int64))
            arrays.append(np.concatenate([np.empty(0, dtype=dtype), *self.parts[form]]))
        nothing = np.empty((0, self.n_classes))
        return (*arrays, np.concatenate([nothing, *self.parts["table"]]))


def _values_asked(
    values: NDArray[np.float64], codes: NDArray[np.signedinteger]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the distinct values of some instances, and where among them each one's value is.

    The values come in ascending order; a place of -1 means missing.
    """
    if len(values) <= _SPARSE * len(codes):
        present = np.zeros(len(values) + 1, dtype=np.bool_)
        present[codes] = True  # the last place, -1, is that of missing values
        present[-1] = False
        places = np.cumsum(present, dtype=np.int32) - np.int32(1)
        places[-1] = -1
        return values[present[:-1]], places[codes]
    in_order = np.sort(codes)
    asked = in_order[np.diff(in_order, prepend=-1) > 0]
    local = np.searchsorted(asked, codes).astype(np.int32)
    local[codes < 0] = -1
    return values[asked], local


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

    def predict(self, instances: NDArray[np.int64]) -> dict[str, FoldPrediction]:
        """Predict the classes of the given instances by every method."""
        labels = list(self.methods)
        predictions = np.empty((len(labels), len(instances)), dtype=np.int16)
        log_loss, brier = np.zeros(len(labels)), np.zeros(len(labels))
        faulty = np.zeros(len(labels), dtype=np.bool_)
        log_prior = log_class_prior(self.class_totals)
        done = 0
        for chunk in self._chunks(instances):
            layout = self._evidence(chunk, labels).laid_out()
            written = (predictions[:, done : done + len(chunk)], log_loss, brier, faulty)
            asked = (self.counted.codes, chunk, self.counted.labels, log_prior)
            arguments = (*asked, len(labels), *layout, *written)
            kernels.predict(*arguments)
            done += len(chunk)
        return {
            label: FoldPrediction(
                predictions[k], float(log_loss[k]), float(brier[k]), bool(faulty[k])
            )
            for k, label in enumerate(labels)
        }

    def _chunks(self, instances: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Split the instances so that the evidence of a chunk fits in memory."""
        dataset = self.counted.dataset
        row = len(self.methods) * (4 + 8 * dataset.n_classes)
        distinct = sum(min(len(a.values), len(instances)) for a in dataset.quantitative)
        per_instance = max(1, distinct * row // max(1, len(instances)))
        size = max(1024, _CHUNK_BYTES // per_instance)
        for start in range(0, len(instances), size):
            yield instances[start : start + size]

    def _evidence(self, chunk: NDArray[np.int64], labels: list[str]) -> _Evidence:
        """Lay out the evidence of all values that occur in a chunk of test instances."""
        evidence = _Evidence(len(chunk), self.counted.dataset.n_classes)
        for number, learned in enumerate(self.attributes):
            if isinstance(learned, dict):
                self._add_quantitative(evidence, number, learned, chunk, labels)
            else:
                blocks = [
                    qualitative_evidence(learned, self.class_totals, self.methods[label])
                    for label in labels
                ]
                evidence.add(None, dense=np.hstack(blocks))
        return evidence

    def _add_quantitative(
        self,
        evidence: _Evidence,
        number: int,
        learned: dict[str, FittedAttribute],
        chunk: NDArray[np.int64],
        labels: list[str],
    ) -> None:
        """Ask every method for the evidence of one attribute's values."""
        if not learned:  # no known training value
            evidence.add(None)
            return
        column = self.counted.columns[number]
        assert column is not None
        values, local = column.values, None
        if len(values) > len(chunk):
            values, local = _values_asked(values, column.codes[chunk])
        answers = [learned[label].rows(values) for label in labels]
        if 2 * len(values) <= len(chunk):
            evidence.add(local, dense=np.hstack([table[index] for index, table in answers]))
            return
        first = evidence.sizes["table"]
        index = np.empty((len(values), len(labels)), dtype=np.int32)
        tables = []
        for k, (rows, table) in enumerate(answers):
            if len(table) > len(values):  # only the rows that are asked for
                rows, table = np.arange(len(values)), table[rows]
            index[:, k] = rows + first
            first += len(table)
            tables.append(table)
        evidence.add(local, index=index, tables=tables)
