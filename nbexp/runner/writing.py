"""Writing a result store: by one process, one transaction a unit."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import numpy as np

from nbexp.errors import StoreError
from nbexp.runner.artefacts import TABLE, make_table, write_artefact
from nbexp.runner.packing import unpack
from nbexp.runner.pages import check_integrity, mend_indexes
from nbexp.runner.records import DataFault, PackedResult, StoredDataSet
from nbexp.runner.schema import (
    COLUMNS,
    FILE_NAME,
    SEALS_NUMBER,
    close_writing,
    connect_for_writing,
    store_errors,
)
from nbexp.runner.seals import seal_dataset, seal_datasets, seal_experiment
from nbexp.runner.soundness import Damage, find_damage, forget
from nbexp.runner.store import Store
from nbexp.runner.units import PlannedUnit

UNIT_COLUMNS = (
    *("key", "dataset", "data_digest", "protocol", "method", "version", "params", "classifier"),
    *("seed", "trial", "fold", "status", "instances", "errors", "log_loss", "brier", "intervals"),
    *("fit_seconds", "shared_seconds", "phase", "cause", "predictions", "content"),
)
"""The columns of a unit, in the order of its table."""


class StoreWriter(Store):
    """The results in a directory, open for reading and writing; a context manager."""

    @classmethod
    def open(cls, directory: str | Path, name: str = FILE_NAME) -> Self:
        """Open the store in `directory`, made there if there is none.

        Another `name` than the usual one is for a store that is to be put in its place when it
        is complete.
        """
        path = Path(directory) / name
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
            seal_experiment(connection)

    def forget_damage(self) -> list[Damage]:
        """Mend indexes, and remove what is damaged, to be made anew; return what it was.

        A file that is damaged in another way is told, and no row of it is changed.
        """
        with self._transaction() as connection:
            mended = [Damage("index", 0, "an index", line) for line in mend_indexes(connection)]
            damage = find_damage(connection)
            forget(connection, damage)
            if mended or damage:
                check_integrity(connection)
        return [*mended, *damage]

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
        """Store a data set's facts and packed labels; what is asked for is stored before."""
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
            seal_dataset(connection, facts.name)

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
            if result.artefact is not None:
                write_artefact(connection, unit.key, result.artefact)

    def take(self, other: Store) -> int:
        """Add what another store of the same experiment holds; return how many units are new.

        Where both have a unit, a failed one gives way; two results of one unit are an error.
        """
        with self._transaction() as connection:
            for table in ("datasets", "faults"):
                for row in other._rows(f"SELECT * FROM {table}"):
                    places = ", ".join("?" * len(row))
                    connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)
            seal_datasets(connection)
            for row in other._rows("SELECT started, finished, exit_code, environment FROM runs"):
                connection.execute(
                    "INSERT INTO runs (started, finished, exit_code, environment) "
                    "VALUES (?, ?, ?, ?)",
                    row,
                )
            self._take_trials(connection, other)
            new = self._take_units(connection, other)
            if other.has_artefacts:
                for key, content in other._rows(f"SELECT key, content FROM {TABLE}"):
                    write_artefact(connection, key, content)
            return new

    def take_sound(self, rows: Iterable[tuple[str, tuple[Any, ...]]], sealed: bool) -> None:
        """Add rows of a damaged store, by table, as far as they are sound.

        Those of an older store, which is not `sealed`, have no seals to be held against.
        """
        with self._transaction() as connection:
            connection.execute(f"PRAGMA user_version = {SEALS_NUMBER if sealed else 0}")
            for table, row in rows:
                if table == TABLE:
                    make_table(connection)
                elif len(row) != len(COLUMNS[table]):
                    continue
                places = ", ".join("?" * len(row))
                with suppress(sqlite3.IntegrityError):  # what does not fit is no row of it
                    connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)
            forget(connection, find_damage(connection))

    def _take_trials(self, connection: sqlite3.Connection, other: Store) -> None:
        known = {tuple(row[:4]): row[4] for row in self._rows("SELECT * FROM trials")}
        for *trial, assignment in other._rows("SELECT * FROM trials"):
            mine = known.get(tuple(trial))
            if mine is None:
                connection.execute(
                    "INSERT INTO trials VALUES (?, ?, ?, ?, ?)", (*trial, assignment)
                )
            elif not np.array_equal(unpack(mine), unpack(assignment)):
                dataset, _, seed, number = trial
                raise StoreError(
                    f"{other.path}: {dataset}: the folds of trial {number} of seed {seed} are not "
                    "those of the other stores"
                )

    def _take_units(self, connection: sqlite3.Connection, other: Store) -> int:
        status, mine = self.statuses(), self.content_digests()
        new = 0
        for row in other._rows(f"SELECT {', '.join(UNIT_COLUMNS)} FROM units"):
            unit = dict(zip(UNIT_COLUMNS, row, strict=True))
            key = unit["key"]
            if status.get(key) == unit["status"] == "done" and mine[key] != unit["content"]:
                raise StoreError(
                    f"{other.path}: {unit['dataset']}, {unit['method']}, seed {unit['seed']}, "
                    f"trial {unit['trial']}, fold {unit['fold']}: has another result than in the "
                    "other stores (other versions of numpy?)"
                )
            if key not in status or (status[key] == "failed" and unit["status"] == "done"):
                places = ", ".join("?" * len(row))
                connection.execute(f"INSERT OR REPLACE INTO units VALUES ({places})", row)
                new += key not in status
        return new
