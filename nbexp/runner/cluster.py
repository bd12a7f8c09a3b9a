"""Handing work out to a Dask cluster.

Units depend on nothing but their content, so it does not matter which worker does them, nor how
often: what a lost worker was at, Dask hands to another one. Work that Dask gives up, because its
workers were lost, is taken apart and done once more, each part alone in a process that a worker
starts for it: a part that takes this process with it is given up, and no other work is harmed.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, Generic, TypeVar

from nbexp.errors import NbexpError, SpecError
from nbexp.runner.alone import Alone, Ended
from nbexp.runner.endure import Care
from nbexp.runner.guardian import guarded
from nbexp.runner.work import Desk

Job = TypeVar("Job")
Result = TypeVar("Result")

_CONNECT_SECONDS = 20
_TRIES_ALONE = 3
"""How often work that is done in parts, each alone, may lose the worker that sees to it."""


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
        self,
        work: Callable[[Desk, Job], Result],
        jobs: Iterable[Job],
        desk: Desk,
        care: Care[Job, Result],
    ) -> Iterator[Iterator[Result]]:
        """Give the results of ``work(desk, job)`` as they come, in any order.

        Leaving the context early drops what is not finished.
        """
        handing = _Handing(self.client, work, desk, care)
        results = _unless_lost(handing.results(filter(care.wanted, jobs)))
        try:
            yield results
        finally:
            results.close()
            if handing.handed:
                self.dropped = True
                with suppress(OSError):  # the cluster may be lost
                    self.client.cancel(list(handing.handed))


def _unless_lost(results: Iterator[Result]) -> Generator[Result, None, None]:
    """Pass results on; that there is no cluster any more becomes one message."""
    try:
        yield from results
    except (OSError, _distributed().CancelledError):
        raise NoCluster(
            "--backend dask: the scheduler was lost on the way; what is done is stored: run again "
            "when there is one"
        ) from None


@dataclass
class _Handing(Generic[Job, Result]):
    """Jobs being handed out.

    Attributes
    ----------
    handed : dict of Future to (Job, int)
        What the workers have, and how often Dask gave it up before.
    suspects : list of (Job, int)
        What was given up even in parts, each alone, perhaps for the sake of other work on the same
        worker. It is done when there is no other work any more, one after the other.
    """

    client: Any
    work: Callable[[Desk, Job], Result]
    desk: Desk
    care: Care[Job, Result]
    handed: dict[Any, tuple[Job, int]] = field(default_factory=dict)
    suspects: list[tuple[Job, int]] = field(default_factory=list)

    def results(self, jobs: Iterator[Job]) -> Generator[Result, None, None]:
        """Yield the results, two jobs for each thread of the cluster being handed out."""
        distributed = _distributed()
        finished = distributed.as_completed(loop=self.client.loop)
        while True:
            room = 2 * max(1, sum(self.client.nthreads().values())) - len(self.handed)
            for job in islice(jobs, max(0, room)):
                finished.add(self._hand_out(job, 0))
            if not self.handed and self.suspects:
                finished.add(self._hand_out(*self.suspects.pop()))
            if not self.handed:
                return
            future = next(finished)
            job, given_up = self.handed.pop(future)
            try:
                result = future.result()
            except distributed.KilledWorker:
                if given_up == 0:
                    finished.add(self._hand_out(job, 1))
                elif given_up < _TRIES_ALONE:
                    self.suspects.append((job, given_up + 1))
                else:
                    lost = Ended("was lost with its worker again and again")
                    yield from (self.care.give_up(part, lost) for part in self._parts(job))
            else:
                yield from self._outcomes(result) if given_up else [result]

    def _hand_out(self, job: Job, given_up: int) -> Any:
        do, what = (_each_alone, self._parts(job)) if given_up else (_at_desk, job)
        future = self.client.submit(do, self.desk, self.work, what, pure=False)
        self.handed[future] = (job, given_up)
        return future

    def _parts(self, job: Job) -> list[Job]:
        return list(filter(self.care.wanted, self.care.parts(job)))

    def _outcomes(self, parts: list[tuple[Job, Result | Ended]]) -> Iterator[Result]:
        """Give the results of parts that were done alone, or what becomes of them."""
        for part, outcome in parts:
            yield self.care.give_up(part, outcome) if isinstance(outcome, Ended) else outcome


# A thread of a worker has one desk as long as the work is of one run: what it read last must
# outlive a task. Each has its own, for a desk holds one data set at a time.
_own = threading.local()


def _at_desk(desk: Desk, work: Callable[[Desk, Job], Result], job: Job) -> Result:
    if getattr(_own, "desk", None) != desk:
        _own.desk = desk
    return work(_own.desk, job)


def _each_alone(
    desk: Desk, work: Callable[[Desk, Job], Result], parts: Sequence[Job]
) -> list[tuple[Job, Result | Ended]]:
    """Do jobs one after the other in a process apart from the worker that calls this."""
    # Dask's workers are daemons, which may have no children unless they say that they are none.
    multiprocessing.current_process().daemon = False
    alone = Alone(work, desk)
    outcomes: list[tuple[Job, Result | Ended]] = []
    try:
        for part in parts:
            try:
                outcomes.append((part, alone.result(part, None)))
            except Ended as ended:
                outcomes.append((part, ended))
    finally:
        alone.end()
    return outcomes


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
    with _quiet(), client:
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
            scheduler_kwargs={"allowed_failures": 0},  # here a worker is lost by its own work
        )
        try:
            if (fault := starting.exception()) is not None:
                raise NoCluster(f"--backend dask: no cluster can be started here: {fault}")
            yield starting.result()
        finally:
            if starting.exception() is None:  # a signal may have come while it was starting
                starting.result().close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling what nbexp says itself, as that the scheduler is lost."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _block_interrupts() -> None:
    """Keep Ctrl-C from this thread, from those it starts, and from the processes they start.

    A terminal sends it to all. The parent decides, and a worker would print a traceback.
    """
    resource_tracker.ensure_running()  # to start it later would let interrupts in again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _end_workers(local: Any) -> None:
    """End the workers of a cluster started here, whatever they are at."""
    nannies = list(local.workers.values())
    for nanny in nannies:
        nanny.auto_restart = False
    for process in filter(None, [nanny.pid for nanny in nannies]):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise SpecError(
            "--backend dask: dask and distributed are not installed; pip install 'nbexp[dask]'"
        ) from None
