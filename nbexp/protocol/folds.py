"""Which instance is tested in which fold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nbexp.protocol.permutation import permutation


def fold_assignment(
    name: str,
    labels: NDArray[np.signedinteger],
    *,
    seed: int,
    trial: int,
    folds: int,
    stratified: bool,
) -> NDArray[np.uint8]:
    """Return the fold in which each instance is a test instance: (n_instances,) uint8.

    A random permutation is dealt out to the folds in turn, so that their sizes differ by one at
    most. Stratified, the instances of each class are dealt out one class after another.

    The permutation depends on the root seed, the data set's name and the trial alone: all
    methods see the same folds.
    """
    order = permutation(f"{seed}\0{name}\0{trial}".encode(), len(labels))
    if stratified:
        order = order[np.argsort(labels[order], kind="stable")]
    assignment = np.empty(len(labels), dtype=np.uint8)
    assignment[order] = np.arange(len(labels)) % folds
    return assignment


def leave_out(assignment: NDArray[np.uint8], fold: int, training_size: int) -> NDArray[np.int64]:
    """Return the training instances of a fold that a smaller training set leaves out.

    The instances kept are drawn at random, by a permutation that depends on the trial's
    assignment alone; smaller sets are subsets of larger ones.

    Parameters
    ----------
    assignment : (n_instances,) uint8
    fold : int
        The test fold.
    training_size : int
        How many instances to keep; 0, or more than there are: all.
    """
    if training_size == 0:
        return np.empty(0, dtype=np.int64)
    order = permutation(assignment.tobytes(), len(assignment))
    kept_back: NDArray[np.int64] = order[assignment[order] != fold][training_size:]
    return kept_back
