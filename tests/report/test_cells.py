"""From a store to cells."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from nbexp.compare.bias_variance import kohavi_wolpert
from nbexp.errors import SpecError, StoreError
from nbexp.report.evaluation import Evaluation
from nbexp.report.published import Published, PublishedCell

SIZES = {"iris": 30, "wine": 12}
COUNTS = {
    ("iris", "ewd"): (3, 6),
    ("iris", "ndd"): (3, 3),
    ("wine", "ewd"): (0, 0),
    ("wine", "ndd"): (1, 0),
}
FAILED = {("iris", "ndd", 7, 1, 0): ("fit", "MemoryError: too much")}


def test_a_cell_holds_the_pooled_error_and_its_parts(make_store):
    cell = Evaluation("x", make_store(SIZES, COUNTS)).cells["iris", "ewd"]
    # Three instances are wrong in both trials, alike: bias. Three in one of two: a tie.
    assert (cell.errors, cell.error) == (9, Fraction(9, 60))
    assert cell.bias == Fraction(6, 60) + Fraction(3, 120)
    assert cell.variance == Fraction(3, 120)
    assert cell.trial_errors == (3, 6)
    assert cell.error_sd == pytest.approx(0.1 / 2**0.5)
    assert (cell.instances, cell.trials, cell.folds, cell.status) == (30, 2, 2, "done")
    assert (cell.log_loss, cell.brier, cell.intervals) == (0.5, 0.25, 7.0)


def test_data_sets_come_by_size(make_store):
    evaluation = Evaluation("x", make_store(SIZES, COUNTS))
    assert evaluation.datasets == ("wine", "iris")
    assert list(evaluation.cells) == [
        ("wine", "ewd"),
        ("wine", "ndd"),
        ("iris", "ewd"),
        ("iris", "ndd"),
    ]


def test_a_failed_unit_leaves_its_cell_without_values(make_store):
    cells = Evaluation("x", make_store(SIZES, COUNTS, failed=FAILED)).cells
    assert cells["iris", "ndd"].status == "failed: 1 of 4 units"
    assert cells["iris", "ndd"].error is None
    assert cells["iris", "ndd"].errors is None
    assert cells["iris", "ewd"].error == Fraction(9, 60)


def test_units_not_yet_run_leave_their_cell_without_values(make_store):
    absent = [("iris", "ewd", 7, 1, 0), ("iris", "ewd", 7, 1, 1)]
    cell = Evaluation("x", make_store(SIZES, COUNTS, absent=absent)).cells["iris", "ewd"]
    assert cell.status == "incomplete: 2 of 4 units done"
    assert (cell.error, cell.bias, cell.log_loss, cell.intervals) == (None, None, None, None)


def test_a_data_set_that_could_not_be_had_has_a_row_if_it_is_published(make_store):
    published = Published(
        "table.csv",
        {("ipums", "ewd"): PublishedCell({"error": Fraction(21, 100)})},
        {},
        {"ipums": 20},
    )
    store = make_store(
        SIZES, COUNTS, faulty=[("ipums", True, "not there"), ("sonar", False, "bad digest")]
    )
    evaluation = Evaluation("x", store, published)
    assert evaluation.datasets == ("wine", "ipums", "iris")
    assert evaluation.cells["ipums", "ewd"].status == "unavailable"
    assert evaluation.cells["ipums", "ewd"].instances == 20
    assert Evaluation("x", store).datasets == ("wine", "iris")


def test_root_seeds_are_pooled_each_an_experiment_of_its_own(make_store):
    counts = {("iris", "ewd", 1): (3, 3), ("iris", "ewd", 2): (0, 6)}
    evaluation = Evaluation("x", make_store({"iris": 30}, counts))
    cell = evaluation.cells["iris", "ewd"]
    assert (cell.errors, cell.trials, cell.trial_errors) == (12, 4, (3, 3, 0, 6))
    assert cell.error == Fraction(12, 120)
    # Seed 1: three always wrong. Seed 2: six wrong in one trial of two, shared.
    assert cell.bias == (Fraction(6, 60) + Fraction(3, 60)) / 2
    assert cell.bias + cell.variance == cell.error
    assert evaluation.seed_cells[1]["iris", "ewd"].variance == 0
    assert Evaluation("x", make_store({"iris": 30}, counts), seeds=[1]).cells[
        "iris", "ewd"
    ].error == Fraction(1, 10)


def test_a_seed_asked_for_twice_counts_once(make_store):
    store = make_store(SIZES, COUNTS)
    twice, once = (Evaluation("x", store, seeds=seeds) for seeds in ([7, 7], [7]))
    assert twice.seeds == (7,)
    assert twice.cells == once.cells
    assert twice.standard_errors("iris", "ewd") == once.standard_errors("iris", "ewd")


def test_a_seed_that_was_not_run_is_told(make_store):
    with pytest.raises(SpecError, match="no root seed 8; expected one of 7"):
        Evaluation("x", make_store(SIZES, COUNTS), seeds=[8])


def test_an_incomplete_seed_leaves_the_pooled_cell_without_values(make_store):
    counts = {("iris", "ewd", 1): (3, 3), ("iris", "ewd", 2): (0, 6)}
    store = make_store({"iris": 30}, counts, absent=[("iris", "ewd", 2, 0, 0)])
    evaluation = Evaluation("x", store)
    assert evaluation.cells["iris", "ewd"].error is None
    assert evaluation.cells["iris", "ewd"].status == "incomplete: 3 of 4 units done"
    assert evaluation.seed_cells[1]["iris", "ewd"].error == Fraction(1, 10)


def test_a_store_that_contradicts_itself_is_an_error(make_store):
    store = make_store(SIZES, COUNTS)
    units = list(store.units())
    units[0].errors += 1
    store.units = lambda: iter(units)
    with pytest.raises(StoreError, match=r"9 errors in 60, the units counted 10 in 60"):
        Evaluation("x", store).cells  # noqa: B018


def test_another_decomposition_of_the_same_error(make_store):
    evaluation = Evaluation("x", make_store(SIZES, COUNTS))
    other = evaluation.decomposed_by(kohavi_wolpert).cells["iris", "ewd"]
    cell = evaluation.cells["iris", "ewd"]
    assert other.error == cell.error
    assert other.variance == Fraction(3, 30) * Fraction(1, 4)  # p = 1/2, 1/2 for three of 30


def test_times_are_the_methods_own_and_the_folds_shared_ones(make_store):
    times = Evaluation("x", make_store(SIZES, COUNTS)).times("iris")
    assert times.shared == 2.0
    assert times.own == {"ewd": 1.0, "ndd": 1.0}


def test_a_failed_unit_has_no_part_in_the_times(make_store):
    times = Evaluation("x", make_store(SIZES, COUNTS, failed=FAILED)).times("iris")
    assert times.own == {"ewd": 1.0, "ndd": pytest.approx((0.5 + 0.5 + 1.5) / 3)}


def test_predictions_are_read_only_if_a_table_needs_them(make_store):
    store = make_store(SIZES, COUNTS)
    store.predictions = lambda *_: np.empty(0) / 0
    assert Evaluation("x", store).times("wine").shared == 2.0
