"""Users' own files: CSV with a header, ARFF and Parquet, kinds guessed where not told.

The rule of the guess: an attribute is quantitative if every known value is a number and
either some value is not whole or there are more than ten distinct values; otherwise it is
qualitative, its values in ascending order. What a file declares is not guessed: the kinds
of an ARFF header, and in Parquet columns of floating-point numbers.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from nbexp.data.arff import ArffAttribute, read_arff
from nbexp.data.blocks import Pieces
from nbexp.data.catalogue import recipe_names
from nbexp.data.dataset import Attribute, DataSet, Qualitative
from nbexp.data.decimals import doubtful, with_points
from nbexp.data.delimited import read_delimited
from nbexp.data.dialect import Dialect, dialect_of
from nbexp.data.encode import class_labels, qualitative, quantitative, to_number, without_missing
from nbexp.data.header import attribute_decl
from nbexp.data.needs import ALL_TEXTS, Need, Needs
from nbexp.data.packed import PackedError, unpacked
from nbexp.data.parquet import read_parquet, unreadable
from nbexp.data.parsed import FORMAT, entry_path, read_entry, write_entry
from nbexp.data.recipe import AttributeDecl, ClassDecl, UserFile
from nbexp.data.shelf import Shelf
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table, TextColumn
from nbexp.errors import DataError, SpecError
from nbexp.hints import did_you_mean

MOST_CODES = 10
"""Whole numbers with up to this many distinct values are taken for codes of a quality."""

_ARFF, _PARQUET = (".arff",), (".parquet", ".pq")


def told_file(content: Mapping[str, Any]) -> UserFile:
    """Return a file as a program or a command line tells of it; SpecError where that is wrong.

    Parameters
    ----------
    content : mapping
        By the keys of a file in a spec.
    """
    try:
        return UserFile.model_validate(content)
    except ValidationError as error:
        faults = []
        for fault in error.errors():
            key = "".join(f"{part}: " for part in fault["loc"][:1])
            message = fault["msg"].removeprefix("Value error, ")
            faults.append(f"{content['path']}: {key}{message[:1].lower()}{message[1:]}")
        raise SpecError("\n".join(faults)) from error


def load_user_file(source: UserFile, *, cache: Path) -> DataSet:
    """Return the data set in a user's file; raise DataError if it cannot be read as told."""
    path = Path(source.path)
    check_is_file(path)
    entry = entry_path(cache, name_of(source), _key(source, path))
    kept = read_entry(entry)
    if kept is not None:
        return kept
    dataset = _parse(source, path)
    write_entry(entry, dataset, Shelf(cache))
    return dataset


def check_is_file(path: Path) -> None:
    """Raise DataError where there is no file to read."""
    if path.is_dir():
        raise DataError(f"{path}: found a folder, expected a CSV, ARFF or Parquet file")
    if not path.is_file():
        hint = ""
        if str(path) in recipe_names():
            hint = f"; the data set {path} that nbexp knows goes into a spec: datasets: [{path}]"
        raise DataError(
            f"{path}: there is no such file; expected a CSV, ARFF or Parquet file{hint}"
        )


def name_of(source: UserFile) -> str:
    """Return the data set's name: the given one, else made of the file's."""
    stem = Path(source.path).name.split(".", 1)[0]
    return source.name or re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "data"


def _key(source: UserFile, path: Path) -> str:
    total = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 20):
            total.update(piece)
    told = {
        "name": name_of(source),
        "class": source.class_,
        "quantitative": list(source.quantitative),
        "qualitative": list(source.qualitative),
        "ignore": list(source.ignore),
        "missing": list(source.missing),
        "delimiter": source.delimiter,
        "decimal": source.decimal,
        "ending": _ending(path),
        "file": path.name,
        "format": FORMAT,
    }
    total.update(json.dumps(told, sort_keys=True).encode())
    return total.hexdigest()


def _ending(path: Path) -> str:
    endings = [ending.lower() for ending in path.suffixes if ending.lower() not in (".gz", ".z")]
    return endings[-1] if endings else ""


