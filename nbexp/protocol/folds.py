"""Which instance is tested in which fold."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray


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
    methods see the same folds. It is the order of the raw 64-bit output of PCG64, which NumPy
    promises never to change (unlike the methods of its generators).
    """
    text = f"{seed}\0{name}\0{trial}".encode()
    state = int.from_bytes(hashlib.sha256(text).digest(), "big")
    raw = np.random.PCG64(state).random_raw(len(labels))
    order = np.argsort(raw, kind="stable")
    if stratified:
        order = order[np.argsort(labels[order], kind="stable")]
    assignment = np.empty(len(labels), dtype=np.uint8)
    assignment[order] = np.arange(len(labels)) % folds
    return assignment
