"""PiD: sums, halving, growth of the range, bounded cells, and a slow twin."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from slow_incremental import SlowPid

from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.incremental.kernels import pid as kernel
from nbexp.incremental.registry import create_learner


def attribute(first, labels=None, n_classes: int = 1, **params):
    begun = create_learner("pid", {n.replace("_", "-"): v for n, v in params.items()}).attribute(
        n_classes
    )
    codes = np.zeros(len(first), dtype=np.int64) if labels is None else np.asarray(labels)
    begun.start(np.asarray(first, dtype=float), codes.astype(np.int64))
    return begun


def test_a_cell_over_its_share_is_halved_and_so_are_its_counts() -> None:
    begun = attribute([0.0, 4.0], cells=2, share=0.6)
    assert begun.edges()[1:].tolist() == [2.0, 4.0]
    begun.learn_one(0.5, 0)  # 2 of 3 lie in (0, 2]
    assert begun.edges()[1:].tolist() == [1.0, 2.0, 4.0]
    assert begun.cell_counts()[:, 0].tolist() == [1.0, 1.0, 1.0]
    begun.learn_many([0.5, 0.5], [0, 0])  # 3 of 5, and not more than 0.6 of them
    begun.learn_one(0.5, 0)
    assert begun.edges()[1:].tolist() == [0.5, 1.0, 2.0, 4.0]
    assert begun.cell_counts()[:, 0].tolist() == [2.0, 2.0, 1.0, 1.0]


def test_the_range_grows_by_cells_of_the_same_width() -> None:
    rng = np.random.default_rng(1)
    begun = attribute(np.concatenate(([0.0, 100.0], rng.uniform(0, 100, 198))), share=1.0)
    assert begun.n_cells == 200
    begun.learn_many(rng.uniform(100, 200, 500), np.zeros(500))
    begun.learn_one(200.0, 0)
    edges = begun.edges()
    assert edges[-1] == 200.0
    assert begun.n_cells == 400
    np.testing.assert_allclose(np.diff(edges), 0.5)
    assert begun.cell_counts().sum() == begun.n_known == 701
    assert begun.cell_counts()[edges[1:] <= 100].sum() == 200


def test_the_range_grows_downwards_without_moving_a_count() -> None:
    begun = attribute([0.0] * 5 + [10.0], cells=10, share=1.0)
    begun.learn_many([-2.5, 0.0], [0, 0])
    edges, counts = begun.edges(), begun.cell_counts()[:, 0]
    np.testing.assert_allclose(edges[:5], [-3.0, -2.0, -1.0, 0.0, 1.0], atol=1e-12)
    assert counts.tolist()[:4] == [1.0, 0.0, 0.0, 6.0]  # the lowest value stays in one cell


def test_a_value_far_away_adds_no_more_cells_than_there_were_at_first() -> None:
    begun = attribute([0.0, 1.0], cells=10, share=1.0)
    begun.learn_many([1e12, -1e300, np.inf, -np.inf], [0] * 4)
    assert begun.n_cells <= 50
    assert np.isfinite(begun.edges()).all()
    assert begun.cell_counts().sum() == 6


def test_cells_stay_bounded_however_the_range_grows() -> None:
    begun = attribute(np.arange(200.0))
    begun.learn_many(np.arange(200.0, 100_000.0), np.zeros(99_800))
    assert begun.n_cells <= 800
    assert begun.cell_counts().sum() == 100_000
    assert begun.cell_counts().max() <= 0.01 * 100_000
    assert (np.diff(begun.edges()) > 0).all()


def test_equal_values_do_not_halve_a_cell_without_end() -> None:
    begun = attribute([0.0, 1.0], share=0.01, n_classes=2)
    labels = np.arange(50_000) % 2
    begun.learn_many(np.full(50_000, 0.3), labels)
    assert begun.cell_counts().sum(axis=0).tolist() == [25_002.0, 25_000.0]
    assert begun.state.halvings.max() <= kernel.MOST_HALVINGS


def test_before_two_values_are_known_there_is_one_cell() -> None:
    begun = attribute([5.0, 5.0, np.nan], cells=4, share=1.0)
    assert (begun.n_cells, begun.n_intervals) == (1, 1)
    begun.learn_one(9.0, 0)
    assert begun.edges()[1:].tolist() == [6.0, 7.0, 8.0, 9.0]
    assert begun.cell_counts()[:, 0].sum() == 3


@pytest.mark.parametrize("layer", ["pd", "ffd", "wpd", "efd"])
def test_layer_two_is_the_method_for_whole_training_sets(layer: str) -> None:
    # 200 whole numbers in 199 cells: each value but the lowest two has a cell of its own.
    rng = np.random.default_rng(4)
    values = np.concatenate((np.arange(200.0), rng.integers(0, 200, 1000)))
    labels = rng.integers(0, 3, 1200)
    size = {"k": 10} if layer == "efd" else {}
    begun = attribute(
        values, labels, 3, cells=199, layer_two=layer, layer_two_size=size.get("k", 30), tail=0.62
    )
    merged = np.maximum(values, 1.0)  # the lowest two values lie in one cell
    fitted = create_method(layer, size | {"tail": 0.62}).fit(Sample.from_values(merged, labels, 3))
    assert begun.frequencies().tolist() == fitted.frequencies.tolist()
    np.testing.assert_allclose(begun.cuts() + 0.5, fitted.upper)


whole = st.integers(0, 8).map(float)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.tuples(whole, st.integers(0, 2)), min_size=2, max_size=12),
    st.lists(st.tuples(st.integers(-10, 20).map(float), st.integers(0, 2)), max_size=40),
    st.sampled_from([Fraction(1, 4), Fraction(1, 2)]),
)
def test_counts_are_those_of_the_slow_twin(
    first: list[tuple[float, int]], rest: list[tuple[float, int]], share: Fraction
) -> None:
    values, labels = [v for v, _ in first], [c for _, c in first]
    assume(min(values) < max(values))
    cells = 64  # so that edges are exact, and the range grows by cells of one width
    begun = attribute(values, labels, 3, cells=cells, share=float(share))
    twin = SlowPid(values, labels, cells, share)
    for value, label in rest:
        if abs(value - values[0]) > max(values) - min(values):
            continue
        begun.learn_one(value, label)
        twin.learn(value, label)
        assert begun.cell_counts().sum() == begun.n_known == twin.n
    assert [[Fraction(k) for k in row] for row in begun.cell_counts().tolist()] == twin.table(3)
    np.testing.assert_allclose(begun.edges(), [float(edge) for edge in twin.edges], atol=1e-12)
