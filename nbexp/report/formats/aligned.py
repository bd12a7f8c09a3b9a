"""Columns of plain text: values side by side have their slashes in line."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.report.table import Column, Table, Value

GAP = "  "
"""Between two columns."""


def column_lines(table: Table, index: int) -> list[str]:
    """Return a column's heading and values, all of one width."""
    column = table.columns[index]
    values = _aligned([row[index] for row in table.rows], column)
    width = max(map(len, [column.heading, *values]))
    if column.left:
        return [text.ljust(width) for text in (column.heading, *values)]
    return [text.rjust(width) for text in (column.heading, *values)]


def _aligned(values: Sequence[Value], column: Column) -> list[str]:
    """Return values as texts; those of two parts have their slashes in line."""
    parts = [value.parts() for value in values]
    pairs = [part for part in parts if len(part) == 2]
    if column.left or not pairs or any(len(part) > 2 for part in parts):
        return ["/".join(part) for part in parts]
    left, right = (max(len(part[place]) for part in pairs) for place in range(2))
    return [
        f"{part[0].rjust(left)}/{part[1].ljust(right)}" if len(part) == 2 else "/".join(part)
        for part in parts
    ]
