"""Handing work out to a Dask cluster.

Units depend on nothing but their content, so it does not matter which worker does them, nor how
often: what a lost worker was at, Dask hands to another one.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from nbexp.errors import NbexpError, SpecError
from nbexp.runner.guardian import guarded
from nbexp.runner.pool import WorkerDied
from nbexp.runner.work import Desk

Job = TypeVar("Job")
Result = TypeVar("Result")

_CONNECT_SECONDS = 20


class NoCluster(NbexpError):
    """The cluster cannot be reached."""


@dataclass(eq=False)
class Cluster:
    """A Dask cluster that a run is connected to.

    Attributes
    ----------
    client : distributed.Client
    dropped : bool
        Whether work was handed out that nobody waits for any more.
    """

    client: Any
    dropped: bool = field(default=False, init=False)

    @contextmanager
    def results_of(
        self, work: Callable[[Desk, Job], Result], jobs: Iterable[Job], desk: Desk
    ) -> Iterator[Iterator[Result]]:
        """Give the results of ``work(desk, job)`` as they come, in any order.

        Leaving the context early drops what is not finished.
        """
        results = self._results(work, iter(jobs), desk)
        try:
            yield results
        finally:
            results.close()

    def _results(
        self, work: Callable[[Desk, Job], Result], jobs: Iterator[Job], desk: Desk
    ) -> Generator[Result, None, None]:
        """Yield the results, two jobs for each thread of the cluster being handed out."""
        distributed = _distributed()
        finished = distributed.as_completed(loop=self.client.loop)
        handed: set[Any] = set()
        try:
            while True:
                room = 2 * max(1, sum(self.client.nthreads().values())) - len(handed)
                for job in islice(jobs, max(0, room)):
                    future = self.client.submit(_at_desk, desk, work, job, pure=False)
                    handed.add(future)
                    finished.add(future)
                if not handed:
                    return
                future = next(finished)
                handed.remove(future)
                yield future.result()
        except distributed.KilledWorker as error:
            raise WorkerDied(
                "workers of the cluster ended one after the other at the same work (killed for "
                f"memory?); what is done is stored: run again, on larger workers ({error})"
            ) from None
        finally:
            if handed:
                self.dropped = True
                self.client.cancel(list(handed))


# A thread of a worker has one desk as long as the work is of one run: what it read last must
# outlive a task. Each has its own, for a desk holds one data set at a time.
_own = threading.local()


def _at_desk(desk: Desk, work: Callable[[Desk, Job], Result], job: Job) -> Result:
    if getattr(_own, "desk", None) != desk:
        _own.desk = desk
    return work(_own.desk, job)


@contextmanager
def connected(scheduler: str | None, processes: int) -> Iterator[Cluster]:
    """Connect to the cluster at an address, or to one of processes on this machine.

    Parameters
    ----------
    scheduler : str or None
        Address of a Dask scheduler, as ``tcp://host:8786``; None: start a cluster here, and end
        it when the context ends.
    processes : int
        Number of workers of a cluster started here.
    """
    distributed = _distributed()
    if scheduler is None:
        with (
            guarded(),
            _started_here(processes) as local,
            distributed.Client(local, set_as_default=False) as client,
        ):
            cluster = Cluster(client)
            try:
                yield cluster
            finally:
                if cluster.dropped:
                    _end_workers(local)
        return
    try:
        client = distributed.Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(
            f"--scheduler {scheduler}: no Dask scheduler answers ({error}); expected an address "
            "as tcp://host:8786"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError:
            raise NoCluster(f"--scheduler {scheduler}: the cluster has no workers") from None
        yield Cluster(client)


@contextmanager
def _started_here(processes: int) -> Iterator[Any]:
    """Start a cluster of worker processes, and end it when the context ends."""
    with ThreadPoolExecutor(1, initializer=_block_interrupts) as thread:
        starting = thread.submit(
            _distributed().LocalCluster,
            n_workers=processes,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,  # what becomes of lost work, nbexp says itself
        )
        try:
            yield starting.result()
        finally:
            if starting.exception() is None:  # else it is raised, or comes after a signal
                starting.result().close()


def _block_interrupts() -> None:
    """Keep Ctrl-C from this thread, from those it starts, and from the processes they start.

    A terminal sends it to all. The parent decides, and a worker would print a traceback.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _end_workers(local: Any) -> None:
    """End the workers of a cluster started here, whatever they are at."""
    for nanny in list(local.workers.values()):
        nanny.auto_restart = False
        process = nanny.pid
        if process is not None:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise SpecError(
            "--backend dask: dask and distributed are not installed; pip install 'nbexp[dask]'"
        ) from None
