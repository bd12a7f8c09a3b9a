"""Numbers as a printed table shows them: rounded half up, from exact fractions."""

from __future__ import annotations

from fractions import Fraction

PERCENT = 100
"""A share of one in per cent."""

TENTH = Fraction(1, 1000)
"""0.1 per cent: the unit of print."""

HALF_A_TENTH = TENTH / 2
"""0.05 per cent: whatever is smaller prints as 0.0, and a printed value is at most so far from the
value that it was rounded from."""


def round_half_up(value: Fraction, decimals: int) -> int:
    """Return ``value * 10**decimals`` as the nearest whole number, halves away from zero.

    >>> round_half_up(Fraction(1, 8), 2), round_half_up(Fraction(-1, 8), 2)
    (13, -13)
    """
    scale: int = 10**decimals
    scaled = abs(value) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return whole if value >= 0 else -whole


def decimal(value: Fraction, decimals: int) -> str:
    """Write a fraction with so many decimals.

    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(-1, 8), 2), decimal(Fraction(7), 0)
    ('0.13', '-0.13', '7')
    """
    whole = round_half_up(value, decimals)
    digits = str(abs(whole)).rjust(decimals + 1, "0")
    sign = "-" if whole < 0 else ""
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)


def tenths(share: Fraction) -> int:
    """Return a share as whole tenths of a percentage point, as tables of errors print it.

    >>> tenths(Fraction(1234, 10000)), tenths(Fraction(1235, 10000))
    (123, 124)
    """
    return round_half_up(share, 3)


def percent(share: Fraction) -> str:
    """Write a share in per cent, with two decimals.

    >>> percent(Fraction(1, 8))
    '12.50'
    """
    return decimal(share * PERCENT, 2)


_UNITS = (("s", 0), ("ms", 3), ("µs", 6))


def seconds(value: Fraction) -> str:
    """Write seconds to three significant digits, in the unit that suits them.

    >>> seconds(Fraction(123)), seconds(Fraction(1, 80)), seconds(Fraction(1, 119_000))
    ('123 s', '12.5 ms', '8.40 µs')
    """
    size = abs(value)
    unit, power = next(
        (one for one in _UNITS if round_half_up(size, one[1] + 2) >= 100), _UNITS[-1]
    )
    scaled = value * 10**power
    whole = len(str(round_half_up(abs(scaled), 0)))
    return f"{decimal(scaled, max(0, 3 - whole))} {unit}"
