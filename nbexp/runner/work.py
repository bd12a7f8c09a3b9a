"""What a worker does: read a data set, and run the units of one trial."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.method import Method
from nbexp.errors import DataError, told
from nbexp.runner.packing import narrow, pack
from nbexp.runner.plan import Task
from nbexp.runner.records import PackedResult, StoredDataSet
from nbexp.runner.units import PlannedUnit, result_digest

if TYPE_CHECKING:
    from nbexp.data.recipe import Recipe, UserFile
    from nbexp.protocol.trial import UnitResult
    from nbexp.spec.spec import DataSetSpec

Wanted = Mapping[int, Mapping[str, Method]]
"""For each fold, the methods to run by a name of their own."""


@dataclass(frozen=True)
class Engine:
    """The parts of nbexp that the runner sets to work, for tests to replace.

    Attributes
    ----------
    load : callable
        ``load(source, cache=..., mirrors=...)`` returns a DataSet or raises DataError.
    assign : callable
        ``assign(name, labels, seed=, trial=, folds=, stratified=)`` returns the fold in which
        each instance is tested.
    execute : callable
        ``execute(dataset, assignment, wanted)`` runs a trial and returns its unit results.
    warm_up : callable
        ``warm_up(tell)`` compiles what is compiled, so that workers find it done; it calls
        ``tell(message)`` if that takes its time.
    """

    load: Callable[..., DataSet]
    assign: Callable[..., NDArray[np.uint8]]
    execute: Callable[[DataSet, NDArray[np.uint8], Wanted], Sequence[UnitResult]]
    warm_up: Callable[[Callable[[str], None]], object]


def default_engine() -> Engine:
    """Return nbexp's own readers, protocol and methods."""
    from nbexp.data.load import load
    from nbexp.protocol.folds import fold_assignment
    from nbexp.protocol.trial import run_trial
    from nbexp.protocol.warm_up import warm_up

    return Engine(load, fold_assignment, run_trial, warm_up)


def _say_nothing() -> None:
    """Tell nobody that a task has begun."""


@dataclass
class Desk:
    """What a worker has at hand: its means, and the data set it used last.

    Attributes
    ----------
    engine : Engine
    cache : Path
        Where data files are kept.
    mirrors : tuple of str
    begun : callable
        Called when the data of a task are at hand and its own work begins.
    """

    engine: Engine
    cache: Path
    mirrors: tuple[str, ...]
    begun: Callable[[], object] = field(default=_say_nothing, repr=False, compare=False)
    _latest: tuple[str, DataSet] | None = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, object]:
        """Leave the data behind when a desk is sent to another process."""
        return {**self.__dict__, "_latest": None, "begun": _say_nothing}

    def read(self, name: str, source: Recipe | UserFile) -> DataSet:
        """Read a data set, and keep it in place of the one before."""
        self._latest = None  # let go of the old one before the new one needs its room
        dataset = self.engine.load(source, cache=self.cache, mirrors=self.mirrors)
        self._latest = (name, dataset)
        return dataset

    def dataset(self, name: str, source: Recipe | UserFile, digest: str) -> DataSet:
        """Return the data set with that digest, read anew only where it is not at hand."""
        if self._latest is not None and self._latest[0] == name:
            kept = self._latest[1]
            if kept.digest == digest:
                return kept
        dataset = self.read(name, source)
        if dataset.digest != digest:
            raise DataError(
                f"{name}: its data changed while the run was at work (digest {dataset.digest}, "
                f"at first {digest}); run again"
            )
        return dataset


@dataclass(frozen=True)
class ReadDataSet:
    """A data set was read: its facts, its packed labels, and what was guessed about it."""

    facts: StoredDataSet
    labels: bytes
    guess: str
    seconds: float


@dataclass(frozen=True)
class LoadFault:
    """A data set cannot be read; `unavailable` where no source could be had."""

    dataset: str
    unavailable: bool
    message: str


@dataclass(frozen=True)
class TaskResult:
    """A task was done: the packed fold assignment (None where that failed) and the units."""

    dataset: str
    assignment: bytes | None
    units: tuple[PackedResult, ...]
    seconds: float


def read_dataset(desk: Desk, dataset: DataSetSpec) -> ReadDataSet | LoadFault:
    """Read a data set and return what is stored about it, or why it cannot be read."""
    started = time.perf_counter()
    try:
        data = desk.read(dataset.name, dataset.source)
    except Exception as error:  # whatever a file provokes, the other data sets still run
        return _load_fault(dataset.name, error)
    facts = StoredDataSet(
        name=dataset.name,
        title=getattr(dataset.source, "title", dataset.name),
        instances=data.n_instances,
        quantitative=len(data.quantitative),
        qualitative=len(data.qualitative),
        missing=sum(attribute.n_missing for attribute in data.attributes),
        classes=data.classes,
        digest=data.digest,
    )
    guess = _guess(dataset.source, data)
    return ReadDataSet(facts, pack(data.labels), guess, time.perf_counter() - started)


