"""Arrays of whole numbers as small blobs: fold assignments, labels and predictions.

A blob is one byte, the width of a number in bytes, and then the numbers as signed
little-endian integers of that width, compressed by zlib.
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import StoreError

_LEVEL = 1  # predictions shrink little more at higher levels, and take several times as long

_TYPES = {width: np.dtype(f"<i{width}") for width in (1, 2, 4, 8)}


def narrow(numbers: NDArray[np.integer]) -> NDArray[np.signedinteger]:
    """Return the numbers as the narrowest signed little-endian integers that hold them all."""
    low, high = (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)
    for kind in _TYPES.values():
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return np.ascontiguousarray(numbers, dtype=kind)
    raise OverflowError(f"{high} does not fit in 64 bits")


def pack(numbers: NDArray[np.integer]) -> bytes:
    """Return a one-dimensional array of whole numbers as a blob."""
    narrowed = narrow(numbers)
    return bytes([narrowed.itemsize]) + zlib.compress(narrowed.tobytes(), _LEVEL)


def unpack(blob: bytes) -> NDArray[np.signedinteger]:
    """Return the array that `pack` made into `blob`."""
    try:
        return np.frombuffer(zlib.decompress(memoryview(blob)[1:]), dtype=_TYPES[blob[0]])
    except (zlib.error, KeyError, IndexError, ValueError) as error:
        raise StoreError(f"a stored array is damaged ({error})") from error
