"""One attribute as its picture needs it: where its values and classes lie, and the cuts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.describe import Intervals, describe
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.errors import SpecError

BINS = 48
"""Equal steps of an attribute, at most: values on a grid of fewer have a step each."""

CLASSES = 6
"""The most frequent classes are shown apart, the others together."""

_PARTS = 10
"""Intervals of equal frequency, by which an attribute's information about the class is told."""

_TAIL = 0.005
"""The share of values at each end that may be left out of the picture."""

_ON_GRID = 0.01
"""How far from a grid's places, in its steps, values on it may be: decimals are not exact."""

_LONG = 1.6
"""So many times as long as the rest must the ends be to be left out."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """An attribute's values and the cuts of methods, formed on all instances.

    Attributes
    ----------
    attribute : str
    low, high : float
        What is shown of the values' range.
    shortened : bool
        Whether that is less than all.
    classes : tuple of str
        Shown apart, the most frequent first; the last may be "others".
    counts : (n_classes, n_steps) int64
        Instances of each class in equal steps from `low` to `high`.
    intervals : mapping of method to Intervals or None
        None of a method that forms no intervals.
    """

    attribute: str
    low: float
    high: float
    shortened: bool
    classes: tuple[str, ...]
    counts: NDArray[np.int64]
    intervals: Mapping[str, Intervals | None]


def distribution(
    dataset: DataSet, attribute: Quantitative, methods: Mapping[str, Method]
) -> Distribution | None:
    """Return an attribute's distribution; None if no value of it is known."""
    sample = Sample.of(attribute, dataset.labels, dataset.n_classes)
    if not sample.n_known:
        return None
    low, high, shortened = _range(attribute)
    low, high, steps = _steps(attribute.values, low, high)
    classes, counts = _counts(dataset, attribute, (low, high), steps)
    return Distribution(
        attribute.name,
        low,
        high,
        shortened,
        classes,
        counts,
        {label: _intervals(method, sample) for label, method in methods.items()},
    )


def _intervals(method: Method, sample: Sample) -> Intervals | None:
    """Return what a method makes of a sample; None if it makes no intervals."""
    try:
        return describe(method, sample)
    except SpecError:
        return None


def telling_attribute(dataset: DataSet) -> Quantitative | None:
    """Return the quantitative attribute that tells most of the class, the first of equals.

    That is by the information of ten intervals of equal frequency about the class.
    """
    best, most = None, -1.0
    for attribute in dataset.quantitative:
        told = _information(Sample.of(attribute, dataset.labels, dataset.n_classes))
        if told > most + 1e-12:
            best, most = attribute, told
    return best


def _information(sample: Sample) -> float:
    """Return the information about the class in nats, of all instances known or not."""
    if not sample.n_known:
        return 0.0
    bounds = np.searchsorted(sample.starts, np.arange(_PARTS + 1) * sample.n_known / _PARTS)
    table = sample.frequencies(bounds[:-1].astype(np.int64), bounds[1:].astype(np.int64))
    joint = table / sample.n_known
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    seen = joint > 0
    told = float((joint[seen] * np.log(joint[seen] / apart[seen])).sum())
    return told * sample.n_known / max(1, int(sample.class_totals.sum()))


def _range(attribute: Quantitative) -> tuple[float, float, bool]:
    """Return the range that is shown: without far ends that would squeeze all the rest."""
    known = attribute.values[attribute.codes[attribute.codes >= 0]]
    low, high = float(known.min()), float(known.max())
    inner_low, inner_high = (float(end) for end in np.quantile(known, (_TAIL, 1 - _TAIL)))
    if inner_high > inner_low and high - low > _LONG * (inner_high - inner_low):
        return inner_low, inner_high, True
    return (low, high, False) if high > low else (low - 0.5, high + 0.5, False)


def _steps(values: NDArray[np.float64], low: float, high: float) -> tuple[float, float, int]:
    """Return the range and its number of steps; values on a grid stand in their middles."""
    within = values[(values >= low) & (values <= high)]
    if 1 < len(within) <= BINS:
        gap = float(np.diff(within).min())
        places = (within - within[0]) / gap
        if places[-1] < BINS and np.abs(places - np.round(places)).max() < _ON_GRID:
            return low - gap / 2, high + gap / 2, round(float(places[-1])) + 1
    return low, high, BINS


def _counts(
    dataset: DataSet, attribute: Quantitative, span: tuple[float, float], steps: int
) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Count the classes in equal steps; those of rare classes together."""
    low, high = span
    values, labels = attribute.floats(), np.asarray(dataset.labels, dtype=np.int64)
    shown = (values >= low) & (values <= high)
    bins = np.minimum(((values[shown] - low) / (high - low) * steps).astype(np.int64), steps - 1)
    flat = np.bincount(labels[shown] * steps + bins, minlength=dataset.n_classes * steps)
    table = flat.reshape(dataset.n_classes, steps).astype(np.int64)
    frequent = np.argsort(-np.bincount(labels, minlength=dataset.n_classes), kind="stable")
    if dataset.n_classes <= CLASSES + 1:
        return tuple(dataset.classes[c] for c in frequent), table[frequent]
    apart, rest = frequent[:CLASSES], frequent[CLASSES:]
    names = (*(dataset.classes[c] for c in apart), f"{len(rest)} others")
    return names, np.vstack([table[apart], table[rest].sum(axis=0)])
