"""What is needed of a table's columns: of many, the numbers and not how they are written.

A text takes ten times the room of the number that it is. So a reader lets go of the texts of
numbers as it goes along, where it is told that nobody will ask for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from nbexp.data.encode import numbers_in
from nbexp.data.table import TextColumn

Need = Literal["texts", "numbers", "numbers if all are", "nothing"]

_FEW = 1 << 12
"""So many distinct texts of a column, in a piece of a file, take no room to speak of."""


@dataclass(frozen=True)
class Needs:
    """What is needed of the columns of a table.

    Attributes
    ----------
    of : mapping of str to Need
        By column. ``"texts"``: all, as they stand. ``"numbers"``: texts only of what is no number.
        ``"numbers if all are"``: likewise, but only where all of a piece of the column are
        numbers, and more than `codes` different ones.
    other : Need
        Of the columns that are not named.
    missing : frozenset of str
        Texts that mean missing; they are kept although they may be numbers.
    codes : int
        So many different numbers are no sign yet that a column is quantitative.
    """

    of: Mapping[str, Need] = field(default_factory=dict)
    other: Need = "texts"
    missing: frozenset[str] = frozenset()
    codes: int = 0

    def __getitem__(self, name: str) -> Need:
        return self.of.get(name, self.other)

    def met(self, name: str, column: TextColumn) -> TextColumn:
        """Return what is needed of a piece of a column."""
        need = self[name]
        if need == "texts" or len(column.texts) <= _FEW:
            return column
        if need == "nothing":
            return TextColumn([None], np.zeros(len(column.codes), dtype=np.int32))
        absent = {None, *self.missing}
        known = np.array([text not in absent for text in column.texts])
        found = np.full(len(known), np.nan)
        found[known] = numbers_in(self._known(column))
        is_number = ~np.isnan(found)
        numbers = found[is_number]
        if need == "numbers if all are" and not (
            len(numbers) == np.count_nonzero(known) and self._are_many(numbers)
        ):
            return column
        lookup = np.empty(len(found), dtype=np.int32)
        n_texts = len(found) - len(numbers)
        lookup[~is_number] = np.arange(n_texts)
        lookup[is_number] = np.arange(n_texts, len(found))
        texts = [column.texts[code] for code in np.flatnonzero(~is_number)]
        return TextColumn(texts, lookup[column.codes], numbers)

    def mixed(self, columns: Mapping[str, TextColumn]) -> list[str]:
        """Return the columns that were taken for numbers, but are not: their texts are needed."""
        return [
            name
            for name, column in columns.items()
            if self[name] == "numbers if all are" and len(column.numbers)
            if np.isnan(numbers_in(self._known(column))).any()
        ]

    def with_texts(self, names: Iterable[str]) -> Needs:
        """Return the same, but that of some columns all texts are needed."""
        return replace(self, of={**self.of, **dict.fromkeys(names, "texts")})

    def _known(self, column: TextColumn) -> list[str]:
        missing = self.missing
        return [text for text in column.texts if text is not None and text not in missing]

    def _are_many(self, numbers: NDArray[np.float64]) -> bool:
        return len(set(numbers[:_FEW].tolist())) > self.codes


ALL_TEXTS = Needs()
"""All columns, as they stand."""
