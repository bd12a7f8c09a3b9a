"""Random orders that never change, whatever the version of NumPy."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray


def permutation(content: bytes, n: int) -> NDArray[np.int64]:
    """Return a permutation of 0 .. n - 1 that depends on the content alone.

    It is the order of the raw 64-bit output of PCG64, seeded by the content's SHA-256. NumPy
    promises never to change that output, unlike the methods of its generators.
    """
    state = int.from_bytes(hashlib.sha256(content).digest(), "big")
    order = np.argsort(np.random.PCG64(state).random_raw(n), kind="stable")
    return order.astype(np.int64, copy=False)
