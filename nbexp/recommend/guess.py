"""Guessing: what a method has to be better than, if the attributes are to tell it anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet


@dataclass(frozen=True)
class Guess:
    """Always guessing the class that is commonest.

    Attributes
    ----------
    common : str
        That class. It is the commonest of all instances, not of each training set: so guessing
        knows a little more than a method may, and is the harder to beat.
    error : float
    fold_errors : tuple of float
        As of a `Contender`, on the same folds.
    """

    common: str
    error: float
    fold_errors: tuple[float, ...]


def guess_commonest(
    dataset: DataSet, assignments: Sequence[NDArray[np.integer]], folds: int
) -> Guess:
    """Return what guessing comes to on the folds of all trials."""
    counts = np.bincount(dataset.labels, minlength=dataset.n_classes)
    common = int(counts.argmax())
    wrong = dataset.labels != common
    tested = dataset.n_instances / folds
    errors = [
        float(count) / tested
        for assignment in assignments
        for count in np.bincount(assignment, weights=wrong, minlength=folds)
    ]
    return Guess(dataset.classes[common], float(np.mean(wrong)), tuple(errors))
