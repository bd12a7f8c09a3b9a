"""A guard on speed that no busy machine can upset: how often the work is done, not how long."""

from __future__ import annotations

import dataclasses
import gc
import weakref
from collections import Counter

import numpy as np
import pytest

from nbexp.classify import kernels as bayes_kernels
from nbexp.classify.naive_bayes import CountedDataSet
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize import entropy_kernels, kernels, sample
from nbexp.discretize.lazy import LazyWindows
from nbexp.discretize.registry import create_method
from nbexp.discretize.thesis import THESIS
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import run_trial

FOLDS = 3


def made(n: int, *, distinct: int | None = None, seed: int = 5) -> DataSet:
    """Make three quantitative and two qualitative attributes."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 4, n)
    columns = rng.standard_normal((3, n)) + labels
    if distinct:
        columns = np.floor(columns % 1 * distinct)
    codes = rng.integers(0, 3, (2, n)).astype(np.int8)
    return DataSet(
        "made",
        (
            *(Quantitative.from_floats(f"x{k}", column) for k, column in enumerate(columns)),
            *(Qualitative(f"q{k}", ("a", "b", "c"), column) for k, column in enumerate(codes)),
        ),
        ("1", "2", "3", "4"),
        labels.astype(np.int8),
    )


def run(dataset: DataSet, names: tuple[str, ...], trial: int = 0) -> None:
    assignment = fold_assignment(
        "made", dataset.labels, seed=1, trial=trial, folds=FOLDS, stratified=False
    )
    methods = {name: create_method(name, {}) for name in names}
    run_trial(dataset, assignment, dict.fromkeys(range(FOLDS), methods))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the calls of the kernels that go over instances or over all values."""
    counted: Counter[str] = Counter()
    names = {
        kernels: ("pair_entries", "count_pairs", "compress", "counts_below"),
        bayes_kernels: ("qualitative_counts", "predict"),
    }
    for module, functions in names.items():
        for name in functions:
            monkeypatch.setattr(module, name, counting(counted, name, getattr(module, name)))
    return counted


def counting(counted, name, kernel):
    def count(*arguments):
        counted[name] += 1
        return kernel(*arguments)

    return count


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the values that are visited to fill the tables of frequencies."""
    counted: Counter[str] = Counter()
    window_counts = kernels.window_counts

    def count(indptr, classes, counts, below, step, first, last):
        moved = np.diff(first, prepend=0) + np.diff(last, prepend=0)  # values leave, values enter
        alone = np.minimum(last - first, 2 * step)
        far = (moved > step) | (first >= np.concatenate(([0], last[:-1])))
        counted["values"] += int(np.where(far, alone, moved).sum())
        return window_counts(indptr, classes, counts, below, step, first, last)

    monkeypatch.setattr(kernels, "window_counts", count)
    return counted


@pytest.mark.parametrize("names", [("pd",), THESIS])
def test_instances_are_counted_once_whatever_the_number_of_methods(calls, names):
    run(made(900), names)
    assert calls["pair_entries"] == 3  # once an attribute
    assert calls["count_pairs"] == 3 * FOLDS  # each fold's part of the whole
    assert calls["compress"] == 3 * FOLDS
    assert calls["qualitative_counts"] == 1 + FOLDS  # all attributes at once
    assert calls["predict"] == FOLDS  # all methods at once


def test_a_second_trial_counts_nothing_of_the_whole_data_set_again(calls):
    dataset = made(900)
    run(dataset, ("pd",))
    calls.clear()
    run(dataset, ("pd",), trial=1)
    assert calls["pair_entries"] == 0
    assert calls["count_pairs"] == 3 * FOLDS
    assert calls["qualitative_counts"] == FOLDS


def test_methods_share_one_table_of_running_counts(calls):
    run(made(9_000), THESIS)
    assert calls["counts_below"] <= 3 * FOLDS


def test_a_lazy_interval_is_laid_once_for_each_value_not_for_each_instance(monkeypatch):
    asked: Counter[str] = Counter()
    rows = LazyWindows.rows

    def count(self, values):
        asked["values"] += len(values)
        return rows(self, values)

    monkeypatch.setattr(LazyWindows, "rows", count)
    dataset = made(3_000, distinct=50)
    run(dataset, ("ld",))
    distinct = sum(len(attribute.values) for attribute in dataset.quantitative)
    assert asked["values"] <= FOLDS * distinct


@pytest.mark.parametrize("distinct", [200, None], ids=["few values", "all distinct"])
def test_visits_grow_with_the_values_and_no_faster(visits, distinct):
    run(made(8_000, distinct=distinct), THESIS)
    small = visits.pop("values")
    run(made(32_000, distinct=distinct), THESIS)
    assert visits["values"] <= (1.05 if distinct else 4.2) * small


def test_visits_stay_few_where_test_instances_come_in_chunks(visits, monkeypatch):
    run(made(16_000), THESIS)
    whole = visits.pop("values")
    monkeypatch.setattr("nbexp.classify.fold_fit._SCORE_BYTES", 1)  # 1,024 instances a chunk
    run(made(16_000), THESIS)
    per_lazy_value = 2 * sample._STEP
    asked = 2 * 3 * 16_000  # two lazy methods, three attributes, each instance tested once
    assert visits["values"] <= whole + per_lazy_value * asked


class Counted:
    """An array that counts how often it is read."""

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.reads = array, 0

    def __getitem__(self, place: int) -> np.generic:
        self.reads += 1
        return self.array[place]

    def __len__(self) -> int:
        return len(self.array)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the kernels of the methods be run as plain Python."""
    for module in (kernels, entropy_kernels):
        for name, kernel in list(vars(module).items()):
            if hasattr(kernel, "py_func"):
                monkeypatch.setattr(module, name, kernel.py_func)


def reads_of(name: str, n: int) -> int:
    """Count how often a method reads the counts of a training set of n values."""
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 4, n)
    found = sample.Sample.from_values(rng.standard_normal(n) + labels, labels, 4)
    counts = Counted(found.counts)
    create_method(name, {}).fit(dataclasses.replace(found, counts=counts))
    return counts.reads


@pytest.mark.parametrize("name", [*THESIS, "mdlp"])
def test_what_a_method_reads_grows_with_the_values_and_no_faster(interpreted, name):
    assert reads_of(name, 2_000) <= 4.4 * reads_of(name, 500) + 100


def test_the_counts_of_a_data_set_are_let_go_before_another_is_counted(monkeypatch):
    first = made(300)
    run(first, ("pd",))
    still_there = weakref.ref(first)
    del first
    seen = []
    count = CountedDataSet.count

    def look_and_count(dataset):
        gc.collect()
        seen.append(still_there() is not None)
        return count(dataset)

    monkeypatch.setattr(CountedDataSet, "count", look_and_count)
    run(made(300, seed=6), ("pd",))
    assert seen == [False]
