"""Folds: sizes, dependence on seed, name and trial alone, stratification."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nbexp.protocol.folds import fold_assignment, leave_out


def assign(labels: list[int], name: str = "iris", **options: object) -> np.ndarray:
    chosen = {"seed": 1, "trial": 0, "folds": 3, "stratified": False} | options
    return fold_assignment(name, np.array(labels), **chosen)


@given(
    labels=st.lists(st.integers(0, 4), min_size=1, max_size=200),
    folds=st.integers(2, 12),
    stratified=st.booleans(),
)
def test_fold_sizes_differ_by_one_at_most(labels: list[int], folds: int, stratified: bool) -> None:
    sizes = np.bincount(assign(labels, folds=folds, stratified=stratified), minlength=folds)
    assert sizes.sum() == len(labels)
    assert sizes.max() - sizes.min() <= 1


@given(labels=st.lists(st.integers(0, 4), min_size=1, max_size=200), folds=st.integers(2, 12))
def test_stratified_folds_share_each_class_equally(labels: list[int], folds: int) -> None:
    assignment = assign(labels, folds=folds, stratified=True)
    for code in set(labels):
        sizes = np.bincount(assignment[np.array(labels) == code], minlength=folds)
        assert sizes.max() - sizes.min() <= 1


def test_seed_name_and_trial_decide_and_nothing_else() -> None:
    labels = [0, 1] * 50
    reference = assign(labels)
    assert (assign(labels) == reference).all()
    assert (assign([1, 0] * 50) == reference).all()
    for other in (assign(labels, seed=2), assign(labels, trial=1), assign(labels, name="wine")):
        assert (other != reference).any()


@given(n=st.integers(3, 100), size=st.integers(0, 120), fold=st.integers(0, 2))
def test_a_smaller_training_set_is_a_subset_of_a_larger_one(n: int, size: int, fold: int) -> None:
    assignment = assign([0] * n)
    training = set(np.flatnonzero(assignment != fold).tolist())
    kept = training - set(leave_out(assignment, fold, size).tolist())
    larger = training - set(leave_out(assignment, fold, size + 1).tolist())
    assert len(kept) == (min(size, len(training)) if size else len(training))
    assert not size or kept <= larger


def test_the_permutation_never_changes() -> None:
    # Written down once: results of other versions and machines must stay comparable.
    assert assign([0] * 12).tolist() == RECORDED


RECORDED = [1, 0, 2, 0, 0, 2, 1, 1, 1, 2, 0, 2]
