"""The growth of time with the training set."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from timing_data import small_dataset

from nbexp.discretize.registry import create_method
from nbexp.protocol.folds import fold_assignment
from nbexp.timing.growth import fit_exponent, growths, order_of, time_growth, training_sizes


def test_a_power_law_is_found_exactly():
    sizes = [100, 200, 400, 800]
    assert fit_exponent(sizes, [3e-6 * n**1.5 for n in sizes]) == pytest.approx(1.5)


def test_sorting_shows_as_a_little_more_than_one():
    sizes = [10_000, 20_000, 40_000, 80_000]
    assert 1.05 < fit_exponent(sizes, [n * math.log(n) for n in sizes]) < 1.15


def test_training_sizes_double_up_to_all_instances():
    assert training_sizes(32_561) == [2035, 4070, 8140, 16280, 32561]
    assert training_sizes(100) == [100]


def test_growth_is_fitted_to_the_medians_at_each_size():
    dataset = small_dataset(3_000)
    assignment = fold_assignment(
        "small", dataset.labels, seed=1, trial=0, folds=3, stratified=False
    )
    rows = list(time_growth(dataset, assignment, {"ld": create_method("ld", {})}, repeats=1))
    assert [row.trained for row in rows[::2]] == [250, 500, 1000, 2000]
    exact = [replace(row, train_seconds=row.trained * 1e-6, test_seconds=2e-3) for row in rows]
    for found in growths(exact):
        assert (found.smallest, found.largest) == (250, 2000)
        assert found.train_exponent == pytest.approx(1)
        assert found.test_exponent == pytest.approx(0, abs=1e-9)


def test_the_thesis_states_an_order_for_its_methods():
    assert order_of("emd") == "m n log n"
    assert order_of("ld-ffd") == "n log n + n l"
    assert order_of("gaussian") == "-"
