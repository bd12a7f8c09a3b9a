"""Reader of ARFF files, Weka's format; KEEL's variant of its header is understood too.

Values may be quoted, separated by commas, tabs or blanks, rows may be sparse, may end in a
comma, and ``?`` is missing. What the format does not allow is an error with its line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from nbexp.data.delimited import read_plain
from nbexp.data.lines import Lines, read_lines
from nbexp.data.model import repeats
from nbexp.data.needs import ALL_TEXTS, Needs
from nbexp.data.source import FileDecl
from nbexp.data.table import Table, TextColumn, one_file, wrong_width
from nbexp.errors import DataError

ArffKind = Literal["numeric", "nominal", "string", "date"]

_KINDS: dict[str, ArffKind] = {
    "numeric": "numeric",
    "real": "numeric",
    "integer": "numeric",
    "string": "string",
    "date": "date",
}
_KEEL_KEYWORDS = frozenset({"@input", "@inputs", "@output", "@outputs"})
_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_NAME = re.compile(rf"\s*({_QUOTED}|[^\s{{]+)\s*(.*)$")
_COMMENTED_VALUES = re.compile(rf"(\{{(?:{_QUOTED}|[^'\"}}])*\}})\s*%.*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class ArffAttribute:
    """An attribute as the header declares it; `values` are those of a nominal one."""

    name: str
    kind: ArffKind
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArffFile:
    """An ARFF file's header and rows; missing values are None in the table."""

    attributes: tuple[ArffAttribute, ...]
    table: Table


def read_arff(
    data: bytes, file: FileDecl, names: Sequence[str] = (), needs: Needs = ALL_TEXTS
) -> ArffFile:
    """Read an ARFF file.

    Parameters
    ----------
    data : bytes
    file : FileDecl
        Its name and line fixes.
    names : sequence of str, optional
        New names of the attributes, in file order.
    needs : Needs, optional
        What is needed of the columns.
    """
    lines = read_lines(data, file, comments=("%",))
    attributes, last = _header(lines)
    if names:
        if len(names) != len(attributes):
            raise DataError(
                f"{lines.place(last)}: the header declares {len(attributes)} attributes, "
                f"{len(names)} were expected"
            )
        attributes = tuple(
            replace(attribute, name=name) for attribute, name in zip(attributes, names, strict=True)
        )
    needs = needs.with_texts(one.name for one in attributes if one.kind != "numeric")
    rows = lines.after(last).compact()
    if len(rows) == 0:
        raise DataError(f"{lines.place(last)}: no rows follow @data; is the file cut off?")
    return ArffFile(attributes, _rows(rows, attributes, needs))


def _header(lines: Lines) -> tuple[tuple[ArffAttribute, ...], int]:
    """Return the declared attributes and the index of the ``@data`` line."""
    attributes: list[ArffAttribute] = []
    for index in range(len(lines)):
        text = lines.text(index).strip()
        keyword, _, rest = text.replace("\t", " ", 1).partition(" ")
        keyword = keyword.lower()
        if keyword == "@data":
            _check_header(attributes, lines, index)
            return tuple(attributes), index
        if keyword == "@attribute":
            attributes.append(_attribute(rest, lines.place(index)))
        elif keyword != "@relation" and keyword not in _KEEL_KEYWORDS:
            raise DataError(
                f"{lines.place(index)}: found {text[:60]!r} in the header, expected @relation, "
                "@attribute or @data; is this an ARFF file?"
            )
    end = lines.place(len(lines) - 1) if len(lines) else f"{lines.file}:1"
    raise DataError(f"{end}: has no @data line; is the file cut off, or no ARFF file?")


def _check_header(attributes: Sequence[ArffAttribute], lines: Lines, index: int) -> None:
    names = [attribute.name for attribute in attributes]
    if not names:
        raise DataError(f"{lines.place(index)}: @data comes before any @attribute")
    repeated = repeats(names)
    if repeated:
        raise DataError(
            f"{lines.place(index)}: the attribute name {', '.join(repeated)} is declared more than "
            "once"
        )


def _attribute(text: str, place: str) -> ArffAttribute:
    match = _NAME.match(text)
    if match is None or not match[2]:
        raise DataError(f"{place}: found {text.strip()!r}, expected an attribute's name and type")
    name, kind = _unquoted(match[1]), match[2].strip()
    if kind.startswith("{"):
        kind = _without_comment(kind)
        if not kind.endswith("}"):
            raise DataError(f"{place}: attribute {name}: the list of values has no closing brace")
        values = tuple(value or "" for value in _split(kind[1:-1], ",", place))
        if values and values[-1] == "":
            values = values[:-1]
        if not values:
            raise DataError(f"{place}: attribute {name}: the list of values is empty")
        if len(set(values)) != len(values):
            raise DataError(f"{place}: attribute {name}: a value is declared more than once")
        return ArffAttribute(name, "nominal", values)
    word = re.split(r"[\s\[]", kind, maxsplit=1)[0].lower()
    if word not in _KINDS:
        raise DataError(
            f"{place}: attribute {name}: found the type {kind!r}, expected numeric, real, integer, "
            "string, date or a list of values in braces"
        )
    return ArffAttribute(name, _KINDS[word])


