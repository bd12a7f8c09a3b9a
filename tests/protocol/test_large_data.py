"""Data of more values than are worked on at a time, against naive Bayes in plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.classify import fold_fit
from nbexp.data import dataset as coding
from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.registry import create_method, method_ids
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import UnitResult, run_trial

N, CLASSES, FOLDS = 150_000, 3, 2


def columns(n: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Make a column of distinct numbers, one of whole numbers far from sorted, and classes."""
    rng = np.random.default_rng(11)
    labels = rng.integers(0, CLASSES, n)
    distinct = rng.standard_normal(n) + 0.4 * labels
    whole = rng.integers(0, n // 3, n) + labels * n // 20
    return [distinct, whole.astype(float)], labels


def trial(columns: list[np.ndarray], labels: np.ndarray, names: list[str]) -> list[UnitResult]:
    attributes = tuple(Quantitative.from_floats(f"x{i}", one) for i, one in enumerate(columns))
    classes = tuple(map(str, range(CLASSES)))
    dataset = DataSet("made", attributes, classes, labels.astype(np.int8))
    methods = {name: create_method(name, {}) for name in names}
    return run_trial(dataset, folds(labels), dict.fromkeys(range(FOLDS), methods))


def folds(labels: np.ndarray) -> np.ndarray:
    return fold_assignment("made", labels, seed=1, trial=0, folds=FOLDS, stratified=False)


def plain_scores(train, train_labels, test, cuts) -> np.ndarray:
    """Return log p(interval | class) by the m-estimate with m = 2."""
    seen, asked = np.searchsorted(cuts, train), np.searchsorted(cuts, test)  # (a, b]
    counts = np.zeros((len(cuts) + 1, CLASSES))
    np.add.at(counts, (seen, train_labels), 1)
    prior = (counts.sum(axis=1, keepdims=True) + 1) / (len(train) + len(counts))
    table = np.log((counts + 2 * prior) / (counts.sum(axis=0) + 2))
    return table[asked]


def test_equal_width_on_many_values_is_that_of_plain_numpy() -> None:
    numbers, labels = columns(N)
    results = trial(numbers, labels, ["ewd"])
    assignment = folds(labels)
    assert fold_fit._VALUES < N // FOLDS
    assert 3 * coding._BLOCK < N
    for result in results:
        test = assignment == result.fold
        known = np.bincount(labels[~test], minlength=CLASSES)
        scores = np.tile(np.log((known + 1) / (known.sum() + CLASSES)), (test.sum(), 1))
        for column in numbers:
            low, high = column[~test].min(), column[~test].max()
            cuts = low + np.arange(1, 10) * (high - low) / 10
            scores += plain_scores(column[~test], labels[~test], column[test], cuts)
        best, second = np.sort(scores, axis=1)[:, :-3:-1].T
        clear = best - second > 1e-9  # the order of additions decides nothing there
        assert clear.mean() > 0.999
        assert (result.predictions[clear] == scores.argmax(axis=1)[clear]).all()


@pytest.mark.parametrize("size", [1, 64])
def test_what_is_worked_on_at_a_time_changes_nothing(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers, labels = columns(700)
    names = [name for name in method_ids() if name != "kernel"]
    whole = trial(numbers, labels, names)
    monkeypatch.setattr(fold_fit, "_VALUES", size)
    monkeypatch.setattr(coding, "_BLOCK", size)
    for one, other in zip(whole, trial(numbers, labels, names), strict=True):
        assert one.status == other.status == "done"
        assert one.predictions.tolist() == other.predictions.tolist(), one.method
        assert (one.log_loss, one.brier) == (other.log_loss, other.brier), one.method
        assert one.intervals == other.intervals