def _guess(source: Recipe | UserFile, data: DataSet) -> str:
    """Return what was guessed about a user's own file; recipes leave nothing to guess."""
    from nbexp.data.recipe import UserFile
    from nbexp.data.userfile import describe_guess

    return describe_guess(source, data) if isinstance(source, UserFile) else ""


def _load_fault(name: str, error: Exception) -> LoadFault:
    from nbexp.data.fetch import Unavailable

    message = str(error) if isinstance(error, DataError) else f"{name}: {_cause(error)}"
    return LoadFault(name, isinstance(error, Unavailable), message)


def _cause(error: BaseException) -> str:
    """Return an unforeseen error in one line, with the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{told(error)}{place}"


def run_task(desk: Desk, task: Task) -> TaskResult | LoadFault:
    """Run the units of a task; each comes back, done or failed."""
    started = time.perf_counter()
    try:
        data = desk.dataset(task.dataset, task.source, task.data_digest)
    except Exception as error:
        return _load_fault(task.dataset, error)
    assignment: NDArray[np.uint8] | None = None
    phase = "folds"
    try:
        assignment = _assignment(desk.engine, data, task)
        phase = "trial"
        desk.begun()
        units = _run_units(desk.engine, data, assignment, task)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a method's own failure the engine keeps itself
        units = _all_failed(task.units, assignment, phase, _cause(error))
    return TaskResult(
        task.dataset,
        None if assignment is None else pack(assignment),
        units,
        time.perf_counter() - started,
    )


def _assignment(engine: Engine, data: DataSet, task: Task) -> NDArray[np.uint8]:
    """Return the fold in which each instance of a task's trial is tested."""
    if task.stream is not None:
        from nbexp.runner.streams import stream_assignment

        return stream_assignment(data, task)
    return engine.assign(
        task.dataset,
        data.labels,
        seed=task.seed,
        trial=task.trial,
        folds=task.folds,
        stratified=task.stratified,
    )


def _run_units(
    engine: Engine,
    data: DataSet,
    assignment: NDArray[np.uint8],
    task: Task,
) -> tuple[PackedResult, ...]:
    """Run a task's units; the engine knows a unit by its fold and its method's label."""
    if task.stream is not None:
        from nbexp.runner.streams import run_stream

        n_tested = int(np.count_nonzero(assignment == 0))
        return tuple(
            replace(pack_result(key, result, n_tested), artefact=course)
            for key, result, course in run_stream(data, task)
        )
    wanted: dict[int, dict[str, Method]] = {}
    for unit in task.units:
        wanted.setdefault(unit.fold, {})[unit.label] = task.methods[unit.label]
    results = {(r.fold, r.method): r for r in engine.execute(data, assignment, wanted)}
    sizes = np.bincount(assignment)
    return tuple(
        pack_result(unit.key, results[unit.fold, unit.label], int(sizes[unit.fold]))
        for unit in task.units
    )


def _all_failed(
    units: Sequence[PlannedUnit],
    assignment: NDArray[np.uint8] | None,
    phase: str,
    cause: str,
) -> tuple[PackedResult, ...]:
    sizes = [0] if assignment is None else np.bincount(assignment).tolist()
    return tuple(
        failed_result(unit.key, sizes[unit.fold] if unit.fold < len(sizes) else 0, phase, cause)
        for unit in units
    )


def failed_result(key: str, instances: int, phase: str | None, cause: str | None) -> PackedResult:
    """Return the result of a unit that failed."""
    content = result_digest("failed", instances, 0, 0.0, 0.0, "[]", phase, cause, b"")
    return PackedResult(
        key, "failed", instances, 0, 0.0, 0.0, "[]", 0.0, 0.0, phase, cause, None, content
    )


def pack_result(key: str, result: UnitResult, instances: int) -> PackedResult:
    """Return an engine's result ready to be stored; `instances` are the fold's."""
    if result.status != "done" or result.predictions is None:
        return failed_result(key, instances, result.phase, result.cause)
    if len(result.predictions) != instances:
        cause = f"found {len(result.predictions)} predictions for {instances} test instances"
        return failed_result(key, instances, "trial", cause)
    intervals = json.dumps([int(number) for number in result.intervals])
    predictions = narrow(result.predictions)
    errors, log_loss, brier = int(result.errors), float(result.log_loss), float(result.brier)
    return PackedResult(
        key=key,
        status="done",
        instances=instances,
        errors=errors,
        log_loss=log_loss,
        brier=brier,
        intervals=intervals,
        fit_seconds=float(result.fit_seconds),
        shared_seconds=float(result.shared_seconds),
        phase=None,
        cause=None,
        predictions=pack(predictions),
        content=result_digest(
            "done",
            instances,
            errors,
            log_loss,
            brier,
            intervals,
            None,
            None,
            predictions.tobytes(),
        ),
    )
