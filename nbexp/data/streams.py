"""Streams whose concept drifts, made by generators that give the same numbers everywhere.

Instances are in the order of time: run them as they are stored. Numbers are drawn from the
raw bits of PCG64, as those of `nbexp.data.waveform`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.data.recipe import ClassDecl
from nbexp.data.source import GeneratorDecl
from nbexp.data.waveform import uniforms, waveform

Floats = NDArray[np.float64]

SEA_THRESHOLDS = (8.0, 9.0, 7.0, 9.5)
"""What the first two attributes' sum is held against, in each quarter of a SEA stream."""


def generated(name: str, decl: GeneratorDecl, class_: ClassDecl | None = None) -> DataSet:
    """Return the data set that a recipe declares as generated."""
    makers: dict[str, Callable[[str, GeneratorDecl, ClassDecl | None], DataSet]] = {
        "waveform": waveform,
        "sea": sea,
        "hyperplane": hyperplane,
    }
    return makers[decl.name](name, decl, class_)


def sea(name: str, decl: GeneratorDecl, class_: ClassDecl | None = None) -> DataSet:
    """Return a stream of SEA concepts: abrupt drift.

    W. N. Street, Y. Kim: A streaming ensemble algorithm (SEA) for large-scale classification. KDD
    2001. Three attributes from 0 to 10; class 1 if the first two sum to at most a threshold, which
    is another one in each quarter of the stream; the third says nothing. A share of the
    classes, `flips`, is turned over.
    """
    uniform = uniforms(decl.seed, decl.instances * 4).reshape(decl.instances, 4)
    values = np.round(uniform[:, :3] * 10.0, 3)
    quarter = np.arange(decl.instances) * len(SEA_THRESHOLDS) // max(decl.instances, 1)
    thresholds = np.array(SEA_THRESHOLDS)[quarter]
    truth = values[:, 0] + values[:, 1] <= thresholds
    return _stream(name, values, truth ^ (uniform[:, 3] < decl.flips), class_)


def hyperplane(name: str, decl: GeneratorDecl, class_: ClassDecl | None = None) -> DataSet:
    """Return a stream parted by a hyperplane that turns: gradual drift.

    G. Hulten, L. Spencer, P. Domingos: Mining time-changing data streams. KDD 2001. Attributes
    from 0 to 1; class 1 if their weighted sum is at least half the sum of the weights. Half of
    the weights move by `change` with every instance, up and down between 0 and 1. A share of
    the classes, `flips`, is turned over.
    """
    k = decl.attributes
    drawn = uniforms(decl.seed, k + decl.instances * (k + 1))
    start, uniform = drawn[:k], drawn[k:].reshape(decl.instances, k + 1)
    values = np.round(uniform[:, :k], 4)
    speed = np.where(np.arange(k) < (k + 1) // 2, decl.change, 0.0)
    weights = _bounced(start + np.arange(decl.instances)[:, None] * speed)
    truth = (weights * values).sum(axis=1) >= 0.5 * weights.sum(axis=1)
    return _stream(name, values, truth ^ (uniform[:, k] < decl.flips), class_)


def _bounced(places: Floats) -> Floats:
    """Return where things are that move between 0 and 1 and turn back at both ends.

    >>> _bounced(np.array([0.4, 1.2, 2.1]))
    array([0.4, 0.8, 0.1])
    """
    folded: Floats = 1.0 - np.abs(places % 2.0 - 1.0)
    return folded


def _stream(
    name: str, values: Floats, labels: NDArray[np.bool_], class_: ClassDecl | None
) -> DataSet:
    attributes = tuple(
        Quantitative.from_floats(f"x{number + 1}", values[:, number])
        for number in range(values.shape[1])
    )
    classes = class_.values if class_ is not None else ("0", "1")
    return DataSet(name, attributes, classes, labels.astype(np.int8))
