"""Runs in processes of their own, and whether any of them is left."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path


def wait_until(true, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def is_alive(group: int) -> bool:
    """Tell whether any process of the group is still there.

    One that is dead, but not yet buried by the system's first process, is not.
    """
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    states = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, its_group, *_ = path.read_text().rpartition(")")[2].split()
            states += [state] if int(its_group) == group else []
    return not Path("/proc").is_dir() or any(state not in "ZX" for state in states)
