"""From a value to a place on an axis, and where an axis has its ticks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Protocol


class Scale(Protocol):
    """From a value to a place."""

    def __call__(self, value: float) -> float:
        """Return the place of a value."""

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values with a tick, and their labels."""


@dataclass(frozen=True)
class Linear:
    """Equal steps of value are equal steps of place."""

    low: float
    high: float
    start: float
    end: float
    wanted: int = 5

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return round values, about as many as wanted."""
        step = nice_step((self.high - self.low) / self.wanted)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        decimals = max(0, -floor(log10(step) + 1e-9))
        return [(i * step, plain(i * step, decimals)) for i in range(first, last + 1)]


@dataclass(frozen=True)
class Log:
    """Equal ratios of value are equal steps of place."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value; what lies below the axis is put at its beginning."""
        value = max(value, self.low)
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return powers of ten, with their doubles and fives where there are few of them."""
        first, last = floor(log10(self.low)), ceil(log10(self.high))
        leading = (1, 2, 5) if last - first <= 3 else (1,)
        if last - first > 7:
            return [
                (10.0**power, power_label(power))
                for power in range(first, last + 1, 2)
                if self.low <= 10.0**power * (1 + 1e-9) and 10.0**power <= self.high * (1 + 1e-9)
            ]
        found = []
        for power in range(first, last + 1):
            for lead in leading:
                value = lead * 10.0**power
                if self.low * (1 - 1e-9) <= value <= self.high * (1 + 1e-9):
                    found.append((value, plain(value, max(0, -power))))
        return found


def nice_step(step: float) -> float:
    """Return the next larger of 1, 2, 5 times a power of ten.

    >>> nice_step(0.3), nice_step(6), nice_step(2)
    (0.5, 10.0, 2.0)
    """
    power = 10.0 ** floor(log10(step) + 1e-9)
    for lead in (1, 2, 5):
        if step <= lead * power * (1 + 1e-9):
            return lead * power
    return 10 * power


def linear_up(values: Iterable[float], start: float, end: float, wanted: int = 5) -> Linear:
    """Return a scale from zero to a round value at or above all."""
    highest = max(values, default=1.0) or 1.0
    step = nice_step(highest / wanted)
    return Linear(0.0, step * ceil(highest / step - 1e-9), start, end, wanted)


def linear_within(values: Iterable[float], start: float, end: float, wanted: int = 5) -> Linear:
    """Return a scale between round values at or below all and at or above all."""
    known = list(values) or [0.0, 1.0]
    low, high = min(known), max(known)
    step = nice_step(max(high - low, high / 100, 1e-9) / wanted)
    low, high = step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9)
    return Linear(low, high if high > low else low + step, start, end, wanted)


def log_around(values: Iterable[float], start: float, end: float) -> Log:
    """Return a scale of ratios with all positive values on it."""
    positive = [value for value in values if value > 0] or [1.0]
    low, high = rounded(min(positive), floor), rounded(max(positive), ceil)
    return Log(low, high if high > low else low * 10, start, end)


def rounded(value: float, towards: object) -> float:
    """Return the next 1, 2 or 5 times a power of ten, down (`floor`) or up (`ceil`)."""
    power = 10.0 ** floor(log10(value))
    lead = value / power
    if towards is floor:
        return max(step for step in (1, 2, 5) if step <= lead * (1 + 1e-9)) * power
    return min(step for step in (1, 2, 5, 10) if step >= lead * (1 - 1e-9)) * power


def plain(value: float, decimals: int) -> str:
    """Write a number with thousands apart; a zero has no sign."""
    text = f"{value:,.{decimals}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.,") else text


def power_label(power: int) -> str:
    """Write a power of ten.

    >>> power_label(-3)
    '10⁻³'
    """
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
