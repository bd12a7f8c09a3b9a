"""The decoder of .Z files against files that compress made and a slow writer."""

from __future__ import annotations

import hashlib
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_compress import compress

from nbexp.data.lzw import LzwError, decompress, decompressed


def numbers(count: int) -> bytes:
    """Return text with much repetition and always new parts."""
    return b"".join(b"%d,%d\n" % (n % 97, n * n % 1009) for n in range(count))


# made by ncompress
MADE = [
    (b"", "1f9d90"),
    (b"abab", "1f9d9061c40404"),
    (b"aaaaaaa", "1f9d9061020a0c03"),
]


@pytest.mark.parametrize(("plain", "packed"), MADE)
def test_what_compress_made_is_unpacked(plain: bytes, packed: str) -> None:
    assert decompress(bytes.fromhex(packed)) == plain


def test_the_slow_writer_writes_what_compress_writes() -> None:
    for plain, packed in MADE:
        assert compress(plain).hex() == packed
    made = "e37a55942020af16721b3b1b04438c3566a74542311eb41424521f15d393ac47"
    assert hashlib.sha256(compress(numbers(3000))).hexdigest() == made


@pytest.mark.parametrize("greatest", [9, 10, 12, 16])
@pytest.mark.parametrize("count", [1, 100, 5000])
def test_text_survives_with_codes_of_any_width(greatest: int, count: int) -> None:
    assert decompress(compress(numbers(count), greatest)) == numbers(count)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([b"a", b"b", b"ab", b"\x00", b"\xff"]), max_size=1500).map(b"".join),
    st.sampled_from([9, 11, 16]),
    st.sampled_from([0, 3, 8, 300]),
)
def test_any_bytes_survive_with_clear_codes_at_any_place(
    data: bytes, greatest: int, clear_every: int
) -> None:
    assert decompress(compress(data, greatest, clear_every=clear_every)) == data


def test_a_large_file_comes_in_pieces() -> None:
    data = b"0123456789" * 300_000
    pieces = list(decompressed(io.BytesIO(compress(data))))
    assert len(pieces) > 1
    assert b"".join(pieces) == data


@pytest.mark.parametrize(
    ("packed", "told"),
    [
        (b"\x1f\x8b\x08\x00", "does not start"),
        (b"\x1f\x9d", "does not start"),
        (b"\x1f\x9d\x88\x00\x00", "codes of 8 bits"),
        (b"\x1f\x9d\x99\x00\x00", "codes of 25 bits"),
        (bytes.fromhex("1f9d90ffff"), "code 511 stands before its string"),
    ],
)
def test_a_broken_file_is_refused(packed: bytes, told: str) -> None:
    with pytest.raises(LzwError, match=told):
        decompress(packed)
