"""A figure into a file: SVG, PDF or PNG, by the file's ending."""

from __future__ import annotations

from pathlib import Path

from nbexp.errors import SpecError
from nbexp.outfile import write_asked_for
from nbexp.report.figures.figure import Figure
from nbexp.report.figures.svg import svg_file

FORMS = ("svg", "pdf", "png")


def figure_bytes(figure: Figure, form: str) -> bytes:
    """Return a figure as the bytes of a file; the same figure gives the same bytes."""
    if form == "svg":
        return svg_file(figure.sheet(), figure.alt).encode()
    from nbexp.report.figures.paint import painted

    return painted(figure.sheet(), form, figure.title)


def write_figure(figure: Figure, path: Path) -> None:
    """Write a figure, whole or not at all.

    Raises
    ------
    SpecError
        The ending is none of `FORMS`, the file cannot be written, or what paints PDF and PNG
        is not installed.
    StoreError
        The disk is full.
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise SpecError(f"{path}: found the ending {path.suffix!r}, expected .svg, .pdf or .png")
    write_asked_for(path, figure_bytes(figure, form))
