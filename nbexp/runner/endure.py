"""Work that goes on when a worker is killed, crashes, or hangs.

When a worker dies, nobody says at which job. So the jobs that were being done at that moment are
taken apart and done once more, each part alone in a process; a part that takes its process with
it again is given up, with the reason. All other jobs go on together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, TypeVar

from nbexp.runner.alone import Alone, Ended, OutOfTime
from nbexp.runner.guardian import guarded
from nbexp.runner.notes import Notes, ending_overdue
from nbexp.runner.pool import WorkerDied, results_of
from nbexp.runner.work import Desk

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Care(Generic[Job, Result]):
    """What is done with a job that took its process with it.

    Attributes
    ----------
    parts : callable
        Returns the jobs that a job is taken apart into.
    give_up : callable
        ``give_up(job, ended)`` returns the result of a job that cannot be done.
    seconds : callable
        Returns how long a job may take; None: any time.
    wanted : callable
        Whether a job is still to be done, asked when its turn has come.
    """

    parts: Callable[[Job], Sequence[Job]]
    give_up: Callable[[Job, Ended], Result]
    seconds: Callable[[Job], float | None] = lambda job: None
    wanted: Callable[[Job], bool] = lambda job: True


@contextmanager
def enduring_results(
    work: Callable[[Desk, Job], Result],
    jobs: Sequence[Job],
    desk: Desk,
    processes: int,
    care: Care[Job, Result],
) -> Iterator[Iterator[Result]]:
    """Give the results of ``work(desk, job)`` as they come, in any order.

    With one process and no limit of time the work is done in this process. Leaving the context
    early stops the work; what was not finished is dropped.
    """
    results = _Endurance(work, desk, processes, care, dict(enumerate(jobs))).results()
    try:
        yield results
    finally:
        results.close()


@dataclass
class _Endurance(Generic[Job, Result]):
    """Jobs being done; `left` holds those without a result, by number."""

    work: Callable[[Desk, Job], Result]
    desk: Desk
    processes: int
    care: Care[Job, Result]
    left: dict[int, Job]

    def results(self) -> Generator[Result, None, None]:
        """Yield the results of all jobs."""
        limited = any(self.care.seconds(job) is not None for job in self.left.values())
        if self.processes <= 1 and not limited:
            with results_of(self.work, self._wanted(), self.desk, 1) as results:
                yield from results
            return
        with guarded():
            yield from self._with_workers()

    def _with_workers(self) -> Generator[Result, None, None]:
        alone = Alone(self.work, self.desk)
        try:
            while self.left and self.processes > 1:
                for number, ended in (yield from self._together()):
                    yield from self._apart(alone, self.left.pop(number), ended)
            for job in self._wanted():
                try:
                    yield alone.result(job, self.care.seconds(job))
                except Ended as ended:
                    yield from self._apart(alone, job, ended)
        finally:
            alone.end()

    def _wanted(self) -> Iterator[Job]:
        return filter(self.care.wanted, self.left.values())

    def _together(self) -> Generator[Result, None, list[tuple[int, Ended]]]:
        """Yield results until a worker dies; return the jobs that may have killed it."""
        handed: set[int] = set()
        jobs = dict(self.left)

        def hand_out() -> Iterator[tuple[int, Job]]:
            for number, job in jobs.items():
                if self.care.wanted(job):
                    handed.add(number)
                    yield number, job

        with TemporaryDirectory(prefix="nbexp-", ignore_cleanup_errors=True) as folder:
            notes = Notes(Path(folder))
            work = partial(_noted, self.work, notes)
            limit = _limits(jobs, self.care)
            try:
                with (
                    ending_overdue(notes, limit) as late,
                    results_of(work, hand_out(), self.desk, self.processes) as results,
                ):
                    for number, result in results:
                        del self.left[number]
                        yield result
            except WorkerDied:
                suspects = self._suspects(late, [note.job for note in notes.read()], handed)
                if not suspects:
                    raise
                return [(number, self._ended(number, number in late)) for number in suspects]
        self.left.clear()  # what is left was not wanted any more
        return []

    def _ended(self, number: int, late: bool) -> Ended:
        if not late:
            return Ended("ended")
        return OutOfTime(f"took longer than {self.care.seconds(self.left[number]):g} s")

    def _suspects(self, *circles: Collection[int]) -> list[int]:
        """Return the jobs without a result of the first circle that has any."""
        for circle in circles:
            found = sorted(set(circle) & self.left.keys())
            if found:
                return found
        return []

    def _apart(self, alone: Alone[Job, Result], job: Job, ended: Ended) -> Iterator[Result]:
        """Yield the results of a job's parts, each done alone."""
        parts = self.care.parts(job)
        if isinstance(ended, OutOfTime) and len(parts) == 1:
            yield self.care.give_up(job, ended)
            return
        for part in filter(self.care.wanted, parts):
            try:
                yield alone.result(part, self.care.seconds(part))
            except Ended as again:
                yield self.care.give_up(part, again)


def _limits(jobs: dict[int, Job], care: Care[Job, Result]) -> Callable[[int], float | None]:
    return lambda number: care.seconds(jobs[number])


def _noted(
    work: Callable[[Desk, Job], Result], notes: Notes, desk: Desk, numbered: tuple[int, Job]
) -> tuple[int, Result]:
    """Do a job in a worker, and leave a note as long as it takes."""
    number, job = numbered
    notes.write(number, begun=False)
    desk.begun = partial(notes.write, number, begun=True)
    result = work(desk, job)
    notes.clear()
    return number, result
