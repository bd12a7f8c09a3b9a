"""Comma-separated values, for programs.

Tables with the same columns become one, with a last column ``table`` or ``experiment`` where
several came together. Tables with other columns follow after an empty line.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence

from nbexp.report.document import Chapter
from nbexp.report.table import Table

_Sheet = list[tuple[str, Table]]


def write_csv(chapters: Sequence[Chapter], width: int) -> str:
    """Write chapters; the screen's width does not matter."""
    del width
    sheets: dict[tuple[str, ...], _Sheet] = defaultdict(list)
    for chapter in chapters:
        for table in chapter.tables:
            fields = tuple(field for column in table.columns for field in column.fields)
            sheets[fields].append((chapter.name, table))
    return "\n".join(_sheet(fields, sheet) for fields, sheet in sheets.items())


def _sheet(fields: tuple[str, ...], sheet: _Sheet) -> str:
    """Write tables with the same fields."""
    titles = len({table.title for _, table in sheet}) > 1
    names = len({name for name, _ in sheet}) > 1
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*fields, *["table"] * titles, *["experiment"] * names])
    for name, table in sheet:
        for row in table.rows:
            cells = [field.strip() for value in row for field in value.fields()]
            writer.writerow([*cells, *[table.title] * titles, *[name] * names])
    return text.getvalue()
