"""The frame of a chart: axes, grid lines, labels."""

from __future__ import annotations

from dataclasses import dataclass

from nbexp.report.figures.drawing import Drawing, Line, Words
from nbexp.report.figures.scale import Scale

SMALL = 10.0
"""Size of tick labels."""


@dataclass(frozen=True)
class Frame:
    """The sides of a chart's field, within its drawing."""

    left: float
    top: float
    right: float
    bottom: float


def draw_axes(
    drawing: Drawing, frame: Frame, x: Scale, y: Scale, *, x_title: str = "", y_title: str = ""
) -> None:
    """Draw grid lines at the ticks of both scales, their labels, and the axes' titles."""
    draw_x_axis(drawing, frame, x, x_title)
    for value, label in y.ticks():
        place = y(value)
        drawing.add(Line((frame.left, place), (frame.right, place)))
        drawing.add(Words((frame.left - 5, place + 3.5), label, "end", SMALL, "soft"))
    if y_title:
        middle = (frame.top + frame.bottom) / 2
        drawing.add(
            Words((11, middle), y_title, "middle", SMALL, "soft", upwards=True, key="y-title")
        )


def draw_x_axis(drawing: Drawing, frame: Frame, x: Scale, title: str = "") -> None:
    """Draw upright grid lines at the ticks, their labels, and the axis's title."""
    last_end = float("-inf")
    for value, label in x.ticks():
        place = x(value)
        drawing.add(Line((place, frame.top), (place, frame.bottom)))
        half = width_of(label, SMALL) / 2
        if place - half > last_end:
            drawing.add(Words((place, frame.bottom + 14), label, "middle", SMALL, "soft"))
            last_end = place + half + 4
    if title:
        middle = (frame.left + frame.right) / 2
        drawing.add(
            Words((middle, frame.bottom + 29), title, "middle", SMALL, "soft", key="x-title")
        )


def width_of(text: str, size: float) -> float:
    """Return about how wide a line of text is; a little too wide rather than too narrow."""
    narrow = sum(letter in "iljtf.,:;|!'()[] -1" for letter in text)
    capital = sum(letter.isupper() or letter in "mw%@" for letter in text)
    return size * (0.58 * len(text) - 0.26 * narrow + 0.14 * capital)


def cut(text: str, width: float, size: float) -> str:
    """Return a text that fits a width, its end cut off if it must be.

    >>> cut("forest-covertype", 50, 10), cut("iris", 50, 10)
    ('forest-c…', 'iris')
    """
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text + "…"
