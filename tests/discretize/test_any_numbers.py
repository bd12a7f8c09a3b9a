"""Whatever numbers an attribute holds, every method makes sound intervals of it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.intervals import StepFunction, midpoints
from nbexp.discretize.registry import create_method, method_ids
from nbexp.discretize.sample import Sample
from nbexp.protocol.trial import run_trial
from twin import AS_THE_ENGINE, slow_methods, slow_words

CUTTING = ("efd", "pd", "ffd", "wpd", "emd", "mdlp")
"""Methods that cut between neighbouring values."""

BY_RANK = (*CUTTING, "ndd", "ld", "ld-ffd")
"""Methods that look at the order of values only, never at the values."""

GREATEST = float(np.finfo(float).max)
NASTY = (
    *(math.nan, math.inf, -math.inf, 0.0, -0.0, 5e-324, -5e-324, 2.2e-308, 0.1, 1.0, 3.0),
    *(1 - 2**-53, 1 + 2**-52, 1e308, 1.7e308, -1.7e308, GREATEST, -GREATEST),
)
ANY = st.floats() | st.sampled_from(NASTY) | st.integers(-3, 3).map(float)
FINITE = ANY.filter(math.isfinite)
CLASSES = 3


def instances(numbers: st.SearchStrategy[float], least: int = 1, most: int = 60):
    one = st.tuples(numbers, st.integers(0, CLASSES - 1))
    return st.lists(one, min_size=least, max_size=most)


def sample_of(pairs: list[tuple[float, int]]) -> Sample:
    return Sample.from_values([v for v, _ in pairs], [c for _, c in pairs], CLASSES)


def known(pairs: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """Return the pairs whose value is known; infinity counts as the greatest number."""
    return [
        (min(max(value, -GREATEST), GREATEST) + 0.0, label)
        for value, label in pairs
        if not math.isnan(value)
    ]


@settings(deadline=None)
@given(instances(ANY, least=0))
def test_a_sample_counts_what_is_there(pairs: list[tuple[float, int]]) -> None:
    sample = sample_of(pairs)
    there = known(pairs)
    assert sample.values.tolist() == sorted({value for value, _ in there})
    assert sample.n_known == len(there)
    assert sample.class_totals.tolist() == [sum(c == k for _, c in pairs) for k in range(CLASSES)]
    counted = [
        (sample.values[v], int(sample.classes[pair]), int(sample.counts[pair]))
        for v in range(len(sample.values))
        for pair in range(sample.indptr[v], sample.indptr[v + 1])
    ]
    assert sorted(counted) == [(*one, there.count(one)) for one in sorted(set(there))]


@pytest.mark.parametrize("method", method_ids())
@settings(max_examples=120, deadline=None)
@given(pairs=instances(ANY, least=0), asked=st.lists(ANY, max_size=5))
def test_every_method_gives_finite_evidence_for_every_value(
    method: str, pairs: list[tuple[float, int]], asked: list[float]
) -> None:
    there = known(pairs)
    if not there:
        with pytest.raises(ValueError, match="found no known value"):
            create_method(method, {}).fit(sample_of(pairs))
        return
    fitted = create_method(method, {}).fit(sample_of(pairs))
    values = np.unique([value for value, _ in known([(v, 0) for v in asked])] + [there[0][0]])
    index, table = fitted.rows(values)
    assert index.shape == values.shape
    assert table.shape[1] == CLASSES
    assert not np.isnan(table).any()
    assert np.isfinite(table[index][np.isfinite(values)]).all()
    assert fitted.log_likelihood(values).shape == (len(values), CLASSES)


@pytest.mark.parametrize("method", [*CUTTING, "ewd", "ndd", "fld"])
@settings(max_examples=120, deadline=None)
@given(pairs=instances(ANY))
@example(pairs=[(9.8e306, 0), (9.8e306, 0), (-1.7e308, 0)])
def test_boundaries_are_finite_and_in_order_and_counts_add_up(
    method: str, pairs: list[tuple[float, int]]
) -> None:
    there = known(pairs)
    if not there:
        return
    fitted = create_method(method, {}).fit(sample_of(pairs))
    if not isinstance(fitted, StepFunction):
        return  # FLD says nothing of a constant attribute
    assert np.isfinite(fitted.upper).all()
    below, above = fitted.upper[:-1], fitted.upper[1:]  # their differences may overflow
    assert (below <= above).all()
    assert len(fitted.frequencies) == len(fitted.upper) + 1
    if fitted.disjoint and method != "fld":
        totals = [sum(label == k for _, label in there) for k in range(CLASSES)]
        assert fitted.frequencies.sum(axis=0).tolist() == totals
    if method == "ewd":
        assert (below < above).all()
        assert (fitted.upper >= min(there)[0]).all()
        assert (fitted.upper < max(there)[0]).all()
    if method in CUTTING:
        values = np.unique([value for value, _ in there])
        assert (below < above).all()
        right = np.searchsorted(values, fitted.upper, side="right")
        assert (values[right - 1] <= fitted.upper).all()
        assert (fitted.upper < values[right]).all()


@pytest.mark.parametrize("method", [*CUTTING, "ewd"])
@settings(max_examples=100, deadline=None)
@given(pairs=instances(FINITE.filter(lambda value: abs(value) < 1e300), most=40))
def test_cuts_and_codes_are_the_slow_twins(method: str, pairs: list[tuple[float, int]]) -> None:
    values, labels = [value + 0.0 for value, _ in pairs], [label for _, label in pairs]
    fitted = create_method(method, {}).fit(sample_of(pairs))
    cuts = slow_methods.cut_points(method, values, labels, AS_THE_ENGINE.get(method))
    assert fitted.upper.tolist() == cuts
    distinct = np.unique(values)
    index, _ = fitted.rows(distinct)
    assert index.tolist() == [slow_words.interval_of(value, cuts) for value in distinct]


def evidence(method: str, values: list[float], labels: list[int]) -> list[list[float]]:
    fitted = create_method(method, {}).fit(Sample.from_values(values, labels, CLASSES))
    return fitted.log_likelihood(np.array(values)).tolist()


@pytest.mark.parametrize("method", [*BY_RANK, "ewd"])
@settings(max_examples=80, deadline=None)
@given(
    pairs=instances(st.floats(-1e6, 1e6, allow_subnormal=False).filter(lambda v: abs(v) > 1e-6)),
    power=st.integers(-200, 200),
)
def test_scaling_by_a_power_of_two_changes_nothing(
    method: str, pairs: list[tuple[float, int]], power: int
) -> None:
    values, labels = [value for value, _ in pairs], [label for _, label in pairs]
    scaled = [math.ldexp(value, power) for value in values]
    assert evidence(method, scaled, labels) == evidence(method, values, labels)


@pytest.mark.parametrize("method", BY_RANK)
@settings(max_examples=80, deadline=None)
@given(
    pairs=instances(st.integers(-(2**40), 2**40).map(float)),
    shift=st.integers(-(2**45), 2**45),
)
def test_shifting_whole_numbers_changes_nothing(
    method: str, pairs: list[tuple[float, int]], shift: int
) -> None:
    values, labels = [value for value, _ in pairs], [label for _, label in pairs]
    shifted = [value + shift for value in values]
    assert evidence(method, shifted, labels) == evidence(method, values, labels)


@settings(max_examples=60, deadline=None)
@given(
    columns=st.integers(1, 3).flatmap(
        lambda k: st.lists(
            st.tuples(*[ANY] * k, st.integers(0, CLASSES - 1)), min_size=2, max_size=25
        )
    ),
    folds=st.integers(2, 4),
    data=st.data(),
)
def test_a_trial_predicts_a_class_for_every_instance_whatever_its_folds(
    columns: list[tuple[float, ...]], folds: int, data: st.DataObject
) -> None:
    n = len(columns)
    *numbers, labels = zip(*columns, strict=True)
    attributes = tuple(
        Quantitative.from_floats(f"x{i}", column) for i, column in enumerate(numbers)
    )
    dataset = DataSet("any", attributes, ("a", "b", "c"), np.array(labels, dtype=np.int8))
    drawn = data.draw(st.lists(st.integers(0, folds - 1), min_size=n, max_size=n))
    assignment = np.array(drawn, dtype=np.uint8)
    methods = {name: create_method(name, {}) for name in method_ids()}
    results = run_trial(dataset, assignment, dict.fromkeys(range(folds), methods))
    for result in results:
        tested = np.count_nonzero(assignment == result.fold)
        assert result.status == "done", (result.method, result.cause)
        assert len(result.predictions) == tested
        assert ((result.predictions >= 0) & (result.predictions < CLASSES)).all()
        assert not math.isnan(result.log_loss)
        assert not math.isnan(result.brier)
        assert 0 <= result.errors <= tested


@settings(deadline=None)
@given(st.lists(ANY.filter(lambda v: not math.isnan(v)), min_size=2))
def test_a_midpoint_is_finite_and_between_its_neighbours(numbers: list[float]) -> None:
    values = np.unique(np.array(numbers) + 0.0)
    cuts = midpoints(values[:-1], values[1:])
    assert np.isfinite(cuts).all()
    finite = np.clip(values, -np.finfo(float).max, np.finfo(float).max)
    inner = finite[:-1] < finite[1:]  # infinity beside the greatest number leaves no room
    assert (finite[:-1][inner] <= cuts[inner]).all()
    assert (cuts[inner] < finite[1:][inner]).all()


def test_neighbouring_numbers_are_cut_at_the_lower_one() -> None:
    lower = np.array([1 - 2**-53])
    assert midpoints(lower, np.array([1.0])).tolist() == lower.tolist()


def test_the_midpoint_of_huge_numbers_does_not_overflow() -> None:
    assert midpoints(np.array([1e308]), np.array([1.7e308])).tolist() == [1.35e308]
