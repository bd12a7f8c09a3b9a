"""MFFD equals fixed frequency discretization built anew after every instance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from asking import log_evidence
from hypothesis import given, settings
from hypothesis import strategies as st

from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.incremental.registry import create_learner
from twin.slow_methods import frequency_cuts

PAPER = [3.0, 4.0, 4.3, 4.5, 5.1, 5.9, 6.0, 6.1, 6.2, 6.5, 6.7, 6.8, 6.9, 7.1]


def assert_equal_to_rebuilt(begun, seen: list[float], labels: list[int], s: int, tail: float):
    params = {"s": s, "tail": tail, "parts": "in-turn", "least-intervals": 1}
    ffd = create_method("ffd", params)
    fitted = ffd.fit(Sample.from_values(seen, labels, begun.n_classes))
    assert begun.cuts().tolist() == fitted.upper.tolist()
    assert begun.frequencies().tolist() == fitted.frequencies.tolist()
    assert begun.n_intervals == fitted.n_intervals


def test_rebuilding_moves_nearly_every_cut_in_the_papers_example() -> None:
    begun = create_learner("mffd", {"s": 3, "tail": 0.0}).attribute(1)
    begun.learn_many(PAPER, [0] * 14)
    assert begun.frequencies()[:, 0].tolist() == [3, 3, 3, 3, 2]
    begun.learn_one(5.2, 0)
    groups = [{3.0, 4.0, 4.3}, {4.5, 5.1, 5.2}, {5.9, 6.0, 6.1}, {6.2, 6.5, 6.7}, {6.8, 6.9, 7.1}]
    edges = [-np.inf, *begun.cuts(), np.inf]
    found = [{v for v in [*PAPER, 5.2] if low < v <= high} for low, high in pairwise(edges)]
    assert found == groups


def test_a_short_last_interval_joins_until_it_is_full() -> None:
    begun = create_learner("mffd", {"s": 3}).attribute(1)
    sizes = []
    for v in range(9):
        begun.learn_one(float(v), 0)
        sizes.append(begun.frequencies()[:, 0].tolist())
    assert sizes[2:] == [[3], [4], [5], [3, 3], [3, 4], [3, 5], [3, 3, 3]]


pairs = st.lists(
    st.tuples(st.integers(0, 15).map(float) | st.floats(0, 15), st.integers(0, 2)),
    min_size=1,
    max_size=70,
)


@settings(deadline=None, max_examples=200)
@given(pairs, st.integers(1, 7), st.sampled_from([0.0, 0.5, 0.62, 1.0]))
def test_intervals_and_frequencies_equal_those_built_anew_after_every_step(
    stream: list[tuple[float, int]], s: int, tail: float
) -> None:
    begun = create_learner("mffd", {"s": s, "tail": tail}).attribute(3)
    for number, (value, label) in enumerate(stream):
        begun.learn_one(value, label)
        seen, labels = (list(part) for part in zip(*stream[: number + 1], strict=True))
        assert_equal_to_rebuilt(begun, seen, labels, s, tail)
    twin = frequency_cuts("ffd", seen, {"s": s, "tail": tail, "parts": "in-turn"})
    assert begun.cuts().tolist() == twin


@pytest.mark.parametrize("order", ["random", "ascending", "descending"])
@pytest.mark.parametrize("decimals", [0, 2, 9])
def test_a_long_stream_ends_as_if_built_anew(order: str, decimals: int) -> None:
    rng = np.random.default_rng(decimals)
    values, labels = rng.normal(size=3000).round(decimals), rng.integers(0, 5, 3000)
    if order != "random":
        values = np.sort(values)[:: 1 if order == "ascending" else -1]
    begun = create_learner("mffd", {}).attribute(5)
    begun.learn_many(values, labels)
    assert_equal_to_rebuilt(begun, values.tolist(), labels.tolist(), 30, 1.0)


def test_a_value_between_two_intervals_is_classified_by_their_midpoint() -> None:
    begun = create_learner("mffd", {"s": 2}).attribute(2)
    begun.learn_many([1.0, 2.0, 4.0, 5.0], [0, 0, 1, 1])
    assert begun.cuts().tolist() == [3.0]
    near, far = log_evidence(begun, [3.0, 3.1], [2, 2])
    assert near[0] > near[1]
    assert far[1] > far[0]


def test_the_evidence_is_that_of_the_snapshot() -> None:
    rng = np.random.default_rng(5)
    values, labels = rng.normal(size=400).round(1), rng.integers(0, 3, 400)
    totals = np.bincount(labels) + 7
    for method in ("mffd", "iffd", "pid", "ida", "gaussian", "kde"):
        begun = create_learner(method, {}).attribute(3)
        begun.start(values[:200], labels[:200])
        begun.learn_many(values[200:], labels[200:])
        asked = np.concatenate((rng.normal(size=200) * 2, values))
        ours = log_evidence(begun, asked, totals)
        snapshot = begun.snapshot(totals).log_likelihood(asked)
        np.testing.assert_allclose(ours, snapshot, rtol=1e-10, atol=1e-10)
