"""Distances from print in units of noise, by hand."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

import pytest

from nbexp.compare.readings import (
    CAP,
    ROUNDING_NOISE,
    Support,
    Trio,
    leave_one_out,
    loss,
    noise,
    paired,
    score,
    shared_datasets,
)
from nbexp.compare.wins import Record


def share(percent: str) -> Fraction:
    return Fraction(percent) / 100


def trio(first: str, second: str, noise: float = 0.01) -> Trio:
    """Return two values, in per cent, beside a printed 10.0."""
    return Trio(share(first), noise, share(second), 0.01, share("10.0"))


def test_a_value_far_off_is_unlikely_unless_it_varies_much():
    assert loss(3.0, ROUNDING_NOISE) == pytest.approx(4.5)
    assert loss(3.0 / 10, 10 * ROUNDING_NOISE) == pytest.approx(0.045 + log(10))
    assert loss(1000.0, ROUNDING_NOISE) == loss(CAP, ROUNDING_NOISE)


def test_wide_noise_is_no_advantage_where_the_value_is_met_anyway():
    assert paired([trio("10", "10", noise=0.03)]).gain == pytest.approx(-log(3))


def test_noise_is_the_luck_of_both_sides_and_the_rounding():
    # s = 1 point, ten trials on each side: sqrt(0.1 + 0.1 + 0.01/12) points
    expected = sqrt(0.1 + 0.1 + 0.01 / 12) / 100
    assert noise(0.01 / sqrt(10)) == pytest.approx(expected)


def test_more_trials_of_ours_leave_the_luck_of_print():
    ours, theirs = 0.01 / sqrt(30), 0.01 / sqrt(10)
    assert noise(ours, theirs) == pytest.approx(sqrt(1 / 30 + 1 / 10 + 0.01 / 12) / 100)


def test_without_a_known_spread_there_is_but_rounding():
    assert noise(None) == ROUNDING_NOISE
    assert pytest.approx(0.0289, abs=1e-4) == 100 * ROUNDING_NOISE


def test_a_score_is_the_root_of_the_mean_square():
    assert score([3.0, 4.0]) == pytest.approx(sqrt(12.5))


def test_no_cell_counts_for_more_than_the_cap():
    assert score([1000.0, 0.0]) == pytest.approx(CAP / sqrt(2))
    assert score([-1000.0]) == CAP


def test_of_no_cells_there_is_no_score():
    assert score([]) is None


def test_a_reading_that_leads_by_one_data_set_loses_when_this_is_left_out():
    # b is far off on x alone and better on y and z
    told = leave_one_out({"a": {"x": 0, "y": 2, "z": 2}, "b": {"x": 12, "y": 0.5, "z": 0.5}})
    assert told == {"a": Support(2, 3), "b": Support(1, 3)}


def test_equal_readings_win_a_round_together():
    told = leave_one_out({"a": {"x": 2, "y": 1}, "b": {"x": 2, "y": 1}})
    assert told == {"a": Support(2, 2), "b": Support(2, 2)}


def test_rounds_are_over_the_data_sets_that_all_readings_have():
    readings = {"a": {"x": 1, "y": 1, "z": 1}, "b": {"z": 1, "x": 1}}
    assert shared_datasets(readings) == ["x", "z"]
    assert leave_one_out(readings)["a"].rounds == 2
    assert shared_datasets({}) == []


def test_closer_further_and_same_go_by_printed_tenths():
    cells = [
        trio("10.04", "10.1"),  # 10.0 against 10.1: closer
        trio("9.9", "10.1"),  # both 0.1 off: same
        trio("12", "10.1"),  # further
    ]
    assert paired(cells).record == Record(1, 1, 1)


def test_gain_is_half_the_squared_distance_that_is_saved_and_moves_is_in_units_of_noise():
    # squares of distances: first 0 and 1, second 4 and 4
    told = paired([trio("10", "12"), trio("11", "12")])
    assert told.gain == pytest.approx(1.75)
    assert told.gain_error == pytest.approx(sqrt(0.125 / 2))
    assert told.moves == pytest.approx(sqrt((4 + 1) / 2))


def test_one_data_set_has_a_gain_but_no_error_of_it_and_none_has_nothing():
    assert paired([trio("11", "12")]).gain_error is None
    assert paired([]).gain is None
