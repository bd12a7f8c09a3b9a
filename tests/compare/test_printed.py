"""Rounding as a printed table does it, agreement with printed values, pooled scores."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbexp.compare.agreement import agreement
from nbexp.compare.printed import decimal, round_half_up, tenths
from nbexp.compare.scores import pooled_mean


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        ("0.25", 1, "0.3"),
        ("0.35", 1, "0.4"),  # as a float it is below the half
        ("2.675", 2, "2.68"),  # likewise
        ("0.04999", 1, "0.0"),
        ("0.05", 1, "0.1"),
        ("99.95", 1, "100.0"),
        ("-0.25", 1, "-0.3"),
        ("-0.04", 1, "0.0"),
        ("12.5", 0, "13"),
        ("7", 3, "7.000"),
    ],
)
def test_halves_are_rounded_up(value, decimals, text):
    assert decimal(Fraction(value), decimals) == text


@given(st.fractions(-100, 100), st.integers(0, 4))
def test_rounding_is_off_by_half_a_step_at_most(value, decimals):
    step = Fraction(1, 10**decimals)
    assert abs(round_half_up(value, decimals) * step - value) <= step / 2


def test_tenths_of_a_percentage_point():
    assert tenths(Fraction(183, 1000)) == 183
    assert tenths(Fraction(18349, 100_000)) == 183
    assert tenths(Fraction(1835, 10_000)) == 184


def test_agreement_is_between_printed_numbers():
    # 18.64 % prints as 18.6, which is 0.3 from 18.3; 18.65 % prints as 18.7, which is 0.4.
    printed = Fraction(183, 1000)
    result = agreement([(Fraction(1864, 10_000), printed), (Fraction(1865, 10_000), printed)])
    assert (result.n, result.within) == (2, (1, 2, 2))
    assert result.share(0) == Fraction(1, 2)


def test_agreement_of_nothing_has_no_share():
    assert agreement([]).share(0) is None


def test_scores_are_pooled_over_predictions():
    assert pooled_mean([1.0, 2.0, 3.0], 12) == 0.5
    assert pooled_mean([], 0) is None
