"""Colours by meaning, on light and on dark ground.

The hues are those of Okabe and Ito, which people with any of the common colour-vision
deficiencies tell apart; each was made lighter or darker until it has enough contrast with its
ground. No meaning rests on colour alone: verdicts have signs, lines have dashes and names.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ground": "#ffffff",
    "ink": "#1d2126",
    "soft": "#5b636d",
    "rule": "#d9dde2",
    "accent": "#0a6ca8",
    "bias": "#0a6ca8",
    "variance": "#e09f3e",
    "agrees": "#0a6ca8",
    "near": "#c98a1b",
    "differs": "#c4481b",
    "missing": "#8b939c",
    "s0": "#0a6ca8",
    "s1": "#c4481b",
    "s2": "#00805f",
    "s3": "#b25e93",
    "s4": "#b07d00",
    "s5": "#3a94c9",
    "s6": "#6d4fa0",
    "s7": "#555d66",
}
"""On paper, and on a light screen."""

DARK: Mapping[str, str] = {
    "ground": "#15181c",
    "ink": "#e6e8ea",
    "soft": "#9aa3ad",
    "rule": "#343a41",
    "accent": "#62b5e5",
    "bias": "#4a9fd4",
    "variance": "#d99f4a",
    "agrees": "#62b5e5",
    "near": "#e3b04f",
    "differs": "#f08a5d",
    "missing": "#8b939c",
    "s0": "#62b5e5",
    "s1": "#f08a5d",
    "s2": "#37bd96",
    "s3": "#d990bd",
    "s4": "#e3c04f",
    "s5": "#93c9e8",
    "s6": "#b39be0",
    "s7": "#b4bbc3",
}
"""On a dark screen."""

SERIES = 8
"""Colours for series, ``s0`` to ``s7``; the next eight are dashed."""


def series(number: int) -> tuple[str, tuple[float, ...]]:
    """Return the colour and the dashes of a series, no two alike among the first 24."""
    dashes: tuple[tuple[float, ...], ...] = ((), (5.0, 3.0), (1.5, 2.5))
    return f"s{number % SERIES}", dashes[number // SERIES % len(dashes)]
