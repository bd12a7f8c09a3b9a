"""The roles of a file's columns: class, attributes with their kinds, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nbexp.data.decimals import MISSING_WORDS, Mark
from nbexp.data.encode import to_number, without_missing
from nbexp.data.recipe import UserFile
from nbexp.data.table import Table, TextColumn
from nbexp.data.userfile import (
    UserTable,
    check_is_file,
    looks_quantitative,
    read_user_table,
    told_file,
)
from nbexp.errors import DataError, SpecError
from nbexp.hints import did_you_mean
from nbexp.recommend.columns import infinite_words, looked_at
from nbexp.recommend.remark import Kind, Remark, some

USUAL_MISSING = ("?", "")

_TOGETHER = (("--keep", "--quantitative"), ("--keep", "--qualitative"))
"""What may be said of one column: it is kept, and is of a kind."""

_FEWEST_OF_A_CLASS = 5
"""Classes with fewer instances than this on average are no classes."""


@dataclass(frozen=True)
class Wishes:
    """What a user says of the columns.

    Attributes
    ----------
    ignore, keep : tuple of str
        Columns to leave out, and columns to keep though they look useless.
    quantitative, qualitative : tuple of str
    missing : tuple of str
        Texts that mean missing, beside the usual ones.
    decimal : str or None
        The decimal mark of a text file; None: guessed.
    """

    ignore: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    quantitative: tuple[str, ...] = ()
    qualitative: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    decimal: Mark | None = None

    def named(self) -> tuple[str, ...]:
        """Return all columns that are named."""
        return (*self.ignore, *self.keep, *self.quantitative, *self.qualitative)

    def check(self, path: Path, class_: str) -> None:
        """Raise SpecError where a column is to be two things at once."""
        roles = {
            "--class": (class_,),
            "--ignore": self.ignore,
            "--keep": self.keep,
            "--quantitative": self.quantitative,
            "--qualitative": self.qualitative,
        }
        for one, other in combinations(roles, 2):
            both = [name for name in roles[one] if name in roles[other]]
            if both and (one, other) not in _TOGETHER:
                raise SpecError(
                    f"{path}: found the column {both[0]!r} under {one} and under {other}, which "
                    "contradict each other; expected it under one of them"
                )


@dataclass(frozen=True)
class Roles:
    """The roles of the columns.

    Attributes
    ----------
    source : UserFile
        The file as a spec names it, kinds and all.
    remarks : tuple of Remark
    kinds : mapping of str to str
        ``quantitative`` or ``qualitative`` for each attribute, in file order.
    examples : mapping of str to str
        Some values of each column, in words; of one that was left out, why, too.
    rest : (n_rows,) integer or None
        A number for each row, equal where all columns that were left out are equal; None if none
        was. A column without a name is not counted: it is an index, of the row and not of a case.
    """

    source: UserFile
    remarks: tuple[Remark, ...]
    kinds: Mapping[str, str]
    examples: Mapping[str, str] = field(default_factory=dict)
    rest: NDArray[np.integer] | None = field(default=None, compare=False)


def choose_roles(path: Path, class_: str | None, wishes: Wishes | None = None) -> Roles:
    """Look at a file and decide what its columns are.

    Raises
    ------
    DataError
        The file cannot be read, no column is left to learn from, or the class's column holds no
        classes.
    SpecError
        A column that was named is not there.
    """
    wishes = wishes or Wishes()
    read, class_ = _read(path, class_, wishes)
    table = read.table
    missing = _missing(table, wishes)
    missing, infinite = _with_infinite(table, class_, wishes, missing)
    columns = {name: without_missing(one, missing) for name, one in table.columns.items()}
    look = _Look(wishes, read)
    for name, column in columns.items():
        if name != class_ and name not in wishes.ignore:
            look.at(name, column)
    if not look.kinds:
        raise DataError(f"{path}: no column is left to learn from{look.why_none(class_)}")
    remarks = [
        *_class_remarks(path, class_, columns[class_]),
        *_missing_remarks(missing),
        *infinite,
        *_decimal_remarks(read),
    ]
    roles: dict[str, object] = {
        "path": path,
        "decimal": wishes.decimal,
        "class": class_,
        "ignore": [*dict.fromkeys(wishes.ignore), *look.ignored],
        "quantitative": [name for name, kind in look.kinds.items() if kind == "quantitative"],
        "qualitative": [name for name, kind in look.kinds.items() if kind == "qualitative"],
        "missing": missing,
    }
    if read.dialect is not None and read.dialect.decimal == ",":
        roles["decimal"] = ","
    return Roles(
        told_file(roles),
        (*remarks, *look.remarks),
        look.kinds,
        look.examples(columns),
        look.rest(columns, wishes.ignore),
    )


def _read(path: Path, class_: str | None, wishes: Wishes) -> tuple[UserTable, str]:
    """Read a file, and check that the columns that are named are there and can be used so."""
    check_is_file(path)
    missing = [*USUAL_MISSING, *wishes.missing]
    told = {"path": path, "class": class_ or "-", "missing": missing, "decimal": wishes.decimal}
    read = read_user_table(told_file(told))
    if class_ is None:
        raise SpecError(
            f"{path}: which column holds the classes? --class COLUMN, one of {_names(read.table)}"
        )
    _check_names(path, read.table, (class_, *wishes.named()))
    wishes.check(path, class_)
    if class_ in read.unreadable:
        raise DataError(
            f"{path}: column {class_}: has the type {read.unreadable[class_]}, expected classes: "
            "texts or numbers"
        )
    return read, class_


@dataclass
class _Look:
    """What is seen of the columns, one after the other."""

    wishes: Wishes
    read: UserTable
    kinds: dict[str, str] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def at(self, name: str, column: TextColumn) -> None:
        """Look at a column that may be an attribute."""
        remark = None if self._kept(name) else self._unread(name) or looked_at(name, column)
        if remark is not None:
            self.remarks.append(remark)
        if remark is not None and remark.ignored:
            self.ignored.append(name)
        else:
            self.kinds[name] = self._kind(name, column)

    def _unread(self, name: str) -> Remark | None:
        """Return why the reader cannot tell what a column holds, or None."""
        if name in self.read.unreadable:
            kind = self.read.unreadable[name]
            text = f"{name}: has the type {kind}, which is no text and no number"
            return Remark(Kind.TYPE, text, name, ignored=True)
        if name in self.read.doubtful:
            text = (
                f"{name}: holds numbers as {self.read.doubtful[name]!r} in a file with decimal "
                "commas: thousands or fractions? Take out the points, or say --decimal ."
            )
            return Remark(Kind.NUMBERS, text, name, ignored=True)
        return None

    def _kept(self, name: str) -> bool:
        """Tell whether a column is an attribute whatever it looks like."""
        named = (*self.wishes.keep, *self.wishes.quantitative, *self.wishes.qualitative)
        return name in named or self._is_nominal(name)

    def _is_nominal(self, name: str) -> bool:
        return getattr(self.read.declared.get(name), "kind", "") == "nominal"

    def _kind(self, name: str, column: TextColumn) -> str:
        """Return a column's kind: as told, as the file declares, or by its values."""
        if name in self.wishes.quantitative:
            return "quantitative"
        if name in self.wishes.qualitative or self._is_nominal(name):
            return "qualitative"
        numbers = name in self.read.declared or looks_quantitative(column)
        return "quantitative" if numbers else "qualitative"

    def why_none(self, class_: str) -> str:
        """Return why no column is left, and what to do."""
        if self.remarks:
            told = "\n".join(f"  {remark.text}" for remark in self.remarks)
            return f"; --keep COLUMN keeps one that looks useless:\n{told}"
        if self.wishes.ignore:
            return f" beside the class {class_}: --ignore names all of them; name fewer"
        return f": it has the class {class_} and no other column"

    def rest(
        self, columns: Mapping[str, TextColumn], ignored: Sequence[str]
    ) -> NDArray[np.integer] | None:
        """Return what tells rows apart in the columns that are left out; see `Roles`."""
        names = [name for name in dict.fromkeys((*ignored, *self.ignored)) if name]
        unknown = [name for name in names if name in self.read.unreadable]
        if unknown:  # what cannot be read may differ in every row
            return np.arange(self.read.table.n_rows)
        return _rows([columns[name] for name in names])

    def examples(self, columns: Mapping[str, TextColumn]) -> dict[str, str]:
        """Return what each column holds, and before it why it is left out."""
        unreadable = self.read.unreadable
        reasons = {one.column: one.kind.value for one in self.remarks if one.ignored}
        return {
            name: ": ".join(
                filter(None, (reasons.get(name), unreadable.get(name) or _examples(column)))
            )
            for name, column in columns.items()
        }


