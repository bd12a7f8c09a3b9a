"""Saving what is sound in a damaged store."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbexp.errors import StoreError
from nbexp.runner.artefacts import TABLE as ARTEFACTS
from nbexp.runner.artefacts import has_artefacts, make_table
from nbexp.runner.lock import sole_run
from nbexp.runner.schema import (
    FILE_NAME,
    TABLE_NAMES,
    check_is_store,
    close_writing,
    connect_for_reading,
    connect_for_writing,
    has_store,
    remove_store,
    store_errors,
)
from nbexp.runner.soundness import Damage, damaged_pages, find_damage, forget

_FARTHEST = 1 << 16
"""So many rows after an unreadable one are looked for where nothing tells how many there are."""


@dataclass(frozen=True)
class Findings:
    """What is wrong with a store.

    Attributes
    ----------
    pages : tuple of str
        What is wrong with the file itself, a line each. Rows were looked at only if there is
        nothing.
    damage : tuple of Damage
        Rows that are not what was stored.
    units : int
        Units that are sound.
    """

    pages: tuple[str, ...]
    damage: tuple[Damage, ...]
    units: int

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.pages and not self.damage


def verify(directory: Path) -> Findings:
    """Return what is wrong with the store in `directory`; StoreError where there is none."""
    path = directory / FILE_NAME
    try:
        connection = connect_for_reading(path)
    except StoreError as error:
        if isinstance(error.__cause__, sqlite3.DatabaseError):
            return Findings((str(error.__cause__),), (), 0)
        raise
    try:
        pages = damaged_pages(connection)
        if pages:
            return Findings(tuple(pages), (), 0)
        with store_errors(path):
            damage = find_damage(connection)
            (units,) = connection.execute("SELECT count(*) FROM units").fetchone()
    finally:
        connection.close()
    return Findings((), tuple(damage), units - sum(one.table == "units" for one in damage))


def repair(directory: Path) -> Path:
    """Put a store of all that is sound in place of a damaged one.

    Returns
    -------
    Path
        The damaged file, which is kept beside the new one.
    """
    path = directory / FILE_NAME
    if not has_store(path):
        raise StoreError(f"{directory}: no results here (no {path.name})")
    with sole_run(directory):
        fresh = path.with_name(f"{FILE_NAME}.repaired")
        remove_store(fresh)
        _copy_sound_rows(path, fresh)
        kept = _free_name(path)
        for ending in ("-wal", "-shm", "-journal"):  # they belong to the damaged file
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.rename(kept.with_name(kept.name + ending))
        os.link(path, kept)
        fresh.replace(path)
    return kept


def _free_name(path: Path) -> Path:
    number = 1
    while (free := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return free


def _copy_sound_rows(path: Path, fresh: Path) -> None:
    target = connect_for_writing(fresh)
    try:
        with store_errors(fresh):
            target.execute("BEGIN")
            for table, row in _readable_rows(path):
                if table == ARTEFACTS:
                    make_table(target)
                places = ", ".join("?" * len(row))
                target.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)
            forget(target, find_damage(target))
            target.execute("COMMIT")
    finally:
        close_writing(target)


def _readable_rows(path: Path) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield all rows that SQLite can still read; none if the file is no database any more."""
    with store_errors(path):
        # Not read-only: what stands in the log beside the file belongs to it.
        source = sqlite3.connect(path, isolation_level=None)
    try:
        check_is_store(source, path)
        tables = (*TABLE_NAMES, *((ARTEFACTS,) if has_artefacts(source) else ()))
        for table in tables:
            for row in _rows(source, table):
                yield table, row
    except sqlite3.DatabaseError:
        return  # not even the list of tables can be read
    finally:
        source.close()


def _rows(source: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield a table's rows, one by one where the table cannot be read in one go."""
    read = 0
    try:
        for number, *row in source.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid"):
            read = number
            yield tuple(row)
    except sqlite3.DatabaseError:
        for number in range(read + 1, _last_row(source, table, read) + 1):
            try:
                yield from source.execute(f"SELECT * FROM {table} WHERE rowid = ?", (number,))
            except sqlite3.DatabaseError:
                continue


def _last_row(source: sqlite3.Connection, table: str, read: int) -> int:
    """Return the number up to which rows are looked for, the row `read` being the last read."""
    try:
        (last,) = source.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    except sqlite3.DatabaseError:
        return read + _FARTHEST
    return int(last or 0)
