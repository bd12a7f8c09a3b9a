"""Rank-coding: whole numbers go a quicker way, which must show nowhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbexp.data import dataset
from nbexp.data.dataset import Quantitative

INF = float("inf")


def check(column: list[float]) -> None:
    numbers = np.array(column, dtype=np.float64)
    known = ~np.isnan(numbers)
    greatest = np.finfo(np.float64).max  # as which infinity counts
    finite = np.clip(numbers[known], -greatest, greatest)
    values, ranks = np.unique(finite + 0.0, return_inverse=True)
    coded = Quantitative.from_floats("x", numbers)
    assert coded.values.view(np.int64).tolist() == values.view(np.int64).tolist()
    assert coded.codes[known].tolist() == ranks.tolist()
    assert (coded.codes[~known] == -1).all()


@settings(deadline=None)
@given(st.lists(st.integers(-30, 30) | st.just(float("nan"))))
def test_whole_numbers_close_together(column):
    check(column)


@settings(deadline=None)
@given(st.lists(st.floats() | st.sampled_from([0.0, -0.0, 1.0, 2.0])))
def test_any_numbers(column):
    check(column)


@pytest.mark.parametrize("last", [3.0, 3.5, float("nan"), INF, 1e9, -0.0])
def test_a_last_number_unlike_the_many_before_it(last):
    check([*(np.arange(2 * dataset._BLOCK) % 7 - 3.0), last])


@pytest.mark.parametrize(
    "column",
    [
        [INF],
        [-INF, -INF],
        [-INF, 1.0, 2.0],
        [2.0**53, 2.0**53 + 2],
        [1e17, 1e17 + 16, 1e17 + 32],
        [0.25, 1.25, 2.25],
        [5e-324, 0.0, 1.0],
        [-1.7e308, 1.7e308],
    ],
)
def test_numbers_at_the_ends_of_what_a_double_holds(column):
    check(column)
