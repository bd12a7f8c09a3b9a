"""Every method of the engine predicts what its slow twin predicts, on data with every trap."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.registry import create_method
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import UnitResult, run_trial
from twin import AS_THE_ENGINE, slow_naive_bayes

NEAR_TIE = 1e-9
"""Scores this close may be ordered either way by rounding."""


def tricky_dataset(seed: int) -> DataSet:
    """Ties, distinct values, missing values, constants, empty columns, absent classes."""
    rng = np.random.default_rng(seed)
    n, n_classes = int(rng.integers(20, 160)), int(rng.integers(2, 6))
    labels = rng.integers(0, n_classes, n)
    if seed % 3 == 0:
        labels[labels == n_classes - 1] = 0  # a declared class without an instance
    rare = rng.integers(0, n)
    columns = {
        "distinct": rng.normal(size=n) + labels * rng.normal(),
        "tied": np.round(rng.normal(size=n) * 2) + labels % 2,
        "few": rng.integers(0, 4, n).astype(float),
        "constant": np.full(n, 3.0),
        "empty": np.full(n, np.nan),
        "nearly-empty": np.where(np.arange(n) == rare, 1.5, np.nan),
        "skewed": rng.exponential(size=n).round(1),
    }
    columns["tied"][rng.random(n) < 0.2] = np.nan
    attributes = [Quantitative.from_floats(name, column) for name, column in columns.items()]
    codes = rng.integers(0, 3, n)
    codes[rng.random(n) < 0.1] = -1
    attributes.insert(2, Qualitative("word", ("a", "b", "c", "never"), codes.astype(np.int8)))
    classes = tuple("abcdefg"[:n_classes])
    return DataSet(f"tricky-{seed}", tuple(attributes), classes, labels.astype(np.int8))


def twin_columns(dataset: DataSet, instances: np.ndarray) -> list[tuple]:
    columns: list[tuple] = []
    for attribute in dataset.attributes:
        if isinstance(attribute, Quantitative):
            floats = attribute.floats()[instances]
            known = [None if np.isnan(value) else float(value) for value in floats]
            columns.append(("quantitative", known))
        else:
            codes = [None if code < 0 else int(code) for code in attribute.codes[instances]]
            columns.append(("qualitative", len(attribute.values), codes))
    return columns


def assert_equal_to_twin(
    dataset: DataSet, assignment: np.ndarray, result: UnitResult, method: str
) -> None:
    train, test = (
        np.flatnonzero(assignment != result.fold),
        np.flatnonzero(assignment == result.fold),
    )
    scores = slow_naive_bayes.posterior(
        twin_columns(dataset, train),
        [int(label) for label in dataset.labels[train]],
        twin_columns(dataset, test),
        dataset.n_classes,
        method,
        AS_THE_ENGINE.get(method, {}),
    )
    log_loss = brier = 0.0
    for score, predicted, truth in zip(
        scores, result.predictions, dataset.labels[test], strict=True
    ):
        if slow_naive_bayes.lead_of_best(score) > NEAR_TIE:
            assert predicted == slow_naive_bayes.first_best(score)
        log_posterior = np.array(score) - np.logaddexp.reduce(score)
        log_loss -= log_posterior[truth]
        brier += float(((np.exp(log_posterior) - np.eye(dataset.n_classes)[truth]) ** 2).sum())
    assert result.log_loss == pytest.approx(log_loss, rel=1e-9)
    assert result.brier == pytest.approx(brier, rel=1e-9, abs=1e-9)
    assert result.errors == np.count_nonzero(result.predictions != dataset.labels[test])


@pytest.mark.parametrize("seed", range(12))
def test_the_engine_predicts_as_the_slow_twin(seed: int) -> None:
    dataset = tricky_dataset(seed)
    assignment = fold_assignment(
        dataset.name, dataset.labels, seed=1, trial=0, folds=3, stratified=False
    )
    methods = {name: create_method(name, {}) for name in slow_naive_bayes.METHODS}
    results = run_trial(dataset, assignment, dict.fromkeys(range(3), methods))
    assert [result.status for result in results] == ["done"] * len(results)
    assert len(results) == 3 * len(methods)
    for result in results:
        assert_equal_to_twin(dataset, assignment, result, result.method)