def _names(table: Table) -> str:
    return some(list(table.columns), 12)


def _check_names(path: Path, table: Table, names: Sequence[str]) -> None:
    for name in names:
        if name not in table.columns:
            raise SpecError(
                f"{path}: found no column {name!r}{did_you_mean(name, table.columns, listed=0)} "
                f"(the columns are {_names(table)})"
            )
    if table.n_rows == 0:
        raise DataError(f"{path}: has no rows")


def _missing(table: Table, wishes: Wishes) -> tuple[str, ...]:
    """Return the texts that mean missing: the usual, those told, and common words that occur."""
    found = {text for column in table.columns.values() for text in column.used().texts if text}
    words = [word for word in MISSING_WORDS if word in found]
    return tuple(dict.fromkeys((*USUAL_MISSING, *wishes.missing, *words)))


def _with_infinite(
    table: Table, class_: str, wishes: Wishes, missing: Sequence[str]
) -> tuple[tuple[str, ...], list[Remark]]:
    """Return what means missing, infinite numbers too, and a remark on each column of them."""
    found: dict[str, None] = {}
    remarks = []
    for name, column in table.columns.items():
        if name in (class_, *wishes.ignore, *wishes.qualitative):
            continue
        words, count = infinite_words(without_missing(column, missing))
        if words:
            found |= dict.fromkeys(words)
            remarks.append(
                Remark(
                    Kind.NUMBERS,
                    f"{name}: {count:,} infinite {'value' if count == 1 else 'values'} "
                    f"({some([repr(word) for word in words])}) mean missing here; if a number is "
                    "meant, put it in their place",
                    name,
                )
            )
    return (*missing, *found), remarks


