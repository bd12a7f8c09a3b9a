"""Notes that workers leave of what they are at, so that the parent knows when one is gone."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL

_LOOK_SECONDS = 0.2


@dataclass(frozen=True)
class Note:
    """A worker is at a job.

    Attributes
    ----------
    process : int
        The worker's process.
    job : int
        The job's number.
    begun : float or None
        When the job's own work began, on the clock that all processes share; None while what
        it needs is being read.
    """

    process: int
    job: int
    begun: float | None


@dataclass(frozen=True)
class Notes:
    """A folder with one file for each worker that is at a job.

    A folder that cannot be written costs the notes, not the work.
    """

    folder: Path

    def write(self, job: int, *, begun: bool) -> None:
        """Note in this process's file that it is at a job."""
        since = repr(time.monotonic()) if begun else ""
        with suppress(OSError):
            (self.folder / str(os.getpid())).write_text(f"{job} {since}\n")

    def clear(self) -> None:
        """Note that this process is at no job."""
        with suppress(OSError):
            (self.folder / str(os.getpid())).unlink(missing_ok=True)

    def read(self) -> list[Note]:
        """Return what all workers are at, or were at when they ended."""
        found = []
        for path in self.folder.iterdir():
            with suppress(OSError, ValueError):  # gone, or being written
                job, _, since = path.read_text().removesuffix("\n").partition(" ")
                found.append(Note(int(path.name), int(job), float(since) if since else None))
        return found


@contextmanager
def ending_overdue(notes: Notes, limit: Callable[[int], float | None]) -> Iterator[set[int]]:
    """Kill workers whose job takes longer than its limit, as long as the context lasts.

    Killing is all that ends a worker in the middle of compiled code.

    Parameters
    ----------
    notes : Notes
    limit : callable
        Returns the seconds that the job with a number may take; None: any time.

    Yields
    ------
    set of int
        The numbers of the jobs that took too long; it grows.
    """
    overdue: set[int] = set()
    over = threading.Event()

    def look() -> None:
        while not over.wait(_LOOK_SECONDS):
            for note in notes.read():
                seconds = limit(note.job)
                late = note.begun is not None and seconds is not None
                if late and time.monotonic() - (note.begun or 0.0) > (seconds or 0.0):
                    overdue.add(note.job)
                    with suppress(ProcessLookupError):
                        os.kill(note.process, SIGKILL)

    watch = threading.Thread(target=look, daemon=True)
    watch.start()
    try:
        yield overdue
    finally:
        over.set()
        watch.join()
