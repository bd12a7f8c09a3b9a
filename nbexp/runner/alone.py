"""A process of its own for work that may take its process with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from nbexp.runner.pool import prepare_worker
from nbexp.runner.work import Desk

Job = TypeVar("Job")
Result = TypeVar("Result")


class Ended(Exception):
    """The process ended, or was ended, in the middle of the work; says how."""


class OutOfTime(Ended):
    """The work took longer than it may."""


class Alone(Generic[Job, Result]):
    """A process that does one job at a time, begun anew when one has ended it.

    Parameters
    ----------
    work : callable
        ``work(desk, job)`` returns the result.
    desk : Desk
    """

    def __init__(self, work: Callable[[Desk, Job], Result], desk: Desk) -> None:
        self._work = work
        self._desk = desk
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def result(self, job: Job, seconds: float | None) -> Result:
        """Return the result of a job; raise `Ended` if the process did not live to give it.

        Parameters
        ----------
        job : Job
        seconds : float or None
            How long the job may take from when its data are at hand; None: any time.
        """
        connection, process = self._started()
        unharmed = False
        try:
            connection.send(job)
            answer: Result = _answer(connection, process, seconds)
            unharmed = True
            return answer
        except (EOFError, ConnectionError):
            process.join()
            raise Ended(_ending(process.exitcode or 0)) from None
        finally:
            if not unharmed:
                self.end()

    def _started(self) -> tuple[Connection, BaseProcess]:
        if self._process is None or self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_serve, args=(theirs, self._work, self._desk, os.getpid()), daemon=True
            )
            self._process.start()
            theirs.close()
        return self._connection, self._process

    def end(self) -> None:
        """End the process, whatever it is at."""
        if self._process is not None and self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = self._connection = None


def _answer(connection: Connection, process: BaseProcess, seconds: float | None) -> Any:
    """Return the result that the process sends; EOFError where it ends before."""
    begun = False
    while wait([connection, process.sentinel], seconds if begun else None):
        answer = connection.recv()
        if answer is not None:
            return answer[0]
        begun = True
    raise OutOfTime(f"took longer than {seconds:g} s")


def _serve(
    connection: Connection, work: Callable[[Desk, Job], Result], desk: Desk, parent: int
) -> None:
    """Do jobs as they come: a None tells that a job has begun, a tuple holds its result."""
    prepare_worker(parent)
    desk.engine.warm_up(_say_nothing)  # so that loading kernels takes no unit's time
    desk.begun = partial(connection.send, None)
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        connection.send((work(desk, job),))


def _say_nothing(message: str) -> None:
    """Tell nobody that kernels are being compiled."""


def _ending(code: int) -> str:
    """Say how a process ended, and what that mostly means."""
    if code == -signal.SIGKILL:
        return "was killed (signal 9), most likely because memory ran out"
    if code < 0:
        return f"crashed (signal {-code}, {signal.strsignal(-code)})"
    return f"ended by itself (exit code {code})"
