"""Naive Bayes over a stream of instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import MISSING, DataSet, Qualitative
from nbexp.errors import DataError
from nbexp.incremental.attribute import (
    EVERYTHING,
    Floats,
    IncrementalAttribute,
    Ints,
    Stretch,
    checked_codes,
)
from nbexp.incremental.attribute import QuantitativeAttribute as _Quantitative
from nbexp.incremental.kernels import evidence
from nbexp.incremental.method import Learner
from nbexp.incremental.qualitative import QualitativeCounts

Value = float | str | None
"""A quantitative value is a number, a qualitative one a word; None (and NaN): missing."""


@dataclass(frozen=True)
class Declared:
    """An attribute as a stream declares it.

    Attributes
    ----------
    name : str
    values : tuple of str, or None
        The values of a qualitative attribute that are known beforehand, perhaps none; None: the
        attribute is quantitative.
    """

    name: str
    values: tuple[str, ...] | None = None


@dataclass(eq=False)
class _Words:
    """Names and their codes, in order of appearance after those declared."""

    names: list[str]
    codes: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.codes = {name: code for code, name in enumerate(self.names)}

    def code(self, name: str) -> int:
        """Return a name's code, a new one if it has none."""
        code = self.codes.setdefault(name, len(self.names))
        if code == len(self.names):
            self.names.append(name)
        return code


