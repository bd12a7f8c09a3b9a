"""Cut points over the class distribution of an attribute."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.registry import create_method
from nbexp.report.figures.cuts import cuts_figure
from nbexp.report.figures.distribution import BINS, distribution, telling_attribute
from nbexp.report.figures.drawing import Ticks


def made(columns, labels, classes=("a", "b", "c")):
    attributes = tuple(Quantitative.from_floats(name, column) for name, column in columns.items())
    return DataSet("made", attributes, classes, np.asarray(labels, dtype=np.int8))


@pytest.fixture
def dataset():
    numbers = np.random.default_rng(5)
    labels = np.arange(120) % 3
    return made({"noise": numbers.normal(size=120), "signal": labels + numbers.random(120)}, labels)


def drawn(dataset, name, methods):
    attribute = next(one for one in dataset.quantitative if one.name == name)
    return distribution(dataset, attribute, {m: create_method(m, {}) for m in methods})


def test_the_attribute_shown_is_the_one_that_tells_most(dataset):
    assert telling_attribute(dataset).name == "signal"


def test_of_equally_telling_attributes_the_first_is_shown():
    labels = np.arange(40) % 2
    assert telling_attribute(made({"x": labels * 1.0, "y": labels * 2.0}, labels)).name == "x"


def test_an_attribute_without_a_known_value_is_not_drawn():
    dataset = made({"x": np.full(6, np.nan)}, [0, 1, 2, 0, 1, 2])
    assert distribution(dataset, dataset.quantitative[0], {}) is None


def test_the_histogram_counts_every_known_instance_once(dataset):
    found = drawn(dataset, "signal", ["ewd"])
    assert found.counts.shape == (3, BINS)
    assert found.counts.sum(axis=1).tolist() == [40, 40, 40]
    assert not found.shortened


def test_far_ends_are_left_out_and_that_is_said():
    column = np.concatenate((np.linspace(0, 1, 999), [1000.0]))
    dataset = made({"x": column}, np.arange(1000) % 2)
    found = distribution(dataset, dataset.quantitative[0], {})
    assert found.shortened
    assert found.high < 2
    assert found.counts.sum() == pytest.approx(990, abs=2)
    assert "far ends" in cuts_figure("made", found).caption


def test_rare_classes_are_shown_together():
    classes = tuple(f"c{i}" for i in range(20))
    dataset = made({"x": np.arange(200.0)}, np.arange(200) % 20, classes)
    found = distribution(dataset, dataset.quantitative[0], {})
    assert found.classes == (*classes[:6], "14 others")
    assert found.counts.sum() == 200


def test_each_eager_method_has_a_stroke_for_each_cut(dataset):
    found = drawn(dataset, "signal", ["ewd", "ndd", "ld", "gaussian"])
    figure = cuts_figure("made", found)
    strokes = [m for m in figure.panels[0].drawing.marks if isinstance(m, Ticks)]
    assert [len(one.places) for one in strokes] == [9, 11]
    assert "EWD 10, NDD 10, LD 10, GAUSSIAN none" in figure.alt
    assert "lazy method has no cut points" in figure.caption
    assert "atomic" in figure.caption


def test_a_constant_attribute_can_be_drawn():
    dataset = made({"x": np.ones(9)}, np.arange(9) % 3)
    found = distribution(dataset, dataset.quantitative[0], {"ewd": create_method("ewd", {})})
    assert cuts_figure("made", found).panels[0].drawing.marks


def test_values_on_a_grid_have_a_step_each():
    column = np.array([1.0, 2.0, 2.0, 4.0])
    dataset = made({"x": column}, [0, 1, 0, 1])
    found = distribution(dataset, dataset.quantitative[0], {})
    assert (found.low, found.high) == (0.5, 4.5)
    assert found.counts.sum(axis=0).tolist() == [1, 2, 0, 1]
