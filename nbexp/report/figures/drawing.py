"""A drawing as an object: marks at places, in colours that go by their meaning.

The layout is made once, here; what writes a drawing (SVG, or matplotlib for PDF and PNG) only
paints the marks. Places are in units of a drawing's own, which is a pixel at its natural size;
y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A straight line."""

    start: Point
    end: Point
    stroke: str = "rule"
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Polyline:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    stroke: str
    width: float = 1.5
    dash: tuple[float, ...] = ()
    tip: str = ""


@dataclass(frozen=True)
class Ticks:
    """Upright strokes of one height, at many places: the cut points of a method."""

    places: tuple[float, ...]
    top: float
    bottom: float
    stroke: str
    width: float = 1.0


@dataclass(frozen=True)
class Box:
    """A rectangle.

    Attributes
    ----------
    tip : str
        What a reader is told who points at it.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    tip: str = ""


@dataclass(frozen=True)
class Dot:
    """A circle; `key` names it for a script on the page.

    A hollow one (`fill` is ``none``) is drawn by its outline.
    """

    centre: Point
    radius: float
    fill: str
    stroke: str = "none"
    tip: str = ""
    key: str = ""


@dataclass(frozen=True)
class Area:
    """A polygon through which one sees what lies under it."""

    points: tuple[Point, ...]
    fill: str
    opacity: float = 0.18


@dataclass(frozen=True)
class Words:
    """A line of text; `place` is on its base line, at the side that `anchor` tells."""

    place: Point
    text: str
    anchor: str = "start"
    size: float = 11.0
    fill: str = "ink"
    bold: bool = False
    upwards: bool = False
    key: str = ""


Mark = Line | Polyline | Ticks | Box | Dot | Area | Words


@dataclass
class Drawing:
    """Marks on a sheet, in the order in which they are painted."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Put marks on top."""
        self.marks.extend(marks)

    def extend(self, marks: Iterable[Mark]) -> None:
        """Put marks on top."""
        self.marks.extend(marks)


def shifted(mark: Mark, right: float, down: float) -> Mark:
    """Return a mark at another place."""

    def moved(point: Point) -> Point:
        return point[0] + right, point[1] + down

    match mark:
        case Line():
            return replace(mark, start=moved(mark.start), end=moved(mark.end))
        case Polyline() | Area():
            return replace(mark, points=tuple(map(moved, mark.points)))
        case Ticks():
            places = tuple(place + right for place in mark.places)
            return replace(mark, places=places, top=mark.top + down, bottom=mark.bottom + down)
        case Box():
            return replace(mark, x=mark.x + right, y=mark.y + down)
        case Dot():
            return replace(mark, centre=moved(mark.centre))
        case Words():
            return replace(mark, place=moved(mark.place))


def grid(panels: Sequence[tuple[str, Drawing]], columns: int) -> Drawing:
    """Return one drawing of several panels, each under its title, row after row."""
    heading = gap = 18.0
    wide = max(panel.width for _, panel in panels)
    tall = max(panel.height for _, panel in panels) + heading
    columns = min(columns, len(panels))
    rows = -(-len(panels) // columns)
    whole = Drawing(columns * (wide + gap) - gap, rows * (tall + gap) - gap)
    for number, (title, panel) in enumerate(panels):
        right, down = number % columns * (wide + gap), number // columns * (tall + gap)
        whole.add(Words((right + 2, down + 11), title, bold=True))
        whole.extend(shifted(mark, right, down + heading) for mark in panel.marks)
    return whole
