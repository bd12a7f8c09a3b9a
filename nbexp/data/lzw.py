"""Decoder of ``.Z`` files, as Unix ``compress`` writes them.

The format: the bytes 1f 9d, a byte with the greatest code width in its low five bits and the
block mode in its highest bit; then codes, lowest bit first, whose width grows from 9 bits as
the table fills. Codes are written in groups of eight, so that a group fills whole bytes;
where the width changes, and after a clear code, the rest of the group is padding.

T. A. Welch: A technique for high-performance data compression. IEEE Computer 17(6), 1984.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO

MAGIC = b"\x1f\x9d"
_FIRST_WIDTH = 9
_GREATEST_WIDTH = 16
_CLEAR = 256
_PIECE = 1 << 20

_GREATEST_TABLE = 1 << 28
"""Bytes of all strings in the table. Data take some MB; a byte repeated for ever takes 2 GB."""


class LzwError(ValueError):
    """The bytes are not a sound ``.Z`` file."""


def decompress(data: bytes) -> bytes:
    """Return the unpacked bytes of a ``.Z`` file.

    Examples
    --------
    >>> decompress(bytes.fromhex("1f9d9061c40404"))
    b'abab'
    """
    return b"".join(decompressed(io.BytesIO(data)))


def decompressed(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes of a ``.Z`` file piece by piece.

    Parameters
    ----------
    stream : file of bytes
        It stands at the beginning.

    Raises
    ------
    LzwError
        It does not start as a ``.Z`` file does, or holds a code that cannot be there, or strings
        that would fill the memory.
    """
    head = stream.read(3)
    if len(head) < 3 or not head.startswith(MAGIC):
        raise LzwError("does not start with the bytes 1f 9d of a .Z file")
    greatest, block_mode = head[2] & 0x1F, bool(head[2] & 0x80)
    if not _FIRST_WIDTH <= greatest <= _GREATEST_WIDTH:
        raise LzwError(f"declares codes of {greatest} bits; 9 to 16 are possible")
    out: list[bytes] = []
    size = 0
    for part in _strings(stream, greatest, block_mode):
        out.append(part)
        size += len(part)
        if size >= _PIECE:
            yield b"".join(out)
            out, size = [], 0
    yield b"".join(out)


def _strings(stream: IO[bytes], greatest: int, block_mode: bool) -> Iterator[bytes]:
    """Yield the string of each code."""
    singles = [bytes([byte]) for byte in range(256)]
    table = [*singles, b""] if block_mode else list(singles)  # 256 is the clear code
    limit = 1 << greatest
    width = _FIRST_WIDTH
    previous = b""
    position = 3
    held = 0
    while group := stream.read(width):
        position += width
        bits = int.from_bytes(group, "little")
        mask = (1 << width) - 1
        for _ in range(len(group) * 8 // width):
            code = bits & mask
            bits >>= width
            if code == _CLEAR and block_mode:
                table = [*singles, b""]
                width = _FIRST_WIDTH
                previous = b""
                held = 0
                break
            if code < len(table):
                string = table[code]
            elif code == len(table) and previous:
                string = previous + previous[:1]  # the string the encoder has just entered
            else:
                raise LzwError(f"code {code} stands before its string (near byte {position})")
            yield string
            if previous and len(table) < limit:
                table.append(previous + string[:1])
                held += len(previous) + 1
                if held > _GREATEST_TABLE:
                    raise LzwError("repeats itself as no data do, to fill the memory; refused")
                if len(table) > mask and width < greatest:
                    previous = string
                    width += 1
                    break
            previous = string
