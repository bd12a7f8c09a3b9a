"""A figure: one panel, or several that belong together, with the words that go with them."""

from __future__ import annotations

from dataclasses import dataclass, field

from nbexp.report.figures.axes import SMALL, width_of
from nbexp.report.figures.drawing import Box, Drawing, Words, grid, shifted

_KEY = 24.0
"""Height of a line that explains colours."""


@dataclass(frozen=True)
class Panel:
    """A drawing, its title, and what a reader who does not see it is told."""

    title: str
    drawing: Drawing
    alt: str


@dataclass(frozen=True)
class Figure:
    """A figure.

    Attributes
    ----------
    name : str
        The word by which it is asked for, and its anchor on the page.
    title : str
    caption : str
        What is drawn, and by which rule.
    panels : tuple of Panel
    columns : int
        Panels in a row of a file; the page has as many as fit.
    key : tuple of (str, str)
        Colour and meaning, where the page explains them once for all panels.
    """

    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...]
    columns: int = 4
    key: tuple[tuple[str, str], ...] = field(default=())

    def sheet(self) -> Drawing:
        """Return the whole figure as one drawing."""
        if len(self.panels) == 1 and not self.panels[0].title:
            sheet = self.panels[0].drawing
        else:
            sheet = grid([(panel.title, panel.drawing) for panel in self.panels], self.columns)
        return self._with_key(sheet) if self.key else sheet

    def _with_key(self, sheet: Drawing) -> Drawing:
        """Return a drawing under a line that tells what the colours mean."""
        whole = Drawing(sheet.width, sheet.height + _KEY)
        left = 2.0
        line = 4.0
        for colour, words in self.key:
            wide = 16 + width_of(words, SMALL) + 12
            if left + wide > sheet.width and left > 2:
                left, line = 2.0, line + 15
            whole.add(Box(left, line, 9, 9, colour))
            whole.add(Words((left + 13, line + 8.5), words, size=SMALL))
            left += wide
        whole.height += line - 4
        whole.extend(shifted(mark, 0, line + _KEY - 4) for mark in sheet.marks)
        return whole

    @property
    def alt(self) -> str:
        """What a reader who does not see the whole figure is told."""
        return self.panels[0].alt if len(self.panels) == 1 else f"{self.title}. {self.caption}"
