"""A process that sees a run die, and ends what the run left behind.

A worker ends by itself when its parent has gone, but not before it has started. So a run that has
workers is watched from outside: should it be killed, all processes that bear its mark are killed.

This file is run as a script, by an interpreter that knows the standard library only.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGKILL

MARK = "NBEXP_RUN"
"""The environment variable that a run's processes inherit."""

_ENOUGH_SECONDS = 5.0


@contextmanager
def guarded() -> Iterator[None]:
    """See to it that no worker started in this context outlives this process by much."""
    if sys.platform != "linux":
        yield
        return
    import secrets
    import subprocess

    os.environ[MARK] = mark = secrets.token_hex(16)
    guardian = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mark],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # a signal to the run's group is not for the guardian
    )
    try:
        yield
    finally:
        os.environ.pop(MARK, None)
        with suppress(BrokenPipeError):
            guardian.communicate(b"done")


def marked(mark: str) -> list[int]:
    """Return the processes that bear a mark, but not those that clear up after them."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            number = int(entry.name)
            if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                words = (entry / "cmdline").read_bytes()
                if b"resource_tracker" not in words and number != os.getpid():
                    found.append(number)
    return found


def watch(mark: str) -> None:
    """Wait for the end of the run; unless it says that it is done, kill what it left."""
    if sys.stdin.buffer.read():
        return
    end = time.monotonic() + _ENOUGH_SECONDS
    while time.monotonic() < end and (left := marked(mark)):
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, SIGKILL)
        time.sleep(0.05)


if __name__ == "__main__":
    watch(sys.argv[1])
