"""Reader of delimited and of whitespace text.

The rows are checked first: each must have as many values as there are columns. That is
counted on the bytes of the whole file at once. Then pandas' C parser splits it piece by
piece; it makes each distinct text once. Text with quotes goes through Python's csv module
instead.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nbexp.data.lines import Lines, all_lines, read_lines
from nbexp.data.model import repeats
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table, TextColumn, joined_columns, one_file
from nbexp.errors import DataError

if TYPE_CHECKING:
    from _csv import Reader

_PIECE = 1 << 24
"""Bytes handled at a time; bounds the memory of the temporary arrays."""


def read_delimited(data: bytes, file: FileDecl, source: Source) -> Table:
    """Return the table of a file of delimited or whitespace text.

    Raises
    ------
    DataError
        A row has too few or too many values, or the header does not fit.
    """
    comments = (source.comment,) if source.comment else ()
    delimiter = source.delimiter if source.reader == "delimited" else None
    quote = source.quote
    if delimiter is not None and quote is not None and quote.encode() in data and not comments:
        lines = all_lines(data, file, encoding=source.encoding)  # a blank one may be in a value
    else:
        lines = read_lines(data, file, comments=comments, encoding=source.encoding)
    names = list(source.columns)
    if source.header:
        names, lines = _header(lines, names, delimiter, quote)
    if quote is None or quote.encode() not in lines.data:
        lines = lines.without_blank().compact()
    return read_rows(lines, names, delimiter, quote)


def _header(
    lines: Lines, names: list[str], delimiter: str | None, quote: str | None
) -> tuple[list[str], Lines]:
    """Return the column names that hold, the recipe's, else the header's own; and what follows."""
    full = lines.without_blank()
    if len(full) == 0:
        raise DataError(f"{lines.file}:1: the file is empty; a line of column names was expected")
    first = int(np.flatnonzero(lines.numbers == full.numbers[0])[0])
    found, last = _record(lines, first, delimiter, quote)
    rest = lines.after(last).compact()
    if not names:
        found = [" ".join(name.split("\n")) for name in found]  # a name is shown in one line
        repeated = repeats(found)
        if repeated:
            raise DataError(
                f"{lines.place(first)}: the column name {', '.join(repeated)} stands more than "
                "once in the header; each column needs its own name"
            )
        return found, rest
    if len(found) != len(names):
        raise DataError(
            f"{lines.place(first)}: the header has {len(found)} names, {len(names)} were expected"
        )
    return names, rest


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


def read_rows(
    lines: Lines, names: Sequence[str], delimiter: str | None, quote: str | None
) -> Table:
    """Return the table of compact lines; `delimiter` None means runs of blanks and tabs."""
    if len(lines) == 0:
        return one_file({n: _empty() for n in names}, lines.file, lines.numbers)
    if delimiter is not None and quote is not None and quote.encode() in lines.data:
        return _read_quoted(lines, names, delimiter, quote)
    parts: dict[str, list[TextColumn]] = {name: [] for name in names}
    for first, last in _pieces(lines):
        start, end = int(lines.starts[first]), int(lines.ends[last - 1])
        piece = lines.data[start:end]
        if lines.starts[last - 1] == end:
            piece += b"\n"  # an empty last row is a row as well
        _check_widths(lines, first, last, piece, len(names), delimiter)
        for name, column in zip(names, _parse(piece, len(names), delimiter, lines), strict=True):
            parts[name].append(column)
    columns = {name: joined_columns(column) for name, column in parts.items()}
    return one_file(columns, lines.file, lines.numbers)


def _empty() -> TextColumn:
    return TextColumn([], np.empty(0, dtype=np.int32))


def _pieces(lines: Lines) -> Iterator[tuple[int, int]]:
    """Yield ranges of lines that hold about `_PIECE` bytes each."""
    first = 0
    while first < len(lines):
        limit = lines.starts[first] + _PIECE
        last = max(first + 1, int(np.searchsorted(lines.ends, limit, side="right")))
        yield first, last
        first = last


def _check_widths(
    lines: Lines, first: int, last: int, piece: bytes, width: int, delimiter: str | None
) -> None:
    """Raise DataError for the first of the lines that has not `width` values."""
    array = np.frombuffer(piece, dtype=np.uint8)
    offsets = lines.starts[first:last] - lines.starts[first]
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
        raise DataError(wrong_width(lines, first + row, int(counts[row]), width))


def wrong_width(lines: Lines, index: int, found: int, width: int) -> str:
    """Return the message for a short or long row."""
    text = lines.text(index)
    shown = text if len(text) <= 60 else text[:57] + "..."
    return (
        f"{lines.place(index)}: {'short' if found < width else 'long'} row: found {found} "
        f"values, expected {width} ({shown!r}); is the file cut off or the delimiter another?"
    )


def _marks(array: NDArray[np.uint8], delimiter: bytes) -> NDArray[np.bool_]:
    return array == delimiter[0] if len(delimiter) == 1 else np.zeros(len(array), dtype=bool)


def _sums(marks: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the number of marks from each offset to the next."""
    return np.add.reduceat(marks, offsets, dtype=np.int32)


def _parse(piece: bytes, width: int, delimiter: str | None, lines: Lines) -> Iterator[TextColumn]:
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
        encoding=lines.encoding,
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


def _read_quoted(lines: Lines, names: Sequence[str], delimiter: str, quote: str) -> Table:
    """Read text with quotes by the csv module: slower, but it knows the rules of quoting."""
    reader = quoted_rows((lines.text(index) for index in range(len(lines))), delimiter, quote)
    texts: list[dict[str, int]] = [{} for _ in names]
    codes: list[list[int]] = [[] for _ in names]
    numbers = []
    first = 0
    try:
        for row in reader:
            if not row or (reader.line_num == first + 1 and not lines.text(first).strip()):
                first = reader.line_num
                continue
            if len(row) != len(names):
                raise DataError(wrong_width(lines, first, len(row), len(names)))
            for value, known, column in zip(row, texts, codes, strict=True):
                column.append(known.setdefault(value.strip(), len(known)))
            numbers.append(int(lines.numbers[first]))
            first = reader.line_num
    except csv.Error as error:
        raise DataError(f"{lines.place(min(first, len(lines) - 1))}: {error}") from error
    columns = {
        name: TextColumn(list(known), np.array(column, dtype=np.int32))
        for name, known, column in zip(names, texts, codes, strict=True)
    }
    return one_file(columns, lines.file, np.array(numbers))
