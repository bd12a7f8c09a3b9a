"""What a store keeps of a unit beside its predictions: the course of a stream.

Artefacts have a table of their own, which is made when the first is written: a store without
any is what it always was, and one with some is read by an nbexp that knows none. An artefact is
JSON, compressed by zlib (whose checksum tells damage).
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from dataclasses import fields
from typing import Any

from nbexp.errors import StoreError
from nbexp.protocol.checkpoints import Checkpoint, Cost, Course

TABLE = "artefacts"
FORMAT = 1
"""Raised whenever artefacts of an older form cannot be read."""

_CHECKPOINT = tuple(field.name for field in fields(Checkpoint))
_COST = tuple(field.name for field in fields(Cost))


def pack_course(course: Course) -> bytes:
    """Return the course of a stream as a blob."""
    content = {
        "format": FORMAT,
        "start_seconds": course.start_seconds,
        "checkpoints": _columns(course.checkpoints, _CHECKPOINT),
        "costs": _columns(course.costs, _COST),
    }
    return zlib.compress(json.dumps(content).encode())


def _columns(items: tuple[object, ...], names: tuple[str, ...]) -> dict[str, list[object]]:
    return {name: [getattr(item, name) for item in items] for name in names}


def unpack_course(blob: bytes) -> Course:
    """Return the course that `pack_course` made into a blob; StoreError if it is damaged."""
    try:
        content = json.loads(zlib.decompress(blob))
        if content["format"] != FORMAT:
            raise StoreError(
                f"an artefact has format {content['format']}, this nbexp reads {FORMAT}"
            )
        stops = zip(*(content["checkpoints"][name] for name in _CHECKPOINT), strict=True)
        costs = zip(*(content["costs"][name] for name in _COST), strict=True)
        return Course(
            content["start_seconds"],
            tuple(_checkpoint(dict(zip(_CHECKPOINT, values, strict=True))) for values in stops),
            tuple(Cost(*values) for values in costs),
        )
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"the course of a stream is damaged ({error})") from error


def _checkpoint(values: dict[str, Any]) -> Checkpoint:
    return Checkpoint(**{**values, "intervals": tuple(values["intervals"])})


def has_artefacts(connection: sqlite3.Connection) -> bool:
    """Whether a store has the table of artefacts."""
    query = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?"
    (tables,) = connection.execute(query, (TABLE,)).fetchone()
    return bool(tables)


def make_table(connection: sqlite3.Connection) -> None:
    """Make the table of artefacts where there is none."""
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {TABLE} (key TEXT PRIMARY KEY, content BLOB NOT NULL)"
    )


def write_artefact(connection: sqlite3.Connection, key: str, content: bytes) -> None:
    """Store the artefact of the unit with that key."""
    make_table(connection)
    connection.execute(f"INSERT OR REPLACE INTO {TABLE} VALUES (?, ?)", (key, content))


def sound_artefacts(connection: sqlite3.Connection) -> set[str]:
    """Return the keys of the units whose artefacts can be read."""
    found: set[str] = set()
    if has_artefacts(connection):
        for key, content in connection.execute(f"SELECT key, content FROM {TABLE}"):
            try:
                unpack_course(content)
            except StoreError:
                continue
            found.add(key)
    return found