def _missing_remarks(missing: Sequence[str]) -> list[Remark]:
    words = [repr(text) for text in missing if text in MISSING_WORDS]
    if not words:
        return []
    plural = "mean" if len(words) > 1 else "means"
    return [Remark(Kind.MISSING, f"{some(words, 8)} {plural} missing in this file")]


def _decimal_remarks(read: UserTable) -> list[Remark]:
    if read.dialect is None or not read.dialect.example:
        return []
    text = (
        f"numbers are taken to have decimal commas, as {read.dialect.example}; "
        "--decimal . takes a point for the decimal mark"
    )
    return [Remark(Kind.DECIMAL, text)]


def _class_remarks(path: Path, name: str, column: TextColumn) -> list[Remark]:
    """Refuse what is no class; remark on what may be none."""
    texts = [text for text in column.used().texts if text is not None]
    n = len(column.codes)
    numbers = all(to_number(text) is not None for text in texts)
    if len(texts) < 2:
        found = f"only {texts[0]!r}" if texts else "no value"
        raise DataError(f"{path}: column {name}: found {found}, expected two classes at least")
    if len(texts) * _FEWEST_OF_A_CLASS > n and len(texts) > 2:
        what, remedy = (
            ("a number", "cut the numbers into ranges first")
            if numbers
            else ("a name", "choose another column, or gather the values into few classes first")
        )
        raise DataError(
            f"{path}: column {name}: found {len(texts):,} distinct values in {n:,} rows, expected "
            f"classes; nbexp predicts a class, not {what}: {remedy}"
        )
    if numbers and looks_quantitative(column):
        return [
            Remark(
                Kind.CLASSES,
                f"{name}: the classes are {len(texts)} distinct numbers, each taken as a class of "
                "its own; their order is not used",
                name,
            )
        ]
    return []


def _rows(columns: Sequence[TextColumn]) -> NDArray[np.integer] | None:
    """Return a number for each row, equal where rows are equal in all columns."""
    if not columns:
        return None
    import pandas as pd

    rows = np.zeros(len(columns[0].codes), dtype=np.int64)
    for column in columns:
        rows = pd.factorize(rows * len(column.texts) + column.codes)[0].astype(np.int64)
    return rows


def _examples(column: TextColumn) -> str:
    """Return what a column holds, in a few words."""
    texts = [text for text in column.used().texts if text is not None]
    if not texts:
        return "always missing"
    numbers = [number for number in map(to_number, texts) if number is not None]
    if len(numbers) == len(texts) and len(texts) > 5:
        return f"{min(numbers):g} to {max(numbers):g}, {len(texts):,} distinct"
    short = [text if len(text) <= 16 else text[:15] + "…" for text in sorted(texts)]
    return some(short, 5)
