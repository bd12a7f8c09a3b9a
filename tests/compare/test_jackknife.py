"""Standard errors of bias and variance: against a slow twin, and against what they estimate."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from nbexp.compare.bias_variance import decompose
from nbexp.compare.jackknife import HALVES, halves, jackknife
from nbexp.compare.means import standard_deviation


def slow_jackknife(labels, predictions):
    """Decompose each half by itself."""
    parts = [decompose(labels, predictions[kept]) for kept in halves(len(predictions))]
    kept = int(halves(len(predictions))[0].sum())
    left = len(predictions) - kept
    return {
        metric: np.std([float(getattr(part, metric)) for part in parts]) * sqrt(kept / left)
        for metric in ("error", "bias", "variance")
    }


def noisy(seed, trials=10, n=300, classes=4):
    random = np.random.default_rng(seed)
    labels = random.integers(0, classes, n)
    chance = random.uniform(0, 1, n)
    other = random.integers(0, classes, (trials, n))
    wrong = random.uniform(0, 1, (trials, n)) < chance
    return labels, np.where(wrong, other, labels)


@pytest.mark.parametrize("trials", [2, 3, 5, 6, 9, 10, 20])
def test_it_is_what_decomposing_each_half_gives(trials: int) -> None:
    labels, predictions = noisy(trials, trials)
    fast = jackknife(labels, predictions)
    slow = slow_jackknife(labels, predictions)
    for metric, value in slow.items():
        assert fast.of(metric) == pytest.approx(value, rel=1e-6)


def test_over_all_halves_the_error_has_its_usual_standard_error() -> None:
    labels, predictions = noisy(1, trials=6)
    shares = [part.error for part in (decompose(labels, row[None]) for row in predictions)]
    usual = (standard_deviation(shares) or 0) / sqrt(6)
    assert jackknife(labels, predictions).error == pytest.approx(usual)


def test_halves_are_all_or_always_the_same_in_pairs_that_complete_each_other() -> None:
    assert len(halves(2)) == 2
    assert len({row.tobytes() for row in halves(10)}) == HALVES  # all that there are
    many = halves(20)
    assert many.shape == (HALVES, 20)
    assert (many.sum(axis=1) == 10).all()
    assert (many[::2] ^ many[1::2]).all()
    assert (halves(20) == many).all()
    assert (halves(11).sum(axis=1) == 6).all()
    assert (halves(11)[::2] | halves(11)[1::2]).all()


def test_a_single_trial_has_no_standard_error() -> None:
    labels, predictions = noisy(0, trials=1)
    found = jackknife(labels, predictions)
    assert (found.error, found.bias, found.variance) == (None, None, None)


def test_trials_that_agree_leave_nothing_open() -> None:
    labels, predictions = noisy(0, trials=1)
    found = jackknife(labels, np.repeat(predictions, 4, axis=0))
    assert (found.error, found.bias, found.variance) == (0, 0, 0)


def test_it_estimates_how_far_further_experiments_scatter() -> None:
    random = np.random.default_rng(7)
    labels = random.integers(0, 3, 400)
    chance = random.uniform(0, 1, 400)

    def experiment():
        other = (labels + 1) % 3
        return np.where(random.uniform(0, 1, (10, 400)) < chance, other, labels)

    runs = [experiment() for _ in range(60)]
    parts = [decompose(labels, run) for run in runs]
    for metric in ("error", "bias", "variance"):
        scatter = standard_deviation([getattr(part, metric) for part in parts])
        squares = [jackknife(labels, run).of(metric) ** 2 for run in runs[:20]]
        assert 0.8 < sqrt(sum(squares) / 20) / scatter < 1.5


def test_many_instances_are_looked_at_block_by_block(monkeypatch) -> None:
    labels, predictions = noisy(3)
    whole = jackknife(labels, predictions)
    monkeypatch.setattr("nbexp.compare.jackknife._ELEMENTS", 1000)
    parts = jackknife(labels, predictions)
    assert parts.bias == pytest.approx(whole.bias)
    assert parts.variance == pytest.approx(whole.variance)
