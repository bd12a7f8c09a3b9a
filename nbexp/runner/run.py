"""Run a spec: read its data sets, do what is not yet stored, and store it.

The process that calls `run` writes the store, alone; workers read data sets and run trials.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nbexp.errors import (
    EXIT_DATA_FAULT,
    EXIT_DONE,
    EXIT_STOPPED,
    EXIT_UNITS_FAILED,
    NbexpError,
    SpecError,
    StoreError,
)
from nbexp.outfile import write_whole
from nbexp.runner.endure import Care, enduring_results
from nbexp.runner.environment import describe_environment
from nbexp.runner.events import (
    Compiling,
    DamageFound,
    DataSetFaulted,
    DataSetFinished,
    DataSetRead,
    Reporter,
    UnitsStored,
    WorkStarted,
)
from nbexp.runner.lock import sole_run
from nbexp.runner.mishap import reading_care, task_care
from nbexp.runner.plan import (
    Task,
    create_methods,
    declared_digest,
    expected_cost,
    make_tasks,
    missing_units,
    plan_units,
)
from nbexp.runner.preview import check_same_experiment
from nbexp.runner.records import DataFault
from nbexp.runner.schema import FILE_NAME, remove_store
from nbexp.runner.work import (
    Desk,
    Engine,
    LoadFault,
    ReadDataSet,
    TaskResult,
    default_engine,
    read_dataset,
    run_task,
)
from nbexp.runner.writing import StoreWriter
from nbexp.signals import stopping_on_signals

if TYPE_CHECKING:
    from nbexp.discretize.method import Method
    from nbexp.runner.cluster import Cluster
    from nbexp.runner.units import PlannedUnit
    from nbexp.spec.spec import DataSetSpec, Spec

Job = TypeVar("Job")
Result = TypeVar("Result")

_DONE_ONLY = frozenset({"done"})
_DONE_OR_FAILED = frozenset({"done", "failed"})


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Attributes
    ----------
    units : int
        Units asked for of the data sets that were read.
    stored : int
        How many of them were stored before.
    done, failed : int
        How many of them are stored now, by status.
    faults : tuple of DataFault
        The data sets that could not be read.
    stopped : bool
        Whether Ctrl-C or SIGTERM ended it.
    seconds : float
    """

    units: int
    stored: int
    done: int
    failed: int
    faults: tuple[DataFault, ...]
    stopped: bool
    seconds: float

    @property
    def exit_code(self) -> int:
        """The exit code this leads to: a stop wins over a data fault, that over a failure."""
        if self.stopped:
            return EXIT_STOPPED
        if not all(fault.excused for fault in self.faults):
            return EXIT_DATA_FAULT
        return EXIT_UNITS_FAILED if self.failed else EXIT_DONE


def run(
    spec: Spec,
    output: Path,
    *,
    cache: Path,
    mirrors: Sequence[str] = (),
    jobs: int = 1,
    fresh: bool = False,
    retry_failed: bool = False,
    timeout: float | None = None,
    cluster: Cluster | None = None,
    reporter: Reporter = lambda event: None,
    engine: Engine | None = None,
) -> Outcome:
    """Run what a spec asks for and is not yet stored in `output`.

    A spec with bad parameters, or another than the one in `output`, raises SpecError; a store
    that cannot be written, or that another run writes, StoreError.

    Parameters
    ----------
    spec : Spec
    output : Path
        The results directory; made if there is none.
    cache, mirrors : Path, sequence of str
        Where data files are kept, and where they are looked for first.
    jobs : int
        Number of processes; 1 works in this one.
    fresh, retry_failed : bool
        Whether a store in `output` is removed first, and units stored as failed are done again.
    timeout : float, optional
        Seconds that a unit may take before it fails; by default any time.
    cluster : Cluster, optional
        Where the work is done, in place of processes here; it knows no timeout.
    reporter, engine : callable, Engine, optional
        Takes the events; reads data and runs trials (nbexp's own if not given).
    """
    methods = create_methods(spec)
    desk = Desk(engine or default_engine(), cache, tuple(mirrors))
    _make_folder(output)
    with sole_run(output):
        if fresh:
            remove_store(output / FILE_NAME)
        check_same_experiment(output, spec)
        _keep_publication(output, spec)
        with StoreWriter.open(output) as store, stopping_on_signals():
            work = _Run(spec, store, desk, jobs, reporter, retry_failed, timeout, cluster)
            return work.run(methods)


