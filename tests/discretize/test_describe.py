"""What a method makes of one attribute, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.describe import attribute_sample, describe
from nbexp.discretize.registry import create_method, method_ids
from nbexp.discretize.sample import Sample
from nbexp.errors import DataError, SpecError

INF = np.inf


@pytest.fixture
def sample():
    """1 .. 12, the first six of class 0, the others of class 1."""
    return Sample.from_values(np.arange(1.0, 13.0), np.repeat([0, 1], 6), 2)


def test_disjoint_intervals_with_their_classes(sample):
    found = describe(create_method("ffd", {"s": 4}), sample)
    assert found.kind == "disjoint"
    assert found.asked.tolist() == [[-INF, 4.5], [4.5, 8.5], [8.5, INF]]
    assert found.frequencies.tolist() == [[4, 0], [2, 2], [0, 4]]
    assert found.cuts.tolist() == [4.5, 8.5]
    assert np.array_equal(found.reach, found.asked)


def test_an_atomic_interval_is_told_with_the_wider_one_that_is_counted(sample):
    found = describe(
        create_method("ndd", {"s": 9, "least-intervals": 1}), sample
    )  # cells of 3: up to 3, 6, 9
    assert found.kind == "overlapping"
    assert found.asked.tolist() == [[-INF, 3], [3, 6], [6, 9], [9, INF]]
    assert found.reach.tolist() == [[-INF, 6], [-INF, 9], [3, INF], [6, INF]]
    assert found.frequencies.tolist() == [[6, 0], [6, 3], [3, 6], [0, 6]]
    assert found.n_intervals == 2


def test_an_atomic_interval_without_values_is_not_told():
    sample = Sample.from_values([1.0] * 6 + [2.0] * 3, [0] * 6 + [1] * 3, 2)
    found = describe(
        create_method("ndd", {"s": 9, "least-intervals": 1}), sample
    )  # cells end at 1, 1 and 2
    assert found.asked.tolist() == [[-INF, 1], [1, INF]]
    assert found.frequencies.tolist() == [[6, 0], [0, 3]]


def test_a_lazy_method_is_asked_at_the_deciles(sample):
    found = describe(create_method("ld", {"k": 4}), sample)  # windows of 3 positions
    assert found.kind == "lazy"
    assert found.asked[:, 0].tolist() == [2, 3, 4, 5, 7, 8, 9, 10, 11]
    assert found.reach[0].tolist() == [1, 3]
    assert found.frequencies[0].tolist() == [3, 0]
    assert len(found.cuts) == 0


def test_fuzzy_counts_are_sums_of_influences(sample):
    found = describe(create_method("fld", {"k": 2}), sample)
    assert found.kind == "fuzzy"
    assert found.asked.tolist() == [[-INF, 6.5], [6.5, INF]]
    assert 0 < found.frequencies[0, 1] < found.frequencies[0, 0] < 6


@pytest.mark.parametrize("name", ["gaussian", "kernel"])
def test_a_density_is_refused_with_the_reason(name, sample):
    with pytest.raises(SpecError, match=f"{name}: has no intervals to show: it estimates the"):
        describe(create_method(name, {}), sample)


@pytest.mark.parametrize("name", [one for one in method_ids() if one not in ("gaussian", "kernel")])
def test_every_other_method_shows_its_intervals(name, sample):
    found = describe(create_method(name, {}), sample)
    n, classes = found.frequencies.shape
    assert found.asked.shape == found.reach.shape == (n, 2)
    assert classes == 2
    assert found.kind != "disjoint" or found.frequencies.sum() == 12


def test_an_attribute_is_taken_by_its_name():
    codes = np.array([0, 1], dtype=np.int8)
    dataset = DataSet(
        "d",
        (
            Quantitative.from_floats("height", [1.0, np.nan]),
            Quantitative.from_floats("empty", [np.nan, np.nan]),
            Qualitative("colour", ("red", "green"), codes),
        ),
        ("a", "b"),
        codes,
    )
    sample = attribute_sample(dataset, "height")
    assert (sample.n_known, sample.class_totals.tolist()) == (1, [1, 1])
    with pytest.raises(SpecError, match="'hight'; did you mean height"):
        attribute_sample(dataset, "hight")
    with pytest.raises(SpecError, match="colour is qualitative: there is nothing to discretize"):
        attribute_sample(dataset, "colour")
    with pytest.raises(DataError, match="empty: no value is known"):
        attribute_sample(dataset, "empty")
