"""The tables of a result store, and connections to it.

The store is one SQLite file. While a run writes it, two files lie beside it (``-wal``, ``-shm``);
when the run has ended, the one file is all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from nbexp.errors import StoreError

FILE_NAME = "run.sqlite"
SCHEMA_NUMBER = 1
"""Raised whenever the tables change; a store of another number is not read."""

APPLICATION_ID = 0x6E626578
"""The bytes ``nbex`` in the file's header: the file is a result store of nbexp."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE runs (
    run INTEGER PRIMARY KEY, started TEXT NOT NULL, finished TEXT, exit_code INTEGER,
    environment TEXT NOT NULL
);
CREATE TABLE datasets (
    name TEXT PRIMARY KEY, title TEXT NOT NULL, instances INTEGER NOT NULL,
    quantitative INTEGER NOT NULL, qualitative INTEGER NOT NULL, missing INTEGER NOT NULL,
    classes TEXT NOT NULL, digest TEXT NOT NULL, labels BLOB NOT NULL
);
CREATE TABLE faults (
    dataset TEXT PRIMARY KEY, optional INTEGER NOT NULL, unavailable INTEGER NOT NULL,
    message TEXT NOT NULL
);
CREATE TABLE trials (
    dataset TEXT NOT NULL, data_digest TEXT NOT NULL, seed INTEGER NOT NULL,
    trial INTEGER NOT NULL, assignment BLOB NOT NULL,
    PRIMARY KEY (dataset, data_digest, seed, trial)
);
CREATE TABLE units (
    key TEXT PRIMARY KEY, dataset TEXT NOT NULL, data_digest TEXT NOT NULL,
    protocol TEXT NOT NULL, method TEXT NOT NULL, version INTEGER NOT NULL,
    params TEXT NOT NULL, classifier TEXT NOT NULL, seed INTEGER NOT NULL,
    trial INTEGER NOT NULL, fold INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('done', 'failed')), instances INTEGER NOT NULL,
    errors INTEGER, log_loss REAL, brier REAL, intervals TEXT, fit_seconds REAL,
    shared_seconds REAL, phase TEXT, cause TEXT, predictions BLOB, content TEXT NOT NULL
);
CREATE TABLE plan (
    position INTEGER PRIMARY KEY, dataset TEXT NOT NULL, label TEXT NOT NULL,
    seed INTEGER NOT NULL, trial INTEGER NOT NULL, fold INTEGER NOT NULL, key TEXT NOT NULL,
    UNIQUE (dataset, label, seed, trial, fold)
);
"""

TABLE_NAMES = ("meta", "runs", "datasets", "faults", "trials", "units", "plan")

SEALS_NUMBER = 1
"""In the file's header (``user_version``) of a store that keeps seals; 0: an older one has none."""

_ENDINGS = ("-wal", "-shm", "-journal")
"""Of the files that SQLite keeps beside its own."""


UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; the second where a name in it is no text."""


class DamagedStoreError(StoreError):
    """A store is damaged; what is sound in it can be saved.

    Parameters
    ----------
    path : Path
        The file.
    found : str
        What is wrong with it.
    """

    def __init__(self, path: Path, found: str) -> None:
        self.found = found
        super().__init__(
            f"{path}: {found}; the file is damaged: nbexp verify {path.parent} --repair saves what "
            "is sound in it, and the same run does the rest again"
        )


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the store at `path` into StoreError."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise DamagedStoreError(path, f"a name in it is no text ({error})") from error
    except sqlite3.Error as error:
        if _tells_damage(error):
            raise DamagedStoreError(path, str(error)) from error
        raise StoreError(f"{path}: {error}; {_advice(error, path)}") from error


_SIGNS_OF_DAMAGE = (
    *("malformed", "not a database", "Could not decode", "no such table", "corrupt", "too big"),
    *("unsupported", "file format", "text encoding"),
)


def _tells_damage(error: sqlite3.Error) -> bool:
    """Whether an error of SQLite's says that the file is damaged."""
    return any(sign in str(error) for sign in _SIGNS_OF_DAMAGE)


def _advice(error: sqlite3.Error, path: Path) -> str:
    """Return what to do about an error of SQLite's."""
    told = str(error)
    left = [name for name in map(path.name.__add__, _ENDINGS) if path.with_name(name).exists()]
    if left and ("readonly" in told or "unable to open" in told):
        return (
            f"a run that was killed, or is at work, left {', '.join(left)} beside it, which only "
            f"who may write there can read: allow it, or copy {path.parent} to where you may"
        )
    if "full" in told:
        return "what was stored before is kept: make room on the disk and run again"
    return "what was stored before is kept: put right what is wrong and run again"


