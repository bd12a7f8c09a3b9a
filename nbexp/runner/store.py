"""Reading a result store.

What is shown are the units that the stored spec asks for. Units of former versions of a method
or of former data are kept in the store, but not shown.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import StoreError
from nbexp.protocol.checkpoints import Course
from nbexp.runner.artefacts import has_artefacts, unpack_course
from nbexp.runner.packing import unpack
from nbexp.runner.pages import check_integrity
from nbexp.runner.records import DataFault, Progress, StoredDataSet, UnitRow
from nbexp.runner.schema import (
    FILE_NAME,
    DamagedStoreError,
    connect_for_reading,
    store_errors,
)
from nbexp.runner.seals import Seals
from nbexp.runner.stored_spec import decode_spec
from nbexp.runner.units import MethodContent

_UNIT_COLUMNS = tuple(field.name for field in fields(UnitRow))


class Store:
    """The results in a directory, open for reading.

    A store shows its state at the moment of opening, also while a run adds to it. It may be
    used as a context manager.

    Parameters
    ----------
    connection : sqlite3.Connection
    path : Path
        The file, for messages.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._plan_is_sound = False
        self._folds: tuple[tuple[str, int], dict[int, list[NDArray[np.intp]]]] | None = None

    @classmethod
    def open(cls, directory: str | Path) -> Self:
        """Open the store in `directory`; StoreError where there is none."""
        path = Path(directory) / FILE_NAME
        return cls(connect_for_reading(path), path)

    def close(self) -> None:
        """Close the store."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        """Tell that `what` is damaged where it is not what it should be."""
        try:
            yield
        except (AttributeError, LookupError, TypeError, ValueError, StoreError) as error:
            raise DamagedStoreError(self.path, f"{what}: damaged ({error!r})") from error

    def _rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with store_errors(self.path):
            for row in self._connection.execute(query, values):  # noqa: UP028
                # not `yield from`: that closes a cursor, and fails when the store was closed first
                yield row

    def _planned(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Return rows found by the plan, after a look, the first time, whether it is sound.

        Indexes lead from the plan to the units: one that is damaged would hide units.
        """
        if not self._plan_is_sound:
            with store_errors(self.path):
                check_integrity(self._connection)
                fault = Seals(self._connection).plan_fault()
            if fault:
                raise DamagedStoreError(self.path, f"the plan of units {fault}")
            self._plan_is_sound = True
        return self._rows(query, *values)

    def find_spec(self) -> dict[str, Any] | None:
        """Return the stored spec, None where the run stopped before it was stored."""
        with store_errors(self.path):
            fault = Seals(self._connection).spec_fault()
        # The plus keeps SQLite from the index, which may be damaged where the table is not.
        for (value,) in self._rows("SELECT value FROM meta WHERE +key = 'spec'"):
            try:
                spec = decode_spec(value)
            except ValueError as error:
                fault = str(error)
            if fault is None:
                return spec
        if fault is not None:
            raise DamagedStoreError(self.path, f"the stored spec is damaged ({fault})")
        return None

    @property
    def spec(self) -> dict[str, Any]:
        """The resolved spec: all that was ever asked for here."""
        spec = self.find_spec()
        if spec is None:
            raise StoreError(f"{self.path}: its run stopped before it began; run it again")
        return spec

    @property
    def environment(self) -> dict[str, Any]:
        """Versions, machine and threads of the last run."""
        for (environment,) in self._rows("SELECT environment FROM runs ORDER BY run DESC LIMIT 1"):
            with self._reading("what the last run ran with"):
                return dict(json.loads(environment))
        return {}

    def runs(self) -> list[dict[str, Any]]:
        """Return when each run started and finished, and how it ended."""
        columns = ("started", "finished", "exit_code")
        rows = self._rows(f"SELECT {', '.join(columns)} FROM runs ORDER BY run")
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def methods(self) -> list[str]:
        """Return the methods' labels, in the spec's order."""
        return [method["label"] for method in self.spec["methods"]]

    def seeds(self) -> list[int]:
        """Return the root seeds."""
        return list(self.spec["seeds"])

    @property
    def trials(self) -> int:
        """The number of trials asked for."""
        return int(self.spec["protocol"]["trials"])

    @property
    def folds(self) -> int:
        """The number of folds of a trial."""
        return int(self.spec["protocol"]["folds"])

    def read_datasets(self) -> dict[str, StoredDataSet]:
        """Return all data sets that were ever read here, by name."""
        with store_errors(self.path):
            faults = Seals(self._connection).dataset_faults()
        rows = self._rows(
            "SELECT name, title, instances, quantitative, qualitative, missing, classes, digest "
            "FROM datasets"
        )
        found = {}
        for name, title, instances, quantitative, qualitative, missing, classes, digest in rows:
            if name in faults:
                raise DamagedStoreError(self.path, f"data set {name}: {faults[name]}")
            with self._reading(f"data set {name}"):
                found[name] = StoredDataSet(
                    name=name,
                    title=title,
                    instances=instances,
                    quantitative=quantitative,
                    qualitative=qualitative,
                    missing=missing,
                    classes=tuple(json.loads(classes)),
                    digest=digest,
                )
        return found

    def datasets(self) -> list[StoredDataSet]:
        """Return the data sets of which a unit was run, in the spec's order."""
        rows = self._planned("SELECT DISTINCT plan.dataset FROM plan JOIN units USING (key)")
        ran = {name for (name,) in rows}
        found = self.read_datasets()
        with self._reading("the data sets"):
            return [found[name] for name in self.wanted_datasets() if name in ran]

    def wanted_datasets(self) -> list[str]:
        """Return the names of all data sets that the spec asks for, in its order."""
        return [dataset["name"] for dataset in self.spec["datasets"]]

    def faults(self) -> list[DataFault]:
        """Return the data sets that could not be read, in the spec's order."""
        rows = self._rows("SELECT dataset, optional, unavailable, message FROM faults")
        found = {row[0]: DataFault(row[0], bool(row[1]), bool(row[2]), row[3]) for row in rows}
        return [found[name] for name in self.wanted_datasets() if name in found]

    def labels(self, dataset: str) -> NDArray[np.signedinteger]:
        """Return the class codes of a data set: (n,) integer."""
        for (blob,) in self._rows("SELECT labels FROM datasets WHERE name = ?", dataset):
            with self._reading(f"data set {dataset}"):
                return unpack(blob)
        raise StoreError(f"{self.path}: no data set {dataset!r}")

    def predictions(self, dataset: str, method: str, seed: int) -> NDArray[np.int16]:
        """Return what a method predicted for every instance in every trial.

        Returns
        -------
        (trials, n) int16
            Class codes; -1 where the unit is missing or failed, and for the initial instances
            of a stream, which no unit tests.
        """
        folds = self._fold_members(dataset, seed)
        found = np.full((self.trials, self._instances(dataset)), -1, dtype=np.int16)
        rows = self._planned(
            "SELECT plan.trial, plan.fold, predictions FROM plan JOIN units USING (key) "
            "WHERE plan.dataset = ? AND label = ? AND plan.seed = ? AND status = 'done'",
            dataset,
            method,
            seed,
        )
        for trial, fold, blob in rows:
            with self._reading(f"{dataset}, {method}, seed {seed}, trial {trial}, fold {fold}"):
                found[trial, folds[trial][fold]] = unpack(blob)
        return found

    @property
    def has_artefacts(self) -> bool:
        """Whether anything but predictions is kept of units."""
        with store_errors(self.path):
            return has_artefacts(self._connection)

    def courses(self, dataset: str, method: str, seed: int) -> dict[int, Course]:
        """Return the courses of a method's streams by trial, where they are kept."""
        if not self.has_artefacts:
            return {}
        rows = self._planned(
            "SELECT plan.trial, artefacts.content FROM plan JOIN units USING (key) "
            "JOIN artefacts USING (key) "
            "WHERE plan.dataset = ? AND label = ? AND plan.seed = ? AND status = 'done' "
            "ORDER BY plan.trial",
            dataset,
            method,
            seed,
        )
        with self._reading(f"{dataset}, {method}, seed {seed}"):
            return {trial: unpack_course(content) for trial, content in rows}

    def _instances(self, dataset: str) -> int:
        for (instances,) in self._rows("SELECT instances FROM datasets WHERE name = ?", dataset):
            with self._reading(f"data set {dataset}"):
                return int(instances)
        raise StoreError(f"{self.path}: no data set {dataset!r}")

    def assignment(self, dataset: str, seed: int, trial: int) -> NDArray[np.signedinteger]:
        """Return the fold in which each instance is tested: (n,) integer."""
        rows = self._rows(
            "SELECT assignment FROM trials "
            "JOIN datasets ON name = dataset AND digest = data_digest "
            "WHERE dataset = ? AND seed = ? AND trial = ?",
            dataset,
            seed,
            trial,
        )
        for (blob,) in rows:
            with self._reading(f"{dataset}, folds of seed {seed}, trial {trial}"):
                return unpack(blob)
        raise StoreError(f"{self.path}: {dataset}: no trial {trial} of seed {seed}")

    def _fold_members(self, dataset: str, seed: int) -> dict[int, list[NDArray[np.intp]]]:
        """Return for each trial the instances of each fold, in order.

        Those asked for last are kept: all methods of a data set share them.
        """
        if self._folds is None or self._folds[0] != (dataset, seed):
            rows = self._rows(
                "SELECT trial, assignment FROM trials "
                "JOIN datasets ON name = dataset AND digest = data_digest "
                "WHERE dataset = ? AND seed = ?",
                dataset,
                seed,
            )
            members = {}
            for trial, blob in rows:
                with self._reading(f"{dataset}, folds of seed {seed}, trial {trial}"):
                    assignment = unpack(blob)
                    order = np.argsort(assignment, kind="stable")
                    sizes = np.bincount(assignment, minlength=self.folds)
                    members[trial] = np.split(order, np.cumsum(sizes)[:-1])
            self._folds = ((dataset, seed), members)
        return self._folds[1]

    def units(self) -> Iterator[UnitRow]:
        """Yield all units that were run, in the order of the plan."""
        rows = self._planned(
            "SELECT plan.dataset, plan.label, plan.seed, plan.trial, plan.fold, "
            f"{', '.join(_UNIT_COLUMNS[5:])} FROM plan JOIN units USING (key) ORDER BY position"
        )
        for row in rows:
            values = dict(zip(_UNIT_COLUMNS, row, strict=True))
            with self._reading("{dataset}, {method}, trial {trial}, fold {fold}".format(**values)):
                values["intervals"] = tuple(json.loads(values["intervals"]))
            for name in ("log_loss", "brier"):  # SQLite keeps "not a number" as NULL
                values[name] = math.nan if values[name] is None else values[name]
            yield UnitRow(**values)

    def statuses(self) -> dict[str, str]:
        """Return the status of every unit in the store, shown or not, by its key."""
        return dict(self._rows("SELECT key, status FROM units"))

    def content_digests(self) -> dict[str, str]:
        """Return the digest of each stored unit's result, times apart, by the unit's key."""
        return dict(self._rows("SELECT key, content FROM units"))

    def unit_contents(self) -> Iterator[tuple[str, str, str, MethodContent, int, int]]:
        """Yield what the stored units are made of, once for all folds of a trial.

        Data set, digest of its data, protocol, method, root seed and trial.
        """
        rows = self._rows(
            "SELECT DISTINCT dataset, data_digest, protocol, method, version, params, classifier, "
            "seed, trial FROM units"
        )
        for dataset, digest, protocol, method, version, params, classifier, seed, trial in rows:
            content = MethodContent(method, version, params, classifier)
            yield dataset, digest, protocol, content, seed, trial

    def progress(self) -> dict[str, Progress]:
        """Return how far each data set of the spec is, in its order."""
        rows = self._planned(
            "SELECT plan.dataset, count(*), total(status = 'done'), total(status = 'failed') "
            "FROM plan LEFT JOIN units USING (key) GROUP BY plan.dataset"
        )
        known = {name: Progress(*map(int, counts)) for name, *counts in rows}
        # A data set that was never read has no keys yet, but the spec tells how many it will have.
        unread = len(self.methods()) * len(self.seeds()) * self.trials * self.folds
        return {name: known.get(name, Progress(unread, 0, 0)) for name in self.wanted_datasets()}
