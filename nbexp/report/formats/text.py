"""Plain text for a terminal: numbers aligned, as wide as the screen and no wider."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from nbexp.report.document import Chapter
from nbexp.report.formats.aligned import GAP, column_lines
from nbexp.report.formats.wrapped import wrapped_lines
from nbexp.report.table import Table

NARROW_GAP = " "
_SHORT_NAME = 20
"""Names in the first column may be cut to this, before a table is broken into pieces."""


def write_text(chapters: Sequence[Chapter], width: int) -> str:
    """Write chapters for a screen of `width` columns."""
    pieces = []
    for chapter in chapters:
        heading = f"{chapter.name}: {chapter.title}" if chapter.title else chapter.name
        pieces.append(f"{heading}\n{'=' * min(len(heading), width)}")
        pieces += [text_table(table, width) for table in chapter.tables]
    return "\n\n".join(pieces) + "\n"


def text_table(table: Table, width: int) -> str:
    """Write a table: title, rows, footnotes."""
    lines = [textwrap.fill(table.title, width), ""]
    if any(column.wrap or column.below for column in table.columns):
        lines += wrapped_lines(table, width)
    else:
        columns = [column_lines(table, index) for index in range(len(table.columns))]
        for number, piece in enumerate(_pieces(columns, width)):
            lines += [""] * (number > 0) + _piece_lines(table, piece, width)
    notes = [
        wrapped
        for note in table.notes
        for wrapped in textwrap.wrap(note, width, subsequent_indent="  ") or [""]
    ]
    return "\n".join(lines + (["", *notes] if notes else []))


def _width(columns: Sequence[Sequence[str]], gap: str) -> int:
    return sum(len(column[0]) for column in columns) + len(gap) * (len(columns) - 1)


def _pieces(columns: list[list[str]], width: int) -> list[list[list[str]]]:
    """Break a table that is too wide into pieces that repeat its first column.

    Before that, the gaps are made narrow and long names are cut.
    """
    for gap in (GAP, NARROW_GAP):
        if _width(columns, gap) <= width:
            return [columns]
    spare = width - _width(columns[1:], NARROW_GAP) - len(NARROW_GAP)
    if spare >= _SHORT_NAME:
        return [[[_cut(name, spare) for name in columns[0]], *columns[1:]]]
    names, rest = columns[0], columns[1:]
    for count in range(2, len(rest) + 1):
        size = -(-len(rest) // count)
        pieces = [[names, *rest[i : i + size]] for i in range(0, len(rest), size)]
        if all(_width(piece, GAP) <= width for piece in pieces):
            return pieces
    return [[names, column] for column in rest]


def _cut(name: str, width: int) -> str:
    stripped = name.rstrip()
    return stripped.ljust(width) if len(stripped) <= width else stripped[: width - 1] + "…"


def _piece_lines(table: Table, columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a piece, a rule under its heading and between groups."""
    gap = GAP if _width(columns, GAP) <= width else NARROW_GAP
    lines = [gap.join(line).rstrip() for line in zip(*columns, strict=True)]
    rule = "-" * _width(columns, gap)
    written, start = [lines[0]], 1
    for group in table.groups:
        written += [rule, *lines[start : start + len(group)]]
        start += len(group)
    return written
