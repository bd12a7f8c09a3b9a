"""Naive Bayes by hand: estimates with missing values, ties, densities, failing methods."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

from nbexp.classify import fold_fit
from nbexp.classify.naive_bayes import log_class_prior, qualitative_evidence
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.method import FittedAttribute, Method, Taxonomy
from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.protocol.folds import leave_out
from nbexp.protocol.trial import run_trial


def dataset(columns: list[list[float]], labels: list[int], n_classes: int = 2) -> DataSet:
    attributes = tuple(
        Quantitative.from_floats(f"x{number}", column) for number, column in enumerate(columns)
    )
    return DataSet("d", attributes, tuple("abcdef"[:n_classes]), np.array(labels, dtype=np.int8))


def only(results: list, method: str):
    return next(result for result in results if result.method == method)


def test_the_class_prior_is_laplaces() -> None:
    np.testing.assert_allclose(np.exp(log_class_prior(np.array([3, 0]))), [4 / 5, 1 / 5])


def test_the_m_estimate_counts_instances_with_a_missing_value_in_n_c() -> None:
    # Class 0 has three instances, one of them with a missing value; class 1 has one.
    sample = Sample.from_values([1.0, 9.0, np.nan, 9.0], [0, 0, 0, 1], n_classes=2)
    fitted = create_method("ewd", {"k": 2}).fit(sample)
    # Interval 2 holds one of class 0 and one of class 1: p = (2 + 1)/(3 + 2).
    p = 3 / 5
    np.testing.assert_allclose(np.exp(fitted.table[1]), [(1 + 2 * p) / 5, (1 + 2 * p) / 3])
    known = create_method("ewd", {"k": 2, "class-counts": "known"}).fit(sample)
    np.testing.assert_allclose(np.exp(known.table[1]), [(1 + 2 * p) / 4, (1 + 2 * p) / 3])


def test_p_of_a_qualitative_value_divides_by_all_training_instances() -> None:
    counts = np.array([[2, 1], [0, 0], [0, 1]])  # 4 known of 6
    totals = np.array([3, 3])
    every = qualitative_evidence(counts, totals, create_method("pd", {}))
    p = 4 / (6 + 3)
    np.testing.assert_allclose(np.exp(every[0]), [(2 + 2 * p) / 5, (1 + 2 * p) / 5])
    known = qualitative_evidence(
        counts, totals, create_method("pd", {"qualitative-total": "known"})
    )
    p = 4 / (4 + 3)
    np.testing.assert_allclose(np.exp(known[0]), [(2 + 2 * p) / 5, (1 + 2 * p) / 5])


def test_a_qualitative_attribute_without_known_values_contributes_nothing() -> None:
    evidence = qualitative_evidence(
        np.zeros((3, 2), int), np.array([2, 2]), create_method("pd", {})
    )
    assert not evidence.any()


def test_equal_posteriors_go_to_the_first_class() -> None:
    symmetric = dataset([[1.0, 1.0, 1.0, 1.0, 1.0]], [1, 0, 1, 0, 0])
    test_only_the_last = np.array([1, 1, 1, 1, 0], dtype=np.uint8)
    results = run_trial(symmetric, test_only_the_last, {0: {"ewd": create_method("ewd", {})}})
    assert results[0].predictions.tolist() == [0]
    swapped = dataset([[1.0, 1.0, 1.0, 1.0, 1.0]], [0, 1, 0, 1, 1])
    results = run_trial(swapped, test_only_the_last, {0: {"ewd": create_method("ewd", {})}})
    assert results[0].predictions.tolist() == [0]


def test_a_missing_test_value_contributes_nothing() -> None:
    data = dataset([[0.0, 0.0, 9.0, 9.0, 9.0, np.nan]], [0, 0, 1, 1, 1, 0])
    assignment = np.array([1, 1, 1, 1, 1, 0], dtype=np.uint8)
    result = run_trial(data, assignment, {0: {"ewd": create_method("ewd", {})}})[0]
    assert result.predictions.tolist() == [1]  # the prior alone
    assert result.log_loss == pytest.approx(-math.log(3 / 7))


def test_a_value_that_only_test_instances_have_moves_no_cut() -> None:
    data = dataset([[0.0, 1.0, 2.0, 3.0, 1000.0]], [0, 0, 1, 1, 1])
    assignment = np.array([1, 1, 1, 1, 0], dtype=np.uint8)
    result = run_trial(data, assignment, {0: {"efd": create_method("efd", {"k": 2})}})[0]
    assert result.predictions.tolist() == [1]
    assert result.intervals == (2,)


def test_four_hundred_copies_of_an_attribute_do_not_underflow() -> None:
    rng = np.random.default_rng(4)
    labels = (rng.random(90) < 0.5).astype(int)
    column = (labels * 3 + rng.normal(size=90)).tolist()
    data = dataset([column] * 400, labels.tolist())
    assignment = np.arange(90, dtype=np.uint8) % 3
    methods = {name: create_method(name, {}) for name in ("ffd", "gaussian", "kernel")}
    for result in run_trial(data, assignment, dict.fromkeys(range(3), methods)):
        assert result.status == "done"
        assert np.isfinite([result.log_loss, result.brier]).all()
        assert result.errors < 10


def test_predictions_do_not_depend_on_the_methods_beside_nor_on_the_chunks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 3, 4000)
    columns = [(rng.normal(size=4000) + labels).tolist(), rng.integers(0, 9, 4000).tolist()]
    data = dataset(columns, labels.tolist(), n_classes=3)
    assignment = (np.arange(4000) % 2).astype(np.uint8)
    names = ["ld", "ndd", "emd"]
    together = run_trial(data, assignment, {0: {name: create_method(name, {}) for name in names}})
    monkeypatch.setattr(fold_fit, "_SCORE_BYTES", 1)
    for name in names:
        alone = run_trial(data, assignment, {0: {name: create_method(name, {})}})[0]
        beside = only(together, name)
        assert alone.predictions.tolist() == beside.predictions.tolist()
        assert (alone.log_loss, alone.brier) == (beside.log_loss, beside.brier)


def test_gaussian_densities_are_the_normal_distributions() -> None:
    values, labels = [1.0, 2.0, 4.0, 7.0, 8.0], [0, 0, 0, 1, 1]
    fitted = create_method("gaussian", {}).fit(Sample.from_values(values, labels, n_classes=2))
    asked = np.array([0.0, 3.0, 7.5])
    ours = fitted.log_likelihood(asked)
    for code, own in ((0, [1, 2, 4]), (1, [7, 8])):
        expected = norm.logpdf(asked, np.mean(own), np.std(own, ddof=1))
        np.testing.assert_allclose(ours[:, code] - 0.5 * math.log(2 * math.pi), expected)


def test_kernel_densities_are_means_of_normal_kernels() -> None:
    values, labels = [1.0, 2.0, 2.0, 7.0, 8.0], [0, 0, 0, 1, 1]
    fitted = create_method("kernel", {}).fit(Sample.from_values(values, labels, n_classes=2))
    asked = np.array([0.0, 3.0, 7.5])
    ours = np.exp(fitted.log_likelihood(asked)) / math.sqrt(2 * math.pi)
    for code, own in ((0, [1, 2, 2]), (1, [7, 8])):
        width = 1 / math.sqrt(len(own))
        expected = np.mean([norm.pdf(asked, centre, width) for centre in own], axis=0)
        np.testing.assert_allclose(ours[:, code], expected)


def test_a_kernel_density_far_from_all_values_is_still_finite() -> None:
    sample = Sample.from_values([0.0, 1.0, 2.0], [0, 1, 1], n_classes=2)
    fitted = create_method("kernel", {}).fit(sample)
    assert np.isfinite(fitted.log_likelihood(np.array([1e6]))).all()


def test_a_training_size_trains_on_that_many_instances() -> None:
    rng = np.random.default_rng(8)
    labels = rng.integers(0, 2, 300)
    data = dataset([(rng.normal(size=300) + labels).tolist()], labels.tolist())
    assignment = np.arange(300, dtype=np.uint8) % 3
    methods = {
        "all": create_method("ewd", {}),
        "small": create_method("ewd", {"training-size": 20}),
        "more than there are": create_method("ewd", {"training-size": 5000}),
    }
    every, small, more = run_trial(data, assignment, {1: methods})
    assert every.log_loss == more.log_loss != small.log_loss
    # By hand: the same twenty instances in a data set of their own, tested on fold 1.
    kept = np.setdiff1d(np.flatnonzero(assignment != 1), leave_out(assignment, 1, 20))
    test = np.flatnonzero(assignment == 1)
    both = np.concatenate((kept, test))
    column = data.quantitative[0].floats()[both].tolist()
    cut_down = dataset([column], labels[both].tolist())
    folds = (np.arange(len(both)) < len(kept)).astype(np.uint8)
    alone = run_trial(cut_down, folds, {0: {"ewd": methods["all"]}})[0]
    assert alone.predictions.tolist() == small.predictions.tolist()


class _Failing(Method):
    id, name, source, bibtex = "failing", "Failing", "", ""
    taxonomy = Taxonomy()

    def fit(self, sample: Sample) -> FittedAttribute:
        raise ZeroDivisionError("on purpose")


class _NotANumber(_Failing):
    class Fitted(FittedAttribute):
        n_intervals = 1

        def rows(self, values):
            return np.zeros(len(values), dtype=np.int32), np.full((1, 2), np.nan)

    def fit(self, sample: Sample) -> FittedAttribute:
        return self.Fitted()


class _FailingLate(_Failing):
    class Fitted(FittedAttribute):
        n_intervals = 1

        def rows(self, values):
            raise KeyError("late")

    def fit(self, sample: Sample) -> FittedAttribute:
        return self.Fitted()


@pytest.mark.parametrize(
    ("method", "phase", "cause"),
    [
        (_Failing(), "fit", "ZeroDivisionError: on purpose"),
        (_NotANumber(), "predict", "FloatingPointError: the evidence is not a number"),
        (_FailingLate(), "predict", "KeyError: 'late'"),
    ],
)
def test_a_method_that_fails_does_not_take_the_others_with_it(
    method: Method, phase: str, cause: str
) -> None:
    data = dataset([[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]], [0, 0, 0, 1, 1, 1])
    assignment = np.array([0, 1, 0, 1, 0, 1], dtype=np.uint8)
    pd = create_method("pd", {})
    alone = run_trial(data, assignment, {0: {"pd": pd}})[0]
    bad, good = run_trial(data, assignment, {0: {"bad": method, "pd": pd}})
    assert (bad.status, bad.phase, bad.predictions) == ("failed", phase, None)
    assert bad.cause.startswith(cause)
    assert good.status == "done"
    assert good.predictions.tolist() == alone.predictions.tolist()


def test_a_data_set_of_qualitative_attributes_alone_works() -> None:
    word = Qualitative("w", ("no", "yes"), np.array([0, 0, 1, 1, 0, 1], dtype=np.int8))
    data = DataSet("words", (word,), ("a", "b"), np.array([0, 0, 1, 1, 0, 1], dtype=np.int8))
    assignment = np.array([0, 1, 0, 1, 1, 1], dtype=np.uint8)
    result = run_trial(data, assignment, {0: {"ndd": create_method("ndd", {})}})[0]
    assert (result.errors, result.intervals) == (0, ())
