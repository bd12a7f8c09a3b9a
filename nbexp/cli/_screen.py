"""What is printed, made to fit a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

_LONGEST = 100
"""Longer lines of text are hard to read, however wide the terminal."""


def terminal_width() -> int | None:
    """Return the columns of the terminal; None of a pipe, if COLUMNS does not tell them."""
    from nbexp.report.report import DEFAULT_WIDTH

    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns
    return None


def screen_width(out: Path | None) -> int:
    """Return the columns of the terminal, or the usual ones for a file or a pipe."""
    from nbexp.report.report import DEFAULT_WIDTH

    width = terminal_width() if out is None else None
    return DEFAULT_WIDTH if width is None else width


def text_width() -> int:
    """Return how long lines of text may be."""
    return min(screen_width(None), _LONGEST)


def fill(text: str, indent: str = "") -> str:
    """Break a text into lines; a number and its sign stay in one."""
    whole = text.replace(" %", "\u00a0%")
    width = text_width()
    lines = textwrap.fill(whole, width, subsequent_indent=indent, break_on_hyphens=False)
    return lines.replace("\u00a0", " ")


def fitted_table(rows: Iterable[Mapping[str, object]], right: Sequence[str] = ()) -> str:
    """Return rows as a table; on a terminal it may be too wide for, as several below each other.

    Each of these begins with the first column. What is no terminal has lines of any length.

    Parameters
    ----------
    rows : iterable of mappings
        From heading to value, the same headings in all.
    right : sequence of str
        Headings of columns that are aligned at the right.
    """
    rows = list(rows)
    width = terminal_width()
    first, *others = rows[0]
    tables, chosen = [], [first]
    for heading in others:
        if width is not None and len(chosen) > 1:
            wider = _table(rows, [*chosen, heading], right)
            if len(wider.splitlines()[1]) > width:
                tables.append(_table(rows, chosen, right))
                chosen = [first]
        chosen.append(heading)
    return "\n\n".join([*tables, _table(rows, chosen, right)])


def _table(
    rows: Sequence[Mapping[str, object]], headings: Sequence[str], right: Sequence[str]
) -> str:
    from tabulate import tabulate

    return tabulate(
        [[row[heading] for heading in headings] for row in rows],
        headers=headings,
        colalign=["right" if heading in right else "left" for heading in headings],
        disable_numparse=True,
    )
