"""Records and sign tests; the figures are those of the thesis's text and tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from nbexp.compare.wins import EXACT, PRINTED, Record, compare, sign_test


@pytest.mark.parametrize(
    ("record", "p"),
    [
        ((22, 7, 0), "0.0041"),  # PD against EWD
        ((22, 6, 1), "0.0019"),  # PD against EFD
        ((23, 6, 0), "0.0012"),  # PD against FLD
        ((21, 5, 3), "0.0012"),  # PD against EMD
        ((20, 8, 1), "0.0178"),  # PD against LD
        ((15, 12, 2), "0.3506"),  # PD against FFD
        ((19, 5, 5), "0.0033"),  # NDD against FFD
        ((13, 9, 7), "0.2617"),  # NDD against LD-FFD
        ((9, 2, 1), "0.0327"),  # FFD against PD on bias, larger sets
        ((12, 12, 5), "0.5806"),  # EMD against PD on variance
    ],
)
def test_the_sign_test_gives_the_values_of_the_thesis(record, p):
    assert f"{float(Record(*record).p):.4f}" == p


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [
        (0, 0, Fraction(1)),
        (1, 0, Fraction(1, 2)),
        (3, 0, Fraction(1, 8)),
        (3, 1, Fraction(4 + 1, 16)),
        (2, 2, Fraction(6 + 4 + 1, 16)),
    ],
)
def test_the_sign_test_by_counting_outcomes(wins, losses, p):
    assert sign_test(wins, losses) == p


def test_ties_are_dropped():
    assert Record(9, 2, 0).p == Record(9, 2, 100).p


def test_no_untied_pair_proves_nothing():
    assert Record(0, 0, 29).p == 1


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_test_is_for_the_side_with_more_wins(wins, losses):
    assert sign_test(wins, losses) == sign_test(losses, wins)
    if wins + losses:
        expected = binomtest(max(wins, losses), wins + losses, 0.5, alternative="greater")
        assert float(sign_test(wins, losses)) == pytest.approx(expected.pvalue)


def test_the_lower_share_wins():
    first = [Fraction(1, 10), Fraction(3, 10), Fraction(2, 10)]
    second = [Fraction(2, 10), Fraction(2, 10), Fraction(2, 10)]
    record = compare(first, second, EXACT)
    assert (record.wins, record.losses, record.ties) == (1, 1, 1)
    assert record.reversed() == compare(second, first, EXACT)


def test_exact_shares_of_different_test_counts_tie_if_equal():
    assert compare([Fraction(10, 300)], [Fraction(1, 30)], EXACT).ties == 1


def test_exact_shares_that_print_alike_do_not_tie():
    first, second = [Fraction(1001, 10_000)], [Fraction(1002, 10_000)]
    assert compare(first, second, EXACT) == Record(1, 0, 0)
    assert compare(first, second, PRINTED) == Record(0, 0, 1)


def test_printed_shares_are_rounded_half_up():
    # 12.25 % prints as 12.3, as does 12.34 %; 12.249 % prints as 12.2.
    assert compare([Fraction(1225, 10_000)], [Fraction(1234, 10_000)], PRINTED).ties == 1
    assert compare([Fraction(12_249, 100_000)], [Fraction(1225, 10_000)], PRINTED).wins == 1


def test_a_record_is_written_as_in_the_thesis():
    assert str(Record(15, 12, 2)) == "15/12/2"
