"""LaTeX, with the rules of the booktabs package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nbexp.report.document import Chapter
from nbexp.report.table import Table

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
    "²": r"$^2$",
    "σ": r"$\sigma$",
}
_SHRUNK = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"
"""A table wider than the text is made smaller, another is left as it is."""


def write_latex(chapters: Sequence[Chapter], width: int) -> str:
    """Write chapters; the screen's width does not matter."""
    del width
    pieces = [r"% Needs \usepackage{booktabs,graphicx}"]
    for chapter in chapters:
        pieces += [latex_table(table, chapter.name, i) for i, table in enumerate(chapter.tables)]
    return "\n\n".join(pieces) + "\n"


def latex_table(table: Table, experiment: str, number: int = 0) -> str:
    """Write a table as a float; `number` keeps the labels of a chapter apart."""
    kinds = "".join("l" if column.left else "r" for column in table.columns)
    label = re.sub(r"[^A-Za-z0-9-]+", "-", f"{experiment}-{table.name}-{number + 1}")
    lines = [
        r"\begin{table}[htbp]",
        r"\centering",
        r"\small",
        r"\setlength{\tabcolsep}{3pt}",
        rf"\caption{{{latex_safe(table.title)}}}",
        rf"\label{{tab:{label}}}",
        _SHRUNK,
        rf"\begin{{tabular}}{{{kinds}}}",
        r"\toprule",
        _line([column.heading for column in table.columns]),
    ]
    for group in table.groups:
        lines.append(r"\midrule")
        lines += [_line(["/".join(value.parts()) for value in row]) for row in group]
    lines += [r"\bottomrule", r"\end{tabular}}"]
    lines += [
        rf"\par\smallskip\raggedright\footnotesize {latex_safe(note)}" for note in table.notes
    ]
    return "\n".join([*lines, r"\end{table}"])


def latex_safe(text: str) -> str:
    r"""Write text so that LaTeX sets it as it is.

    >>> print(latex_safe("50 % of a_b & c"))
    50 \% of a\_b \& c
    """
    return "".join(_SAFE.get(letter, letter) for letter in text)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(latex_safe(cell) for cell in cells) + r" \\"
