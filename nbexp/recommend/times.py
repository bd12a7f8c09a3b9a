"""The time that each method takes by itself, to stand beside that of the yardsticks.

The engine shares work between methods and folds, and keeps apart what a method alone adds to
it: for a lazy method, or one without intervals, that is next to nothing, though its user
waits. So each method is trained and tested once more by itself, from raw numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.method import Method
from nbexp.timing.measure import Contender, time_fold, warm_up
from nbexp.timing.raw import RawFold, raw_fold
from nbexp.timing.records import AS_NBEXP

PATIENCE_SECONDS = 1.0
"""What takes longer than this is measured on one fold only."""


def fold_seconds(
    dataset: DataSet, assignment: NDArray[np.integer], methods: Mapping[str, Method]
) -> dict[str, float]:
    """Return the seconds of processor time in which each method trains and tests a fold.

    It is the median over the folds of a trial. A method that fails has no time.

    Parameters
    ----------
    assignment : (n_instances,) integer
        The fold in which each instance is tested.
    """
    folds = [
        raw_fold(dataset, np.flatnonzero(assignment != fold), np.flatnonzero(assignment == fold))
        for fold in range(int(assignment.max()) + 1)
    ]
    found = {label: _seconds(dataset, folds, label, method) for label, method in methods.items()}
    return {label: seconds for label, seconds in found.items() if seconds is not None}


def _seconds(dataset: DataSet, folds: list[RawFold], label: str, method: Method) -> float | None:
    contender = Contender(label, method, AS_NBEXP)
    taken: list[float] = []
    try:
        warm_up(dataset, [contender])
        for number, fold in enumerate(folds):
            row = time_fold(dataset.name, fold, contender, repeat=0, number=number)
            taken.append(row.seconds)
            if row.seconds > PATIENCE_SECONDS:
                break
    except Exception:  # a method of the user's own may raise anything; the store has the cause
        return None
    return median(taken)
