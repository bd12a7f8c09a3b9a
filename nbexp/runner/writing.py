"""Writing a result store: by one process, one transaction a unit."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np

from nbexp.errors import StoreError
from nbexp.runner.packing import unpack
from nbexp.runner.records import DataFault, PackedResult, StoredDataSet
from nbexp.runner.schema import FILE_NAME, close_writing, connect_for_writing, store_errors
from nbexp.runner.store import Store
from nbexp.runner.units import PlannedUnit


class StoreWriter(Store):
    """The results in a directory, open for reading and writing; a context manager."""

    @classmethod
    def open(cls, directory: str | Path) -> Self:
        """Open the store in `directory`, made there if there is none."""
        path = Path(directory) / FILE_NAME
        return cls(connect_for_writing(path), path)

    def close(self) -> None:
        """Close the store, leaving it as one file."""
        close_writing(self._connection)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Give a connection whose changes are all kept, or, after an exception, none."""
        with store_errors(self.path):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def write_experiment(self, resolved: Mapping[str, Any], plan: Iterable[PlannedUnit]) -> None:
        """Store what is asked for: the resolved spec, and its units in order."""
        rows = ((u.dataset, u.label, u.seed, u.trial, u.fold, u.key) for u in plan)
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO meta VALUES ('spec', ?)",
                (json.dumps(resolved, ensure_ascii=False),),
            )
            connection.execute("DELETE FROM plan")
            connection.executemany(
                "INSERT INTO plan (dataset, label, seed, trial, fold, key) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )

    def start_run(self, started: str, environment: Mapping[str, object]) -> int:
        """Store that a run starts; return its number."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO runs (started, environment) VALUES (?, ?)",
                (started, json.dumps(environment, ensure_ascii=False)),
            )
            return int(cursor.lastrowid or 0)

    def finish_run(self, run: int, finished: str, exit_code: int) -> None:
        """Store when a run finished, and how."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE runs SET finished = ?, exit_code = ? WHERE run = ?",
                (finished, exit_code, run),
            )

    def write_dataset(self, facts: StoredDataSet, labels: bytes) -> None:
        """Store a data set's facts and packed labels."""
        row = (
            facts.name,
            facts.title,
            facts.instances,
            facts.quantitative,
            facts.qualitative,
            facts.missing,
            json.dumps(facts.classes, ensure_ascii=False),
            facts.digest,
            labels,
        )
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO datasets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row
            )

    def forget_faults(self, datasets: Iterable[str]) -> None:
        """Forget that data sets could not be read: they are tried again."""
        with self._transaction() as connection:
            connection.executemany(
                "DELETE FROM faults WHERE dataset = ?", [(name,) for name in datasets]
            )

    def write_fault(self, fault: DataFault) -> None:
        """Store that a data set could not be read."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?)",
                (fault.dataset, fault.optional, fault.unavailable, fault.message),
            )

    def write_assignment(self, unit: PlannedUnit, assignment: bytes) -> None:
        """Store the packed folds of a unit's trial, or see that they are as stored before.

        Units of one trial are only comparable when all have the same folds.
        """
        trial = (unit.dataset, unit.data_digest, unit.seed, unit.trial)
        stored = self._rows(
            "SELECT assignment FROM trials "
            "WHERE dataset = ? AND data_digest = ? AND seed = ? AND trial = ?",
            *trial,
        )
        for (blob,) in stored:
            if not np.array_equal(unpack(blob), unpack(assignment)):
                raise StoreError(
                    f"{self.path}: {unit.dataset}: the folds of trial {unit.trial} of seed "
                    f"{unit.seed} are not those of the units stored before (another version of "
                    "numpy, or of nbexp?); start anew with --fresh or another --output"
                )
            return
        with self._transaction() as connection:
            connection.execute("INSERT INTO trials VALUES (?, ?, ?, ?, ?)", (*trial, assignment))

    def write_unit(self, unit: PlannedUnit, result: PackedResult) -> None:
        """Store a unit's result, in place of a failed one if there is any."""
        row: Sequence[object] = (
            unit.key,
            unit.dataset,
            unit.data_digest,
            unit.protocol,
            unit.method.method,
            unit.method.version,
            unit.method.params,
            unit.method.classifier,
            unit.seed,
            unit.trial,
            unit.fold,
            result.status,
            result.instances,
            result.errors,
            result.log_loss,
            result.brier,
            result.intervals,
            result.fit_seconds,
            result.shared_seconds,
            result.phase,
            result.cause,
            result.predictions,
            result.content,
        )
        with self._transaction() as connection:
            places = ", ".join("?" * len(row))
            connection.execute(f"INSERT OR REPLACE INTO units VALUES ({places})", row)
