"""Gaussian and KDE beside the methods for whole training sets; IDA's sample and bins."""

from __future__ import annotations

import numpy as np
import pytest
from asking import log_evidence

from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.incremental.registry import create_learner


@pytest.mark.parametrize(("ours", "whole"), [("gaussian", "gaussian"), ("kde", "kernel")])
def test_densities_equal_those_of_the_whole_after_every_step(ours: str, whole: str) -> None:
    rng = np.random.default_rng(7)
    n = 150
    values, labels = rng.normal(size=n).round(1) * 100, rng.integers(0, 3, n)
    values[rng.random(n) < 0.1] = np.nan
    values[:3] = 2.0  # constant at first
    labels[:60] = np.minimum(labels[:60], 1)  # a class that comes late
    begun = create_learner(ours, {}).attribute(4)  # and one that never comes
    for i in range(n):
        begun.learn_one(values[i], labels[i])
        fitted = create_method(whole, {}).fit(
            Sample.from_values(values[: i + 1], labels[: i + 1], 4)
        )
        asked = np.array([-1e4, -3.0, values[0], 0.05, 250.0])
        totals = np.bincount(labels[: i + 1], minlength=4)
        np.testing.assert_allclose(
            log_evidence(begun, asked, totals), fitted.log_likelihood(asked), rtol=1e-9, atol=1e-9
        )


def test_a_gaussian_far_from_zero_keeps_its_digits() -> None:
    rng = np.random.default_rng(8)
    values = 1e9 + rng.normal(size=1000)
    begun = create_learner("gaussian", {}).attribute(1)
    begun.learn_many(values, np.zeros(1000))
    deviation = begun.snapshot(np.array([1000])).deviations[0]
    assert deviation == pytest.approx(np.std(values, ddof=1), rel=1e-7)


def test_a_kernel_far_from_all_values_is_still_finite() -> None:
    begun = create_learner("kde", {}).attribute(2)
    begun.learn_many([0.0, 1.0, 2.0], [0, 1, 1])
    assert np.isfinite(log_evidence(begun, [1e6, -1e200], [1, 2])).all()


@pytest.mark.parametrize("method", ["gaussian", "kde"])
def test_an_infinite_value_says_nothing_to_a_density(method: str) -> None:
    begun = create_learner(method, {}).attribute(2)
    begun.learn_many([0.0, np.inf, 1.0, -np.inf, 2.0], [0, 0, 1, 1, 0])
    assert begun.n_known == 3
    assert not log_evidence(begun, [np.inf], [3, 2]).any()
    assert np.isfinite(log_evidence(begun, [0.5], [3, 2])).all()


def test_equal_values_of_a_class_are_one_kernel() -> None:
    begun = create_learner("kde", {}).attribute(1)
    begun.learn_many(np.arange(10_000) % 4, np.zeros(10_000))
    assert begun.state.sizes.tolist() == [4]


@pytest.mark.parametrize("method", ["gaussian", "kde", "iffd", "mffd", "pid", "ida"])
def test_a_class_that_comes_late_changes_nothing_but_for_its_place(method: str) -> None:
    rng = np.random.default_rng(9)
    values, labels = rng.normal(size=500).round(1), rng.integers(0, 2, 500)
    labels[300::5] = 2
    early, late = (create_learner(method, {}).attribute(n) for n in (3, 2))
    early.learn_many(values, labels)
    late.learn_many(values[:300], labels[:300])
    late.widen(3)
    late.learn_many(values[300:], labels[300:])
    asked, totals = np.linspace(-4, 4, 50), np.bincount(labels)
    assert log_evidence(late, asked, totals).tolist() == log_evidence(early, asked, totals).tolist()


def test_a_window_holds_the_latest_values() -> None:
    values = np.random.default_rng(10).integers(0, 20, 500).astype(float)
    begun = create_learner("ida", {"sample": "window", "size": 37}).attribute(1)
    for i, value in enumerate(values):
        begun.learn_one(value, 0)
        assert begun.sample().tolist() == sorted(values[max(0, i - 36) : i + 1])


def test_every_value_is_in_the_reservoir_with_the_same_probability() -> None:
    times = np.zeros(200)
    for number in range(2000):
        begun = create_learner("ida", {"size": 20}).attribute(1, number)
        begun.learn_many(np.arange(200.0), np.zeros(200))
        sample = begun.sample()
        assert len(set(sample)) == 20
        times[sample.astype(int)] += 1
    # Binomial with mean 200 and deviation 13.4; 200 of them.
    assert abs(times - 200).max() < 4.5 * 13.4
    chi_square = ((times - 200) ** 2 / (200 * 0.9)).sum()
    assert chi_square < 270


def test_bins_share_the_sample_equally() -> None:
    values = np.random.default_rng(11).permutation(1000).astype(float)
    begun = create_learner("ida", {"bins": 4}).attribute(1)
    begun.start(values, np.zeros(1000, dtype=np.int64))
    assert begun.cuts().tolist() == [249.5, 499.5, 749.5]
    assert begun.frequencies()[:, 0].tolist() == [250] * 4


def test_counts_stay_with_a_bin_when_its_bounds_move() -> None:
    begun = create_learner("ida", {"bins": 2, "size": 4, "sample": "window"}).attribute(1)
    begun.start(np.array([1.0, 2.0, 3.0, 4.0]), np.zeros(4, dtype=np.int64))
    begun.learn_many([11.0, 12.0, 13.0, 14.0], [0] * 4)
    assert begun.sample().tolist() == [11.0, 12.0, 13.0, 14.0]
    assert begun.cuts().tolist() == [12.5]
    assert begun.frequencies()[:, 0].tolist() == [2, 6]


def test_attributes_draw_samples_of_their_own_and_the_same_ones_again() -> None:
    def sample(number: int, seed: int) -> list[float]:
        begun = create_learner("ida", {"size": 10, "seed": seed}).attribute(1, number)
        begun.learn_many(np.arange(300.0), np.zeros(300))
        return begun.sample().tolist()

    assert sample(0, 0) == sample(0, 0)
    assert sample(0, 0) != sample(1, 0)
    assert sample(0, 0) != sample(0, 1)


@pytest.mark.parametrize("far", [1.7e308, 1e160, 5e-324])
def test_a_gaussian_says_nothing_of_values_too_far_apart_or_too_near(far: float) -> None:
    begun = create_learner("gaussian", {}).attribute(2)
    begun.learn_many(np.array([-far, far, 0.0, far]), np.array([0, 1, 0, 1]))
    said = log_evidence(begun, np.array([-far, 0.0, far, 1.0]), np.array([2, 2]))
    assert said.tolist() == [[0.0, 0.0]] * 4
