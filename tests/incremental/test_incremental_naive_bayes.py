"""Incremental naive Bayes: a slow twin that refits, one by one and many at once, saving."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from slow_incremental import columns_of, tricky_stream

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.errors import DataError, SpecError, StoreError
from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes
from nbexp.incremental.registry import create_learner, incremental_ids
from twin import AS_THE_ENGINE, slow_naive_bayes

NEAR_TIE = 1e-9
EVERY = (*incremental_ids(), "ffd", "pd")


def twin_columns(dataset: DataSet, instances: slice) -> list[tuple]:
    columns: list[tuple] = []
    for attribute in dataset.attributes:
        if isinstance(attribute, Quantitative):
            floats = attribute.floats()[instances]
            known = [None if math.isnan(value) else float(value) for value in floats]
            columns.append(("quantitative", known))
        else:
            codes = [None if code < 0 else int(code) for code in attribute.codes[instances]]
            columns.append(("qualitative", len(attribute.values), codes))
    return columns


def instance(dataset: DataSet, i: int) -> list:
    values: list = []
    for attribute in dataset.attributes:
        code = attribute.codes[i]
        values.append(None if code < 0 else attribute.values[code])
    return values


def started(dataset: DataSet, method: str, initial: int, **params) -> IncrementalNaiveBayes:
    model = IncrementalNaiveBayes.for_dataset(dataset, create_learner(method, params))
    columns = [column[:initial] for column in columns_of(dataset)]
    model.start(columns, dataset.labels[:initial].astype(np.int64))
    return model


@pytest.mark.parametrize(
    ("method", "params", "twin", "twin_params"),
    [
        ("mffd", {"s": 10}, "ffd", {"s": 10, "tail": 1, "parts": "in-turn"}),
        ("mffd", {"s": 7, "tail": 0.0}, "ffd", {"s": 7, "tail": 0, "parts": "in-turn"}),
        ("kde", {}, "kernel", {}),
        ("gaussian", {}, "gaussian", {}),
        ("ffd", {}, "ffd", AS_THE_ENGINE["ffd"]),
    ],
)
def test_predictions_equal_those_of_a_slow_twin_that_refits_at_each_step(
    method: str, params: dict, twin: str, twin_params: dict
) -> None:
    dataset = tricky_stream(1, 300)
    initial = 30
    model = started(dataset, method, initial, **params)
    rest = [column[initial:] for column in columns_of(dataset)]
    scores = model.test_then_learn(rest, dataset.labels[initial:].astype(np.int64))
    near_ties = 0
    for i in range(initial, 300):
        (expected,) = slow_naive_bayes.posterior(
            twin_columns(dataset, slice(i)),
            [int(label) for label in dataset.labels[:i]],
            twin_columns(dataset, slice(i, i + 1)),
            dataset.n_classes,
            twin,
            twin_params,
        )
        ours = scores[i - initial]
        if twin in ("kernel", "gaussian"):  # they leave log √(2π) out, of all classes alike
            ours, expected = ours - ours.max(), np.array(expected) - max(expected)
        np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-8)
        if slow_naive_bayes.lead_of_best(expected) > NEAR_TIE:
            assert np.argmax(ours) == slow_naive_bayes.first_best(expected)
        else:
            near_ties += 1
    assert near_ties < 5


@pytest.mark.parametrize("params", [{}, {"class-counts": "known", "qualitative-total": "known"}])
@pytest.mark.parametrize("method", EVERY)
def test_one_by_one_gives_the_same_numbers_as_many_at_once(method: str, params: dict) -> None:
    dataset = tricky_stream(2, 160 if method in ("ffd", "pd") else 900)
    n, initial = dataset.n_instances, 40
    at_once, one_by_one = (started(dataset, method, initial, **params) for _ in range(2))
    rest = [column[initial:] for column in columns_of(dataset)]
    scores = at_once.test_then_learn(rest, dataset.labels[initial:].astype(np.int64))
    for i in range(initial, n):
        values = instance(dataset, i)
        assert one_by_one._scores(values).tolist() == scores[i - initial].tolist()
        best = dataset.classes[int(np.argmax(scores[i - initial]))]
        assert one_by_one.predict_one(values) == best
        one_by_one.learn_one(values, dataset.classes[dataset.labels[i]])
    assert one_by_one.n_intervals == at_once.n_intervals
    assert one_by_one.class_counts.tolist() == at_once.class_counts.tolist()


@pytest.mark.parametrize("method", EVERY)
def test_learning_without_classifying_changes_nothing(method: str) -> None:
    dataset = tricky_stream(3, 150)
    one, other = (started(dataset, method, 20) for _ in range(2))
    labels = dataset.labels.astype(np.int64)
    middle, last = ([c[a:b] for c in columns_of(dataset)] for a, b in ((20, 90), (90, 150)))
    one.learn_many(middle, labels[20:90])
    other.test_then_learn(middle, labels[20:90])
    ours, theirs = (model.test_then_learn(last, labels[90:]) for model in (one, other))
    assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("method", incremental_ids())
def test_classes_and_values_that_were_not_declared_are_taken_in(method: str) -> None:
    declared = IncrementalNaiveBayes(
        create_learner(method, {}), [Declared("x"), Declared("w", ("a", "b", "c"))], ["0", "1", "2"]
    )
    open_ended = IncrementalNaiveBayes(
        create_learner(method, {}), [Declared("x"), Declared("w", ())]
    )
    rng = np.random.default_rng(4)
    for i in range(300):
        label = str(i) if i < 3 else str(rng.integers(0, 3))
        word = "abc"[i] if i < 3 else rng.choice(["a", "b", "c", None])
        values = [float(rng.normal() + int(label)), word]
        if i >= 3:
            assert open_ended.predict_proba_one(values) == declared.predict_proba_one(values)
        for model in (declared, open_ended):
            model.learn_one(values, label)
    assert open_ended.classes == ("0", "1", "2")


def test_a_qualitative_value_never_seen_counts_as_one_that_never_occurred() -> None:
    model = IncrementalNaiveBayes(create_learner("iffd", {}), [Declared("w", ("a", "b"))])
    for word, label in (("a", "x"), ("a", "x"), ("b", "y")):
        model.learn_one([word], label)
    p = 1 / (3 + 2)
    odds = {
        "x": (3 / 5) * (0 + 2 * p) / (2 + 2),
        "y": (2 / 5) * (0 + 2 * p) / (1 + 2),
    }
    share = model.predict_proba_one(["new"])
    assert share["x"] == pytest.approx(odds["x"] / sum(odds.values()))
    assert model.attributes[0].n_values == 2  # asking takes nothing in


def test_n_c_counts_instances_with_a_missing_value() -> None:
    model = IncrementalNaiveBayes(create_learner("iffd", {}), [Declared("x")], ("a", "b"))
    for value, label in ((1.0, "a"), (None, "a"), (float("nan"), "a"), (2.0, "b")):
        model.learn_one([value], label)
    # One interval with one of each class: p = (2 + 1)/(2 + 1) = 1.
    odds = {"a": (4 / 6) * (1 + 2) / (3 + 2), "b": (2 / 6) * (1 + 2) / (1 + 2)}
    assert model.predict_proba_one([1.5])["a"] == pytest.approx(odds["a"] / sum(odds.values()))


def test_a_missing_value_says_nothing() -> None:
    model = IncrementalNaiveBayes(create_learner("iffd", {}), [Declared("x")], ("a", "b"))
    model.learn_one([1.0], "a")
    assert model.predict_proba_one([None]) == pytest.approx({"a": 2 / 3, "b": 1 / 3})


def test_ties_go_to_the_first_class_and_no_class_is_none() -> None:
    assert IncrementalNaiveBayes(create_learner("iffd", {}), []).predict_one([]) is None
    assert IncrementalNaiveBayes(create_learner("iffd", {}), []).predict_proba_one([]) == {}
    model = IncrementalNaiveBayes(create_learner("iffd", {}), [Declared("x")], ("a", "b"))
    assert model.predict_one([3.0]) == "a"


def test_an_instance_that_does_not_fit_is_refused_and_leaves_no_trace() -> None:
    model = IncrementalNaiveBayes(create_learner("iffd", {}), [Declared("w", ()), Declared("x")])
    with pytest.raises(DataError, match="found 1 values, expected 2"):
        model.learn_one(["a"], "c")
    with pytest.raises(DataError, match="attribute x: found 'tall', expected a number"):
        model.learn_one(["a", "tall"], "c")
    assert (model.classes, model.n_learnt) == ((), 0)
    model.learn_one(["b", 1.0], "c")
    assert model.attributes[0].n_values == 1


@pytest.mark.parametrize("method", EVERY)
def test_a_saved_classifier_is_taken_up_where_it_was_left(method: str, tmp_path: Path) -> None:
    dataset = tricky_stream(5, 200)
    labels = dataset.labels.astype(np.int64)
    whole = started(dataset, method, 30)
    middle, last = ([c[a:b] for c in columns_of(dataset)] for a, b in ((30, 120), (120, 200)))
    whole.learn_many(middle, labels[30:120])
    whole.save(tmp_path / "model")
    resumed = IncrementalNaiveBayes.load(tmp_path / "model")
    expected = whole.test_then_learn(last, labels[120:])
    assert resumed.test_then_learn(last, labels[120:]).tolist() == expected.tolist()
    assert [file.name for file in tmp_path.iterdir()] == ["model"]


def test_a_file_that_holds_no_classifier_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"nothing of the kind")
    with pytest.raises(StoreError, match="found no saved classifier"):
        IncrementalNaiveBayes.load(tmp_path / "model")
    with pytest.raises(StoreError, match="cannot be read"):
        IncrementalNaiveBayes.load(tmp_path / "other")


def test_first_instances_come_first() -> None:
    dataset = tricky_stream(6, 40)
    model = started(dataset, "iffd", 20)
    with pytest.raises(ValueError, match="learnt already"):
        model.start(columns_of(dataset), dataset.labels.astype(np.int64))


def test_codes_that_were_not_declared_never_reach_a_kernel() -> None:
    model = IncrementalNaiveBayes(
        create_learner("iffd", {}), [Declared("x"), Declared("w", ("a", "b"))], ("0", "1")
    )
    values, words, labels = np.array([1.0]), np.array([1]), np.array([0])
    with pytest.raises(ValueError, match="labels: found codes from 2 to 2, expected 0 to 1"):
        model.learn_many([values, words], np.array([2]))
    with pytest.raises(ValueError, match="attribute w: found codes from 2 to 2, expected -1 to 1"):
        model.start([values, np.array([2])], labels)
    with pytest.raises(ValueError, match="attribute x: found 2 values, expected 1"):
        model.test_then_learn([np.array([1.0, 2.0]), words], labels)
    with pytest.raises(ValueError, match="labels: found codes from -1"):
        create_learner("kde", {}).attribute(2).learn_one(1.0, -1)
    assert (model.n_learnt, [a.n_known for a in model.attributes]) == (0, [0, 0])


def test_an_unknown_method_is_named_with_the_nearest() -> None:
    with pytest.raises(SpecError, match="unknown"):
        create_learner("iffdd", {})
    with pytest.raises(SpecError, match="method iffd: parameter least: found 0"):
        create_learner("iffd", {"least": 0})