def _make_folder(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{output}: cannot be made: {error}; choose another --output") from None


def _keep_publication(output: Path, spec: Spec) -> None:
    """Copy a user's own published values and claims beside the results, for reports to come."""
    from nbexp.spec.publications import is_taken, published_files

    for path in published_files(spec):
        kept = output / path.name
        if is_taken(path.name):
            raise SpecError(f"{path}: a file of nbexp's own has this name in {output}; rename it")
        try:
            if not (kept.exists() and kept.samefile(path)):
                write_whole(kept, path.read_bytes())
        except OSError as error:
            raise StoreError(f"{output}: {path.name} cannot be kept there: {error}") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class _DataSetWork:
    """What is left to do of a data set, and what was done."""

    left: int
    units: int = 0
    failed: int = 0
    seconds: float = 0.0


@dataclass
class _Run:
    """A run at work."""

    spec: Spec
    store: StoreWriter
    desk: Desk
    jobs: int
    reporter: Reporter
    retry_failed: bool
    timeout: float | None
    cluster: Cluster | None
    faults: dict[str, DataFault] = field(default_factory=dict)

    def run(self, methods: dict[str, Method]) -> Outcome:
        """Do all that is missing; a stop is an outcome, other exceptions pass."""
        started = time.perf_counter()
        self._forget_damage()
        self._join_experiment()
        number = self.store.start_run(_now(), describe_environment(self.jobs))
        stored_before = self.store.statuses()
        stopped = False
        try:
            self._read_datasets()
            self._store_experiment()
            self._run_tasks(self._tasks(methods))
        except KeyboardInterrupt:
            stopped = True
        except NbexpError as error:
            with suppress(StoreError):  # what went wrong is told, not that this was not noted
                self.store.finish_run(number, _now(), error.exit_code)
            raise
        outcome = self._outcome(stored_before, stopped, time.perf_counter() - started)
        self.store.finish_run(number, _now(), outcome.exit_code)
        return outcome

    # ------------------------------------------------------------------ the experiment

    def _forget_damage(self) -> None:
        """Remove damaged rows from the store: what they held is done again."""
        damage = self.store.forget_damage()
        if damage:
            self.reporter(DamageFound(tuple(damage)))

    def _join_experiment(self) -> None:
        """Add to what the store's experiment asks for what this run asks for."""
        self.store.forget_faults(dataset.name for dataset in self.spec.datasets)
        self._store_experiment()

    def _store_experiment(self) -> None:
        """Store what was ever asked for here, as far as the data are known."""
        from nbexp.spec.resume import union

        stored = self.store.find_spec()
        resolved = self.spec.resolved()
        asked = resolved if stored is None else union(stored, resolved)
        self.store.write_experiment(asked, plan_units(asked, self._digests()))

    def _digests(self) -> dict[str, str]:
        """Return the digests of all data sets read here, now or before."""
        return {name: facts.digest for name, facts in self.store.read_datasets().items()}

    def _units(self) -> list[PlannedUnit]:
        """Return the units that this run is to see done."""
        digests = self._digests()
        sound = {name: digest for name, digest in digests.items() if name not in self.faults}
        return plan_units(self.spec.resolved(), sound)

    def _missing(self) -> list[PlannedUnit]:
        final = _DONE_ONLY if self.retry_failed else _DONE_OR_FAILED
        return missing_units(self._units(), self.store.statuses(), final)

    def _outcome(self, before: dict[str, str], stopped: bool, seconds: float) -> Outcome:
        keys = {unit.key for unit in self._units()}
        now = self.store.statuses()
        counts = Counter(now[key] for key in keys if key in now)
        return Outcome(
            units=len(keys),
            stored=len(keys & before.keys()),
            done=counts["done"],
            failed=counts["failed"],
            faults=tuple(self.faults.values()),
            stopped=stopped,
            seconds=seconds,
        )

    # ------------------------------------------------------------------- the data sets

    def _read_datasets(self) -> None:
        """Read every data set that has work to do, each once, the costliest first.

        So files are fetched and parsed by one process each, and found ready by those that
        come later; and the units' keys are known.
        """
        datasets = sorted(self._datasets_to_read(), key=expected_cost, reverse=True)
        with self._results(read_dataset, datasets, reading_care()) as results:
            for result in results:
                if isinstance(result, LoadFault):
                    self._note_fault(result)
                else:
                    self._note_dataset(result)

    def _datasets_to_read(self) -> list[DataSetSpec]:
        """Return the data sets that are new here, may have changed, or have missing units."""
        known = self._digests()
        unfinished = {unit.dataset for unit in self._missing()}
        return [
            dataset
            for dataset in self.spec.datasets
            if dataset.name in unfinished
            or declared_digest(dataset) is None
            or declared_digest(dataset) != known.get(dataset.name)
        ]

    def _note_dataset(self, read: ReadDataSet) -> None:
        self.store.write_dataset(read.facts, read.labels)
        self.reporter(DataSetRead(read.facts, read.guess, read.seconds))

    def _note_fault(self, found: LoadFault) -> None:
        """Store a data set's fault, the first time it shows."""
        if found.dataset in self.faults:
            return
        (optional,) = (one.optional for one in self.spec.datasets if one.name == found.dataset)
        fault = DataFault(found.dataset, optional, found.unavailable, found.message)
        self.faults[found.dataset] = fault
        self.store.write_fault(fault)
        self.reporter(DataSetFaulted(fault))

    # ----------------------------------------------------------------------- the units

    def _tasks(self, methods: dict[str, Method]) -> list[Task]:
        facts = self.store.read_datasets()
        costs = {
            name: one.instances * (one.quantitative + one.qualitative)
            for name, one in facts.items()
        }
        missing = self._missing()
        units = len({unit.key for unit in self._units()})
        self.reporter(WorkStarted(units, units - len(missing)))
        return make_tasks(self.spec, methods, missing, costs)

    def _run_tasks(self, tasks: list[Task]) -> None:
        """Run the tasks and store their units as they come."""
        if not tasks:
            return
        self._warm_up(tasks)
        units = {unit.key: unit for task in tasks for unit in task.units}
        work = {
            name: _DataSetWork(count)
            for name, count in Counter(unit.dataset for unit in units.values()).items()
        }
        care = task_care(self.timeout, self._is_sound)
        with self._results(run_task, tasks, care) as results:
            for result in results:
                if isinstance(result, LoadFault):
                    self._note_fault(result)
                else:
                    self._store_units(result, units, work[result.dataset])

    def _warm_up(self, tasks: list[Task]) -> None:
        """Have compiled what is compiled, so that workers find it done."""
        if tasks[0].stream is None:
            self.desk.engine.warm_up(lambda message: self.reporter(Compiling(message)))
            return
        from nbexp.runner.streams import warm_up_streams

        warm_up_streams({label: one for task in tasks for label, one in task.methods.items()})

    def _results(
        self, work: Callable[[Desk, Job], Result], jobs: Sequence[Job], care: Care[Job, Result]
    ) -> AbstractContextManager[Iterator[Result]]:
        """Give the results of all jobs, from processes here or from the cluster."""
        if self.cluster is not None:
            return self.cluster.results_of(work, jobs, self.desk, care)
        processes = min(self.jobs, len(jobs))
        return enduring_results(work, jobs, self.desk, processes, care)

    def _is_sound(self, task: Task) -> bool:
        """Whether the task's data set was not found faulty, asked when the task's turn comes."""
        return task.dataset not in self.faults

    def _store_units(
        self, result: TaskResult, units: dict[str, PlannedUnit], work: _DataSetWork
    ) -> None:
        if result.assignment is not None:
            self.store.write_assignment(units[result.units[0].key], result.assignment)
        for unit in result.units:
            self.store.write_unit(units[unit.key], unit)
        failed = sum(unit.status == "failed" for unit in result.units)
        work.left -= len(result.units)
        work.units += len(result.units)
        work.failed += failed
        work.seconds += result.seconds
        self.reporter(UnitsStored(result.dataset, len(result.units), failed))
        if not work.left:
            self.reporter(DataSetFinished(result.dataset, work.units, work.failed, work.seconds))
