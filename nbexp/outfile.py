"""Files that the user names: written whole or not at all, and never in place of something else.

A file appears under its name only when all of it is there. A link stays a link: what it leads to
is written. A device, a pipe or what else is no file is written into, as a shell would do.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from nbexp.errors import NbexpError, SpecError, StoreError

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Numbers of the errors that say that a disk, or one's share of it, is full."""


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write to (and to move about in), that stands at `path` in the end.

    Where the body raises, nothing is written. OSError is passed on.
    """
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with tempfile.TemporaryFile() as held:  # one may move about in it, not in a pipe
            yield held
            held.seek(0)
            with path.open("wb") as device:
                shutil.copyfileobj(held, device)
        return
    target = Path(os.path.realpath(path))  # a link is not replaced, but what it leads to
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write bytes to a file as `whole_file` does."""
    with whole_file(path) as file:
        file.write(content)


def write_asked_for(path: Path, content: str | bytes, option: str = "") -> None:
    """Write a file that the user has asked for; text is written as UTF-8.

    Parameters
    ----------
    path : Path
    content : str or bytes
    option : str
        What stands before the path in messages: the option by which it was named.

    Raises
    ------
    SpecError, StoreError
        As `unwritten` says.
    """
    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise unwritten(path, error, option) from None


def unwritten(path: Path, error: OSError, option: str = "") -> NbexpError:
    """Return what to raise where a file cannot be written.

    A full disk is the store's fault (exit code 4), a place where there is nothing to be written
    the user's (2).
    """
    where = f"{option} {path}".strip()
    told = f"{where}: cannot be written: {error.strerror or error}"
    if error.errno in NO_ROOM:
        return StoreError(f"{told}; make room, or choose another place")
    return SpecError(told)


def _mode(path: Path) -> int | None:
    """Return what `path`, or what it leads to, is; None if there is nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    """Return the process's file mode mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
