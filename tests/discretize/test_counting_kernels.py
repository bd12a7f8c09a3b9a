"""The quick ways to count and to search give what the obvious ways give."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nbexp.classify.naive_bayes import _values_asked
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
def test_windows_are_counted_alike_in_both_ways(seed, n_values, n_windows, step):
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
    sliding = kernels.window_counts(*pairs, first, last, 3)
    below = kernels.counts_below(*pairs, 3, step)
    lone = kernels.lone_window_counts(*pairs, below, step, first, last)
    assert sliding.tolist() == lone.tolist() == expected
    assert sample.frequencies(first, last).tolist() == expected


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 2**32), st.integers(1, 2_000), st.integers(1, 60))
def test_the_values_that_instances_have_are_found_with_their_places(seed, n_values, n):
    rng = np.random.default_rng(seed)
    values = np.arange(n_values) * 0.5
    codes = rng.integers(-1, n_values, n).astype(np.int32)
    asked, places = _values_asked(values, codes)
    known = codes >= 0
    assert asked.tolist() == np.unique(values[codes[known]]).tolist()
    assert asked[places[known]].tolist() == values[codes[known]].tolist()
    assert (places[~known] == -1).all()