def check_is_store(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is not a store, is one of another schema, or lacks a part of one."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    found = {name: _columns(connection, name) for name in TABLE_NAMES}
    if application_id != APPLICATION_ID:
        if all(found.values()):
            raise DamagedStoreError(path, "the mark of a result store in its header is not right")
        raise StoreError(f"{path}: not a result store of nbexp; choose another --output")
    if found["meta"] == COLUMNS["meta"]:
        _check_schema_number(connection, path)
    for table, columns in COLUMNS.items():
        if found[table] != columns:
            told = f"the columns {', '.join(found[table])}" if found[table] else "no such table"
            raise DamagedStoreError(
                path, f"table {table}: found {told}, expected the columns {', '.join(columns)}"
            )


def _check_schema_number(connection: sqlite3.Connection, path: Path) -> None:
    # The plus keeps SQLite from the index, which may be damaged where the table is not.
    row = connection.execute("SELECT value FROM meta WHERE +key = 'schema'").fetchone()
    if row is None:
        raise DamagedStoreError(path, "the number of its schema is gone")
    if row[0] != str(SCHEMA_NUMBER):
        raise StoreError(
            f"{path}: found a store with schema {row[0]}, this nbexp reads schema "
            f"{SCHEMA_NUMBER}; read it with the nbexp that wrote it, or start anew with --fresh"
        )


def _columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return the names of a table's columns; none where there is no such table."""
    return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def _expected_columns() -> dict[str, tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return {name: _columns(connection, name) for name in TABLE_NAMES}


COLUMNS = _expected_columns()
"""The columns of each table, in their order."""


def has_store(path: Path) -> bool:
    """Whether there is a file at `path`; an empty one is a store that was never born.

    What a process was changing when it was killed is undone first: who only reads cannot do
    that, and would be refused.
    """
    if not path.is_file():
        return False
    if path.with_name(f"{path.name}-journal").exists():
        with suppress(*UNREADABLE), closing(connect(path, "rw")) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return path.stat().st_size > 0


class _Connection(sqlite3.Connection):
    """A connection that lets go of the file when it is closed.

    SQLite waits with that for cursors that were not read to their end. After an error its
    traceback holds them, for as long as somebody keeps it.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        cursor = super().execute(*arguments)
        self._cursors.add(cursor)
        return cursor

    def close(self) -> None:
        for cursor in tuple(self._cursors):
            cursor.close()
        super().close()


def connect(path: Path, mode: str, timeout: float = 5.0) -> sqlite3.Connection:
    """Return a connection to a file that need be no store.

    Parameters
    ----------
    path : Path
    mode : str
        ``ro`` to read, ``rw`` to write as well, ``rwc`` to make the file if there is none.
    timeout : float
        Seconds to wait for others.
    """
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=timeout, factory=_Connection
    )


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing store; what is read is the store's state at this moment."""
    if not has_store(path):
        raise StoreError(f"{path.parent}: no results here (no {path.name}); make them by nbexp run")
    with store_errors(path):
        connection = connect(path, "ro")
        try:
            connection.execute("BEGIN")
            check_is_store(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def connect_for_writing(path: Path) -> sqlite3.Connection:
    """Open the store at `path`, made if there is none, as its one writer.

    It waits a while for who reads the store as one file.
    """
    with store_errors(path):
        connection = connect(path, "rwc", timeout=30)
        try:
            _create_if_empty(connection)
            check_is_store(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


def _create_if_empty(connection: sqlite3.Connection) -> None:
    """Make the tables, all or none: a store interrupted at birth is an empty file."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables:
        return
    connection.executescript(
        f"BEGIN IMMEDIATE; {TABLES} INSERT INTO meta VALUES ('schema', '{SCHEMA_NUMBER}');"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SEALS_NUMBER}; COMMIT;"
    )


def close_writing(connection: sqlite3.Connection) -> None:
    """Close the writer's connection, leaving one file where no reader is at work."""
    try:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        pass  # a reader holds the store open: the log stays, and is read by whoever opens next
    finally:
        connection.close()


def remove_store(path: Path) -> None:
    """Remove the store at `path` and SQLite's files beside it, and nothing else."""
    if has_store(path):
        connection = connect(path, "ro")
        try:
            (application_id,) = connection.execute("PRAGMA application_id").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except UNREADABLE:
            application_id, tables = APPLICATION_ID, 0  # a store that is damaged
        finally:
            connection.close()
        if tables and application_id != APPLICATION_ID:
            raise StoreError(f"{path}: not a result store of nbexp, so it is not removed")
    for ending in ("", *_ENDINGS):
        try:
            path.with_name(path.name + ending).unlink(missing_ok=True)
        except OSError as error:
            told = f"{path}{ending}: cannot be removed: {error.strerror}; choose another --output"
            raise StoreError(told) from error
