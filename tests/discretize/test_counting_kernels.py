"""The quick ways to count and to search give what the obvious ways give."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nbexp.classify.fold_fit import _in_order_of_value
from nbexp.discretize import kernels
from nbexp.discretize.sample import Sample

NUMBERS = st.lists(st.integers(-20, 20), max_size=40)


@settings(deadline=None)  # the first call compiles
@given(NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_places_are_those_of_searchsorted_in_any_order(ascending, asked, after_equals, in_order):
    array = np.array(sorted(ascending), dtype=np.float64)
    wanted = np.array(sorted(asked) if in_order else asked, dtype=np.float64)
    expected = np.searchsorted(array, wanted, side="right" if after_equals else "left")
    assert kernels.places(array, wanted, after_equals).tolist() == expected.tolist()


def windows_of(rng, n_values, n_windows):
    """Make windows whose bounds never decrease; some are empty, some overlap."""
    bounds = np.sort(rng.integers(0, n_values + 1, (2, n_windows)), axis=1)
    first, last = np.minimum(*bounds), np.maximum(*bounds)
    return first.astype(np.int64), last.astype(np.int64)


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 2**32), st.integers(1, 400), st.integers(1, 30), st.integers(1, 9))
def test_windows_are_counted_right_however_far_apart(seed, n_values, n_windows, step):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, n_values, 600).astype(float)
    labels = rng.integers(0, 3, 600)
    sample = Sample.from_values(values, labels, 3)
    first, last = windows_of(rng, len(sample.values), n_windows)
    pairs = (sample.indptr, sample.classes, sample.counts)
    expected = [
        np.bincount(
            labels[np.isin(values, sample.values[low:high])], minlength=3
        ).tolist()
        for low, high in zip(first, last, strict=True)
    ]  # fmt: skip
    below = kernels.counts_below(*pairs, 3, step)
    counted = kernels.window_counts(*pairs, below, step, first, last)
    assert counted.tolist() == expected
    assert sample.frequencies(first, last).tolist() == expected


@given(st.lists(st.integers(-1, 9)))
def test_instances_are_put_in_order_of_their_known_values(codes):
    in_order, places = _in_order_of_value(np.array(codes, dtype=np.int32))
    known = [(code, place) for place, code in enumerate(codes) if code >= 0]
    assert [*zip(in_order.tolist(), places.tolist(), strict=True)] == sorted(known)


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.tuples(st.integers(-1, 6), st.integers(0, 2)), max_size=60), st.integers(7, 60))
def test_pairs_are_numbered_as_they_come_value_by_value(instances, n_values):
    codes = np.array([code for code, _ in instances], dtype=np.int8)
    labels = np.array([label for _, label in instances], dtype=np.int16)
    pairs = sorted(dict.fromkeys(i for i in instances if i[0] >= 0), key=lambda pair: pair[0])
    below = [sum(value < v for value, _ in pairs) for v in range(n_values + 1)]
    for find in (kernels._pairs_by_table, kernels._pairs_by_value, kernels.pair_entries):
        pair, indptr, classes, totals = find(codes, labels, n_values, 3)
        assert pair.tolist() == [pairs.index(i) if i in pairs else -1 for i in instances]
        assert indptr.tolist() == below
        assert classes.tolist() == [label for _, label in pairs]
        assert totals.tolist() == [instances.count(pair) for pair in pairs]
