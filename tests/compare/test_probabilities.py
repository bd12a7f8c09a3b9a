"""Calibration and the area under the ROC curve."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.compare.probabilities import Bin, auc, expected_calibration_error, reliability


def slow_auc(scores: np.ndarray, positive: np.ndarray) -> float:
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[positive] for b in scores[~positive]]
    return sum(pairs) / len(pairs)


@pytest.mark.parametrize("seed", range(5))
def test_the_area_is_the_share_of_pairs_in_order(seed: int) -> None:
    generator = np.random.default_rng(seed)
    scores = generator.integers(0, 6, size=40).astype(float)  # many ties
    positive = generator.random(40) < 0.4
    assert auc(scores, positive) == pytest.approx(slow_auc(scores, positive))


def test_the_area_takes_infinite_scores() -> None:
    scores = np.array([-np.inf, 0.0, 1.0, np.inf])
    assert auc(scores, np.array([False, False, True, True])) == 1.0


def test_one_kind_alone_has_no_area() -> None:
    assert auc(np.array([0.1, 0.2]), np.array([True, True])) is None


def test_a_probability_of_one_is_in_the_last_bin() -> None:
    bins = reliability(np.array([1.0, 0.95]), np.array([True, True]))
    assert bins == (Bin(2, 0.975, 1.0),)


def test_the_calibration_error_by_hand() -> None:
    confidence = np.array([0.75, 0.75, 0.75, 0.75, 0.55, 0.55])
    correct = np.array([True, True, True, False, False, False])
    bins = reliability(confidence, correct)
    assert [one.count for one in bins] == [2, 4]
    # the first bin is off by 0.55, the second by nothing
    assert expected_calibration_error(bins) == pytest.approx(2 / 6 * 0.55)


def test_nothing_has_no_calibration_error() -> None:
    assert expected_calibration_error(()) is None
