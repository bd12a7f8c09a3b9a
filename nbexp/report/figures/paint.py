"""A drawing as PDF or PNG, painted by matplotlib.

The layout is the drawing's own; matplotlib is the painter: it comes as one wheel for every
system, embeds its own font, so that files are the same on every machine, and needs no
library of the system's, as converters from SVG do. It is an extra: ``pip install nbexp[plot]``.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from nbexp.errors import SpecError
from nbexp.report.figures.drawing import Area, Box, Dot, Drawing, Line, Mark, Polyline, Ticks, Words
from nbexp.report.figures.theme import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POINTS = 0.75
"""Points in a unit: a pixel of CSS."""

_INCH = 96
"""Units in an inch."""

_LETTER = 0.9
"""The painter's font is wider than those of screens: it is set a little smaller."""

_SETTINGS: Any = {"font.family": ["DejaVu Sans"], "pdf.fonttype": 42}
_NO_DATES: dict[str, dict[str, Any]] = {
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "png": {"Software": None},
}


def painted(drawing: Drawing, form: str, title: str) -> bytes:
    """Return a drawing as the bytes of a ``pdf`` or ``png`` file.

    Raises
    ------
    SpecError
        matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise SpecError(
            f"a figure as {form} needs matplotlib: pip install 'nbexp[plot]'; SVG needs nothing"
        ) from None
    with mpl.rc_context():
        mpl.rcdefaults()  # a user's own settings would give another file
        mpl.rcParams.update(_SETTINGS)
        size = drawing.width / _INCH, drawing.height / _INCH
        sheet = Figure(figsize=size, facecolor=LIGHT["ground"])
        FigureCanvasAgg(sheet)
        axes = sheet.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
        axes.set_axis_off()
        for level, mark in enumerate(drawing.marks):
            _put(axes, mark, level)
        metadata = dict(_NO_DATES[form], Title=title)
        written = io.BytesIO()
        sheet.savefig(written, format=form, dpi=2 * _INCH, metadata=metadata)
    return written.getvalue()


def _put(axes: Axes, mark: Mark, level: int) -> None:
    """Paint a mark above those of lower levels."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Circle, Polygon, Rectangle

    match mark:
        case Line():
            xs, ys = zip(mark.start, mark.end, strict=True)
            axes.plot(xs, ys, **_pen(mark.stroke, mark.width, mark.dash), zorder=level)
        case Polyline():
            xs, ys = zip(*mark.points, strict=True)
            axes.plot(xs, ys, **_pen(mark.stroke, mark.width, mark.dash), zorder=level)
        case Ticks():
            strokes = [[(x, mark.top), (x, mark.bottom)] for x in mark.places]
            width = mark.width * POINTS
            colour = LIGHT[mark.stroke]
            axes.add_collection(
                LineCollection(strokes, colors=colour, linewidths=width, zorder=level),
                autolim=False,
            )
        case Box():
            box = Rectangle((mark.x, mark.y), mark.width, mark.height, linewidth=0, zorder=level)
            box.set_facecolor(_colour(mark.fill))
            axes.add_patch(box)
        case Dot():
            dot = Circle(mark.centre, mark.radius, linewidth=POINTS, zorder=level)
            dot.set_facecolor(_colour(mark.fill))
            dot.set_edgecolor(_colour(mark.stroke))
            axes.add_patch(dot)
        case Area():
            area = Polygon(mark.points, alpha=mark.opacity, linewidth=0, zorder=level)
            area.set_facecolor(_colour(mark.fill))
            axes.add_patch(area)
        case Words():
            _write(axes, mark, level)


def _colour(name: str) -> str:
    return LIGHT.get(name, "none")


def _pen(stroke: str, width: float, dash: tuple[float, ...]) -> dict[str, Any]:
    points = width * POINTS
    pattern: Any = (0, tuple(length * POINTS / points for length in dash)) if dash else "-"
    return {
        "color": LIGHT[stroke],
        "linewidth": points,
        "linestyle": pattern,
        "scalex": False,
        "scaley": False,
    }


def _write(axes: Axes, words: Words, level: int) -> None:
    """Write a line of text; a dollar sign is a dollar sign."""
    sides = {"start": "left", "middle": "center", "end": "right"}
    axes.text(
        *words.place,
        words.text,
        fontsize=words.size * POINTS * _LETTER,
        color=LIGHT[words.fill],
        fontweight="bold" if words.bold else "normal",
        ha=sides[words.anchor],
        va="baseline",
        rotation=90 if words.upwards else 0,
        rotation_mode="anchor",
        parse_math=False,
        zorder=level,
    )
