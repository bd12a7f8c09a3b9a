from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbexp.errors import StoreError
from nbexp.runner.packing import pack, unpack


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_what_is_packed_comes_back(numbers):
    assert unpack(pack(np.array(numbers, dtype=np.int64))).tolist() == numbers


@pytest.mark.parametrize(
    ("largest", "width"), [(0, 1), (127, 1), (128, 2), (40_000, 4), (2**31, 8)]
)
def test_numbers_take_no_more_bytes_than_they_need(largest, width):
    blob = pack(np.array([-1, largest]))
    assert blob[0] == width
    assert len(zlib.decompress(blob[1:])) == 2 * width


def test_unsigned_bytes_keep_their_values():
    assert unpack(pack(np.array([0, 200, 255], dtype=np.uint8))).tolist() == [0, 200, 255]


@pytest.mark.parametrize("damage", [lambda b: b[:-3], lambda b: b"\x07" + b[1:], lambda b: b""])
def test_a_damaged_blob_is_a_store_error(damage):
    with pytest.raises(StoreError, match="damaged"):
        unpack(damage(pack(np.arange(100))))


def test_numbers_beyond_64_bits_are_refused():
    with pytest.raises(OverflowError, match="18446744073709551615 does not fit in 64 bits"):
        pack(np.array([2**64 - 1], dtype=np.uint64))
