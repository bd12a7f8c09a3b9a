"""Breiman's waveform data, made by a generator that gives the same numbers everywhere.

L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone: Classification and Regression Trees.
Wadsworth, 1984, section 2.6.2. An instance of a class mixes two of three triangular waves
at random and adds standard normal noise to each of 21 values; further attributes, if any
are asked for, are noise alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.data.recipe import ClassDecl
from nbexp.data.source import GeneratorDecl

_POINTS = 21
_PEAKS = (7, 15, 11)
"""Where the waves have their height of 6: the first, the second, the third wave."""
_MIXED = ((0, 1), (0, 2), (1, 2))
"""The two waves of each class, numbered as in the UCI file (the book numbers them otherwise)."""


def waves() -> NDArray[np.float64]:
    """Return the three triangular waves: (3, 21) float64.

    Examples
    --------
    >>> waves()[0, :8]
    array([0., 1., 2., 3., 4., 5., 6., 5.])
    """
    points = np.arange(1, _POINTS + 1)
    heights: NDArray[np.float64] = np.maximum(6.0 - np.abs(points - np.array(_PEAKS)[:, None]), 0.0)
    return heights


def waveform(name: str, decl: GeneratorDecl, class_: ClassDecl | None = None) -> DataSet:
    """Return a waveform data set.

    Numbers are drawn from the raw bits of PCG64, 53 at a time, so that they do not depend
    on how a NumPy version turns bits into normal numbers, and are rounded to two decimals,
    as those of the UCI file are.

    Parameters
    ----------
    name : str
    decl : GeneratorDecl
        Number of instances, seed, number of noise attributes.
    class_ : ClassDecl, optional
        Names of the three classes; by default 0, 1, 2.
    """
    n_attributes = _POINTS + decl.noise
    uniform = uniforms(decl.seed, decl.instances * (2 + n_attributes))
    uniform = uniform.reshape(decl.instances, 2 + n_attributes)
    labels = np.minimum((uniform[:, 0] * 3).astype(np.int8), 2)
    share = uniform[:, 1:2]
    first, second = np.array(_MIXED)[labels].T
    shapes = waves()
    values = ndtri(uniform[:, 2:])
    values[:, :_POINTS] += share * shapes[first] + (1.0 - share) * shapes[second]
    values = np.round(values, 2)
    attributes = tuple(
        Quantitative.from_floats(f"x{number + 1}", values[:, number])
        for number in range(n_attributes)
    )
    classes = class_.values if class_ is not None else ("0", "1", "2")
    return DataSet(name, attributes, classes, labels)


def uniforms(seed: int, count: int) -> NDArray[np.float64]:
    """Return numbers strictly between 0 and 1, made of 53 raw bits each."""
    raw = np.random.PCG64(seed).random_raw(count)
    return ((raw >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
