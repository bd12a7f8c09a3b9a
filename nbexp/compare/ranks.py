"""Ranks of methods, and how far two rankings agree."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt

from nbexp.compare.means import exact_mean


def average_ranks(values: Sequence[Fraction | int]) -> list[Fraction]:
    """Return the ranks of values from 1, the lowest first; equal values share their mean rank.

    >>> [str(rank) for rank in average_ranks([30, 10, 20, 10])]
    ['4', '3/2', '3', '3/2']
    """
    ordered = sorted(values)
    first = {value: ordered.index(value) for value in set(values)}
    return [Fraction(2 * first[value] + ordered.count(value) + 1, 2) for value in values]


def spearman(first: Sequence[Fraction | int], second: Sequence[Fraction | int]) -> float | None:
    """Return Spearman's rank correlation: Pearson's, of the average ranks.

    None if there are fewer than two values, or all of one side are equal.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    left, right = average_ranks(first), average_ranks(second)
    if len(left) != len(right):
        raise ValueError(f"{len(left)} and {len(right)} values cannot be compared")
    centre = Fraction(len(left) + 1, 2)
    products = sum(((a - centre) * (b - centre) for a, b in zip(left, right, strict=True)), 0)
    squares = [sum(((a - centre) ** 2 for a in side), Fraction(0)) for side in (left, right)]
    if not squares[0] or not squares[1]:
        return None
    return float(products) / sqrt(squares[0] * squares[1])


def kendall(first: Sequence[Fraction | int], second: Sequence[Fraction | int]) -> float | None:
    """Return Kendall's tau-b: pairs in the same order less those in the other, ties allowed for.

    None if there are fewer than two values, or all of one side are equal.

    >>> round(kendall([1, 2, 3], [10, 30, 20]), 4)
    0.3333
    """
    agree = untied_first = untied_second = 0
    for (a, b), (c, d) in combinations(zip(first, second, strict=True), 2):
        left, right = (a > c) - (a < c), (b > d) - (b < d)
        agree += left * right
        untied_first += left != 0
        untied_second += right != 0
    if not untied_first or not untied_second:
        return None
    return agree / sqrt(untied_first * untied_second)


def mean_ranks(rows: Sequence[Sequence[Fraction | int]]) -> list[Fraction]:
    """Return each column's mean rank over rows: a method's, over data sets.

    >>> [str(rank) for rank in mean_ranks([[1, 2, 3], [1, 3, 2]])]
    ['1', '5/2', '5/2']
    """
    return column_means([average_ranks(row) for row in rows])


def column_means(ranked: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return each column's mean over rows of ranks."""
    return [exact_mean(column) for column in zip(*ranked, strict=True)]
