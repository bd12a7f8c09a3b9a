"""IFFD: the worked example of the paper, bounds, ties, and a slow twin."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_incremental import SlowIffd

from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.incremental.registry import create_learner

PAPER = [3.0, 4.0, 4.3, 4.5, 5.1, 5.9, 6.0, 6.1, 6.2, 6.5, 6.7, 6.8, 6.9, 7.1]


def attribute(first: list[float], labels: list[int] | None = None, n_classes=1, **params):
    learner = create_learner("iffd", params)
    begun = learner.attribute(n_classes)
    if first:
        codes = np.array(labels if labels is not None else [0] * len(first), dtype=np.int64)
        begun.start(np.array(first), codes)
    return begun


def intervals(begun) -> list[list[float]]:
    return [values.tolist() for values in begun.values()]


def test_the_worked_example_of_the_paper() -> None:
    begun = attribute(PAPER, least=3, tail=0.0)
    whole = [[3.0, 4.0, 4.3], [4.5, 5.1, 5.9], [6.0, 6.1, 6.2], [6.5, 6.7, 6.8], [6.9, 7.1]]
    assert intervals(begun) == whole
    begun.learn_one(5.2, 0)
    assert intervals(begun)[1] == [4.5, 5.1, 5.2, 5.9]
    assert begun.frequencies()[1].tolist() == [4]
    begun.learn_one(5.4, 0)
    assert intervals(begun)[1] == [4.5, 5.1, 5.2, 5.4, 5.9]
    begun.learn_one(5.5, 0)
    assert intervals(begun) == [whole[0], [4.5, 5.1, 5.2], [5.4, 5.5, 5.9], *whole[2:]]


def test_an_interval_whose_every_cut_would_divide_equal_values_is_not_split() -> None:
    begun = attribute([4.5, 5.1, 5.2, 5.2, 5.2], least=3)
    begun.learn_many([5.6, 5.9], [0, 0])
    assert intervals(begun) == [[4.5, 5.1, 5.2, 5.2, 5.2, 5.6, 5.9]]
    begun.learn_one(5.8, 0)  # 5 | 3
    assert intervals(begun) == [[4.5, 5.1, 5.2, 5.2, 5.2], [5.6, 5.8, 5.9]]


def test_read_as_the_pseudo_code_an_interval_splits_one_value_later() -> None:
    begun = attribute([1.0, 2.0, 3.0, 4.0, 5.0], least=3, split="exceeding")
    begun.learn_one(6.0, 0)
    assert begun.n_intervals == 1
    begun.learn_one(7.0, 0)
    assert intervals(begun) == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]


def test_of_two_cuts_as_near_to_the_middle_the_left_one_is_made() -> None:
    begun = attribute([1.0, 2.0, 3.0, 3.0, 5.0, 6.0], least=2, tail=1.0)
    assert intervals(begun) == [[1.0, 2.0], [3.0, 3.0], [5.0, 6.0]]
    begun = attribute([], least=2)
    begun.learn_many([1.0, 2.0, 3.0, 3.0], [0] * 4)
    assert intervals(begun) == [[1.0, 2.0], [3.0, 3.0]]


def test_the_first_instances_are_discretized_as_ffd_does() -> None:
    rng = np.random.default_rng(2)
    values, labels = rng.integers(0, 90, 200) / 4, rng.integers(0, 3, 200)
    for params in ({}, {"parts": "round", "tail": 0.62}):
        begun = attribute(values.tolist(), labels.tolist(), 3, **params)
        ffd = create_method("ffd", {"parts": "in-turn", "tail": 1.0} | params)
        fitted = ffd.fit(Sample.from_values(values, labels, 3))
        if params == {}:
            assert begun.cuts().tolist() == fitted.upper.tolist()
            assert begun.frequencies().tolist() == fitted.frequencies.tolist()
        assert set(fitted.upper.tolist()) <= set(begun.cuts().tolist())


def test_a_long_first_interval_is_split_before_any_instance_comes() -> None:
    # parts: floor makes one interval of 59 instances, its run of 9 equal values included 67.
    values = [float(v) for v in range(58)] + [58.0] * 9
    begun = attribute(values, parts="floor")
    assert begun.frequencies()[:, 0].tolist() == [33, 34]


def test_without_first_instances_one_interval_grows_and_splits() -> None:
    begun = attribute([], least=3)
    assert begun.n_intervals == 0
    begun.learn_many([float(v) for v in range(6)], [0] * 6)
    assert intervals(begun) == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_a_missing_value_belongs_to_no_interval() -> None:
    begun = attribute([1.0, float("nan"), 2.0], least=3)
    begun.learn_one(float("nan"), 0)
    assert (begun.n_known, begun.frequencies().sum()) == (2, 2)


def test_a_class_that_comes_late_widens_the_counts() -> None:
    begun = attribute(PAPER, least=3)
    begun.widen(3)
    begun.learn_many([5.2, 5.4, 5.5], [2, 1, 2])
    of_low, of_high = (np.searchsorted(begun.cuts(), value) for value in (5.15, 5.45))
    assert begun.frequencies()[of_low].tolist() == [2, 0, 1]
    assert begun.frequencies()[of_high].tolist() == [1, 1, 1]


def check(begun, seen: list[tuple[float, int]], least: int, n_classes: int) -> None:
    """Check what must hold of the intervals after every step."""
    held = intervals(begun)
    assert sorted(v for values in held for v in values) == sorted(v for v, _ in seen)
    edges = [-np.inf, *begun.cuts(), np.inf]
    for j, (low, high) in enumerate(pairwise(edges)):
        inside = [(v, c) for v, c in seen if low < v <= high]
        assert held[j] == sorted(v for v, _ in inside)
        counts = np.bincount([c for _, c in inside], minlength=n_classes)
        assert begun.frequencies()[j].tolist() == counts.tolist()
        n = len(inside)
        if len(held) > 1:
            assert n >= least
        if n >= 2 * least:  # every cut would divide equal values or leave a part too small
            assert all(held[j][k - 1] == held[j][k] for k in range(least, n - least + 1))


pairs = st.lists(
    st.tuples(st.integers(0, 12).map(float) | st.floats(0, 12), st.integers(0, 2)),
    min_size=1,
    max_size=80,
)


@settings(deadline=None, max_examples=150)
@given(pairs, st.integers(1, 5), st.integers(0, 30), st.booleans())
def test_intervals_are_those_of_the_slow_twin_and_keep_their_bounds(
    stream: list[tuple[float, int]], least: int, initial: int, exceeding: bool
) -> None:
    first, rest = stream[:initial], stream[initial:]
    begun = attribute(
        [v for v, _ in first],
        [c for _, c in first],
        3,
        least=least,
        split="exceeding" if exceeding else "reaching",
    )
    twin = SlowIffd(least, 2 * least + exceeding)
    if first:
        twin.start(first, tail=1.0)
    for number, (value, label) in enumerate(rest):
        begun.learn_one(value, label)
        twin.learn(value, label)
        assert begun.cuts().tolist() == twin.cuts
        assert intervals(begun) == [[v for v, _ in interval] for interval in twin.intervals]
        if not exceeding:
            check(begun, first + rest[: number + 1], least, 3)


@pytest.mark.parametrize("order", ["random", "ascending", "descending"])
def test_a_long_stream_keeps_every_interval_within_its_bounds(order: str) -> None:
    rng = np.random.default_rng(3)
    values, labels = rng.normal(size=5000).round(2), rng.integers(0, 4, 5000)
    if order != "random":
        values = np.sort(values)[:: 1 if order == "ascending" else -1]
    begun = attribute(values[:200].tolist(), labels[:200].tolist(), 4)
    begun.learn_many(values[200:], labels[200:])
    check(begun, list(zip(values.tolist(), labels.tolist(), strict=True)), 30, 4)


def test_a_value_that_most_instances_have_is_one_pair_a_class_however_they_began() -> None:
    n_classes = 40
    numbers = np.random.default_rng(4)
    labels = numbers.integers(0, n_classes, 6000)
    values = np.where(numbers.random(6000) < 0.9, 7.0, np.round(numbers.random(6000) * 14, 1))
    attribute = create_learner("iffd", {}).attribute(n_classes)
    attribute.start(values[:200], labels[:200])
    attribute.learn_many(values[200:], labels[200:])
    assert attribute.frequencies().sum(axis=0).tolist() == np.bincount(labels).tolist()
    assert attribute.frequencies().min() >= 0
    assert attribute.state.sizes[:, 1].max() <= 2 * 30 + n_classes
    assert np.sort(np.concatenate(attribute.values())).tolist() == np.sort(values).tolist()
