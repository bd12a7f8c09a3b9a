"""The cache of data files: unpacked, named by their digest, checked when taken and given.

Several processes may use one cache: a file appears whole under its name, or not at all.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.source import FileDecl
from nbexp.errors import DataError

_PIECE = 1 << 20
_STALE_SECONDS = 3600.0
_HTML_STARTS = (b"<!doctype html", b"<html", b"<?xml")


class WrongFileError(DataError):
    """What was found is not the file that the recipe declares."""


def found_digest(path: Path, file: FileDecl) -> str:
    """Return a file's digest, of the kind that its recipe declares (sha256 if none)."""
    if file.digest is not None and file.digest.startswith("git-blob:"):
        kind = "git-blob"
        start = b"blob %d\0" % path.stat().st_size
        total = hashlib.sha1(start, usedforsecurity=False)
    else:
        kind = "sha256"
        total = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            total.update(piece)
    return f"{kind}:{total.hexdigest()}"


@dataclass(frozen=True)
class Shelf:
    """The files in a cache.

    Attributes
    ----------
    cache : Path
        The cache's folder; it need not exist yet.
    """

    cache: Path

    def place(self, file: FileDecl, recipe: str) -> Path:
        """Return where a file is kept: by its digest, without one by recipe and name."""
        if file.digest is not None:
            return self.cache / "files" / file.digest.replace(":", "-")
        name = f"{recipe}--{file.path}".replace("/", "-").replace("..", "-")
        return self.cache / "unverified" / name

    def holds(self, file: FileDecl, recipe: str) -> bool:
        """Tell whether the file is there, without reading it."""
        return self.place(file, recipe).is_file()

    def find(self, file: FileDecl, recipe: str) -> Path | None:
        """Return the file if it is there and sound; a damaged one is thrown away."""
        path = self.place(file, recipe)
        try:
            if file.digest in (None, found_digest(path, file)):
                return path
            path.unlink(missing_ok=True)
        except OSError:
            pass
        return None

    def put(self, pieces: Iterable[bytes], file: FileDecl, recipe: str) -> Path:
        """Keep a file's unpacked bytes; raise WrongFileError if they are not the declared."""
        with self.part() as part:
            start = b""
            with part.open("wb") as stream:
                for piece in pieces:
                    start = start or piece[:512]
                    stream.write(piece)
            found = found_digest(part, file)
            if file.digest != found:
                if start.lstrip().lower().startswith(_HTML_STARTS):
                    raise WrongFileError(f"is an HTML page, not the file {file.path}")
                if not start:
                    raise WrongFileError("is empty")
                if file.digest is not None:
                    size = part.stat().st_size
                    raise WrongFileError(f"{size} bytes with {found}, expected {file.digest}")
            path = self.place(file, recipe)
            path.parent.mkdir(parents=True, exist_ok=True)
            part.replace(path)
        return path

    def sweep(self) -> None:
        """Remove what downloads left behind that were killed: parts untouched for an hour."""
        with suppress(OSError):
            for part in (self.cache / "part").iterdir():
                with suppress(OSError):
                    if time.time() - part.stat().st_mtime > _STALE_SECONDS:
                        part.unlink()

    @contextmanager
    def part(self) -> Iterator[Path]:
        """Give a file to write to, in the cache; it is gone afterwards unless moved."""
        folder = self.cache / "part"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=folder)
        except OSError as error:
            raise DataError(
                f"the cache {self.cache} cannot be written ({error.strerror}); "
                "name another with --cache or NBEXP_CACHE"
            ) from error
        os.close(handle)
        part = Path(name)
        try:
            yield part
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
