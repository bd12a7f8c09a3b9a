"""Saving what is sound in a damaged store."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbexp.errors import StoreError
from nbexp.runner.artefacts import TABLE as ARTEFACTS
from nbexp.runner.lock import sole_run
from nbexp.runner.pages import damaged_pages
from nbexp.runner.schema import (
    FILE_NAME,
    TABLE_NAMES,
    UNREADABLE,
    DamagedStoreError,
    check_is_store,
    connect,
    connect_for_reading,
    has_store,
    remove_store,
    store_errors,
)
from nbexp.runner.seals import Seals
from nbexp.runner.soundness import Damage, find_damage
from nbexp.runner.writing import StoreWriter

Row = tuple[Any, ...]

_FARTHEST = 1 << 16
"""So many rows after an unreadable one are looked for at least, as far as there are any."""

_LEAST_BYTES = 64
"""No row of the long tables takes less."""


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

    @property
    def needs_repair(self) -> bool:
        """Whether a run would be refused: one reads the stored spec before it mends anything."""
        return bool(self.pages) or any(one.table == "meta" for one in self.damage)


def verify(directory: Path) -> Findings:
    """Return what is wrong with the store in `directory`; StoreError where there is none."""
    path = directory / FILE_NAME
    try:
        connection = connect_for_reading(path)
    except DamagedStoreError as error:
        return Findings((error.found,), (), 0)
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
    from nbexp.runner.plan import plan_units  # all methods come with it

    with StoreWriter.open(fresh.parent, fresh.name) as target:
        with store_errors(path):
            # Not read-only: what stands in the log beside the file belongs to it.
            source = connect(path, "rw")
        with closing(source):
            with suppress(DamagedStoreError), store_errors(path):  # what is left is of use
                check_is_store(source, path)
            target.take_sound(_readable_rows(source, path.stat().st_size), _keeps_seals(source))
        spec = target.find_spec()
        if spec is not None:
            digests = {name: facts.digest for name, facts in target.read_datasets().items()}
            target.write_experiment(spec, plan_units(spec, digests))


def _keeps_seals(source: sqlite3.Connection) -> bool:
    """Whether what lacks a seal is damaged: also where that cannot be told any more."""
    try:
        return Seals(source).kept
    except UNREADABLE:
        return True


def _readable_rows(source: sqlite3.Connection, size: int) -> Iterator[tuple[str, Row]]:
    """Yield all rows of a file of that size that SQLite can still read."""
    for table in (*TABLE_NAMES, ARTEFACTS):
        try:
            for row in _rows(source, table, size):
                yield table, row
        except UNREADABLE:
            continue  # there is no such table, or none at all


def _rows(source: sqlite3.Connection, table: str, size: int) -> Iterator[Row]:
    """Yield a table's rows, some of them more than once where it is damaged.

    Where it cannot be read in one go, rows are asked for one by one after the last one read, as
    many as the file has room for; and then from the last one down to there, for a damaged number
    may be any.
    """
    read = 0
    try:
        for number, *row in source.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid"):
            read = number
            yield tuple(row)
    except UNREADABLE:
        source.execute(f"SELECT rowid FROM {table} LIMIT 0")  # is there such a table?
    else:
        return
    end = read + 1 + max(_FARTHEST, size // _LEAST_BYTES)
    for number in range(read + 1, min(end, _last_row(source, table, end) + 1)):
        with suppress(*UNREADABLE):
            yield from source.execute(f"SELECT * FROM {table} WHERE rowid = ?", (number,))
    with suppress(*UNREADABLE):
        yield from source.execute(
            f"SELECT * FROM {table} WHERE rowid >= ? ORDER BY rowid DESC", (end,)
        )


def _last_row(source: sqlite3.Connection, table: str, end: int) -> int:
    """Return the number of a table's last row; `end` where it cannot be read."""
    try:
        (last,) = source.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    except UNREADABLE:
        return end
    return int(last or 0)
