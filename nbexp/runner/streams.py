"""Prequential units: each method takes one trial's stream from its beginning to its end.

A trial of a stream has one fold. Its test instances are those that come after the initial
ones, so that all that holds of folds (predictions in the order of instance numbers, their
number, their errors) holds of streams; the initial instances are in no fold that is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.method import Method
from nbexp.incremental.registry import as_learner
from nbexp.protocol.checkpoints import Course
from nbexp.protocol.prequential import (
    PrequentialResult,
    checkpoints_at,
    run_prequential,
    stream_order,
)
from nbexp.protocol.trial import UnitResult
from nbexp.protocol.warm_up import warm_up_prequential
from nbexp.runner.artefacts import pack_course
from nbexp.runner.plan import Task

if TYPE_CHECKING:
    from nbexp.spec.stream_spec import PrequentialSpec

Ints = NDArray[np.int64]

STREAM, INITIAL = 0, 1
"""The fold of the instances that are classified, and the number of those that are not."""


def order_of(
    dataset: str, n_instances: int, seed: int, trial: int, stream: PrequentialSpec
) -> Ints:
    """Return the order in which the instances of a trial arrive."""
    shuffled = stream.order == "shuffled"
    return stream_order(dataset, n_instances, seed=seed, trial=trial, shuffled=shuffled)


def stream_assignment(data: DataSet, task: Task) -> NDArray[np.uint8]:
    """Return the fold of each instance: `STREAM`, or `INITIAL` for those learnt at first."""
    assert task.stream is not None
    order = order_of(task.dataset, data.n_instances, task.seed, task.trial, task.stream)
    assignment = np.full(data.n_instances, STREAM, dtype=np.uint8)
    assignment[order[: task.stream.initial]] = INITIAL
    return assignment


def run_stream(data: DataSet, task: Task) -> list[tuple[str, UnitResult, bytes | None]]:
    """Run the units of a task; return the key, result and packed course of each."""
    assert task.stream is not None
    stream = task.stream
    order = order_of(task.dataset, data.n_instances, task.seed, task.trial, stream)
    learners = {unit.label: as_learner(task.methods[unit.label]) for unit in task.units}
    results = run_prequential(
        data,
        order,
        learners,
        initial=stream.initial,
        checkpoints=places(stream, data.n_instances),
        window=stream.window,
    )
    by_label = {result.method: result for result in results}
    return [(unit.key, *_unit(by_label[unit.label], order)) for unit in task.units]


def places(stream: PrequentialSpec, n_instances: int) -> tuple[int, ...]:
    """Return the numbers of instances seen at which stock is taken; the end comes by itself."""
    if isinstance(stream.checkpoints, int):
        return checkpoints_at(n_instances, stream.initial, stream.checkpoints)
    return tuple(one for one in stream.checkpoints if stream.initial < one <= n_instances)


def _unit(result: PrequentialResult, order: Ints) -> tuple[UnitResult, bytes | None]:
    """Return a stream's result as that of the one fold of its trial, and its course."""
    if result.predictions is None:
        phase, cause = result.phase, result.cause
        failed = UnitResult(STREAM, result.method, "failed", None, 0, 0.0, 0.0, (), 0.0, 0.0)
        return replace(failed, phase=phase, cause=cause), None
    predictions = result.by_instance(order)
    tested = np.ones(len(order), dtype=np.bool_)
    tested[order[: len(order) - len(result.predictions)]] = False
    unit = UnitResult(
        fold=STREAM,
        method=result.method,
        status="done",
        predictions=predictions[tested],
        errors=result.errors,
        log_loss=result.log_loss,
        brier=result.brier,
        intervals=result.intervals,
        fit_seconds=result.learn_seconds + result.predict_seconds,
        shared_seconds=0.0,
    )
    course = Course(result.start_seconds, result.checkpoints, result.costs)
    return unit, pack_course(course)


def warm_up_streams(methods: Mapping[str, Method]) -> None:
    """Have compiled what the methods need, so that workers find it done."""
    warm_up_prequential({label: as_learner(method) for label, method in methods.items()})
