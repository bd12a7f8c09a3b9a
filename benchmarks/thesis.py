"""The whole thesis from the command line: seconds by the clock, and memory of all its processes.

Once with the parsed data in the cache and once without them; files fetched and kernels compiled
before.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.child import REPOSITORY

PARSED = "parsed"
"""The folder of a cache with the parsed data."""

HEADERS = ("parse cache", "seconds", "peak GB, all processes")

_PAUSE_SECONDS = 0.1


@dataclass(frozen=True)
class WholeRun:
    """One run of ``nbexp run thesis``.

    Attributes
    ----------
    cache : "warm" or "cold"
    seconds : float
        From start to end.
    peak : int
        Largest sum over the processes of their share of resident memory (PSS), in bytes.
    """

    cache: str
    seconds: float
    peak: int


def share_of_memory(process: int) -> int:
    """Return the proportional share of resident memory of a process and its children, in bytes.

    Pages that processes share are divided between them, as Linux tells in ``smaps_rollup``. A
    process that ends in between counts nothing.
    """
    place = Path(f"/proc/{process}")
    total = 0
    with suppress(OSError):
        for line in (place / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += 1024 * int(line.split()[1])
    with suppress(OSError):
        for task in (place / "task").iterdir():
            total += sum(map(share_of_memory, map(int, (task / "children").read_text().split())))
    return total


def watch(command: Sequence[str], cache: str) -> WholeRun:
    """Run a command to its end, and look at its memory ten times a second."""
    begin = time.perf_counter()
    peak = 0
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, share_of_memory(process.pid))
            time.sleep(_PAUSE_SECONDS)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}")
    return WholeRun(cache, time.perf_counter() - begin, peak)


def measure(
    spec: str, jobs: int, cache: Path, mirrors: Sequence[str], tell: Callable[[str], None]
) -> Iterator[WholeRun]:
    """Yield a run to fill the cache, unmeasured, and then what it takes warm and cold."""
    with tempfile.TemporaryDirectory() as folder:
        told = [word for mirror in mirrors for word in ("--mirror", mirror)]
        command = [sys.executable, "-m", "nbexp", "run", spec, "--jobs", str(jobs), "--fresh"]
        command += ["--output", f"{folder}/results", *told, "--cache"]
        tell("filling the cache ...")
        watch([*command, str(cache)], "")
        yield watch([*command, str(cache)], "warm")
        unparsed = Path(folder) / "cache"
        shutil.copytree(cache, unparsed, ignore=shutil.ignore_patterns(PARSED))
        yield watch([*command, str(unparsed)], "cold")


def table(runs: Sequence[WholeRun]) -> Iterator[list[object]]:
    """Yield the rows of the table."""
    for run in runs:
        yield [run.cache, f"{run.seconds:.1f}", f"{run.peak / 2**30:.2f}"]
