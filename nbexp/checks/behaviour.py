"""What a method does with an attribute: evidence, counts, cut points."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nbexp.checks.failure import NotAsked, require
from nbexp.checks.trials import TrialData, ordinary, trial_data
from nbexp.discretize.intervals import StepFunction, locate
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.sample import Sample
from nbexp.errors import told

Floats = NDArray[np.float64]

_NARROW = frozenset(("subnormal values", "neighbouring doubles"))
"""Ranges without room for as many different cut points as a method may want."""


def evidence_of(method: Method, data: TrialData) -> Floats:
    """Return a method's evidence of all values asked, once its form is sure."""
    asked = data.asked()
    return asked_evidence(method.fit(data.sample()), asked, data.n_classes)


def asked_evidence(fitted: object, asked: Floats, n_classes: int) -> Floats:
    """Return the evidence of values; AssertionError if it has not the form it must have."""
    require(
        isinstance(fitted, FittedAttribute),
        f"fit returned {type(fitted).__name__}, expected a FittedAttribute",
    )
    assert isinstance(fitted, FittedAttribute)
    index, table = fitted.rows(asked)
    require(index.shape == (len(asked),), f"rows: the index has the shape {index.shape}")
    require(np.issubdtype(index.dtype, np.integer), f"rows: the index is of {index.dtype}")
    require(table.ndim == 2, f"rows: the table has {table.ndim} dimensions, expected 2")
    require(
        table.shape[1] == n_classes,
        f"rows: the table has {table.shape[1]} columns, expected {n_classes}, one for each class",
    )
    require(table.dtype == np.float64, f"rows: the table is of {table.dtype}, expected float64")
    inside = len(index) == 0 or (index.min() >= 0 and index.max() < len(table))
    require(inside, f"rows: the index goes beyond the table's {len(table)} rows")
    evidence: Floats = table[index]
    return evidence


def _everywhere(method: type[Method]) -> list[tuple[TrialData, Method, FittedAttribute]]:
    """Return the method fitted to all data; AssertionError says on which it fails."""
    fits = []
    made = method.create({})
    for data in trial_data():
        try:
            fits.append((data, made, made.fit(data.sample())))
        except (Exception, SystemExit) as error:
            raise AssertionError(f"on {data.name}: {told(error)}") from error
    return fits


def gives_finite_evidence(method: type[Method]) -> None:
    """Its evidence is one finite number for each value and class, whatever the values."""
    for data, _, fitted in _everywhere(method):
        asked = data.asked()
        try:
            evidence = asked_evidence(fitted, asked, data.n_classes)
        except (Exception, SystemExit) as error:
            raise AssertionError(f"on {data.name}: {error}") from error
        faulty = np.argwhere(~np.isfinite(evidence))
        if len(faulty):
            value, code = asked[faulty[0, 0]], int(faulty[0, 1])
            found = evidence[faulty[0, 0], faulty[0, 1]]
            raise AssertionError(f"on {data.name}: of the value {value} for class {code}: {found}")


def tells_its_number_of_intervals(method: type[Method]) -> None:
    """It tells how many intervals it made: a whole number, 0 if it makes none."""
    for data, _, fitted in _everywhere(method):
        found = getattr(fitted, "n_intervals", None)
        whole = isinstance(found, int | np.integer) and not isinstance(found, bool)
        require(whole, f"on {data.name}: n_intervals: found {found!r}")
        require(fitted.n_intervals >= 0, f"on {data.name}: n_intervals: found {found!r}")


def is_deterministic(method: type[Method]) -> None:
    """The same sample gives the same evidence to the bit, also when fitted by the same object."""
    for data, made, fitted in _everywhere(method):
        asked = data.asked()
        first = asked_evidence(fitted, asked, data.n_classes)
        again = asked_evidence(made.fit(data.sample()), asked, data.n_classes)
        anew = asked_evidence(method.create({}).fit(data.sample()), asked, data.n_classes)
        same = first.tobytes() == again.tobytes() == anew.tobytes()
        require(same, f"on {data.name}: two fits gave different evidence")


def leaves_its_sample_alone(method: type[Method]) -> None:
    """It changes nothing in the sample that it is given, which other methods share."""
    made = method.create({})
    for data in trial_data():
        sample = data.sample()
        before = pickle.dumps(_arrays(sample))
        fitted = made.fit(sample)
        fitted.rows(data.asked())
        require(pickle.dumps(_arrays(sample)) == before, f"on {data.name}: it changed its sample")


def _arrays(sample: Sample) -> list[NDArray[np.generic]]:
    return [
        *(sample.values, sample.starts, sample.indptr),
        *(sample.classes, sample.counts, sample.class_totals),
    ]


def answers_each_value_alone(method: type[Method]) -> None:
    """What it says of a test value does not depend on the other test values."""
    for data, _, fitted in _everywhere(method):
        asked = data.asked()[::7]
        together = asked_evidence(fitted, asked, data.n_classes)
        for value, expected in zip(asked, together, strict=True):
            found = asked_evidence(fitted, np.array([value]), data.n_classes)[0]
            require(
                np.array_equal(found, expected, equal_nan=True),
                f"on {data.name}: of the value {value}, asked alone: {found}, else {expected}",
            )


