"""One run at a time in a results directory."""

from __future__ import annotations

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbexp.errors import StoreError

FILE_NAME = "run.lock"


@contextmanager
def sole_run(directory: Path) -> Iterator[None]:
    """Hold the directory for this run; StoreError names the run that holds it already.

    The system lets go of the lock when its owner ends, however it ends.
    """
    with (directory / FILE_NAME).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            owner = file.read().strip() or "another process"
            raise StoreError(
                f"{directory}: a run is at work here ({owner}); wait for it, stop it, or choose "
                "another --output"
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()} on {platform.node()}\n")
        file.flush()
        yield
