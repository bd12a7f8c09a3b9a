"""A drawing as SVG: within the page, or as a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from nbexp.report.figures.drawing import (
    Area,
    Box,
    Dot,
    Drawing,
    Line,
    Mark,
    Polyline,
    Ticks,
    Words,
)
from nbexp.report.figures.theme import LIGHT

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""Whatever the reader's system sets its own words in: nothing is fetched."""


class _Classes:
    """Colours by class: the page's style sheet knows what they are."""

    def fill(self, name: str) -> str:
        return f' class="f-{name}"'

    def stroke(self, name: str) -> str:
        return f' class="k-{name}"'

    def both(self, fill: str, stroke: str) -> str:
        return f' class="f-{fill} k-{stroke}"'


class _Colours:
    """Colours as they are."""

    def __init__(self, theme: Mapping[str, str]) -> None:
        self._theme = theme

    def _colour(self, name: str) -> str:
        return self._theme.get(name, "none")

    def fill(self, name: str) -> str:
        return f' fill="{self._colour(name)}"'

    def stroke(self, name: str) -> str:
        return f' fill="none" stroke="{self._colour(name)}"'

    def both(self, fill: str, stroke: str) -> str:
        return f' fill="{self._colour(fill)}" stroke="{self._colour(stroke)}"'


_Paint = _Classes | _Colours


def inline_svg(drawing: Drawing, label: str) -> str:
    """Return a drawing for the page, as wide as its place but no wider than natural.

    Parameters
    ----------
    label : str
        What a reader who does not see it is told.
    """
    marks = "".join(_mark(mark, _Classes()) for mark in drawing.marks)
    return (
        f'<svg viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" '
        f'width="{number(drawing.width)}" height="{number(drawing.height)}" role="img" '
        f'aria-label="{_safe(label)}">{marks}</svg>'
    )


def svg_file(drawing: Drawing, label: str) -> str:
    """Return a drawing as a file: on a light ground, with all it needs inside."""
    size = f"{number(drawing.width)} {number(drawing.height)}"
    marks = "\n".join(_mark(mark, _Colours(LIGHT)) for mark in drawing.marks)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'width="{number(drawing.width)}" height="{number(drawing.height)}" role="img" '
        f'aria-label="{_safe(label)}" font-family="{FONT}">\n'
        f'<rect width="100%" height="100%" fill="{LIGHT["ground"]}"/>\n{marks}\n</svg>\n'
    )


def style(theme: Mapping[str, str]) -> str:
    """Return the style rules that give a page's drawings the colours of a theme."""
    variables = "".join(f"--{name}:{colour};" for name, colour in theme.items())
    return f":root{{{variables}}}"


def classes() -> str:
    """Return the style rules for the classes of the marks, for any theme."""
    fills = "".join(f".f-{name}{{fill:var(--{name})}}" for name in LIGHT)
    strokes = "".join(f"svg .k-{name}{{stroke:var(--{name})}}" for name in LIGHT)
    return f"svg [class^=k-],.f-none{{fill:none}}{fills}{strokes}"


def number(value: float) -> str:
    """Write a place: to a tenth, and no longer than needed.

    >>> number(12.0), number(3.14159), number(-0.01)
    ('12', '3.1', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _safe(text: str) -> str:
    """Escape text for XML, and leave out what XML cannot hold at all."""
    return escape("".join(letter for letter in text if letter >= " " or letter in "\n\t"))


def _tipped(name: str, attributes: str, tip: str) -> str:
    if not tip:
        return f"<{name}{attributes}/>"
    return f"<{name}{attributes}><title>{_safe(tip)}</title></{name}>"


def _mark(mark: Mark, paint: _Paint) -> str:
    match mark:
        case Line():
            ends = (*mark.start, *mark.end)
            places = " ".join(
                f'{name}="{number(value)}"'
                for name, value in zip(("x1", "y1", "x2", "y2"), ends, strict=True)
            )
            return f"<line {places}{_pen(mark.width, mark.dash)}{paint.stroke(mark.stroke)}/>"
        case Polyline():
            points = " ".join(f"{number(x)},{number(y)}" for x, y in mark.points)
            pen = _pen(mark.width, mark.dash) + paint.stroke(mark.stroke)
            return _tipped("polyline", f' points="{points}"{pen}', mark.tip)
        case Ticks():
            height = number(mark.bottom - mark.top)
            path = "".join(f"M{number(x)} {number(mark.top)}v{height}" for x in mark.places)
            return f'<path d="{path}"{_pen(mark.width, ())}{paint.stroke(mark.stroke)}/>'
        case Box():
            places = (
                f' x="{number(mark.x)}" y="{number(mark.y)}" width="{number(mark.width)}" '
                f'height="{number(mark.height)}"'
            )
            return _tipped("rect", places + paint.fill(mark.fill), mark.tip)
        case Dot():
            return _dot(mark, paint)
        case Area():
            points = " ".join(f"{number(x)},{number(y)}" for x, y in mark.points)
            opacity = f' fill-opacity="{mark.opacity:g}"'
            return f'<polygon points="{points}"{opacity}{paint.fill(mark.fill)}/>'
        case Words():
            return _words(mark, paint)


def _pen(width: float, dash: tuple[float, ...]) -> str:
    """Return the attributes of a stroke; one of a pixel's width needs none."""
    dashes = f' stroke-dasharray="{" ".join(map(number, dash))}"' if dash else ""
    return (f' stroke-width="{number(width)}"' if width != 1 else "") + dashes


def _dot(dot: Dot, paint: _Paint) -> str:
    x, y = dot.centre
    key = f' data-key="{_safe(dot.key)}"' if dot.key else ""
    places = f' cx="{number(x)}" cy="{number(y)}" r="{number(dot.radius)}"'
    colours = paint.fill(dot.fill) if dot.stroke == "none" else paint.both(dot.fill, dot.stroke)
    return _tipped("circle", key + places + colours, dot.tip)


def _words(words: Words, paint: _Paint) -> str:
    x, y = words.place
    turned = f' transform="rotate(-90 {number(x)} {number(y)})"' if words.upwards else ""
    anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    bold = ' font-weight="600"' if words.bold else ""
    key = f' data-key="{_safe(words.key)}"' if words.key else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(words.size)}"'
        f"{anchor}{bold}{turned}{key}{paint.fill(words.fill)}>{_safe(words.text)}</text>"
    )
