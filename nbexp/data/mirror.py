"""Mirrors: a folder or a web address that holds copies of the data files.

A mirror with a ``MANIFEST.csv`` that has the columns ``file`` and ``sha256`` is searched by
digest: first that of the file itself, then, for a packed file, that of its unpacked bytes,
where any other column mentions it. Without a digest, or a manifest, or a hit, the file is
looked for by its UCI path, with and without the leading ``machine-learning-databases``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from nbexp.data.source import FileDecl

_UCI_FOLDER = "machine-learning-databases/"


@dataclass(frozen=True)
class Mirror:
    """A mirror.

    Attributes
    ----------
    location : str
        A folder, or an address with http, https or file.
    """

    location: str

    @cached_property
    def folder(self) -> Path | None:
        """The mirror's folder, None if it is a web address."""
        parts = urlsplit(self.location)
        if parts.scheme in ("http", "https"):
            return None
        if parts.scheme == "file":
            return Path(unquote(parts.path))
        return Path(self.location).expanduser()

    def address(self, file: str) -> str:
        """Return the web address of a file in the mirror."""
        return f"{self.location.rstrip('/')}/{quote(file)}"

    def candidates(self, file: FileDecl, manifest: str | None) -> Iterator[str]:
        """Yield the paths in the mirror at which a file may be, the likeliest first."""
        seen = set()
        for path in (*_by_digest(file, manifest), *_by_path(file)):
            if path not in seen and _stays_inside(path):
                seen.add(path)
                yield path


def _stays_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\\" not in path


def _by_digest(file: FileDecl, manifest: str | None) -> Iterator[str]:
    if manifest is None or file.sha256 is None:
        return
    mentioned = []
    for row in _manifest_rows(manifest):
        path = row.get("file")
        if not path:
            continue
        if row.get("sha256") == file.sha256:
            yield path
        elif any(file.sha256 in value for value in row.values() if isinstance(value, str)):
            mentioned.append(path)
    yield from mentioned


def _manifest_rows(manifest: str) -> Iterator[dict[str | None, Any]]:
    """Yield a manifest's rows, up to the first that is none."""
    with suppress(csv.Error):
        yield from csv.DictReader(io.StringIO(manifest))


def _by_path(file: FileDecl) -> Iterator[str]:
    if file.uci is None:
        return
    for folder in (_UCI_FOLDER, ""):
        for ending in ("", ".gz", ".Z"):
            yield f"{folder}{file.uci}{ending}"
            if file.uci.endswith((".gz", ".Z")):
                yield f"{folder}{file.uci.rsplit('.', 1)[0]}"
                break
