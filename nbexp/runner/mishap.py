"""What becomes of a data set or a task whose process did not live to hand in its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from nbexp.runner.alone import Ended, OutOfTime
from nbexp.runner.endure import Care
from nbexp.runner.plan import Task
from nbexp.runner.work import LoadFault, ReadDataSet, TaskResult, failed_result

if TYPE_CHECKING:
    from nbexp.spec.spec import DataSetSpec


def reading_care() -> Care[DataSetSpec, ReadDataSet | LoadFault]:
    """Return how data sets are read: one that kills its process twice is a fault."""
    return Care(parts=lambda dataset: [dataset], give_up=_unread)


def _unread(dataset: DataSetSpec, ended: Ended) -> LoadFault:
    message = f"{dataset.name}: the process that read it {ended}, twice"
    return LoadFault(dataset.name, unavailable=False, message=message)


def task_care(
    timeout: float | None, wanted: Callable[[Task], bool]
) -> Care[Task, TaskResult | LoadFault]:
    """Return how tasks are run.

    A task may take as long as its units may together: one that takes longer has a unit that
    does. Its units are then run one by one, and those that take too long or end their process
    fail.

    Parameters
    ----------
    timeout : float or None
        Seconds that a unit may take; None: any time.
    wanted : callable
        Whether a task is still to be done.
    """

    def seconds(task: Task) -> float | None:
        return None if timeout is None else timeout * len(task.units)

    return Care(parts=units_apart, give_up=_failed, seconds=seconds, wanted=wanted)


def units_apart(task: Task) -> list[Task]:
    """Return a task for each unit of a task."""
    return [
        replace(task, units=(unit,), methods={unit.label: task.methods[unit.label]})
        for unit in task.units
    ]


def _failed(task: Task, ended: Ended) -> TaskResult:
    """Return the units of a task as failed. Their folds are not known here: no instances."""
    if isinstance(ended, OutOfTime):
        phase, cause = "time", f"{ended} (--timeout)"
    else:
        phase, cause = "process", f"the process that ran it {ended}, also when it ran alone"
    units = tuple(failed_result(unit.key, 0, phase, cause) for unit in task.units)
    return TaskResult(task.dataset, None, units, 0.0)
