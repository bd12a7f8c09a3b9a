"""Plain text of tables that hold sentences: they are broken into lines within their column."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from nbexp.report.formats.aligned import GAP, column_lines
from nbexp.report.table import Table

_NARROWEST = 20


def wrapped_lines(table: Table, width: int) -> list[str]:
    """Return the lines of a table, its rows as high as its sentences need.

    What a column for below the row holds is indented under it, after the column's heading.
    """
    beside = [place for place, column in enumerate(table.columns) if not column.below]
    below = [place for place, column in enumerate(table.columns) if column.below]
    columns = {place: column_lines(table, place) for place in beside}
    fixed = [place for place in beside if not table.columns[place].wrap]
    sentences = [place for place in beside if table.columns[place].wrap]
    taken = sum(len(columns[place][0]) for place in fixed) + len(GAP) * (len(beside) - 1)
    room = max(_NARROWEST, (width - taken) // max(1, len(sentences)))
    widths = {place: min(len(columns[place][0]), room) for place in sentences}
    rule = "-" * min(width, taken + sum(widths.values()))
    lines = [_joined([columns[place][0][: widths.get(place)] for place in beside])]
    number = 1
    for group in table.groups:
        lines.append(rule)
        for row in group:
            cells = [
                textwrap.wrap(columns[place][number].strip(), widths[place]) or [""]
                if place in widths
                else [columns[place][number]]
                for place in beside
            ]
            measures = [widths.get(place, len(columns[place][0])) for place in beside]
            lines += _row_lines(cells, measures)
            indent = " " * len(columns[beside[0]][0] + GAP)
            for place in below:
                text = "/".join(row[place].parts())
                if text:
                    heading = table.columns[place].heading
                    lines += textwrap.wrap(
                        f"{heading}: {text}",
                        width,
                        initial_indent=indent,
                        subsequent_indent=indent + GAP,
                    )
            number += 1
    return lines


def _row_lines(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [
        _joined([text.ljust(width) for text, width in zip(line, widths, strict=True)])
        for line in zip_longest(*cells, fillvalue="")
    ]


def _joined(cells: Sequence[str]) -> str:
    return GAP.join(cells).rstrip()