def _parse(source: UserFile, path: Path) -> DataSet:
    needs = _needs(source)
    read = read_user_table(source, needs)
    mixed = needs.mixed(read.table.columns)
    if mixed:
        read = read_user_table(source, needs.with_texts(mixed))
    table, declared = read.table, read.declared
    told = (*source.quantitative, *source.qualitative, *source.ignore, source.class_)
    for name in told:
        if name not in table.columns:
            raise DataError(
                f"{table.files[0]}:1: found no column {name}"
                f"{did_you_mean(name, table.columns, listed=0)} "
                f"(the columns are {_shown(list(table.columns))})"
            )
    unnamed = [number for number, name in enumerate(table.columns, start=1) if not name]
    if unnamed and "" not in source.ignore:
        raise DataError(
            f"{table.files[0]}:1: column {unnamed[0]} has no name; give it one, or ignore it: "
            'ignore: [""]'
        )
    if table.n_rows == 0:
        raise DataError(f"{table.files[0]}:1: has no rows")
    read.check(source)
    attributes = tuple(
        _attribute(name, table, source, declared)
        for name in table.columns
        if name != source.class_ and name not in source.ignore
    )
    if not attributes:
        raise DataError(f"{table.files[0]}:1: no column is left as an attribute")
    class_ = _class(source, table, declared)
    labels = class_labels(table, class_, _column(source.class_, table, source))
    found = np.unique(labels)
    if len(found) < 2:
        raise DataError(
            f"{table.files[0]}:1: column {source.class_}: found only the class "
            f"{class_.values[found[0]]!r}, expected two classes at least"
        )
    return DataSet(name_of(source), attributes, class_.values, labels)


def _needs(source: UserFile) -> Needs:
    """Return what is needed of the columns: of those that look quantitative, numbers."""
    of: dict[str, Need] = dict.fromkeys(source.quantitative, "numbers")
    of |= dict.fromkeys(source.ignore, "nothing")
    of |= dict.fromkeys((*source.qualitative, source.class_), "texts")
    return Needs(of, "numbers if all are", frozenset(source.missing), MOST_CODES)


def _shown(names: Sequence[str]) -> str:
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")


def _column(name: str, table: Table, source: UserFile) -> TextColumn:
    return without_missing(table.columns[name], source.missing).used()


Declared = dict[str, ArffAttribute | None]
"""What the file itself says of a column; None for a Parquet column of fractional numbers."""


@dataclass(frozen=True)
class UserTable:
    """A user's file as it was read.

    Attributes
    ----------
    table : Table
        Numbers with decimal commas are in plain notation.
    declared : mapping
        What the file itself says of its columns.
    unreadable : mapping of str to str
        The types of the columns that hold neither texts nor numbers.
    dialect : Dialect or None
        How a text file is written.
    doubtful : mapping of str to str
        Of a file with decimal commas, a number of each column whose points may be marks of
        thousands.
    """

    table: Table
    declared: Declared = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    dialect: Dialect | None = None
    doubtful: Mapping[str, str] = field(default_factory=dict)

    def check(self, source: UserFile) -> None:
        """Raise DataError where a column that is used cannot be read, or not surely."""
        file = self.table.files[0]
        for name, kind in self.unreadable.items():
            if name not in source.ignore:
                raise DataError(unreadable(file, name, kind))
        for name, example in self.doubtful.items():
            if name not in (*source.ignore, *source.qualitative, source.class_):
                raise DataError(
                    f"{file}: column {name}: found {example!r}, where the decimal mark is a comma: "
                    "is this a thousand or a fraction? Take out the points, or name the column "
                    "under ignore; decimal '.' reads it as a fraction"
                )


def read_user_table(source: UserFile, needs: Needs = ALL_TEXTS) -> UserTable:
    """Return the table in a user's file, and what the file declares of its columns.

    Parameters
    ----------
    source : UserFile
    needs : Needs, optional
        What is needed of the columns.
    """
    path = Path(source.path)
    ending = _ending(path)
    if ending in _PARQUET:
        parquet = read_parquet(path, path.name, needs=needs)
        return UserTable(parquet.table, dict.fromkeys(parquet.floats), parquet.unreadable)
    file = FileDecl(path=path.name)
    try:
        if ending not in _ARFF:
            return _read_text(source, partial(unpacked, path), file, needs)
        arff = read_arff(b"".join(unpacked(path)), file, needs=needs)
    except PackedError as error:
        raise DataError(f"{path.name}:1: {error}") from error
    return UserTable(arff.table, {attribute.name: attribute for attribute in arff.attributes})


