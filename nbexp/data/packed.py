"""Unpacking: gzip and ``.Z`` by their first bytes, named members of zip and tar archives.

Nothing is ever extracted to a path that an archive names: a member's bytes are read and
given on. A stream that grows beyond a limit is refused.
"""

from __future__ import annotations

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

from nbexp.data import lzw
from nbexp.errors import DataError

GREATEST_SIZE = 4 << 30
"""No data file is expected to be larger than this when unpacked (bytes)."""

_GZIP_MAGIC = b"\x1f\x8b"
_PIECE = 1 << 20
_NESTED = 3


class PackedError(DataError):
    """A packed file is broken, or has not the member that is wanted."""


def unpacked(
    path: Path, members: Sequence[str] = (), greatest: int = GREATEST_SIZE
) -> Iterator[bytes]:
    """Yield a file's unpacked bytes piece by piece.

    Parameters
    ----------
    path : Path
        A plain, gzip or ``.Z`` file, or an archive.
    members : sequence of str
        The member of the archive; then the member of that, if it is an archive too.
    greatest : int
        More unpacked bytes than this are refused.

    Raises
    ------
    PackedError
        The file is broken or too large, or a member is not there.
    """
    with ExitStack() as stack:
        stream: IO[bytes] = stack.enter_context(path.open("rb"))
        try:
            for member in members:
                stream = stack.enter_context(_member(stream, member, stack, greatest))
            yield from _limited(_plain(stream, stack, greatest), greatest)
        except (
            EOFError, gzip.BadGzipFile, zlib.error, zipfile.BadZipFile, tarfile.TarError,
            lzw.LzwError, NotImplementedError, RuntimeError,
        ) as error:  # fmt: skip
            raise PackedError(f"the packed file is broken ({error})") from error


def _limited(pieces: Iterable[bytes], greatest: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > greatest:
            raise PackedError(f"unpacks to more than {greatest} bytes; refused")
        yield piece


def _plain(stream: IO[bytes], stack: ExitStack, greatest: int) -> Iterator[bytes]:
    """Yield the bytes below all layers of gzip and ``.Z``."""
    for _ in range(_NESTED):
        magic = stream.read(2)
        stream.seek(0)
        if magic == lzw.MAGIC:
            yield from lzw.decompressed(b"".join(_limited(_pieces(stream), greatest)))
            return
        if magic != _GZIP_MAGIC:
            break
        stream = cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=stream, mode="rb")))
    yield from _pieces(stream)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(_PIECE):
        yield piece


def _member(stream: IO[bytes], member: str, stack: ExitStack, greatest: int) -> IO[bytes]:
    """Return a member of a zip or tar archive as a stream."""
    start = stream.read(4)
    stream.seek(0)
    if start.startswith(b"PK"):
        archive = stack.enter_context(zipfile.ZipFile(stream))
        sizes = {info.filename: info.file_size for info in archive.infolist() if not info.is_dir()}
        name = _matching(list(sizes), member)
        _check_size(sizes[name], greatest)
        return archive.open(name)
    packed = stack.enter_context(tarfile.TarFile.open(fileobj=stream, mode="r:*"))
    files = []
    total = 0
    for info in packed:  # the header of the next stands behind the bytes of this one
        total += info.size
        _check_size(total, greatest)
        if info.isfile():  # neither a link nor a device
            files.append(info.name)
    found = packed.extractfile(_matching(files, member))
    assert found is not None  # only files are listed
    return found


def _check_size(size: int, greatest: int) -> None:
    if size > greatest:
        raise PackedError(f"unpacks to more than {greatest} bytes; refused")


def _matching(names: Sequence[str], member: str) -> str:
    """Return the archive's name of a member: the very name, or the only one that ends so."""
    if member in names:
        return member
    base = member.rsplit("/", 1)[-1]
    ends = [name for name in names if name.replace("\\", "/").rsplit("/", 1)[-1] == base]
    if len(ends) == 1:
        return ends[0]
    listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    raise PackedError(f"the archive has no member {member} (it has {listed or 'none'})")
