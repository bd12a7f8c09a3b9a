"""The verdict on a value, worked by hand."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from nbexp.compare.verdict import Tally, Verdict, judge, tolerance

POINT = Fraction(1, 100)


def test_what_may_lie_between_two_values_that_agree() -> None:
    # s = 0.5 points over ten trials: 2 sqrt(2 * 0.25 / 10) + 0.05 = 0.4972 points
    assert 100 * tolerance(0.005 / sqrt(10)) == pytest.approx(0.497214, abs=1e-6)
    # thirty trials of ours against ten: 2 sqrt(0.25/30 + 0.25/10) + 0.05
    found = 100 * tolerance(0.005 / sqrt(30), 0.005 / sqrt(10))
    assert found == pytest.approx(0.415148, abs=1e-6)
    assert tolerance(None) == pytest.approx(0.0005)


@pytest.mark.parametrize(
    ("apart", "verdict"),
    [
        (Fraction(0), Verdict.AGREES),
        (Fraction(49, 10000), Verdict.AGREES),
        (Fraction(51, 10000), Verdict.NEAR),
        (POINT, Verdict.NEAR),
        (POINT + Fraction(1, 10**9), Verdict.DIFFERS),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_verdict_is_given_by_the_distance(apart, verdict, sign) -> None:
    assert judge(Fraction(1, 4) + sign * apart, Fraction(1, 4), 0.005) == verdict


def test_the_limit_itself_agrees() -> None:
    assert judge(Fraction(2505, 10000), Fraction(1, 4), tolerance(None)) == Verdict.AGREES


def test_where_trials_scatter_widely_even_two_points_agree() -> None:
    assert judge(Fraction(27, 100), Fraction(25, 100), 0.03) == Verdict.AGREES


def test_a_value_that_is_not_there_is_missing() -> None:
    assert judge(None, Fraction(1, 4), 1.0) == Verdict.MISSING


def test_missing_cells_are_counted_but_in_no_share() -> None:
    given = [Verdict.AGREES] * 3 + [Verdict.NEAR, Verdict.DIFFERS, Verdict.MISSING]
    tally = Tally.of(given)
    assert tally == Tally(3, 1, 1, 1)
    assert tally.n == 5
    assert tally.share_agreeing == Fraction(3, 5)
    assert tally.share_close == Fraction(4, 5)
    assert Tally.of([Verdict.MISSING]).share_close is None
