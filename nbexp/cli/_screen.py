"""What is printed, made to fit a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

_LONGEST = 100
"""Longer lines of text are hard to read, however wide the terminal."""


def text_width() -> int:
    """Return how long lines of text may be."""
    from nbexp.report.report import screen_width

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
    from nbexp.report.report import terminal_width

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
