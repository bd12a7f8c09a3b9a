"""The generator of Breiman's waveform."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nbexp.data.recipe import ClassDecl
from nbexp.data.source import GeneratorDecl
from nbexp.data.waveform import waveform, waves


def made(instances: int = 3000, seed: int = 7, noise: int = 0) -> tuple[np.ndarray, np.ndarray]:
    decl = GeneratorDecl(name="waveform", instances=instances, seed=seed, noise=noise)
    dataset = waveform("w", decl)
    return np.array([a.floats() for a in dataset.attributes]).T, dataset.labels


def test_the_three_waves_are_triangles_of_height_six() -> None:
    assert waves().max(axis=1).tolist() == [6.0, 6.0, 6.0]
    assert (waves().argmax(axis=1) + 1).tolist() == [7, 15, 11]
    assert (waves() > 0).sum(axis=1).tolist() == [11, 11, 11]


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    values, labels = made(instances=2, seed=1984)
    assert labels.tolist() == [0, 0]
    assert values[0, :5].tolist() == [0.78, -1.39, 0.02, 0.18, 0.71]
    other, _ = made(instances=2, seed=1985)
    assert not np.array_equal(values, other)


def test_more_instances_begin_with_the_same_ones() -> None:
    few, many = made(instances=10)[0], made(instances=50)[0]
    np.testing.assert_array_equal(few, many[:10])


def test_the_means_of_a_class_are_those_of_its_two_waves() -> None:
    values, labels = made(instances=20000)
    mixed = [(0, 1), (0, 2), (1, 2)]
    for label, (first, second) in enumerate(mixed):
        expected = (waves()[first] + waves()[second]) / 2
        # a value's standard deviation is at most sqrt(1 + 36 / 12): 2; 5 sigma of the mean
        np.testing.assert_allclose(values[labels == label].mean(axis=0), expected, atol=0.13)


def test_noise_attributes_are_standard_normal() -> None:
    values, _ = made(instances=20000, noise=19)
    assert values.shape == (20000, 40)
    np.testing.assert_allclose(values[:, 21:].mean(axis=0), 0.0, atol=0.04)
    np.testing.assert_allclose(values[:, 21:].std(axis=0), 1.0, atol=0.03)


def test_classes_are_equally_likely_and_may_be_named() -> None:
    _, labels = made(instances=30000)
    np.testing.assert_allclose(np.bincount(labels) / 30000, 1 / 3, atol=0.02)
    decl = GeneratorDecl(name="waveform", instances=5, seed=1)
    named = ClassDecl(values=("a", "b", "c"), counts=(0, 0, 0))
    assert waveform("w", decl, named).classes == ("a", "b", "c")


@pytest.mark.mirror
def test_the_means_of_a_class_are_those_of_the_uci_file(mirror: Path) -> None:
    table = np.loadtxt(mirror / "waveform" / "waveform-+noise.data", delimiter=",")
    values, labels = made(instances=20000)
    for label in range(3):
        theirs = table[table[:, -1] == label][:, :21].mean(axis=0)
        np.testing.assert_allclose(values[labels == label].mean(axis=0), theirs, atol=0.2)
