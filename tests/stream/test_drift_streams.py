"""The generators of streams that drift."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nbexp.data.catalogue import find_recipe
from nbexp.data.load import load
from nbexp.data.source import GeneratorDecl
from nbexp.data.streams import SEA_THRESHOLDS, hyperplane, sea


def values_of(dataset) -> np.ndarray:
    return np.array([attribute.floats() for attribute in dataset.attributes]).T


def test_without_noise_a_sea_class_is_what_the_quarters_threshold_says() -> None:
    dataset = sea("s", GeneratorDecl(name="sea", instances=4000, seed=1))
    sums = values_of(dataset)[:, :2].sum(axis=1)
    for quarter, threshold in enumerate(SEA_THRESHOLDS):
        part = slice(1000 * quarter, 1000 * (quarter + 1))
        assert np.array_equal(dataset.labels[part] == 1, sums[part] <= threshold)


def test_flips_turn_over_so_large_a_share_of_the_classes() -> None:
    plain, noisy = (
        sea("s", GeneratorDecl(name="sea", instances=20_000, seed=1, flips=share)).labels
        for share in (0.0, 0.1)
    )
    assert 0.09 < np.mean(plain != noisy) < 0.11


def test_a_hyperplane_at_rest_parts_classes_and_a_turning_one_parts_them_otherwise_later() -> None:
    rest, turning = (
        hyperplane(
            "h",
            GeneratorDecl(name="hyperplane", instances=5000, seed=3, attributes=4, change=change),
        )
        for change in (0.0, 0.0002)
    )
    assert np.array_equal(values_of(rest), values_of(turning))
    differ = rest.labels != turning.labels
    assert differ[:100].mean() < 0.05 < differ[2000:].mean()


def test_a_seed_gives_the_same_stream_everywhere(tmp_path: Path) -> None:
    for name in ("sea", "hyperplane"):
        recipe = find_recipe(name)
        assert load(recipe, cache=tmp_path).digest == recipe.digest
    decl = GeneratorDecl(name="sea", instances=2, seed=2001)
    assert values_of(sea("s", decl)).tolist() == SEA_2001


SEA_2001 = [[4.237, 2.037, 4.751], [4.32, 3.374, 9.985]]
