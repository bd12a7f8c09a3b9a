"""How tables are written, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nbexp.report.document import Chapter
from nbexp.report.formats.csv import write_csv
from nbexp.report.formats.latex import write_latex
from nbexp.report.formats.markdown import write_markdown
from nbexp.report.formats.text import write_text

FORMATS: dict[str, Callable[[Sequence[Chapter], int], str]] = {
    "text": write_text,
    "markdown": write_markdown,
    "latex": write_latex,
    "csv": write_csv,
}
"""What writes chapters in each format, for a screen of so many columns."""
