"""Reader of delimited and of whitespace text.

The rows are checked first: each must have as many values as there are columns. That is
counted on the bytes of many rows at once. Then pandas' C parser splits them piece by piece; it
makes each distinct text once, and what is not needed of it is let go of before the next piece.
Text with quotes goes through Python's csv module instead.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.data.blocks import Blocks, Pieces, blocks_of, whole_file
from nbexp.data.lines import Lines
from nbexp.data.model import repeats
from nbexp.data.needs import ALL_TEXTS, Needs
from nbexp.data.quoted import read_quoted
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table, TextColumn, joined_columns, one_file, wrong_width
from nbexp.errors import DataError

_PIECE = 1 << 24
"""Bytes handled at a time; bounds the memory of the temporary arrays."""


def read_delimited(
    data: bytes | Pieces, file: FileDecl, source: Source, needs: Needs = ALL_TEXTS
) -> Table:
    """Return the table of a file of delimited or whitespace text.

    Parameters
    ----------
    data : bytes or callable
        The file's unpacked bytes, or what begins to read them.
    file : FileDecl
        Its name and line fixes.
    source : Source
        How it is written.
    needs : Needs, optional
        What is needed of its columns.

    Raises
    ------
    DataError
        A row has too few or too many values, or the header does not fit.
    """
    pieces = (lambda: iter((data,))) if isinstance(data, bytes) else data
    blocks = _full(blocks_of(pieces, file, source.encoding), source)
    names = list(source.columns)
    delimiter = source.delimiter if source.reader == "delimited" else None
    if source.header:
        if blocks.are_many and not _has_header(blocks.first, delimiter, source.quote):
            blocks = _full(whole_file(pieces, file, source.encoding), source)
        names, last = _header(blocks.first, names, delimiter, source.quote)
        blocks = blocks.mapped(lambda lines: lines.beyond(last).compact())
    if delimiter is not None and source.quote is not None and blocks.hold(source.quote):
        return read_quoted(blocks, file.path, names, delimiter, source.quote, needs)
    blocks = blocks.mapped(lambda lines: lines.without_blank().compact())
    return read_plain(blocks, file.path, names, delimiter, needs)


def _full(blocks: Blocks, source: Source) -> Blocks:
    """Return the lines that may hold something: a blank one does where it is part of a value."""
    if source.comment is None and source.reader == "delimited" and blocks.hold(source.quote):
        return blocks
    comments = (source.comment,) if source.comment else ()
    return blocks.mapped(lambda lines: lines.without_blank(comments).compact())


def _has_header(lines: Lines, delimiter: str | None, quote: str | None) -> bool:
    """Tell whether a header surely ends in the first lines of a file."""
    try:
        _, last = _header(lines, [], delimiter, quote)
    except DataError:
        return False
    return last < int(lines.numbers[-1])


def _header(
    lines: Lines, names: list[str], delimiter: str | None, quote: str | None
) -> tuple[list[str], int]:
    """Return the column names that hold, the recipe's, else the header's; and its last line."""
    full = lines.without_blank()
    if len(full) == 0:
        raise DataError(f"{lines.file}:1: the file is empty; a line of column names was expected")
    first = int(np.flatnonzero(lines.numbers == full.numbers[0])[0])
    found, last = _record(lines, first, delimiter, quote)
    if not names:
        found = [" ".join(name.split("\n")) for name in found]  # a name is shown in one line
        repeated = repeats(found)
        if repeated:
            raise DataError(
                f"{lines.place(first)}: the column name {', '.join(repeated)} stands more than "
                "once in the header; each column needs its own name"
            )
        return found, int(lines.numbers[last])
    if len(found) != len(names):
        raise DataError(
            f"{lines.place(first)}: the header has {len(found)} names, {len(names)} were expected"
        )
    return names, int(lines.numbers[last])


def _record(
    lines: Lines, first: int, delimiter: str | None, quote: str | None
) -> tuple[list[str], int]:
    """Return the values that begin in a line, and the line that they end in."""
    line = lines.text(first)
    if delimiter is None or quote is None or line.count(quote) % 2 == 0:
        return split_line(line, delimiter, quote), first
    texts = (lines.text(index) + "\n" for index in range(first, len(lines)))
    reader = csv.reader(texts, delimiter=delimiter, quotechar=quote, skipinitialspace=True)
    try:
        values = next(reader)
    except csv.Error:  # a value longer than any
        values = []
    last = first + reader.line_num - 1
    marks = sum(lines.text(index).count(quote) for index in range(first, last + 1))
    if not values or (last > first and marks % 2):
        raise DataError(
            f"{lines.place(first)}: found a quotation mark ({quote}) in the header that no other "
            "one closes; expected them in pairs"
        )
    return [value.strip() for value in values], last


def split_line(line: str, delimiter: str | None, quote: str | None = '"') -> list[str]:
    """Return the values of one line of text, blanks around them taken off."""
    if delimiter is None:
        return line.split()
    if quote is None or quote not in line:
        return [value.strip() for value in line.split(delimiter)]
    reader = csv.reader([line], delimiter=delimiter, quotechar=quote, skipinitialspace=True)
    try:
        return [value.strip() for value in next(reader)]
    except csv.Error:  # a value longer than any
        return [value.strip() for value in line.split(delimiter)]


def read_plain(
    blocks: Iterable[Lines],
    file: str,
    names: Sequence[str],
    delimiter: str | None,
    needs: Needs = ALL_TEXTS,
) -> Table:
    """Return the table of compact lines without quotes.

    Parameters
    ----------
    blocks : iterable of Lines
    file : str
    names : sequence of str
        Of the columns.
    delimiter : str or None
        What separates values; None means runs of blanks and tabs.
    needs : Needs, optional
        What is needed of the columns.
    """
    parts: dict[str, list[TextColumn]] = {name: [] for name in names}
    numbers = [np.empty(0, dtype=np.int32)]
    for lines in blocks:
        for first, last in _pieces(lines):
            piece = _checked(lines, first, last, len(names), delimiter)
            columns = _parse(piece, len(names), delimiter, lines.encoding)
            for name, column in zip(names, columns, strict=True):
                parts[name].append(needs.met(name, column))
        numbers.append(lines.numbers)
    table = {name: joined_columns(parts.pop(name)) for name in names}
    return one_file(table, file, np.concatenate(numbers))


def _pieces(lines: Lines) -> Iterator[tuple[int, int]]:
    """Yield ranges of lines that hold about `_PIECE` bytes each."""
    first = 0
    while first < len(lines):
        limit = lines.starts[first] + _PIECE
        last = max(first + 1, int(np.searchsorted(lines.ends, limit, side="right")))
        yield first, last
        first = last


def _checked(lines: Lines, first: int, last: int, width: int, delimiter: str | None) -> bytes:
    """Return the text of some lines; raise DataError for the first that has not `width` values."""
    start, end = int(lines.starts[first]), int(lines.ends[last - 1])
    piece = lines.data[start:end]
    if lines.starts[last - 1] == end:
        piece += b"\n"  # an empty last row is a row as well
    array = np.frombuffer(piece, dtype=np.uint8)
    offsets = lines.starts[first:last] - start
    if delimiter is None:
        solid = (array != 32) & (array != 9) & (array != 10)
        begins = solid.copy()
        begins[1:] &= ~solid[:-1]
        counts = _sums(begins, offsets)
    else:
        counts = _sums(_marks(array, delimiter.encode(lines.encoding)), offsets) + 1
    wrong = np.flatnonzero(counts != width)
    if len(wrong):
        row = int(wrong[0])
        place, text = lines.place(first + row), lines.text(first + row)
        raise DataError(wrong_width(place, text, int(counts[row]), width))
    return piece


def _marks(array: NDArray[np.uint8], delimiter: bytes) -> NDArray[np.bool_]:
    return array == delimiter[0] if len(delimiter) == 1 else np.zeros(len(array), dtype=bool)


def _sums(marks: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the number of marks from each offset to the next."""
    return np.add.reduceat(marks, offsets, dtype=np.int32)


def _parse(piece: bytes, width: int, delimiter: str | None, encoding: str) -> Iterator[TextColumn]:
    """Yield the columns of a piece whose rows are known to be of the right width."""
    import pandas as pd

    separator: dict[str, Any] = {"sep": r"\s+" if delimiter is None else delimiter}
    frame = pd.read_csv(
        io.BytesIO(piece),
        header=None,
        names=range(width),
        index_col=False,
        dtype=object,  # texts as they stand; "category" would turn 007 into 7
        engine="c",
        quoting=csv.QUOTE_NONE,
        na_filter=False,
        skip_blank_lines=False,
        low_memory=False,
        encoding=encoding,
        **separator,
    )
    # Taking a column out of a frame takes time by the number of those left: not so out of a list.
    columns = [column.to_numpy(dtype=object) for _, column in frame.items()]
    del frame
    columns.reverse()
    while columns:  # each is let go of when it is done
        codes, found = pd.factorize(columns.pop())
        texts = [str(text).strip() for text in found]
        yield TextColumn(list(texts), codes.astype(np.int32)).mapped(texts)
