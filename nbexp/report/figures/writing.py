"""A figure into a file: SVG, PDF or PNG, by the file's ending."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from nbexp.errors import SpecError
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
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise SpecError(f"{path}: found the ending {path.suffix!r}, expected .svg, .pdf or .png")
    content = figure_bytes(figure, form)
    part: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        part = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        part.chmod(0o644)
        part.replace(path)
    except OSError as error:
        raise SpecError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
