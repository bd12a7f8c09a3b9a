"""Classes: labels of any library as codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.api.kinds import is_pandas, is_polars, text_of
from nbexp.data.dataset import Codes, narrowest
from nbexp.errors import DataError


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of a column of labels.

    Attributes
    ----------
    names : tuple
        The classes as they were given, in declared order, or ascending.
    codes : (n,) integer
    """

    names: tuple[Any, ...]
    codes: Codes

    @classmethod
    def of(cls, labels: Any, declared: Sequence[Any] | None = None) -> Classes:
        """Code labels by the classes that are declared, or that occur.

        Parameters
        ----------
        labels : array-like or series, (n,)
        declared : sequence, optional
            All classes in order; else those that the series declares, else those that occur,
            ascending.
        """
        if declared is None:
            declared = declared_classes(labels)
        values = known_labels(labels)
        if values.ndim != 1:
            raise DataError(f"y: found {values.ndim} dimensions, expected one class an instance")
        if declared is None:
            found, codes = np.unique(values, return_inverse=True)
            return cls(tuple(found.tolist()), codes.astype(narrowest(len(found))))
        code = {name: number for number, name in enumerate(declared)}
        if len(code) < len(declared):
            raise DataError(f"classes: found {list(declared)}, expected each class only once")
        unknown = [value for value in values.tolist() if value not in code]
        if unknown:
            raise DataError(f"y: found the class {unknown[0]!r}, which is not declared")
        codes = np.array([code[v] for v in values.tolist()], dtype=narrowest(len(code)))
        return cls(tuple(declared), codes)


def declared_classes(labels: Any) -> tuple[Any, ...] | None:
    """Return the classes that a series of categories declares, in order; None if it is none."""
    if is_pandas(labels) and hasattr(labels.dtype, "categories"):
        return tuple(labels.dtype.categories.tolist())
    categories = getattr(getattr(labels, "dtype", None), "categories", None)
    if is_polars(labels) and categories is not None and hasattr(categories, "to_list"):
        return tuple(categories.to_list())
    return None


def known_labels(labels: Any) -> NDArray[Any]:
    """Return labels as an array; DataError where an instance has none.

    Truth values and numbers among objects, as pandas and lists with a missing one leave them,
    become what they are.
    """
    if isinstance(labels, str):
        raise DataError(
            f"y: found the text {labels!r}, expected one class for each instance; of a frame: "
            f"X.drop(columns={labels!r}), X[{labels!r}]"
        )
    values = np.asarray(labels.to_list() if is_polars(labels) else labels)
    if values.ndim != 1:
        return values
    missing = [i for i, value in enumerate(values.tolist()) if text_of(value) is None]
    if missing:
        raise DataError(f"y: instance {missing[0]} has no class; every instance needs one")
    kinds = {type(value) for value in values.tolist()} if values.dtype == object else set()
    truths = [issubclass(kind, bool | np.bool_) for kind in kinds]
    if kinds and (all(truths) or (not any(truths) and all(map(_is_number, kinds)))):
        return np.array(values.tolist())
    return values


def _is_number(kind: type) -> bool:
    return issubclass(kind, int | float | np.number)


def check_no_quantity(names: Sequence[Any]) -> None:
    """Raise DataError where classes are numbers with fractions: those are a quantity."""
    fractions = [
        name for name in names if isinstance(name, float | np.floating) and name != np.floor(name)
    ]
    if fractions:
        raise DataError(
            f"y: found the number {fractions[0]:g}, expected classes; cut numbers into ranges "
            "first, or, if they are names, give them as texts"
        )
