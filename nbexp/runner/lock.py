"""One run at a time in a results directory."""

from __future__ import annotations

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from nbexp.errors import StoreError

FILE_NAME = "run.lock"


@contextmanager
def sole_run(directory: Path) -> Iterator[None]:
    """Hold the directory for this run; StoreError names the run that holds it already.

    The system lets go of the lock when its owner ends, however it ends; so the lock of an owner
    that is dead is no lock. On a network file system it holds between machines where the file
    system passes locks on, as NFS does.
    """
    path = directory / FILE_NAME
    try:
        file = path.open("a+")
    except OSError as error:
        raise _cannot_lock(path, error) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            owner = file.read().strip() or "another process"
            raise StoreError(
                f"{directory}: a run is at work here ({owner}); wait for it, stop it, or choose "
                "another --output"
            ) from None
        except OSError as error:
            raise _cannot_lock(path, error) from None
        _sign(file)
        yield


def _sign(file: TextIO) -> None:
    """Write who holds the lock; on a full disk it is held unsigned."""
    owner = f"process {os.getpid()} on {platform.node()}\n"
    with suppress(OSError):
        os.ftruncate(file.fileno(), 0)
        os.write(file.fileno(), owner.encode())


def _cannot_lock(path: Path, error: OSError) -> StoreError:
    reason = error.strerror or str(error)
    return StoreError(f"{path}: cannot be locked: {reason}; choose another --output")
