"""scikit-learn's own checks of estimators, for every method."""

from __future__ import annotations

import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator

from nbexp.discretize.registry import method_class, method_ids
from nbexp.incremental.registry import incremental_ids
from nbexp.sklearn import DiscretizedNB, Discretizer
from nbexp.sklearn.discretizer import reason_against

EXPECTED_FAILURES: dict[str, str] = {}
"""Checks that fail, and why: none does."""

METHODS = tuple(dict.fromkeys((*method_ids(), *incremental_ids())))
DISJOINT = [name for name in method_ids() if reason_against(method_class(name)) is None]


def run_all(estimator: object) -> None:
    ran = 0
    for checked, check in estimator_checks_generator(estimator):
        name = check.func.__name__
        if name == "check_array_api_input":
            continue  # needs an environment variable that is read before SciPy is imported
        if name in EXPECTED_FAILURES:
            continue
        check(checked)
        ran += 1
    assert ran > 40


# scikit-learn's type_of_target casts the infinities of its own check
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.parametrize("method", METHODS)
def test_the_classifier_is_an_estimator_with_every_method(method: str) -> None:
    run_all(DiscretizedNB(method))


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.parametrize("method", DISJOINT)
def test_the_discretizer_is_an_estimator_with_every_disjoint_method(method: str) -> None:
    run_all(Discretizer(method))


@pytest.mark.parametrize("encode", ["onehot", "onehot-dense"])
def test_the_discretizer_is_an_estimator_with_every_encoding(encode: str) -> None:
    run_all(Discretizer("efd", encode=encode))
