"""Ranks and rank correlations, by hand and against scipy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbexp.compare.ranks import average_ranks, kendall, mean_ranks, spearman

VALUES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=12)


def test_equal_values_share_their_mean_rank() -> None:
    assert average_ranks([5, 1, 5, 5, 0]) == [4, 2, 4, 4, 1]
    assert average_ranks([2, 2]) == [Fraction(3, 2)] * 2
    assert average_ranks([]) == []


def test_correlations_by_hand() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    # ranks 1 2 3 and 1 3 2: 1 - 6 * (0 + 1 + 1) / (3 * 8)
    assert spearman([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    # five pairs in order, one against: 4 / 6
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(4 / 6)


def test_a_side_without_an_order_has_no_correlation() -> None:
    assert spearman([1, 1], [1, 2]) is None
    assert kendall([1, 2], [3, 3]) is None
    assert spearman([1], [2]) is None
    assert kendall([], []) is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(VALUES)
def test_correlations_are_those_of_scipy(pairs) -> None:
    from scipy import stats

    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second)[0])
        assert kendall(first, second) == pytest.approx(stats.kendalltau(first, second)[0])
    assert average_ranks(first) == list(stats.rankdata(first))


def test_mean_ranks_are_over_the_rows() -> None:
    assert mean_ranks([[10, 20, 20], [3, 1, 2]]) == [2, Fraction(7, 4), Fraction(9, 4)]
    assert mean_ranks([]) == []
