"""Seals: digests of the spec, the plan, and the facts and labels of data sets.

Units have digests of their own. The rest of what a report is made of is sealed by rows of the
table ``meta``, written in the transaction that writes what they seal. A number in the file's
header says that a store keeps seals, so one that is gone is missed; stores written before there
were seals have neither, until the next run.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable

from nbexp.runner.schema import SEALS_NUMBER

SPEC = "seal of spec"
PLAN = "seal of plan"
_DATA_SET = "seal of data set "

_BROKEN = "is not what was stored (its digest is another)"
_UNSEALED = "has no digest"

_READ_SPEC = "SELECT value FROM meta WHERE +key = 'spec'"
_READ_PLAN = "SELECT * FROM plan ORDER BY position"
_READ_DATA_SETS = "SELECT * FROM datasets"


class Seals:
    """The seals of a store, read once.

    Attributes
    ----------
    kept : bool
        Whether the store keeps seals: an older one does not.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute("SELECT rowid, key, value FROM meta")
        self._seals = {key: (row, value) for row, key, value in rows if _is_seal(key)}
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        self.kept = bool(number or self._seals)

    def spec_fault(self) -> str | None:
        """Say what is wrong with the stored spec, where that can be told."""
        return self._fault(SPEC, self._connection.execute(_READ_SPEC).fetchall())

    def plan_fault(self) -> str | None:
        """Say what is wrong with the plan, where that can be told."""
        return self._fault(PLAN, self._connection.execute(_READ_PLAN).fetchall())

    def dataset_faults(self) -> dict[str, str]:
        """Say what is wrong with facts and labels, where that can be told, by data set."""
        found = {}
        for row in self._connection.execute(_READ_DATA_SETS):
            fault = self._fault(_DATA_SET + str(row[0]), [row])
            if fault:
                found[row[0]] = fault
        return found

    def orphans(self) -> list[tuple[int, str]]:
        """Return the seals of what is gone: their row, and what they sealed."""
        found = []
        if SPEC in self._seals and not self._connection.execute(_READ_SPEC).fetchall():
            found.append((self._seals[SPEC][0], "the stored spec"))
        names = {row[0] for row in self._connection.execute(_READ_DATA_SETS)}
        for key, (row, _) in self._seals.items():
            if key.startswith(_DATA_SET) and key.removeprefix(_DATA_SET) not in names:
                found.append((row, f"data set {key.removeprefix(_DATA_SET)}"))
        return found

    def _fault(self, key: str, rows: list[tuple[object, ...]]) -> str | None:
        if not self.kept or (not rows and key not in self._seals):
            return None
        if key not in self._seals:
            return _UNSEALED
        return None if digest(rows) == self._seals[key][1] else _BROKEN


def _is_seal(key: object) -> bool:
    return isinstance(key, str) and key.startswith("seal of ")


def digest(rows: Iterable[tuple[object, ...]]) -> str:
    """Return the SHA-256 of rows of a table, in their order."""
    total = hashlib.sha256()
    for row in rows:
        total.update(json.dumps([_plain(value) for value in row]).encode())
    return total.hexdigest()


def _plain(value: object) -> object:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


def seal_experiment(connection: sqlite3.Connection) -> None:
    """Seal the spec and the plan; in a store that kept no seals so far, all there is."""
    if not Seals(connection).kept:
        seal_datasets(connection)
    if connection.execute("PRAGMA user_version").fetchone() != (SEALS_NUMBER,):
        connection.execute(f"PRAGMA user_version = {SEALS_NUMBER}")
    _put(connection, SPEC, connection.execute(_READ_SPEC))
    _put(connection, PLAN, connection.execute(_READ_PLAN))


def seal_datasets(connection: sqlite3.Connection) -> None:
    """Seal the facts and labels of all data sets."""
    for row in connection.execute(_READ_DATA_SETS).fetchall():
        _put(connection, _DATA_SET + str(row[0]), [row])


def seal_dataset(connection: sqlite3.Connection, name: str) -> None:
    """Seal the facts and labels of a data set."""
    _put(
        connection,
        _DATA_SET + name,
        connection.execute(f"{_READ_DATA_SETS} WHERE name = ?", (name,)),
    )


def remove_orphans(connection: sqlite3.Connection) -> None:
    """Remove the seals of what is gone."""
    for row, _ in Seals(connection).orphans():
        connection.execute("DELETE FROM meta WHERE rowid = ?", (row,))


def _put(connection: sqlite3.Connection, key: str, rows: Iterable[tuple[object, ...]]) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, digest(rows)))
