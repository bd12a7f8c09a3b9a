"""Markdown, with tables in GitHub's form."""

from __future__ import annotations

from collections.abc import Sequence

from nbexp.report.document import Chapter
from nbexp.report.table import Table


def write_markdown(chapters: Sequence[Chapter], width: int) -> str:
    """Write chapters; the screen's width does not matter."""
    del width
    pieces = []
    for chapter in chapters:
        title = f"{chapter.name}: {chapter.title}" if chapter.title else chapter.name
        pieces.append(f"## {_safe(title)}")
        pieces += [markdown_table(table) for table in chapter.tables]
    return "\n\n".join(pieces) + "\n"


def markdown_table(table: Table) -> str:
    """Write a table: heading, rows, footnotes as a list. Rules between groups do not exist."""
    lines = [
        f"### {_safe(table.title)}",
        "",
        _line([column.heading for column in table.columns]),
        "|" + "|".join(":---" if column.left else "---:" for column in table.columns) + "|",
    ]
    lines += [_line(["/".join(value.parts()) for value in row]) for row in table.rows]
    if table.notes:
        lines += ["", *(f"- {_safe(note)}" for note in table.notes)]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_safe(cell) for cell in cells) + " |"


def _safe(text: str) -> str:
    """Escape what Markdown would read as markup."""
    for mark in ("\\", "|", "*", "_", "<", "`"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split("\n"))
