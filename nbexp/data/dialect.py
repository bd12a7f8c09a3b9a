"""How a user's text file is written: what separates its columns, and its decimal mark.

Both are guessed from the file's first mebibyte, so that the guess can be told without reading
the whole file again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from nbexp.data.decimals import Mark, guessed_example
from nbexp.data.recipe import UserFile

HEAD = 1 << 20
"""Bytes that are looked at."""

DELIMITERS = (",", ";", "\t", "|")
_LINES = 100
"""Rows whose values are counted to find the delimiter."""

_SEP = re.compile(r"sep=([^\w\s]|\t)[ \t]*", re.IGNORECASE)
"""The first line of a file for Excel: no row, but the delimiter of what follows."""

_Rows = list[list[str]]


@dataclass(frozen=True)
class Dialect:
    """How a text file is written.

    Attributes
    ----------
    delimiter : str
    decimal : str
        The decimal mark.
    example : str
        A number with a decimal comma, where that was guessed and not told.
    preamble : tuple of int
        Numbers of lines that are no rows and no header.
    """

    delimiter: str
    decimal: Mark = "."
    example: str = ""
    preamble: tuple[int, ...] = ()


def dialect_of(data: bytes, source: UserFile) -> Dialect:
    """Return how a text is written: as is told, else as it looks.

    Parameters
    ----------
    data : bytes
        The unpacked file, or its first `HEAD` bytes.
    source : UserFile
        What is told of it.
    """
    text = _head(data)
    line, _, rest = text.partition("\n")
    named = _SEP.fullmatch(line)
    if named is not None:
        text = rest
    delimiter = source.delimiter or (named[1] if named else _likeliest(text))
    preamble = (1,) if named else ()
    if source.decimal is not None:
        return Dialect(delimiter, source.decimal, preamble=preamble)
    if delimiter == ",":
        return Dialect(delimiter, preamble=preamble)
    example = _comma_example(_rows(text, delimiter), source)
    return Dialect(delimiter, "," if example else ".", example, preamble)


def _head(data: bytes) -> str:
    """Return the first lines as text; delimiters and digits are the same in all encodings."""
    text = data[:HEAD].removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if len(data) < HEAD else text[: text.rfind("\n") + 1] or text


def _likeliest(text: str) -> str:
    """Return the delimiter by which most rows have as many values as the header.

    Among equals it is the one that makes more columns, then the one that a number or a sentence
    cannot hold: ``Length, mm;Width, mm;Class`` over ``1,5;2,5;a`` has three columns either way.
    """
    scores = {}
    for place, delimiter in enumerate(DELIMITERS):
        widths = [len(row) for row in _rows(text, delimiter, _LINES)]
        if widths and widths[0] > 1:
            fitting = sum(width == widths[0] for width in widths) / len(widths)
            scores[delimiter] = (fitting, widths[0], place)
    return max(scores, key=lambda one: scores[one]) if scores else ","


def _rows(text: str, delimiter: str, most: int | None = None) -> _Rows:
    """Return the header and rows of a text by a delimiter, as far as they can be read."""
    rows: _Rows = []
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    try:
        rows.extend(islice((row for row in reader if any(one.strip() for one in row)), most))
    except csv.Error:  # a value longer than any: what follows is not looked at
        return rows
    return rows


def _comma_example(rows: Sequence[Sequence[str]], source: UserFile) -> str:
    if not rows:
        return ""
    names = [name.strip() for name in rows[0]]
    fitting = [row for row in rows[1:] if len(row) == len(names)]
    columns = (
        (row[place].strip() for row in fitting)
        for place, name in enumerate(names)
        if name != source.class_
    )
    return guessed_example(columns, source.missing)
