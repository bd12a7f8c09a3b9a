"""Numbers as a printed table shows them: rounded half up, from exact fractions."""

from __future__ import annotations

from fractions import Fraction

PERCENT = 100
TENTHS_IN_ONE = 1000
"""A share of one is 100 per cent, or 1,000 printed tenths of a percentage point."""


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
