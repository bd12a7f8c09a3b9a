"""The corrected resampled t-test."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from nbexp.compare.resampled import resampled_test


def test_the_statistic_by_hand() -> None:
    # mean 1, variance 2/3 (sum of squares 2, 4 - 1 = 3); (1/4 + 1/2) * 2/3 = 1/2
    found = resampled_test([0.0, 1.0, 1.0, 2.0], 0.5)
    assert found.mean == 1.0
    assert found.standard_error == pytest.approx(math.sqrt(0.5))
    assert found.t == pytest.approx(math.sqrt(2))
    assert found.degrees == 3
    # Student's t with three degrees of freedom, from its closed form
    t = math.sqrt(2)
    a = math.atan(t / math.sqrt(3))
    inside = 2 / math.pi * (a + math.sin(a) * math.cos(a))
    assert found.p == pytest.approx(1 - inside)


def test_without_overlap_it_is_the_ordinary_paired_test() -> None:
    differences = np.random.default_rng(3).normal(0.3, 1.0, size=30)
    ordinary = stats.ttest_1samp(differences, 0.0)
    found = resampled_test(differences.tolist(), 1e-12)
    assert found.t == pytest.approx(ordinary.statistic)
    assert found.p == pytest.approx(ordinary.pvalue)


def test_overlap_makes_it_more_careful() -> None:
    differences = [0.01, 0.03, 0.02, 0.04, 0.01, 0.02]
    few, many = resampled_test(differences, 0.1), resampled_test(differences, 0.5)
    assert many.p > few.p
    assert many.low < few.low < few.mean < few.high < many.high


def test_equal_methods_are_never_told_apart() -> None:
    found = resampled_test([0.0] * 10, 0.5)
    assert (found.t, found.p, found.low, found.high) == (0.0, 1.0, 0.0, 0.0)


def test_a_difference_that_is_always_the_same_is_no_noise() -> None:
    found = resampled_test([0.1] * 10, 0.5)
    assert found.t == math.inf
    assert found.p == 0.0


def test_the_other_way_round_only_the_sign_changes() -> None:
    differences = [0.5, -0.1, 0.3, 0.2]
    found, turned = (resampled_test([s * d for d in differences], 0.5) for s in (1, -1))
    assert turned.p == found.p
    assert (turned.mean, turned.low, turned.high) == (-found.mean, -found.high, -found.low)


@pytest.mark.parametrize(("differences", "share"), [([0.1], 0.5), ([], 0.5), ([0.1, 0.2], 0.0)])
def test_too_little_to_test_is_refused(differences: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="cannot test"):
        resampled_test(differences, share)


def test_it_keeps_its_level_where_the_ordinary_test_does_not() -> None:
    """Two equally good methods on data of one kind, tried by 10 x 3 folds, again and again."""
    generator = np.random.default_rng(11)
    n, rounds = 150, 120
    wrong = {"corrected": 0, "ordinary": 0}
    for _ in range(rounds):
        first, second = generator.random((2, n)) < 0.3  # errors, whatever the training set
        folds = [part for _ in range(10) for part in np.array_split(generator.permutation(n), 3)]
        differences = [float(first[fold].mean() - second[fold].mean()) for fold in folds]
        wrong["corrected"] += resampled_test(differences, 0.5).p < 0.05
        wrong["ordinary"] += resampled_test(differences, 1e-12).p < 0.05
    assert wrong["corrected"] <= 0.1 * rounds
    assert wrong["ordinary"] >= 0.3 * rounds