def _read_text(source: UserFile, pieces: Pieces, file: FileDecl, needs: Needs) -> UserTable:
    dialect = dialect_of(next(pieces(), b""), source)
    file = file.model_copy(update={"skip_lines": dialect.preamble})
    form = Source(
        name="file", reader="delimited", header=True, delimiter=dialect.delimiter, files=(file,)
    )
    if dialect.decimal == ".":
        return UserTable(read_delimited(pieces, file, form, needs), dialect=dialect)
    table = read_delimited(pieces, file, form)
    found = doubtful(table, source.missing)
    columns = {
        name: column if name == source.class_ else with_points(column, source.missing)
        for name, column in table.columns.items()
    }
    return UserTable(table.with_columns(columns), dialect=dialect, doubtful=found)


def _attribute(name: str, table: Table, source: UserFile, declared: Declared) -> Attribute:
    column = _column(name, table, source)
    decl = _decl(name, table, column, source, declared)
    if decl.kind == "quantitative":
        return quantitative(table, name, column)
    return qualitative(table, name, column, decl.values)


def _decl(
    name: str, table: Table, column: TextColumn, source: UserFile, declared: Declared
) -> AttributeDecl:
    own = declared.get(name)
    if name in source.quantitative:
        return AttributeDecl(name=name, kind="quantitative")
    if name in source.qualitative:
        if own is not None and own.kind == "nominal":
            return attribute_decl(own, table.files[0])
        return _qualitative_decl(name, column, table)
    if own is not None:
        return attribute_decl(own, table.files[0])
    if name in declared or len(column.numbers) or looks_quantitative(column):
        return AttributeDecl(name=name, kind="quantitative")
    return _qualitative_decl(name, column, table)


def looks_quantitative(column: TextColumn) -> bool:
    """Tell whether a column is taken for quantitative, by the rule of this module."""
    texts = [text for text in column.used().texts if text is not None]
    return are_quantities(to_number(text) for text in texts)


def are_quantities(numbers: Iterable[float | None]) -> bool:
    """Tell whether values are taken for quantities; None is one that is no number."""
    distinct = set(numbers)
    whole = {number for number in distinct if number is not None and number.is_integer()}
    if not distinct or None in distinct:
        return False
    return len(distinct) > MOST_CODES or len(whole) < len(distinct)


def _qualitative_decl(name: str, column: TextColumn, table: Table) -> AttributeDecl:
    values = ascending(column)
    if not values:
        raise DataError(
            f"{table.files[0]}:1: column {name}: all values are missing; name it under ignore"
        )
    return AttributeDecl(name=name, kind="qualitative", values=values)


def ascending(column: TextColumn) -> tuple[str, ...]:
    """Return the texts that occur, ascending: as numbers if all are numbers, else as texts."""
    texts = [text for text in column.used().texts if text is not None]
    numbers = [to_number(text) for text in texts]
    if None in numbers:
        return tuple(sorted(texts))
    return tuple(sorted(texts, key=lambda text: (to_number(text) or 0.0, text)))


def _class(source: UserFile, table: Table, declared: Declared) -> ClassDecl:
    own = declared.get(source.class_)
    column = _column(source.class_, table, source)
    values = own.values if own is not None and own.kind == "nominal" else ascending(column)
    if not values:
        raise DataError(f"{table.files[0]}:1: column {source.class_}: every class is missing")
    return ClassDecl(name=source.class_, values=values, counts=(0,) * len(values))


def describe_guess(source: UserFile, dataset: DataSet) -> str:
    """Return a line that tells what was not told of a file, and what it was taken for.

    Where the spec told everything, the line is empty.
    """
    told = {*source.quantitative, *source.qualitative}
    guessed = [attribute for attribute in dataset.attributes if attribute.name not in told]
    found = [_kinds(guessed)] if guessed else []
    example = _comma_example(source)
    if example:
        found.append(f"decimal mark guessed: a comma, as in {example}")
    return f"{dataset.name}: {'; '.join(found)}" if found else ""


def _comma_example(source: UserFile) -> str:
    """Return a number of a file that was taken for one with decimal commas, else nothing."""
    path = Path(source.path)
    if source.decimal is not None or _ending(path) in (*_ARFF, *_PARQUET):
        return ""
    try:
        return dialect_of(next(unpacked(path), b""), source).example
    except (DataError, OSError):  # it was there to be read a moment ago
        return ""


def _kinds(guessed: Sequence[Attribute]) -> str:
    kinds: dict[str, list[str]] = {}
    for attribute in guessed:
        kind = "qualitative" if isinstance(attribute, Qualitative) else "quantitative"
        kinds.setdefault(kind, []).append(attribute.name)
    parts = [f"{kind}: {', '.join(names)}" for kind, names in sorted(kinds.items(), reverse=True)]
    return f"kinds taken from the file or guessed: {'; '.join(parts)}"