def can_be_pickled(method: type[Method]) -> None:
    """It, and what it has learned, can be sent to another process."""
    data = ordinary()
    made = method.create({})
    again = pickle.loads(pickle.dumps(made))
    require(again.resolved_params() == made.resolved_params(), "its parameters got lost")
    fitted = made.fit(data.sample())
    copy = pickle.loads(pickle.dumps(fitted))
    same = np.array_equal(fitted.rows(data.asked())[1], copy.rows(data.asked())[1])
    require(same, "what it has learned changed on the way")


def _steps(method: type[Method], *, disjoint: bool) -> list[tuple[TrialData, StepFunction]]:
    """Return the step functions of a method on all data; NotAsked if it makes none."""
    if disjoint and method.taxonomy.overlap != "disjoint":
        raise NotAsked("its intervals are not disjoint, or it makes none")
    fits = [(data, fitted) for data, _, fitted in _everywhere(method)]
    steps = [(data, fitted) for data, fitted in fits if isinstance(fitted, StepFunction)]
    if disjoint:
        for data, fitted in fits:
            told = f"on {data.name}: taxonomy says disjoint, fit returned {type(fitted).__name__}"
            require(isinstance(fitted, StepFunction) and fitted.disjoint, told)
    if not steps:
        raise NotAsked("it returns no StepFunction")
    return steps


def cuts_in_ascending_order(method: type[Method]) -> None:
    """Its cut points ascend; those of disjoint intervals strictly, where there is room."""
    for data, step in _steps(method, disjoint=False):
        gaps = np.diff(step.upper)
        require(not np.isnan(step.upper).any(), f"on {data.name}: a cut point is not a number")
        require((gaps >= 0).all(), f"on {data.name}: the cut points do not ascend")
        if step.disjoint and method.taxonomy.overlap == "disjoint" and data.name not in _NARROW:
            require((gaps > 0).all(), f"on {data.name}: two cut points are equal")


def cuts_between_training_values(method: type[Method]) -> None:
    """Its cut points lie between the least and the greatest training value."""
    for data, step in _steps(method, disjoint=True):
        values = data.sample().values
        inside = (step.upper >= values[0]) & (step.upper < values[-1])
        if len(values) > 1 or len(step.upper):
            outside = step.upper[~inside]
            told = f"on {data.name}: found {outside[:3]}, outside [{values[0]}, {values[-1]})"
            require(inside.all() or data.name in _NARROW, told)


def counts_add_up(method: type[Method]) -> None:
    """Each interval counts the training instances in it, and none is counted twice or lost."""
    for data, step in _steps(method, disjoint=True):
        sample = data.sample()
        cell = locate(step.upper, sample.values)
        expected = np.zeros((len(step.upper) + 1, data.n_classes), dtype=np.int64)
        pairs = np.repeat(cell, np.diff(sample.indptr))
        np.add.at(expected, (pairs, sample.classes), sample.counts)
        require(
            step.frequencies.shape == expected.shape,
            f"on {data.name}: frequencies of the shape {step.frequencies.shape}, "
            f"expected {expected.shape}",
        )
        same = np.array_equal(step.frequencies, expected)
        require(same, f"on {data.name}: the intervals' frequencies are not the instances in them")


def ignores_the_classes_if_unsupervised(method: type[Method]) -> None:
    """It cuts at the same places whatever the classes, if it says that it is unsupervised."""
    if method.taxonomy.supervision != "unsupervised":
        raise NotAsked("it does not say that it is unsupervised")
    data = ordinary()
    other = replace(data, labels=data.labels[::-1].copy())
    made = method.create({})
    first, second = made.fit(data.sample()), made.fit(other.sample())
    if not isinstance(first, StepFunction) or not isinstance(second, StepFunction):
        raise NotAsked("it returns no StepFunction")
    same = np.array_equal(first.upper, second.upper)
    require(same, "other classes gave other cut points, though taxonomy says unsupervised")


def is_free_of_the_unit(method: type[Method]) -> None:
    """An attribute in another unit, shifted or scaled, gives the same evidence."""
    # Evidence is meant up to a constant for all classes, as a density's unit is one.
    if not method.unit_free:
        raise NotAsked("it says that it depends on the unit (unit_free is False)")
    data = ordinary()
    made = method.create({})
    known = data.sample().values
    expected = _relative(asked_evidence(made.fit(data.sample()), known, data.n_classes))
    for what, scale, shift in (
        ("doubled 20 times", 2.0**20, 0.0),
        ("halved 20 times", 2.0**-20, 0.0),
        ("plus 4096", 1.0, 4096.0),
        ("minus 4096", 1.0, -4096.0),
    ):
        other = replace(data, values=data.values * scale + shift)
        fitted = made.fit(other.sample())
        found = asked_evidence(fitted, known * scale + shift, data.n_classes)
        same = np.allclose(_relative(found), expected, rtol=1e-9, atol=1e-9)
        told = f"values {what}: other evidence; if that is meant, say unit_free = False"
        require(same, told)


def _relative(evidence: Floats) -> Floats:
    """Return the evidence of each class relative to that of the first."""
    return evidence - evidence[:, :1]
