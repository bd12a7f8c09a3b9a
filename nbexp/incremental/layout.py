"""What the columns of a stream of CSV lines are, and an instance read from a line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nbexp.data.decimals import Mark, guessed_example, may_be_thousands, with_point
from nbexp.data.delimited import split_line
from nbexp.data.dialect import DELIMITERS
from nbexp.data.encode import to_number
from nbexp.data.quoted import quoted_rows
from nbexp.data.userfile import are_quantities
from nbexp.errors import DataError
from nbexp.hints import did_you_mean

if TYPE_CHECKING:
    from nbexp.incremental.naive_bayes import Value


class RowFault(Exception):
    """A line that is no instance; it is left out, and the stream goes on."""


@dataclass(frozen=True)
class Told:
    """What the user tells of the columns.

    Attributes
    ----------
    class_ : str
        The column of the class.
    quantitative, qualitative, ignore : tuple of str
    missing : tuple of str
        Texts that mean missing.
    delimiter : str
        One character; empty: the one of ``, ; tab |`` that the header has most of.
    decimal : str, optional
        The decimal mark; None: a comma if the first rows surely have some, else a point.
    """

    class_: str
    quantitative: tuple[str, ...] = ()
    qualitative: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    missing: tuple[str, ...] = ("?", "")
    delimiter: str = ""
    decimal: Mark | None = None


@dataclass(frozen=True)
class Layout:
    """The columns of a stream.

    Attributes
    ----------
    columns : tuple of str
        As in the header.
    class_ : int
        Index of the class's column.
    attributes : tuple of int
        Indices of the attributes' columns.
    quantitative : tuple of bool
        For each attribute.
    missing : tuple of str
    delimiter : str
    decimal : str
        The decimal mark.
    """

    columns: tuple[str, ...]
    class_: int
    attributes: tuple[int, ...]
    quantitative: tuple[bool, ...]
    missing: tuple[str, ...]
    delimiter: str
    decimal: Mark = "."

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes' names."""
        return tuple(self.columns[index] for index in self.attributes)

    def notes(self) -> dict[str, Any]:
        """Return the layout as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_notes(cls, notes: Mapping[str, Any]) -> Layout:
        """Return the layout that `notes` gave."""
        kept: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in notes.items()}
        return cls(**kept)

    def fields(self, line: str) -> list[str]:
        """Return the values of a line, as texts without blanks around them; RowFault if none."""
        return row_of(line, self.delimiter)

    def read(self, line: str) -> tuple[list[Value], str]:
        """Return the instance of a line and its class.

        Raises
        ------
        RowFault
            The line is no row, has another number of values than the header, a value that should be
            a number and is not, or no class.
        """
        fields = self.fields(line)
        if len(fields) != len(self.columns):
            raise RowFault(f"found {len(fields)} values, expected {len(self.columns)}")
        label = fields[self.class_]
        if label in self.missing:
            raise RowFault(f"column {self.columns[self.class_]}: the class is missing")
        values: list[Value] = []
        for index, is_number in zip(self.attributes, self.quantitative, strict=True):
            text = fields[index]
            if text in self.missing:
                values.append(None)
            elif is_number:
                number = number_in(text, self.decimal)
                if number is None:
                    mark = " with a decimal comma" if self.decimal == "," else ""
                    name = self.columns[index]
                    raise RowFault(f"column {name}: found {text[:40]!r}, expected a number{mark}")
                values.append(number)
            else:
                values.append(text)
        return values, label

    def described(self) -> str:
        """Return which attributes are of which kind, in a line."""
        kinds = {"quantitative": True, "qualitative": False}
        parts = []
        for kind, flag in kinds.items():
            of_kind = zip(self.names, self.quantitative, strict=True)
            names = [name for name, one in of_kind if one is flag]
            if names:
                shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
                parts.append(f"{kind}: {shown}")
        marks = ["decimal mark: a comma"] if self.decimal == "," else []
        return "; ".join([f"class: {self.columns[self.class_]}", *parts, *marks])


def row_of(line: str, delimiter: str) -> list[str]:
    """Return the values of a row, which is a line, by the rules for files.

    Raises
    ------
    RowFault
        Its quotes do not close, or a value in quotes is longer than any.
    """
    if '"' not in line:
        return [field.strip() for field in line.split(delimiter)]
    try:
        return [field.strip() for field in next(quoted_rows([line], delimiter))]
    except csv.Error as error:
        raise RowFault(f"cannot be read as a row with quotes: {error}") from None


def _rows_of(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    """Yield the rows of lines, those left out that are none."""
    for line in lines:
        with suppress(RowFault):
            yield row_of(line, delimiter)


def number_in(text: str, decimal: Mark) -> float | None:
    """Return the number that a text is, or None.

    With decimal commas ``1.234`` is none: its point may stand between thousands.
    """
    if decimal == ".":
        return to_number(text)
    return None if "." in text and may_be_thousands(text) else to_number(with_point(text))


def layout_of(header: str, rows: Sequence[str], told: Told, name: str) -> Layout:
    """Return the layout of a stream.

    Kinds that are not told are guessed from the first rows, by the rule for files: an attribute
    is quantitative if all known values are numbers and some is not whole or there are more than
    ten distinct ones.

    Raises
    ------
    DataError
        The header lacks a column that is told, has one twice, or none is left as an attribute.
    """
    header = header.removeprefix("\ufeff")
    delimiter = told.delimiter or max(DELIMITERS, key=lambda one: len(split_line(header, one)))
    columns = split_line(header, delimiter)
    _check_columns(columns, told, name)
    fields = [row for row in _rows_of(rows, delimiter) if len(row) == len(columns)]
    attributes = [
        index
        for index, column in enumerate(columns)
        if column != told.class_ and column not in told.ignore
    ]
    if not attributes:
        raise DataError(f"{name}:1: no column is left as an attribute")
    decimal = told.decimal or _decimal_of(fields, attributes, told.missing)
    kinds = []
    for index in attributes:
        known = {row[index] for row in fields} - set(told.missing)
        guessed = are_quantities(number_in(text, decimal) for text in known)
        is_told = columns[index] in told.quantitative
        kinds.append(is_told or (guessed and columns[index] not in told.qualitative))
    return Layout(
        tuple(columns),
        columns.index(told.class_),
        tuple(attributes),
        tuple(kinds),
        told.missing,
        delimiter,
        decimal,
    )


def _decimal_of(
    fields: Sequence[Sequence[str]], attributes: Sequence[int], missing: Sequence[str]
) -> Mark:
    """Guess the decimal mark from the first rows, by the rule for files."""
    columns = ([row[index] for row in fields] for index in attributes)
    return "," if guessed_example(columns, missing) else "."


def _check_columns(columns: Sequence[str], told: Told, name: str) -> None:
    for column in (told.class_, *told.quantitative, *told.qualitative, *told.ignore):
        if column not in columns:
            raise DataError(
                f"{name}:1: found no column {column}{did_you_mean(column, columns, listed=0)} "
                f"(the columns are {', '.join(columns[:12])}{', …' if len(columns) > 12 else ''})"
            )
    repeated = sorted({column for column in columns if columns.count(column) > 1})
    if repeated:
        raise DataError(f"{name}:1: the column {', '.join(repeated)} stands more than once")
