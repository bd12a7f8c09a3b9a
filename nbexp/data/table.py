"""A table of texts: what every reader returns, before kinds and values are known.

Each column holds its distinct texts once, and for each row the index of its text. So a
text is looked at once, however many rows have it. Where there are very many, and only the
numbers are asked for, the numbers stand in place of their texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import DataError


@dataclass(frozen=True)
class TextColumn:
    """A column of texts.

    Attributes
    ----------
    texts : list of str or None
        The distinct texts; None is a value that the file itself says is missing.
    codes : (n_rows,) int32
        Index of each row's text in `texts`; what is beyond them is an index of `numbers`.
    numbers : (n_numbers,) float64
        Numbers that were kept in place of their texts, not all of them distinct. A column has
        some only where a reader was told that their texts are not needed.
    """

    texts: list[str | None]
    codes: NDArray[np.int32]
    numbers: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def mapped(self, texts: Sequence[str | None]) -> TextColumn:
        """Return the column with its texts replaced one for one; equal ones fall together."""
        different = list(dict.fromkeys(texts))
        if len(different) == len(texts):
            return TextColumn(different, self.codes, self.numbers)
        index = {text: code for code, text in enumerate(different)}
        lookup = np.array([index[text] for text in texts], dtype=np.int32)
        numbers = np.arange(len(index), len(index) + len(self.numbers), dtype=np.int32)
        return TextColumn(different, np.append(lookup, numbers)[self.codes], self.numbers)

    def used(self) -> TextColumn:
        """Return the column without the texts that no row has any more."""
        n_texts = len(self.texts)
        counts = np.bincount(self.codes, minlength=n_texts + len(self.numbers))
        if counts.all():
            return self
        lookup = (np.cumsum(counts > 0) - 1).astype(np.int32)
        texts = [text for text, count in zip(self.texts, counts, strict=False) if count]
        return TextColumn(texts, lookup[self.codes], self.numbers[counts[n_texts:] > 0])


@dataclass(frozen=True)
class Table:
    """Columns of texts by name, and where each row came from.

    Attributes
    ----------
    columns : mapping of str to TextColumn
        In file order.
    files : tuple of str
        The files' names.
    file_of : (n_rows,) int16
        Index of each row's file in `files`.
    line_of : (n_rows,) int32
        Each row's line number in its file, from 1 (of a Parquet file: its row number).
    """

    columns: Mapping[str, TextColumn]
    files: tuple[str, ...]
    file_of: NDArray[np.int16]
    line_of: NDArray[np.int32]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.line_of)

    def place(self, row: int) -> str:
        """Return ``file:line`` of a row."""
        return f"{self.files[self.file_of[row]]}:{self.line_of[row]}"

    def with_columns(self, columns: Mapping[str, TextColumn]) -> Table:
        """Return the table with some columns replaced."""
        return replace(self, columns={**self.columns, **columns})

    def select(self, kept: NDArray[np.bool_]) -> Table:
        """Return the table with only the rows where `kept` is true."""
        columns = {
            name: replace(column, codes=column.codes[kept]).used()
            for name, column in self.columns.items()
        }
        return Table(columns, self.files, self.file_of[kept], self.line_of[kept])


def one_file(columns: Mapping[str, TextColumn], file: str, lines: NDArray[np.integer]) -> Table:
    """Return the table of one file."""
    return Table(
        columns,
        (file,),
        np.zeros(len(lines), dtype=np.int16),
        np.asarray(lines, dtype=np.int32),
    )


def joined(tables: Sequence[Table]) -> Table:
    """Return the tables' rows one after the other; all must have the same columns."""
    if len(tables) == 1:
        return tables[0]
    first = tables[0]
    for table in tables[1:]:
        if list(table.columns) != list(first.columns):
            raise DataError(
                f"{table.files[0]}: has other columns than {first.files[0]}: "
                f"{', '.join(table.columns)} instead of {', '.join(first.columns)}"
            )
    columns = {
        name: joined_columns([table.columns[name] for table in tables]) for name in first.columns
    }
    offsets = np.cumsum([0, *(len(table.files) for table in tables[:-1])])
    return Table(
        columns,
        tuple(file for table in tables for file in table.files),
        np.concatenate(
            [(t.file_of + off).astype(np.int16) for t, off in zip(tables, offsets, strict=True)]
        ),
        np.concatenate([table.line_of for table in tables]),
    )


def joined_columns(parts: Sequence[TextColumn]) -> TextColumn:
    """Return the parts one below the other, their texts falling together."""
    if not parts:
        return TextColumn([], np.empty(0, dtype=np.int32))
    if len(parts) == 1:
        return parts[0]
    index: dict[str | None, int] = {}
    lookups = [
        np.fromiter(
            (index.setdefault(text, len(index)) for text in part.texts),
            dtype=np.int32,
            count=len(part.texts),
        )
        for part in parts
    ]
    codes = []
    n_codes = len(index)
    for part, lookup in zip(parts, lookups, strict=True):
        numbers = np.arange(n_codes, n_codes + len(part.numbers), dtype=np.int32)
        n_codes += len(numbers)
        lookup = np.concatenate([lookup, numbers])
        codes.append(lookup[part.codes] if len(lookup) else part.codes)
    return TextColumn(
        list(index), np.concatenate(codes), np.concatenate([part.numbers for part in parts])
    )


def wrong_width(place: str, text: str, found: int, width: int) -> str:
    """Return the message for a short or long row."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return (
        f"{place}: {'short' if found < width else 'long'} row: found {found} "
        f"values, expected {width} ({shown!r}); is the file cut off or the delimiter another?"
    )