def _without_comment(values: str) -> str:
    """Return a list of values in braces without the comment that follows it."""
    match = _COMMENTED_VALUES.fullmatch(values)
    return match[1] if match else values


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text[1:-1])
    return text


def _split(text: str, delimiter: str, place: str) -> list[str | None]:
    """Split a text at its delimiters outside quotes; an unquoted ``?`` becomes None."""
    if "'" not in text and '"' not in text:
        parts = text.split() if delimiter == " " else [p.strip() for p in text.split(delimiter)]
        return [None if part == "?" else part for part in parts]
    space = r"\s+" if delimiter == " " else rf"\s*{delimiter}\s*"
    pattern = re.compile(rf"({_QUOTED}|[^{delimiter}'\"]*?)(?:{space}|\s*$)")
    text = text.strip()
    values: list[str | None] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            raise DataError(
                f"{place}: a quote is not closed, or text follows one: {text[at:][:40]!r}"
            )
        values.append(None if match[1] == "?" else _unquoted(match[1].strip()))
        at = match.end()
        if at == len(text) and match[0].rstrip().endswith(delimiter) and delimiter != " ":
            values.append("")
    return values


def _rows(lines: Lines, attributes: Sequence[ArffAttribute], needs: Needs) -> Table:
    names = [attribute.name for attribute in attributes]
    delimiter = _delimiter(lines.text(0), len(names))
    if any(mark in lines.data for mark in (b"'", b'"', b"{")):
        return _read_slowly(lines, attributes, delimiter)
    if delimiter == ",":
        lines = _without_final_commas(lines)
    table = read_plain([lines], lines.file, names, None if delimiter == " " else delimiter, needs)
    return table.with_columns(
        {
            name: column.mapped([None if text == "?" else text for text in column.texts])
            for name, column in table.columns.items()
            if "?" in column.texts
        }
    )


def _delimiter(line: str, width: int) -> str:
    """Return what separates values: a comma; in a row without any, a tab or a blank."""
    if "," in line or width == 1 or line.lstrip().startswith("{"):
        return ","
    return "\t" if line.strip().count("\t") == width - 1 else " "


def _without_final_commas(lines: Lines) -> Lines:
    """Take off the comma that ends a row; only the last row may have none before its end."""
    if not re.search(rb",[ \t]*(\n|$)", lines.data):
        return lines
    data = re.sub(rb",[ \t]*(?=\n|$)", b"", lines.data)
    parts = data.split(b"\n")[: len(lines)]
    lengths = np.array([len(part) for part in parts], dtype=np.int64)
    ends = np.cumsum(lengths + 1) - 1
    return replace(lines, data=b"\n".join(parts), starts=ends - lengths, ends=ends)


def _read_slowly(lines: Lines, attributes: Sequence[ArffAttribute], delimiter: str) -> Table:
    """Read rows with quotes or braces, one by one."""
    indices: list[dict[str | None, int]] = [{} for _ in attributes]
    codes = np.empty((len(attributes), len(lines)), dtype=np.int32)
    for row in range(len(lines)):
        values = _row(lines, row, attributes, delimiter)
        for column, value in enumerate(values):
            index = indices[column]
            codes[column, row] = index.setdefault(value, len(index))
    columns = {
        attribute.name: TextColumn(list(index), column_codes)
        for attribute, index, column_codes in zip(attributes, indices, codes, strict=True)
    }
    return one_file(columns, lines.file, lines.numbers)


def _row(
    lines: Lines, row: int, attributes: Sequence[ArffAttribute], delimiter: str
) -> list[str | None]:
    text = lines.text(row).strip()
    place = lines.place(row)
    if text.startswith("{"):
        return _sparse_row(text, place, attributes)
    values = _split(text, delimiter, place)
    if len(values) == len(attributes) + 1:
        if values[-1] == "":
            values.pop()
        elif (values[-1] or "").startswith("{"):
            raise DataError(f"{place}: instance weights are not supported; remove them")
    if len(values) != len(attributes):
        raise DataError(wrong_width(place, lines.text(row), len(values), len(attributes)))
    return values


def _sparse_row(text: str, place: str, attributes: Sequence[ArffAttribute]) -> list[str | None]:
    """Return the values of a row ``{index value, …}``; what is not named is 0 or the first."""
    if not text.endswith("}"):
        raise DataError(f"{place}: the sparse row has no closing brace")
    values: list[str | None] = [
        attribute.values[0] if attribute.kind == "nominal" else "0" for attribute in attributes
    ]
    body = text[1:-1].strip()
    seen = set()
    for match in re.finditer(rf"\s*(\d+)\s+({_QUOTED}|[^,'\"]+?)\s*(?:,|$)|(.+)", body):
        if match[3] is not None or int(match[1]) >= len(attributes) or match[1] in seen:
            raise DataError(
                f"{place}: found {match[0].strip()!r} in a sparse row, expected an attribute's "
                f"number (0 to {len(attributes) - 1}, each once) and its value"
            )
        seen.add(match[1])
        values[int(match[1])] = None if match[2] == "?" else _unquoted(match[2])
    return values
