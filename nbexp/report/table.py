"""A table as an object: columns, rows of values, footnotes. Formats write it.

A value knows two ways to be written: in *parts*, for people (joined by a slash; a format may
align them), and as *fields*, for programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from nbexp.compare.printed import PERCENT, decimal
from nbexp.compare.wins import Record

NOTHING = "–"
"""What people see where there is no value; programs see an empty field."""


class Value(Protocol):
    """A value in a table."""

    def parts(self) -> tuple[str, ...]:
        """Return the value for people."""

    def fields(self) -> tuple[str, ...]:
        """Return the value for programs."""


@dataclass(frozen=True)
class Text:
    """A word or a name."""

    text: str

    def parts(self) -> tuple[str, ...]:
        """Return the text."""
        return (self.text,)

    def fields(self) -> tuple[str, ...]:
        """Return the text."""
        return (self.text,)


@dataclass(frozen=True)
class Number:
    """A number with a fixed number of decimals, rounded half up; None if there is none."""

    value: Fraction | float | int | None
    decimals: int = 0

    def _text(self) -> str | None:
        if self.value is None:
            return None
        if isinstance(self.value, float):
            text = f"{self.value:.{self.decimals}f}"
            return text if text.strip("-0.") else text.removeprefix("-")
        return decimal(Fraction(self.value), self.decimals)

    def parts(self) -> tuple[str, ...]:
        """Return the number, or a dash."""
        return (self._text() or NOTHING,)

    def fields(self) -> tuple[str, ...]:
        """Return the number, or an empty field."""
        return (self._text() or "",)


def percent(share: Fraction | float | None, decimals: int = 1) -> Number:
    """Return a share as a percentage."""
    return Number(None if share is None else share * PERCENT, decimals)


@dataclass(frozen=True)
class Beside:
    """Our number, and the published one beside it."""

    ours: Number
    published: Number

    def parts(self) -> tuple[str, ...]:
        """Return both for people."""
        return self.ours.parts() + self.published.parts()

    def fields(self) -> tuple[str, ...]:
        """Return both for programs."""
        return self.ours.fields() + self.published.fields()


@dataclass(frozen=True)
class WinLoseTie:
    """A record; None if there is none."""

    record: Record | None

    def parts(self) -> tuple[str, ...]:
        """Return wins, losses and ties for people."""
        return self.fields() if self.record else (NOTHING,)

    def fields(self) -> tuple[str, ...]:
        """Return wins, losses and ties for programs."""
        if self.record is None:
            return "", "", ""
        return str(self.record.wins), str(self.record.losses), str(self.record.ties)


@dataclass(frozen=True)
class Counts:
    """How often each of several things is the case, side by side."""

    counts: tuple[int, ...]

    def parts(self) -> tuple[str, ...]:
        """Return the counts for people; a dash if nothing was counted."""
        return self.fields() if any(self.counts) else (NOTHING,)

    def fields(self) -> tuple[str, ...]:
        """Return the counts for programs."""
        return tuple(map(str, self.counts))


@dataclass(frozen=True)
class OutOf:
    """So many of so many."""

    count: int
    of: int

    def parts(self) -> tuple[str, ...]:
        """Return both for people."""
        return (f"{self.count} of {self.of}",)

    def fields(self) -> tuple[str, ...]:
        """Return both for programs."""
        return str(self.count), str(self.of)


@dataclass(frozen=True)
class Probability:
    """A chance with four decimals; a smaller one is said to be so."""

    value: Fraction | float | None

    def parts(self) -> tuple[str, ...]:
        """Return the chance for people."""
        if self.value is not None and 0 < self.value < Fraction(1, 20000):
            return ("<0.0001",)
        return Number(self.value, 4).parts()

    def fields(self) -> tuple[str, ...]:
        """Return the chance for programs."""
        return Number(self.value, 6).fields()


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes
    ----------
    heading : str
        For people.
    fields : tuple of str
        For programs: a name for each field of the column's values.
    left : bool
        Aligned left, as words are; numbers are aligned right.
    wrap : bool
        Holds sentences, to be broken into lines where there is no room.
    below : bool
        Holds more than a line: on a screen it stands under its row.
    """

    heading: str
    fields: tuple[str, ...]
    left: bool = False
    wrap: bool = False
    below: bool = False


Row = tuple[Value, ...]


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes
    ----------
    name : str
        The word by which it is asked for.
    title : str
    columns : tuple of Column
    groups : tuple of tuple of Row
        Rows that belong together; formats put a rule between groups.
    notes : tuple of str
        Footnotes.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    groups: tuple[tuple[Row, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return [row for group in self.groups for row in group]
