"""A data set in memory: rank-coded attributes and class labels.

A quantitative attribute is rank-coded once: its distinct values in ascending order, and for
each instance the index of its value. After that nothing is ever sorted again; what a
discretization method needs of a training set are counts over these codes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

MISSING = -1
"""The code of a missing value, in quantitative and qualitative attributes alike."""

_GREATEST = np.finfo(np.float64).max

_BLOCK = 1 << 15
"""So many numbers are rank-coded at a time."""

Codes = NDArray[np.signedinteger]


def narrowest(n_codes: int) -> np.dtype[np.signedinteger]:
    """Return the narrowest signed integer type that holds the codes -1 .. ``n_codes`` - 1."""
    for kind in (np.int8, np.int16, np.int32):
        if n_codes - 1 <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)


def _rank_whole(column: NDArray[np.float64]) -> tuple[NDArray[np.float64], Codes] | None:
    """Rank-code numbers that lie whole steps apart and close together, as most measured data do.

    They need no sorting. Block by block, so that what is worked out on the way stays in the cache.

    Returns
    -------
    (values, codes), or None where the numbers are not of that kind
    """
    least, greatest = np.fmin.reduce(column), np.fmax.reduce(column)  # of the known ones
    if not np.isfinite(least) or greatest > least + 4 * len(column):
        return None
    present = np.zeros(int(greatest - least) + 1, dtype=bool)
    blocks = [slice(start, start + _BLOCK) for start in range(0, len(column), _BLOCK)]
    for block in blocks:
        known = column[block][~np.isnan(column[block])]
        above = (known - least).astype(np.int64)
        if not np.array_equal(above + least, known):
            return None
        present[above] = True
    values = np.flatnonzero(present) + least
    codes = np.full(column.shape, MISSING, dtype=narrowest(len(values)))
    places = (np.cumsum(present) - 1).astype(codes.dtype)
    for block in blocks:
        known = ~np.isnan(column[block])
        codes[block][known] = places[(column[block][known] - least).astype(np.int64)]
    return values + 0.0, codes


@dataclass(frozen=True)
class Quantitative:
    """A quantitative attribute.

    Attributes
    ----------
    name : str
    values : (n_values,) float64
        The distinct known values of the whole data set, ascending.
    codes : (n_instances,) signed integer
        Index of each instance's value in `values`, or -1 where it is missing.
    """

    name: str
    values: NDArray[np.float64]
    codes: Codes

    @classmethod
    def from_floats(cls, name: str, column: ArrayLike) -> Quantitative:
        """Rank-code a column of numbers; NaN means missing.

        Infinity counts as the greatest number there is, so that every value has a distance.
        """
        column = np.asarray(column, dtype=np.float64)
        if len(column) and (ranked := _rank_whole(column)) is not None:
            return cls(name, *ranked)
        known = ~np.isnan(column)
        numbers = np.clip(column[known], -_GREATEST, _GREATEST)
        numbers += 0.0  # -0.0 is 0.0
        values, ranks = np.unique(numbers, return_inverse=True)
        codes = np.full(column.shape, MISSING, dtype=narrowest(len(values)))
        codes[known] = ranks
        return cls(name, values, codes)

    @property
    def n_missing(self) -> int:
        """Number of instances whose value is missing."""
        return int(np.count_nonzero(self.codes == MISSING))

    def floats(self) -> NDArray[np.float64]:
        """Return the column as numbers, NaN where missing: (n_instances,) float64."""
        column = np.full(self.codes.shape, np.nan)
        known = self.codes != MISSING
        column[known] = self.values[self.codes[known]]
        return column


@dataclass(frozen=True)
class Qualitative:
    """A qualitative attribute.

    Attributes
    ----------
    name : str
    values : tuple of str
        The declared values, in declared order; some may never occur.
    codes : (n_instances,) signed integer
        Index of each instance's value in `values`, or -1 where it is missing.
    """

    name: str
    values: tuple[str, ...]
    codes: Codes

    @property
    def n_missing(self) -> int:
        """Number of instances whose value is missing."""
        return int(np.count_nonzero(self.codes == MISSING))


Attribute = Quantitative | Qualitative


@dataclass(frozen=True, eq=False)
class DataSet:
    """A data set: attributes in order, and a class label for every instance.

    Attributes
    ----------
    name : str
        The name that recipes, specs and results use.
    attributes : tuple of Quantitative or Qualitative
        In the order in which naive Bayes adds their evidence.
    classes : tuple of str
        The declared classes; some may have no instance.
    labels : (n_instances,) signed integer
        Index of each instance's class in `classes`.
    """

    name: str
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    labels: Codes

    def __post_init__(self) -> None:
        for attribute in self.attributes:
            if attribute.codes.shape != self.labels.shape:
                raise ValueError(
                    f"{self.name}: attribute {attribute.name} has {len(attribute.codes)} "
                    f"instances, the labels have {len(self.labels)}"
                )

    @property
    def n_instances(self) -> int:
        """Number of instances."""
        return len(self.labels)

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        return len(self.classes)

    @property
    def quantitative(self) -> tuple[Quantitative, ...]:
        """The quantitative attributes, in order."""
        return tuple(a for a in self.attributes if isinstance(a, Quantitative))

    @property
    def qualitative(self) -> tuple[Qualitative, ...]:
        """The qualitative attributes, in order."""
        return tuple(a for a in self.attributes if isinstance(a, Qualitative))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the data say: kinds, values, codes, classes and labels.

        Neither names nor file format enter, so that every source of a recipe that holds
        the same data has the same digest.
        """
        total = hashlib.sha256()
        for attribute in self.attributes:
            if isinstance(attribute, Quantitative):
                total.update(b"quantitative")
                total.update(np.ascontiguousarray(attribute.values, dtype="<f8").tobytes())
                width = narrowest(len(attribute.values))
            else:
                total.update(b"qualitative")
                total.update("\0".join(attribute.values).encode())
                width = narrowest(len(attribute.values))
            total.update(np.ascontiguousarray(attribute.codes, dtype=width.newbyteorder("<")).data)
        total.update("\0".join(self.classes).encode())
        width = narrowest(len(self.classes))
        total.update(np.ascontiguousarray(self.labels, dtype=width.newbyteorder("<")).data)
        return total.hexdigest()
