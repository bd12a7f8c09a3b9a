"""What SQLite finds wrong with the file of a store, and what of it can be mended in place."""

from __future__ import annotations

import re
import sqlite3
from collections import deque

from nbexp.runner.artefacts import TABLE as ARTEFACTS
from nbexp.runner.artefacts import has_artefacts
from nbexp.runner.schema import TABLE_NAMES, UNREADABLE

_MOST = 20
_ALL = 1 << 30

_OF_INDEX = re.compile(
    r"row \d+ (missing from|values differ from) index |wrong # of entries in index "
    r"|non-unique entry in index "
)
"""An index that does not agree with its table, both being in order in themselves."""

_OF_ROWS = re.compile(r"(NULL value|CHECK constraint failed) in ")
"""Rows that could never have been stored; they are found by what they hold as well."""


def integrity_faults(connection: sqlite3.Connection, most: int = _MOST) -> list[str]:
    """Return what SQLite finds wrong with the file, a line each; none if it is sound."""
    try:
        lines = [line for (line,) in connection.execute(f"PRAGMA integrity_check({most})")]
    except UNREADABLE as error:
        return [str(error)]
    return [] if lines == ["ok"] else lines


def damaged_pages(connection: sqlite3.Connection) -> list[str]:
    """Return what is wrong with the file itself, a line each; also where text is no text."""
    lines = integrity_faults(connection)
    if lines:
        return lines
    tables = (*TABLE_NAMES, *((ARTEFACTS,) if has_artefacts(connection) else ()))
    try:
        for table in tables:
            deque(connection.execute(f"SELECT * FROM {table}"), maxlen=0)
    except UNREADABLE as error:
        return [str(error)]
    return []


def mend_indexes(connection: sqlite3.Connection) -> list[str]:
    """Build anew indexes that do not agree with their tables.

    Only where nothing else is wrong: what an index out of order is made of may belong to a table.

    Returns
    -------
    list of str
        What was wrong with them, a line each.

    Raises
    ------
    sqlite3.DatabaseError
        The file is damaged in another way.
    """
    if not integrity_faults(connection, 1):
        return []
    lines = integrity_faults(connection, _ALL)
    for line in lines:
        if not (_OF_INDEX.match(line) or _OF_ROWS.match(line)):
            raise sqlite3.DatabaseError(f"malformed: {line}")
    of_index = [line for line in lines if _OF_INDEX.match(line)]
    if of_index:
        connection.execute("REINDEX")
    return of_index


def check_integrity(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError where the file is still damaged."""
    for line in integrity_faults(connection, 1):
        raise sqlite3.DatabaseError(f"malformed: {line}")
