"""Unpacking: gzip and ``.Z`` by their first bytes, named members of zip and tar archives.

Nothing is ever extracted to a path that an archive names: a member's bytes are read and
given on. A stream that grows beyond a limit is refused, and so is an archive whose list of
members does: that list is held in memory.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import IO, cast

from nbexp.data import lzw
from nbexp.errors import DataError

GREATEST_SIZE = 4 << 30
"""No data file is expected to be larger than this when unpacked (bytes)."""

_GREATEST_LIST = 32 << 20
"""The list of an archive's members (tar: headers, zip: directory) is expected to be shorter."""

_GZIP_MAGIC = b"\x1f\x8b"
_PIECE = 1 << 20
_NESTED = 3

_TAR_PACKINGS: dict[bytes, Callable[[IO[bytes]], AbstractContextManager[object]]] = {
    _GZIP_MAGIC: lambda stream: gzip.GzipFile(fileobj=stream, mode="rb"),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": lzma.LZMAFile,
}


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
        except DataError:
            raise
        except MemoryError as error:
            raise PackedError("takes more memory to unpack than there is; refused") from error
        except Exception as error:  # a damaged archive raises whatever its reader stumbles over
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the disk, not of what is read
            raise PackedError(f"the packed file is broken ({error})") from error


def _limited(pieces: Iterable[bytes], greatest: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        _check_size(total, greatest)
        yield piece


def _plain(stream: IO[bytes], stack: ExitStack, greatest: int) -> Iterator[bytes]:
    """Yield the bytes below all layers of gzip and ``.Z``."""
    for _ in range(_NESTED):
        magic = stream.read(2)
        stream.seek(0)
        if magic == lzw.MAGIC:
            yield from lzw.decompressed(cast("IO[bytes]", _Bounded(stream, greatest)))
            return
        if magic != _GZIP_MAGIC:
            break
        stream = cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=stream, mode="rb")))
    yield from _pieces(stream)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(_PIECE):
        yield piece


class _Bounded:
    """A stream in which nobody goes beyond a limit; nor reads more of it than is allowed.

    The readers of archives take in headers of any declared length at one go, before anybody sees
    the member that they belong to. What they jump over is not read, but has to be unpacked.

    Parameters
    ----------
    stream : file of bytes
    greatest : int
        The last place (bytes from the start).
    readable : int, optional
        So many bytes may be read; by default any.
    """

    def __init__(self, stream: IO[bytes], greatest: int, readable: int | None = None) -> None:
        self._stream = stream
        self._greatest = greatest
        self.readable = readable

    def read(self, size: int = -1) -> bytes:
        left = self.readable
        if left is not None:
            size = left + 1 if size < 0 else min(size, left + 1)
        data = self._stream.read(size)
        if left is not None:
            if len(data) > left:
                raise PackedError("its list of members is longer than any; refused")
            self.readable = left - len(data)
        _check_size(self._stream.tell(), self._greatest)
        return data

    def seek(self, place: int, whence: int = 0) -> int:
        if whence == 0:
            _check_size(place, self._greatest)
            if place < 0:
                raise ValueError("points to before its beginning")
        return self._stream.seek(place, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True


def _member(stream: IO[bytes], member: str, stack: ExitStack, greatest: int) -> IO[bytes]:
    """Return a member of a zip or tar archive as a stream."""
    start = stream.read(6)
    stream.seek(0)
    if start.startswith(b"PK"):
        return _zip_member(stream, member, stack, greatest)
    for magic, opened in _TAR_PACKINGS.items():
        if start.startswith(magic):
            stream = cast("IO[bytes]", stack.enter_context(opened(stream)))
    return _tar_member(stream, member, stack, greatest)


def _zip_member(stream: IO[bytes], member: str, stack: ExitStack, greatest: int) -> IO[bytes]:
    bounded = _Bounded(stream, GREATEST_SIZE, _GREATEST_LIST)
    archive = stack.enter_context(zipfile.ZipFile(cast("IO[bytes]", bounded)))
    bounded.readable = None
    sizes = {info.filename: info.file_size for info in archive.infolist() if not info.is_dir()}
    name = _matching(list(sizes), member)
    _check_size(sizes[name], greatest)
    return archive.open(name)


def _tar_member(stream: IO[bytes], member: str, stack: ExitStack, greatest: int) -> IO[bytes]:
    bounded = _Bounded(stream, greatest, min(greatest, _GREATEST_LIST))
    archive = stack.enter_context(tarfile.TarFile(fileobj=cast("IO[bytes]", bounded)))
    files = [info.name for info in archive if info.isfile()]  # neither a link nor a device
    bounded.readable = None
    found = archive.extractfile(_matching(files, member))
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
