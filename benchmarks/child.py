"""Child processes, with the time and the memory they took."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Ran:
    """A process that has ended.

    Attributes
    ----------
    code : int
    output, complaint : str
        What it wrote on its standard output, and its standard error.
    wall, processor : float
        Seconds from start to end, and of all its threads.
    peak : int
        Largest resident memory, in bytes.
    late : bool
        Whether it was ended because it took too long.
    """

    code: int
    output: str
    complaint: str
    wall: float
    processor: float
    peak: int
    late: bool


def run_child(command: Sequence[str], *, seconds: float | None = None) -> Ran:
    """Run a command to its end, in the repository's folder, numerical libraries in one thread."""
    variables = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as complaint:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=output, stderr=complaint, cwd=REPOSITORY, env=os.environ | variables
        )
        late = threading.Event()
        timer = threading.Timer(seconds or 1e6, lambda: (late.set(), process.kill()))
        timer.daemon = True
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)  # as the process ends, so does its usage
        wall = time.perf_counter() - begin
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        complaint.seek(0)
        return Ran(
            process.returncode,
            output.read(),
            complaint.read(),
            wall,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss * 1024,
            late.is_set(),
        )
