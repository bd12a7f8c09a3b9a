"""Ticks and places on axes."""

from __future__ import annotations

import pytest

from nbexp.report.figures.scale import Linear, Log, linear_up, linear_within, log_around, plain


def test_ticks_of_a_linear_scale_are_round_and_within():
    assert [label for _, label in Linear(0, 25, 0, 100).ticks()] == [
        "0",
        "5",
        "10",
        "15",
        "20",
        "25",
    ]
    assert [label for _, label in Linear(1, 6.9, 0, 100).ticks()] == ["2", "4", "6"]
    assert [label for _, label in Linear(0, 0.04, 0, 100).ticks()] == [
        *("0.00", "0.01", "0.02", "0.03", "0.04"),
    ]


def test_a_linear_scale_begins_at_zero_and_holds_all():
    scale = linear_up([3.2, 17.9], 10, 110)
    assert (scale.low, scale.high) == (0, 20)
    assert scale(0) == 10
    assert scale(20) == 110


def test_a_scale_of_nothing_is_still_a_scale():
    assert linear_up([], 0, 1).high > 0
    assert linear_up([0.0], 0, 1).high > 0
    assert log_around([], 0, 1).high > log_around([], 0, 1).low


def test_ticks_of_ratios_are_ones_twos_and_fives():
    assert [label for _, label in Log(1, 50, 0, 1).ticks()] == ["1", "2", "5", "10", "20", "50"]
    assert [label for _, label in Log(0.05, 2, 0, 1).ticks()] == [
        *("0.05", "0.1", "0.2", "0.5", "1", "2"),
    ]
    assert [label for _, label in Log(1e-5, 10, 0, 1).ticks()][:2] == ["0.00001", "0.0001"]


def test_what_is_below_an_axis_of_ratios_stands_at_its_beginning():
    scale = Log(0.1, 10, 5, 25)
    assert scale(0) == 5
    assert scale(1) == pytest.approx(15)
    assert scale(10) == 25


def test_an_axis_of_ratios_holds_all_values():
    scale = log_around([0.3, 42], 0, 100)
    assert (scale.low, scale.high) == (pytest.approx(0.2), 50)


def test_zero_has_no_sign():
    assert plain(-0.0, 1) == "0.0"
    assert plain(-0.04, 1) == "0.0"
    assert plain(12345.6, 0) == "12,346"


def test_a_scale_within_holds_all_and_need_not_begin_at_zero():
    scale = linear_within([23.1, 24.7], 0, 100)
    assert (scale.low, scale.high) == (pytest.approx(23), pytest.approx(25))
    flat = linear_within([5.0, 5.0], 0, 100)
    assert flat.low <= 5 < flat.high
