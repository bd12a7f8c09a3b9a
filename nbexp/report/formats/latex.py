"""LaTeX, with the rules of the booktabs package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nbexp.report.document import Chapter
from nbexp.report.table import Column, Row, Table

_SAFE = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "…": r"\ldots{}",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "²": r"$^2$",
    "µ": r"$\mu$",
    "σ": r"$\sigma$",
    "√": r"$\surd$",
    "·": r"$\cdot$",
}
_SHRUNK = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"
"""A table wider than the text is made smaller, another is left as it is."""


_PAGE = 50
"""Rows for which a page has room."""


def write_latex(chapters: Sequence[Chapter], width: int) -> str:
    """Write chapters; the screen's width does not matter."""
    del width
    pieces = [r"% Needs \usepackage{booktabs,graphicx,longtable}"]
    for chapter in chapters:
        pieces += [latex_table(table, chapter.name, i) for i, table in enumerate(chapter.tables)]
    return "\n\n".join(pieces) + "\n"


def latex_table(table: Table, experiment: str, number: int = 0) -> str:
    """Write a table as a float, or as several that fit a page each.

    `number` keeps the labels of a chapter apart. A table of sentences goes over pages.
    """
    label = re.sub(r"[^A-Za-z0-9-]+", "-", f"{experiment}-{table.name}-{number + 1}")
    if any(column.wrap for column in table.columns):
        return _long_table(table, label)
    pages = _pages(table)
    floats = []
    for page, groups in enumerate(pages):
        lines = [
            r"\begin{table}[htbp]",
            r"\centering",
            r"\small",
            r"\setlength{\tabcolsep}{3pt}",
            rf"\caption{{{latex_safe(table.title)}{' (continued)' if page else ''}}}",
            rf"\label{{tab:{label}{f'-{page + 1}' if page else ''}}}",
            *_tabular(table, groups),
        ]
        notes = _notes(table) if page == len(pages) - 1 else []
        floats.append("\n".join([*lines, *notes, r"\end{table}"]))
    return "\n\n".join(floats)


def _tabular(table: Table, groups: Sequence[Sequence[Row]]) -> list[str]:
    """Return the lines of a tabular with some groups of rows."""
    kinds = "".join("l" if column.left else "r" for column in table.columns)
    lines = [
        _SHRUNK,
        rf"\begin{{tabular}}{{{kinds}}}",
        r"\toprule",
        _line([column.heading for column in table.columns]),
    ]
    for group in groups:
        lines.append(r"\midrule")
        lines += [_line(["/".join(value.parts()) for value in row]) for row in group]
    return [*lines, r"\bottomrule", r"\end{tabular}}"]


def _pages(table: Table) -> list[list[Sequence[Row]]]:
    """Share out the rows to pages, groups kept apart."""
    pages: list[list[Sequence[Row]]] = [[]]
    room = _PAGE
    for group in table.groups:
        rest: Sequence[Row] = group
        if len(rest) > room and len(rest) <= _PAGE:
            pages.append([])
            room = _PAGE
        while len(rest) > room:
            if room:
                pages[-1].append(rest[:room])
            rest = rest[room:]
            pages.append([])
            room = _PAGE
        pages[-1].append(rest)
        room -= len(rest)
    return pages


def _long_table(table: Table, label: str) -> str:
    """Write a table of sentences, which may go over several pages.

    Each sentence spans the whole table, in lines of its own under its row.
    """
    beside = [place for place, column in enumerate(table.columns) if not _is_long(column)]
    kinds = "".join("l" if table.columns[place].left else "r" for place in beside)
    lines = [
        r"{\scriptsize\setlength{\tabcolsep}{4pt}",
        rf"\begin{{longtable}}{{{kinds}}}",
        rf"\caption{{{latex_safe(table.title)}}}\label{{tab:{label}}}\\",
        r"\toprule",
        _line([table.columns[place].heading for place in beside]),
        r"\endhead",
    ]
    for group in table.groups:
        lines.append(r"\midrule")
        for row in group:
            texts = ["/".join(value.parts()) for value in row]
            lines.append(_line([texts[place] for place in beside]))
            lines += [
                _spanning(column, text, len(beside))
                for column, text in zip(table.columns, texts, strict=True)
                if _is_long(column) and text
            ]
    lines += [r"\bottomrule", r"\end{longtable}}"]
    return "\n".join([*lines, "{", *_notes(table), r"\par}"])


def _is_long(column: Column) -> bool:
    return column.wrap or column.below


def _spanning(column: Column, text: str, columns: int) -> str:
    """Return a line that spans all columns."""
    told = latex_safe(f"{column.heading}: {text}" if column.below else text)
    wide = r"@{\hspace{2em}}p{0.9\linewidth}"
    return rf"\multicolumn{{{columns}}}{{{wide}}}{{\raggedright {told}}} \\"


def _notes(table: Table) -> list[str]:
    return [rf"\par\smallskip\raggedright\footnotesize {latex_safe(note)}" for note in table.notes]


def latex_safe(text: str) -> str:
    r"""Write text so that LaTeX sets it as it is.

    >>> print(latex_safe("50 % of a_b & c"))
    50 \% of a\_b \& c
    """
    return "".join(_SAFE.get(letter, letter) for letter in text)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(latex_safe(cell) for cell in cells) + r" \\"
