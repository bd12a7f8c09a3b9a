"""Reader of text with quotes: slow, but by the csv module, which knows the rules of quoting."""

from __future__ import annotations

import csv
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nbexp.data.lines import Lines
from nbexp.data.needs import Needs
from nbexp.data.table import Table, TextColumn, joined_columns, one_file, wrong_width
from nbexp.errors import DataError

if TYPE_CHECKING:
    from _csv import Reader

_CELLS = 1 << 20
"""Values of so many cells are held before what is not needed of them is let go of."""


def quoted_rows(texts: Iterable[str], delimiter: str, quote: str = '"') -> Reader:
    """Return a reader of the rows of lines that have quotes; csv.Error where one is none."""
    mark, between = re.escape(quote), re.escape(delimiter)
    after_quote = re.compile(rf"(?<!{mark}){mark}[ \t]+(?={between}|$)")  # csv allows no blank
    return csv.reader(
        (after_quote.sub(quote, text) + "\n" for text in texts),
        delimiter=delimiter,
        quotechar=quote,
        skipinitialspace=True,
        strict=True,
    )


def read_quoted(
    blocks: Iterable[Lines],
    file: str,
    names: Sequence[str],
    delimiter: str,
    quote: str,
    needs: Needs,
) -> Table:
    """Return the table of lines in which there are quotes; for the parameters see `read_plain`."""
    parts: dict[str, list[TextColumn]] = {name: [] for name in names}
    line_of = array("i")
    values = _Values(len(names))

    def let_go() -> None:
        for name, column in zip(names, values.columns(), strict=True):
            parts[name].append(needs.met(name, column))

    for number, row in _records(blocks, len(names), delimiter, quote):
        line_of.append(number)
        values.add(row)
        if values.n_rows * len(names) >= _CELLS:
            let_go()
            values = _Values(len(names))
    let_go()
    table = {name: joined_columns(parts.pop(name)) for name in names}
    return one_file(table, file, np.array(line_of, dtype=np.int32))


class _Values:
    """The values of some rows, each distinct text once."""

    def __init__(self, width: int) -> None:
        self._texts: list[dict[str, int]] = [{} for _ in range(width)]
        self._codes: list[list[int]] = [[] for _ in range(width)]
        self.n_rows = 0

    def add(self, row: Sequence[str]) -> None:
        for value, known, column in zip(row, self._texts, self._codes, strict=True):
            column.append(known.setdefault(value.strip(), len(known)))
        self.n_rows += 1

    def columns(self) -> Iterator[TextColumn]:
        for known, column in zip(self._texts, self._codes, strict=True):
            yield TextColumn(list(known), np.array(column, dtype=np.int32))


def _records(
    blocks: Iterable[Lines], width: int, delimiter: str, quote: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the line in which a row begins, and its values."""
    begun: list[tuple[Lines, int]] = []  # the lines of the row that is read

    def texts() -> Iterator[str]:
        for lines in blocks:
            for index in range(len(lines)):
                begun.append((lines, index))
                yield lines.text(index)

    reader = quoted_rows(texts(), delimiter, quote)
    while True:
        begun.clear()
        try:
            row = next(reader, None)
        except csv.Error as error:
            lines, first = begun[0]
            raise DataError(f"{lines.place(first)}: {error}") from error
        if row is None:
            return
        lines, first = begun[0]
        if not row or (len(begun) == 1 and not lines.text(first).strip()):
            continue
        if len(row) != width:
            raise DataError(wrong_width(lines.place(first), lines.text(first), len(row), width))
        yield int(lines.numbers[first]), row
