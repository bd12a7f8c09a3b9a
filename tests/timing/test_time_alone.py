"""What is timed is the method itself: alone, it predicts what it predicts in a run."""

from __future__ import annotations

import numpy as np
import pytest
from timing_data import small_dataset

from nbexp.discretize.registry import create_method, method_ids
from nbexp.discretize.sample import Sample
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import run_trial
from nbexp.timing import alone
from nbexp.timing.measure import _WARM_UP_INSTANCES, contenders, time_methods
from nbexp.timing.raw import raw_fold
from nbexp.timing.records import AS_NBEXP, PER_INSTANCE

LAZY_VARIANTS = {
    "as text": ("ld", {"reading": "text"}),
    "of equal width": ("ld", {"primary": "ewd"}),
    "known counts": ("ld-ffd", {"class-counts": "known"}),
}


def assignment_of(dataset):
    return fold_assignment("small", dataset.labels, seed=1, trial=0, folds=3, stratified=False)


def predictions_alone(dataset, assignment, method, *, per_instance):
    train, test = np.flatnonzero(assignment != 0), np.flatnonzero(assignment == 0)
    fold = raw_fold(dataset, train, test)
    return alone.test(alone.train(fold, method, per_instance=per_instance), fold)


@pytest.mark.parametrize("name", method_ids())
def test_a_method_alone_predicts_what_it_predicts_in_a_run(name):
    dataset = small_dataset()
    assignment = assignment_of(dataset)
    method = create_method(name, {})
    (result,) = run_trial(dataset, assignment, {0: {name: method}})
    for contender in contenders({name: method}):
        found = predictions_alone(
            dataset, assignment, method, per_instance=contender.way == PER_INSTANCE
        )
        assert found.tolist() == result.predictions.tolist()


@pytest.mark.parametrize("variant", LAZY_VARIANTS)
def test_an_interval_for_every_test_instance_gives_the_same_predictions(variant):
    dataset = small_dataset()
    assignment = assignment_of(dataset)
    method = create_method(*LAZY_VARIANTS[variant])
    (result,) = run_trial(dataset, assignment, {0: {"lazy": method}})
    found = predictions_alone(dataset, assignment, method, per_instance=True)
    assert found.tolist() == result.predictions.tolist()


def test_lazy_methods_are_measured_in_both_ways_and_others_in_one():
    methods = {name: create_method(name, {}) for name in ("ndd", "ld-ffd")}
    assert [(one.label, one.way) for one in contenders(methods)] == [
        ("ndd", AS_NBEXP),
        ("ld-ffd", PER_INSTANCE),
        ("ld-ffd", AS_NBEXP),
    ]


def test_each_repeat_takes_the_next_fold_and_another_order():
    dataset = small_dataset()
    methods = {name: create_method(name, {}) for name in ("ewd", "pd", "ndd", "ffd")}
    rows = list(time_methods(dataset, assignment_of(dataset), methods, repeats=4))
    assert [row.fold for row in rows[::4]] == [0, 1, 2, 0]
    firsts = [row.method for row in rows[::4]]
    assert sorted(firsts) == sorted(methods)
    assert all(row.trained + row.tested == dataset.n_instances for row in rows)
    assert all(row.train_seconds > 0 and row.test_seconds > 0 for row in rows)


def test_what_takes_long_is_measured_once(monkeypatch):
    monkeypatch.setattr("nbexp.timing.measure.PATIENCE_SECONDS", 0.0)
    dataset = small_dataset()
    methods = {"ewd": create_method("ewd", {})}
    assert len(list(time_methods(dataset, assignment_of(dataset), methods, repeats=3))) == 1


def test_nothing_is_shared_between_methods_and_repeats(monkeypatch):
    made = []
    from_values = Sample.from_values

    def count(values, labels, n_classes):
        made.append(len(labels))
        return from_values(values, labels, n_classes)

    monkeypatch.setattr(Sample, "from_values", count)
    dataset = small_dataset()
    methods = {name: create_method(name, {}) for name in ("ewd", "pd", "ld-ffd")}
    rows = []
    for row in time_methods(dataset, assignment_of(dataset), methods, repeats=2):
        # Each attribute is sorted and counted anew for every row; before the first row all is
        # done once more on few instances, so that no compiling is in a measured time.
        quantitative = len(dataset.quantitative)
        assert made.count(row.trained) == quantitative
        if not rows:
            few = min(_WARM_UP_INSTANCES, dataset.n_instances)
            assert made.count(few) == quantitative * len(contenders(methods))
        made.clear()
        rows.append(row)
    assert len(rows) == 2 * len(contenders(methods))
