"""Probabilities of single instances: the engine's predictions and sums, to the last one."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.classify.naive_bayes import CountedDataSet
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.registry import create_method, method_ids
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import run_trial
from nbexp.recommend.scores import fold_scores, score_methods


def own_data(n: int = 150, n_classes: int = 3) -> DataSet:
    numbers = np.random.default_rng(4)
    labels = numbers.integers(0, n_classes, size=n).astype(np.int8)
    first = np.where(numbers.random(n) < 0.1, np.nan, labels + numbers.normal(size=n).round(1))
    second = numbers.integers(0, 15, size=n) - labels
    third = numbers.integers(-1, 3, size=n).astype(np.int8)  # -1 is missing
    attributes = (
        Quantitative.from_floats("first", first),
        Qualitative("third", ("a", "b", "c"), third),
        Quantitative.from_floats("second", second),
    )
    return DataSet("own", attributes, tuple("xyz"[:n_classes]), labels)


def folds_of(dataset: DataSet) -> np.ndarray:
    return fold_assignment(dataset.name, dataset.labels, seed=1, trial=0, folds=3, stratified=False)


@pytest.mark.parametrize("name", method_ids())
def test_scores_give_the_predictions_and_losses_of_the_engine(name: str) -> None:
    dataset, method = own_data(), create_method(name, {})
    assignment = folds_of(dataset)
    (unit,) = run_trial(dataset, assignment, {1: {name: method}})
    test, scores = fold_scores(CountedDataSet.count(dataset), assignment == 1, method)
    assert unit.predictions is not None
    assert np.array_equal(np.argmax(scores, axis=1), unit.predictions)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    truth = dataset.labels[test]
    brier = ((shares - np.eye(dataset.n_classes)[truth]) ** 2).sum()
    assert brier == pytest.approx(unit.brier, rel=1e-9)


def test_two_classes_have_an_area_and_more_have_none() -> None:
    method = {"ewd": create_method("ewd", {})}
    for n_classes in (2, 3):
        dataset = own_data(n_classes=n_classes)
        found = score_methods(dataset, method, [folds_of(dataset)], 3)["ewd"]
        assert (found.auc is not None) == (n_classes == 2)
        assert sum(one.count for one in found.bins) == dataset.n_instances


def test_a_method_that_fails_is_left_out() -> None:
    class Broken:
        def fit(self, sample: object) -> None:
            raise RuntimeError("no")

    dataset = own_data()
    methods = {"broken": Broken(), "ewd": create_method("ewd", {})}
    found = score_methods(dataset, methods, [folds_of(dataset)], 3)  # type: ignore[arg-type]
    assert list(found) == ["ewd"]
