"""Means and their rule for zeros."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbexp.compare.means import (
    Floor,
    LeaveOut,
    arithmetic_mean,
    geometric_mean,
    standard_deviation,
)


def shares(**percentages):
    return {name: Fraction(str(value)) / 100 for name, value in percentages.items()}


def test_the_arithmetic_mean_is_exact():
    assert arithmetic_mean([Fraction(1, 3), Fraction(1, 6)]) == Fraction(1, 4)
    assert arithmetic_mean([]) is None


def test_the_geometric_mean_of_four_and_nine_is_six():
    mean = geometric_mean(shares(iris=4, wine=9), Floor())
    assert mean.value == pytest.approx(0.06)
    assert mean.touched == ()


def test_a_zero_counts_as_the_floor_and_is_named():
    mean = geometric_mean(shares(iris=0, wine=5), Floor())
    assert mean.value == pytest.approx((0.0005 * 0.05) ** 0.5)
    assert mean.touched == ("iris",)


def test_what_prints_as_zero_counts_as_zero_does():
    # 0.04 % prints as 0.0, 0.05 % as 0.1.
    mean = geometric_mean(shares(iris="0.04", wine="0.05"), Floor())
    assert mean.value == pytest.approx(0.0005)
    assert mean.touched == ("iris",)


def test_another_floor():
    assert geometric_mean(shares(iris=0), Floor(Fraction(1, 100))).value == pytest.approx(0.01)
    with pytest.raises(ValueError, match="above 0"):
        Floor(Fraction(0))


def test_zeros_can_be_left_out_and_are_named():
    mean = geometric_mean(shares(iris=0, wine=5, sonar="0.01"), LeaveOut())
    assert mean.value == pytest.approx((0.05 * 0.0001) ** 0.5)
    assert mean.touched == ("iris",)


def test_nothing_left_has_no_mean():
    assert geometric_mean(shares(iris=0), LeaveOut()).value is None
    assert geometric_mean({}, Floor()).value is None


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=8))
def test_a_geometric_mean_is_never_zero(values):
    mean = geometric_mean(dict(zip("abcdefgh", values, strict=False)), Floor())
    assert mean.value is not None
    assert mean.value >= 0.0005 * (1 - 1e-12)


def test_the_rules_say_what_they_do():
    assert Floor().text == "below 0.05 %: taken as 0.05 % in the geometric mean"
    assert LeaveOut().text == "zero: left out of the geometric mean"


def test_the_standard_deviation_is_that_of_a_sample():
    values = [Fraction(n, 10) for n in (2, 4, 4, 4, 5, 5, 7, 9)]
    assert standard_deviation(values) == pytest.approx((32 / 7) ** 0.5 / 10)
    assert standard_deviation([Fraction(1)]) is None
