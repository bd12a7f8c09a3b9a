"""Numbers with decimal commas, as most of Europe writes them: told from others, and read.

A comma followed by three digits may stand between thousands (``1,234``), and so may a point
(``1.234``). That a file has decimal commas is therefore guessed only from a column in which some
comma can be nothing else, as in ``12,5`` and ``0,125``. In such a file a column whose points may
all stand between thousands is doubtful: read either way it may be wrong by a factor of 1000.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from nbexp.data.encode import to_number
from nbexp.data.table import Table, TextColumn

Mark = Literal[".", ","]
"""What stands before the fraction of a number."""

MISSING_WORDS = ("NA", "N/A", "n/a", "na", "NaN", "nan", "NULL", "null", "#N/A", "<NA>")
"""Texts that commonly mean missing, beside the empty one and the question mark."""

_WITH_COMMA = re.compile(r"[-+]?(\d+,\d*|,\d+)([eE][-+]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"[-+]?\d+([eE][-+]?\d+)?", re.ASCII)
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}([.,]\d{3})+", re.ASCII)

_WORDS = 0.25
"""Other words than those for missing may be in a column of numbers, in proportion to these."""


@dataclass(frozen=True)
class Notation:
    """How the numbers of a column are written.

    Attributes
    ----------
    mark : str
        A comma if all numbers are whole or have a comma, and some has one; likewise a point;
        empty where it is neither.
    sure : bool
        Whether some mark can be no mark of thousands.
    example : str
        A number with the mark.
    """

    mark: Literal["", ".", ","] = ""
    sure: bool = False
    example: str = ""

    @classmethod
    def of(cls, texts: Iterable[str | None], missing: Sequence[str]) -> Notation:
        """Return the notation of the distinct texts of a column."""
        absent = {None, "", *missing, *MISSING_WORDS}
        known = [text for text in texts if text not in absent and text is not None]
        marked: dict[Literal[".", ","], list[str]] = {",": [], ".": []}
        whole = words = 0
        for text in known:
            if _WHOLE.fullmatch(text):
                whole += 1
            elif _WITH_COMMA.fullmatch(text):
                marked[","].append(text)
            elif to_number(text) is not None:
                marked["."].append(text)
            elif any(one.isdigit() for one in text):
                return cls()  # a code, a date, or a notation that is not known here
            else:
                words += 1
        for mark, numbers in marked.items():
            if len(numbers) + whole + words == len(known) and numbers:
                if words > _WORDS * (len(numbers) + whole):
                    return cls()
                sure = [text for text in numbers if not may_be_thousands(text)]
                return cls(mark, bool(sure), (sure or numbers)[0])
        return cls()


def guessed_example(columns: Iterable[Iterable[str]], missing: Sequence[str]) -> str:
    """Return a number with a decimal comma from columns that surely have some, or nothing."""
    for texts in columns:
        found = Notation.of(dict.fromkeys(texts), missing)
        if found.mark == "," and found.sure:
            return found.example
    return ""


def with_point(text: str) -> str:
    """Return a number with a decimal comma in plain notation; any other text as it is."""
    return text.replace(",", ".") if _WITH_COMMA.fullmatch(text) else text


def may_be_thousands(text: str) -> bool:
    """Whether all marks of a text may stand between thousands."""
    return bool(_THOUSANDS.fullmatch(text))


def with_points(column: TextColumn, missing: Sequence[str]) -> TextColumn:
    """Return a column of numbers with decimal commas in plain notation; any other as it is."""
    if Notation.of(column.used().texts, missing).mark != ",":
        return column
    return column.mapped([text and with_point(text) for text in column.texts])


def doubtful(table: Table, missing: Sequence[str]) -> dict[str, str]:
    """Return an example for each column whose points may all stand between thousands."""
    found = {
        name: Notation.of(column.used().texts, missing) for name, column in table.columns.items()
    }
    return {name: one.example for name, one in found.items() if one.mark == "." and not one.sure}
