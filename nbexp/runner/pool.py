"""Handing work out: in this process, or to worker processes."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nbexp.errors import NbexpError
from nbexp.runner.work import Desk

Job = TypeVar("Job")
Result = TypeVar("Result")

_WATCH_SECONDS = 0.5
_PR_SET_PDEATHSIG = 1


class WorkerDied(NbexpError):
    """A worker process ended in the middle of its work."""


@contextmanager
def results_of(
    work: Callable[[Desk, Job], Result], jobs: Iterable[Job], desk: Desk, processes: int
) -> Iterator[Iterator[Result]]:
    """Give the results of ``work(desk, job)`` as they come, in any order.

    Leaving the context early stops the workers; what they were at is dropped.
    """
    if processes <= 1:
        yield (work(desk, job) for job in jobs)
        return
    results = _parallel(work, jobs, desk, processes)
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            # joblib warns that work is dropped, which is what leaving early means
            warnings.simplefilter("ignore")
            results.close()


def _parallel(
    work: Callable[[Desk, Job], Result], jobs: Iterable[Job], desk: Desk, processes: int
) -> Generator[Result, None, None]:
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    with joblib.parallel_config(
        backend="loky",
        inner_max_num_threads=1,
        initializer=_start_worker,
        initargs=(desk, os.getpid()),
    ):
        parallel = joblib.Parallel(
            n_jobs=processes,
            return_as="generator_unordered",
            batch_size=1,
            max_nbytes=None,
        )
        try:
            yield from parallel(joblib.delayed(_at_desk)(work, job) for job in jobs)
        except TerminatedWorkerError as error:
            raise WorkerDied(
                "a worker process ended unexpectedly (killed for memory?); what is done is "
                f"stored: run again, with fewer --jobs if memory is short ({error})"
            ) from None


# A worker process has one desk for its whole life: what it read last must outlive a task.
_desks: list[Desk] = []


def _start_worker(desk: Desk, parent: int) -> None:
    """Prepare a worker, and give it its desk."""
    prepare_worker(parent)
    _desks[:] = [desk]


def prepare_worker(parent: int) -> None:
    """See to it that this process ends with its parent, and by it alone."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they reach all; the parent decides
        signal.signal(number, signal.SIG_IGN)
    if sys.platform == "linux":
        # The system's own way works even in the middle of compiled code.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent has gone, however it went."""
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)


def _at_desk(work: Callable[[Desk, Job], Result], job: Job) -> Result:
    return work(_desks[0], job)