class IncrementalNaiveBayes:
    """Naive Bayes that learns one instance at a time.

    As the classifier for whole training sets: Laplace's estimate of the prior, the m-estimate
    of p(value | class) with n_c counting instances of missing value too, evidence added in the
    order of attributes, ties to the first class. A class or a qualitative value that was not
    declared is taken in with the first instance that is learnt with it.

    Parameters
    ----------
    method : Learner
        What to do with quantitative attributes.
    attributes : sequence of Declared
    classes : sequence of str
        The classes known beforehand.

    Examples
    --------
    >>> from nbexp.incremental.registry import create_learner
    >>> model = IncrementalNaiveBayes(
    ...     create_learner("iffd", {}), [Declared("height"), Declared("hair", ())]
    ... )
    >>> model.learn_one([1.82, "grey"], "elder")
    >>> model.learn_one([1.10, None], "child")
    >>> model.predict_one([1.75, "grey"])
    'elder'
    """

    def __init__(
        self, method: Learner, attributes: Sequence[Declared], classes: Sequence[str] = ()
    ) -> None:
        self.method = method
        self.declared = tuple(attributes)
        self.class_counts: Ints = np.zeros(len(classes), dtype=np.int64)
        self._classes = _Words(list(classes))
        self._values = [_Words(list(attribute.values or ())) for attribute in attributes]
        self.attributes: list[IncrementalAttribute] = [
            method.attribute(len(classes), number)
            if attribute.values is None
            else QualitativeCounts(
                len(attribute.values),
                len(classes),
                method.m,
                method.class_counts,
                method.qualitative_total,
            )
            for number, attribute in enumerate(attributes)
        ]

    @classmethod
    def for_dataset(cls, dataset: DataSet, method: Learner) -> IncrementalNaiveBayes:
        """Make a classifier with the attributes and classes that a data set declares."""
        attributes = [
            Declared(a.name, a.values if isinstance(a, Qualitative) else None)
            for a in dataset.attributes
        ]
        return cls(method, attributes, dataset.classes)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes declared or learnt, in that order."""
        return tuple(self._classes.names)

    @property
    def n_learnt(self) -> int:
        """Number of instances learnt."""
        return int(self.class_counts.sum())

    @property
    def n_intervals(self) -> tuple[int, ...]:
        """Number of intervals of each quantitative attribute."""
        return tuple(a.n_intervals for a in self.attributes if isinstance(a, _Quantitative))

    @property
    def nbytes(self) -> int:
        """Memory of what is learnt, in bytes."""
        return int(self.class_counts.nbytes) + sum(a.nbytes for a in self.attributes)

    # --- one instance -------------------------------------------------------------------

    def learn_one(self, instance: Sequence[Value], label: str) -> None:
        """Learn an instance: its values in the order of the attributes, and its class."""
        known = self._classes.codes.get(label)
        encoded = self._encoded(instance)
        self._take_in(instance, encoded)
        code = self._new_class(label) if known is None else known
        labels = np.array([code], dtype=np.int64)
        nothing = np.empty((0, len(self.class_counts)))
        stretch = Stretch(labels, nothing, nothing, learn=True, predict=False)
        for attribute, column in zip(self.attributes, encoded, strict=True):
            attribute.pass_through(column, stretch)
        self.class_counts[code] += 1

    def predict_one(self, instance: Sequence[Value]) -> str | None:
        """Return the most probable class; None as long as no class is known."""
        if not self._classes.names:
            return None
        return self._classes.names[int(np.argmax(self._scores(instance)))]

    def predict_proba_one(self, instance: Sequence[Value]) -> dict[str, float]:
        """Return the probability of every class."""
        if not self._classes.names:
            return {}
        scores = self._scores(instance)
        odds = np.exp(scores - scores.max())
        shares = (odds / odds.sum()).tolist()
        return dict(zip(self._classes.names, shares, strict=True))

    def _scores(self, instance: Sequence[Value]) -> Floats:
        label = np.zeros(1, dtype=np.int64)
        scores = self._pass(self._encoded(instance), label, learn=False, predict=True)
        return np.asarray(scores[0])

    def class_code(self, label: str) -> int | None:
        """Return the code of a class; None if it is not known."""
        return self._classes.codes.get(label)

    def codes_of(self, instance: Sequence[Value]) -> list[float | int] | None:
        """Return an instance as numbers and codes, as columns hold them.

        None if it has a qualitative value that is not known.
        """
        found: list[float | int] = []
        for value, attribute, words in zip(instance, self.declared, self._values, strict=True):
            if attribute.values is None:
                found.append(_number(value, attribute.name))
                continue
            code = _code(value, words)
            if code == len(words.names):
                return None
            found.append(code)
        return found

    def _new_class(self, label: str) -> int:
        code = self._classes.code(label)
        n_classes = code + 1
        self.class_counts = np.append(self.class_counts, 0)
        for attribute in self.attributes:
            attribute.widen(n_classes)
        return code

    def _encoded(self, instance: Sequence[Value]) -> list[NDArray[Any]]:
        """Return the values of an instance as columns of length 1."""
        if len(instance) != len(self.declared):
            raise DataError(
                f"an instance: found {len(instance)} values, expected {len(self.declared)}, "
                "one for each attribute"
            )
        columns: list[NDArray[Any]] = []
        for value, attribute, words in zip(instance, self.declared, self._values, strict=True):
            if attribute.values is None:
                columns.append(np.array([_number(value, attribute.name)]))
            else:
                columns.append(np.array([_code(value, words)], dtype=np.int64))
        return columns

    def _take_in(self, instance: Sequence[Value], columns: list[NDArray[Any]]) -> None:
        """Take in the qualitative values of an instance that have not been seen before."""
        for value, column, words in zip(instance, columns, self._values, strict=True):
            if column.dtype == np.int64 and column[0] == len(words.names):
                words.code(str(value))

    # --- many instances -----------------------------------------------------------------

    def start(self, columns: Sequence[NDArray[Any]], labels: Ints) -> None:
        """Learn the first instances together, before any other.

        Parameters
        ----------
        columns : sequence of (n,) float64 or int64
            The values of each attribute: numbers (NaN: missing), or codes of declared values
            (-1: missing).
        labels : (n,) int64
            Codes of declared classes.
        """
        if self.n_learnt:
            raise ValueError("the first instances have been learnt already")
        columns, labels = self._checked(columns, labels)
        nothing = np.empty((0, len(self.class_counts)))
        stretch = Stretch(labels, nothing, nothing, learn=True, predict=False)
        for attribute, column in zip(self.attributes, columns, strict=True):
            if isinstance(attribute, _Quantitative):
                attribute.start(column, labels)
            else:
                attribute.pass_through(column, stretch)
        self.class_counts += np.bincount(labels, minlength=len(self.class_counts))

    def learn_many(self, columns: Sequence[NDArray[Any]], labels: Ints) -> None:
        """Learn instances one after the other; `columns` and `labels` as for `start`."""
        columns, labels = self._checked(columns, labels)
        self._pass(columns, labels, learn=True, predict=False)

    def predict_many(self, columns: Sequence[NDArray[Any]]) -> Floats:
        """Classify instances; `columns` as for `start`, the scores as of `test_then_learn`."""
        labels = np.zeros(len(columns[0]) if columns else 0, dtype=np.int64)
        columns, labels = self._checked(columns, labels)
        return self._pass(columns, labels, learn=False, predict=True)

    def test_then_learn(self, columns: Sequence[NDArray[Any]], labels: Ints) -> Floats:
        """Classify each instance, and then learn it.

        The numbers are the same as `predict_one` and `learn_one` in turn give.

        Parameters
        ----------
        columns, labels
            As for `start`.

        Returns
        -------
        (n, n_classes) float64
            log p(class) + Σ log p(value | class) of each instance.
        """
        columns, labels = self._checked(columns, labels)
        return self._pass(columns, labels, learn=True, predict=True)

    def _checked(
        self, columns: Sequence[NDArray[Any]], labels: Ints
    ) -> tuple[list[NDArray[Any]], Ints]:
        """Return instances as kernels take them; ValueError where they do not fit."""
        labels = checked_codes("labels", labels, len(self.class_counts))
        checked: list[NDArray[Any]] = []
        for attribute, declared, column in zip(
            self.attributes, self.declared, columns, strict=True
        ):
            if len(column) != len(labels):
                raise ValueError(
                    f"attribute {declared.name}: found {len(column)} values, "
                    f"expected {len(labels)}, as many as labels"
                )
            if isinstance(attribute, QualitativeCounts):
                what = f"attribute {declared.name}"
                checked.append(checked_codes(what, column, attribute.n_values, MISSING))
            else:
                checked.append(np.ascontiguousarray(column, dtype=np.float64))
        return checked, labels

    def _pass(
        self, columns: Sequence[NDArray[Any]], labels: Ints, *, learn: bool, predict: bool
    ) -> Floats:
        """Take instances through one attribute after the other.

        What an attribute says of an instance depends on its own past alone, so that each
        attribute can go through all of them before the next begins.
        """
        n = len(labels) if predict else 0
        scores = np.empty((n, len(self.class_counts)))
        totals = np.empty_like(scores)
        if predict:
            before = self.class_counts.copy()
            m = float(self.method.m)
            evidence.log_priors(labels, self.class_counts, learn, scores)
            evidence.log_totals(labels, EVERYTHING, before, m, learn, totals)
        else:
            self.class_counts += np.bincount(labels, minlength=len(self.class_counts))
        stretch = Stretch(labels, totals, scores, learn, predict)
        for attribute, column in zip(self.attributes, columns, strict=True):
            attribute.pass_through(column, stretch)
        return scores

    # --- save and resume ----------------------------------------------------------------

    def attributes_declared(self) -> list[tuple[str, list[str] | None]]:
        """Return the attributes' names, and the values of the qualitative ones as of now."""
        return [
            (attribute.name, None if attribute.values is None else list(words.names))
            for attribute, words in zip(self.declared, self._values, strict=True)
        ]

    def save(self, path: Path) -> None:
        """Write the classifier to a file, which at no moment is half written."""
        from nbexp.incremental.saved import write_model

        write_model(path, self, {})

    @staticmethod
    def load(path: Path) -> IncrementalNaiveBayes:
        """Read a classifier that `save` has written; see `nbexp.incremental.saved`."""
        from nbexp.incremental.saved import read_model

        return read_model(path)[0]


def _number(value: Value, name: str) -> float:
    """Return a quantitative value, NaN where it is missing."""
    if value is None:
        return float("nan")
    try:
        return float(value) + 0.0  # -0.0 is 0.0
    except ValueError:
        raise DataError(f"attribute {name}: found {value!r}, expected a number") from None


def _code(value: Value, words: _Words) -> int:
    """Return a qualitative value's code, -1 where it is missing, a free one where it is new."""
    if value is None or value != value:
        return -1
    return words.codes.get(str(value), len(words.names))
