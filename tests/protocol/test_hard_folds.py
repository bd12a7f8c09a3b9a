"""Folds that leave a method little to learn from: every instance still gets its prediction."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.registry import create_method, method_ids
from nbexp.protocol.trial import UnitResult, run_trial

ASSIGNMENT = np.array([0] * 6 + [1] * 6, dtype=np.uint8)
LABELS = np.array([0, 1] * 6, dtype=np.int8)
PLAIN = np.arange(12.0)


def trial(labels=LABELS, classes=("a", "b"), **columns) -> list[UnitResult]:
    """Run all methods on two folds, the first and the second half of the instances."""
    attributes = tuple(
        column if isinstance(column, Qualitative) else Quantitative.from_floats(name, column)
        for name, column in columns.items()
    )
    dataset = DataSet("hard", attributes, classes, np.asarray(labels, dtype=np.int8))
    methods = {name: create_method(name, {}) for name in method_ids()}
    results = run_trial(dataset, ASSIGNMENT, {0: methods, 1: methods})
    assert len(results) == 2 * len(methods)
    for result in results:
        assert (result.status, result.cause) == ("done", None)
        assert len(result.predictions) == 6
        assert np.isin(result.predictions, range(len(classes))).all()
        assert np.isfinite([result.log_loss, result.brier]).all()
    return results


def predictions(results: list[UnitResult], fold: int) -> dict[str, list[int]]:
    return {one.method: one.predictions.tolist() for one in results if one.fold == fold}


def test_a_declared_class_that_no_instance_has_is_never_predicted() -> None:
    for result in trial(classes=("a", "b", "never"), x=PLAIN):
        assert 2 not in result.predictions


def test_a_class_may_be_absent_from_a_training_fold() -> None:
    found = trial(labels=[0] * 6 + [1] * 6, x=PLAIN)
    assert all(set(one) == {1} for one in predictions(found, 0).values())
    assert all(set(one) == {0} for one in predictions(found, 1).values())


def test_an_attribute_may_be_wholly_missing_in_a_training_fold() -> None:
    half = np.where(ASSIGNMENT == 1, np.nan, PLAIN)
    found = trial(x=PLAIN, half=half)
    assert predictions(found, 0) == predictions(trial(x=PLAIN), 0)


def test_an_attribute_may_be_wholly_missing_everywhere() -> None:
    found = trial(x=PLAIN, nothing=np.full(12, np.nan))
    alone = trial(x=PLAIN)
    for fold in (0, 1):
        assert predictions(found, fold) == predictions(alone, fold)


def test_a_qualitative_value_may_be_unseen_in_training() -> None:
    codes = np.array([0, 1] * 3 + [2] * 6, dtype=np.int8)
    trial(x=PLAIN, word=Qualitative("word", ("p", "q", "r"), codes))


def test_a_constant_column_decides_nothing() -> None:
    found = trial(x=PLAIN, same=np.full(12, 7.0))
    for name, one in predictions(found, 0).items():
        if name != "kernel":  # whose deviation does not depend on the values
            assert one == predictions(trial(x=PLAIN), 0)[name]


@pytest.mark.parametrize("values", [[1 - 2**-53, 1.0], [1e308, 1.7e308], [-1.7e308, 1.7e308]])
def test_values_that_lie_together_or_far_apart_are_told_apart(values: list[float]) -> None:
    x = np.array(values * 6)
    found = trial(labels=[0, 1] * 6, x=x)
    for name in ("efd", "emd", "mdlp", "ewd", "ld"):
        if values[0] > 1 or values[0] < 0 or name != "ewd":
            assert predictions(found, 0)[name] == [0, 1] * 3, name


def test_four_hundred_copies_of_an_attribute_do_not_underflow() -> None:
    trial(labels=[0, 1, 1] * 4, **{f"x{number}": PLAIN for number in range(400)})


def test_equal_posteriors_go_to_the_first_class() -> None:
    found = trial(labels=[0, 1] * 6, x=np.zeros(12))
    for fold in (0, 1):
        assert all(set(one) == {0} for one in predictions(found, fold).values())
