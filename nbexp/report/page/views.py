"""Tables and figures as the templates want them: strings, and which mark a cell has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from nbexp.report.figures.figure import Figure
from nbexp.report.figures.svg import inline_svg
from nbexp.report.table import Beside, Column, Row, Table, Value
from nbexp.report.tables.verdict import SHORT

SIGNS = {verdict.value: sign for verdict, sign in SHORT.items()}
"""What stands for a verdict beside its colour, as in the text tables."""

Marker = Callable[[str, str], str]


@dataclass(frozen=True)
class CellView:
    """A cell: its parts, or all of them as one text, and the verdict on it."""

    parts: tuple[str, ...]
    beside: bool = False
    verdict: str = ""
    classes: str = ""

    @property
    def text(self) -> str:
        """The parts as one text."""
        return "/".join(self.parts)

    @property
    def sign(self) -> str:
        """The sign of the verdict; a missing value is a dash already."""
        return "" if self.verdict == "missing" else SIGNS.get(self.verdict, "")


@dataclass(frozen=True)
class ColumnView:
    """The head of a column."""

    heading: str
    left: bool


@dataclass(frozen=True)
class TableView:
    """A table.

    Attributes
    ----------
    marked : bool
        Whether cells bear verdicts.
    summed : bool
        Whether the last group are means or sums of the rows above.
    """

    title: str
    columns: tuple[ColumnView, ...]
    groups: tuple[tuple[tuple[CellView, ...], ...], ...]
    notes: tuple[str, ...]
    marked: bool
    summed: bool


@dataclass(frozen=True)
class PanelView:
    """A panel of a figure."""

    title: str
    svg: Markup


@dataclass(frozen=True)
class FigureView:
    """A figure."""

    id: str
    title: str
    caption: str
    panels: tuple[PanelView, ...]
    key: tuple[tuple[str, str], ...]


def unmarked(dataset: str, column: str) -> str:
    """Return no verdict."""
    del dataset, column
    return ""


def table_view(table: Table, verdict_of: Marker = unmarked) -> TableView:
    """Return a table as the templates want it.

    Parameters
    ----------
    verdict_of : function
        The verdict on the value of a data set (a row's first text) in a column (its first
        field), or nothing.
    """
    groups = tuple(
        tuple(_row(row, table.columns, verdict_of) for row in group) for group in table.groups
    )
    marked = any(cell.verdict for group in groups for row in group for cell in row)
    columns = tuple(ColumnView(column.heading, column.left) for column in table.columns)
    summed = len(groups) == 2 and table.columns[0].fields == ("dataset",)
    return TableView(table.title, columns, groups, table.notes, marked, summed)


def _row(row: Row, columns: Sequence[Column], verdict_of: Marker) -> tuple[CellView, ...]:
    name = row[0].parts()[0]
    return tuple(
        _cell(value, column, verdict_of(name, column.fields[0]))
        for value, column in zip(row, columns, strict=True)
    )


def _cell(value: Value, column: Column, verdict: str) -> CellView:
    parts = value.parts()
    beside = isinstance(value, Beside) and len(parts) > 1
    classes = [f"v-{verdict}"] if verdict else []
    if column.left:
        classes.append("w" if column.wrap else "l")
    return CellView(parts, beside, verdict, " ".join(classes))


def figure_view(figure: Figure, anchor: str = "") -> FigureView:
    """Return a figure as the templates want it."""
    panels = tuple(
        PanelView(panel.title, Markup(inline_svg(panel.drawing, panel.alt)))
        for panel in figure.panels
    )
    return FigureView(anchor or figure.name, figure.title, figure.caption, panels, figure.key)
