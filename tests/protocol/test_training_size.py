"""Training on a part of the training instances."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.frequency import FixedFrequency
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import run_trial


class Counting(FixedFrequency):
    """FFD that notes the size of each sample it is given."""

    seen: list[int]

    def fit(self, sample):
        self.seen.append(sample.n_known)
        return super().fit(sample)


@pytest.fixture
def seen(monkeypatch):
    found: list[int] = []
    monkeypatch.setattr(Counting, "seen", found, raising=False)
    return found


@pytest.fixture
def dataset():
    random = np.random.default_rng(5)
    x = Quantitative.from_floats("x", random.normal(size=90))
    return DataSet("made-up", (x,), ("a", "b"), random.integers(0, 2, 90).astype(np.int8))


def run(dataset, sizes, **params):
    assignment = fold_assignment("x", dataset.labels, seed=1, trial=0, folds=3, stratified=False)
    methods = {f"n={n}": Counting(**{"training-size": n, "s": 5, **params}) for n in sizes}
    return {unit.method: unit for unit in run_trial(dataset, assignment, {1: methods})}


def test_a_method_sees_so_many_instances_as_its_size(dataset, seen):
    run(dataset, [10, 30])
    assert seen == [10, 30]


def test_sizes_beyond_the_training_set_are_all_of_it_and_done_once(dataset, seen):
    units = run(dataset, [30, 60, 61, 100_000, 0])
    assert seen == [30, 60]
    whole = units["n=0"]
    for label in ("n=60", "n=61", "n=100000"):
        assert np.array_equal(units[label].predictions, whole.predictions)
        assert (units[label].errors, units[label].log_loss) == (whole.errors, whole.log_loss)
    assert list(units) == ["n=30", "n=60", "n=61", "n=100000", "n=0"]


def test_methods_that_differ_otherwise_are_each_done(dataset, seen):
    assignment = fold_assignment("x", dataset.labels, seed=1, trial=0, folds=3, stratified=False)
    methods = {f"s={s}": Counting(**{"training-size": 500, "s": s}) for s in (5, 20)}
    units = run_trial(dataset, assignment, {0: methods})
    assert seen == [60, 60]
    assert units[0].intervals != units[1].intervals
