"""scikit-learn's models on the same folds."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.protocol.folds import fold_assignment
from nbexp.recommend.yardsticks import measure, unconverged

pytest.importorskip("sklearn")


def own_data(n: int = 240, n_classes: int = 2) -> DataSet:
    numbers = np.random.default_rng(8)
    labels = (np.arange(n) % n_classes).astype(np.int8)
    near = np.where(numbers.random(n) < 0.1, np.nan, labels + numbers.normal(0, 0.3, size=n))
    colour = np.where(numbers.random(n) < 0.7, labels, -1).astype(np.int8)
    attributes = (
        Quantitative.from_floats("near", near),
        Quantitative.from_floats("empty", np.full(n, np.nan)),
        Qualitative("colour", tuple("abcdef"[:n_classes]), colour),
    )
    return DataSet("own", attributes, tuple("uvwxyz"[:n_classes]), labels)


def assignments(dataset: DataSet, trials: int = 2) -> list[np.ndarray]:
    return [
        fold_assignment(
            dataset.name, dataset.labels, seed=1, trial=trial, folds=3, stratified=False
        )
        for trial in range(trials)
    ]


@pytest.mark.parametrize("n_classes", [2, 4])
def test_both_learn_in_spite_of_missing_values(n_classes: int) -> None:
    dataset = own_data(n_classes=n_classes)
    for one in measure(dataset, assignments(dataset), 3):
        assert one.predictions.shape == (2, 240)
        wrong = one.predictions != dataset.labels
        assert wrong.mean() < 0.25
        assert one.fold_errors.mean() == pytest.approx(wrong.mean())
        assert one.log_loss is not None
        assert np.isfinite(one.log_loss)
        assert one.calibration is not None
        assert (one.calibration.auc is not None) == (n_classes == 2)


def test_they_give_the_same_every_time() -> None:
    dataset = own_data()
    first, second = (measure(dataset, assignments(dataset), 3) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.predictions, other.predictions)


def test_training_that_stopped_too_early_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    dataset = own_data()
    assert unconverged(measure(dataset, assignments(dataset), 3)) == []
    hasty = make_pipeline(SimpleImputer(keep_empty_features=True), LogisticRegression(max_iter=1))
    monkeypatch.setattr("nbexp.recommend.yardsticks._logistic", lambda dataset: hasty)
    (told,) = unconverged(measure(dataset, assignments(dataset), 3))
    assert told.text.startswith("logistic regression had not converged in 6 of 6 folds")


def test_a_class_that_no_fold_can_train_on_is_no_failure() -> None:
    dataset = own_data()
    labels = dataset.labels.copy()
    labels[:] = 0
    labels[5] = 1
    alone = DataSet("own", dataset.attributes, dataset.classes, labels)
    for one in measure(alone, assignments(alone), 3):
        assert np.isfinite(one.log_loss or 0.0)
        assert (one.predictions != labels).mean() < 0.05
