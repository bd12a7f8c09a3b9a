"""Is all well here? Versions, cache, mirrors, threads, disk, compiled kernels, extras."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import nbexp
from nbexp.versions import COMPUTING, EXTRAS, installed

UCI = "https://archive.ics.uci.edu/"
_SECONDS = 5.0
_LITTLE = 1 << 30
"""With less room on a disk than this, a run over large data sets may not end well."""


class State(Enum):
    """How a finding is to be taken."""

    FINE = "fine"
    NOTE = "note"
    FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was found, and what to do if it is not fine."""

    what: str
    found: str
    state: State = State.FINE
    advice: str = ""


def examine(
    *, cache: Path, mirrors: Sequence[str], results: Path, offline: bool
) -> Iterator[Finding]:
    """Yield what is found, one thing after the other.

    Parameters
    ----------
    results : Path
        Where results would go.
    offline : bool
        Whether no server is asked.
    """
    yield from _versions()
    yield _cache(cache)
    yield from (_mirror(mirror, offline) for mirror in mirrors)
    if not offline:
        yield _server("UCI repository", UCI)
    yield _threads()
    yield from _disks(cache, results)
    yield _kernels()
    yield from _plugins()
    yield from _extras()


def _versions() -> Iterator[Finding]:
    where = Path(nbexp.__file__).parent
    yield Finding("nbexp", f"{nbexp.__version__} in {where}")
    yield Finding("Python", f"{platform.python_version()} on {platform.platform()}")
    for name in COMPUTING:
        number = installed(name)
        if number is None:
            yield Finding(name, "is not installed", State.FAULT, "pip install --upgrade nbexp")
        else:
            yield Finding(name, number)


def _existing(path: Path) -> Path:
    """Return the path, or the nearest folder above it that is there."""
    path = path.absolute()
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache(cache: Path) -> Finding:
    if not _writable(_existing(cache)):
        advice = "name another with NBEXP_CACHE or --cache"
        return Finding("cache", f"{cache}: cannot be written", State.FAULT, advice)
    if not cache.exists():
        return Finding("cache", f"{cache}: is made at the first run")
    sizes = [path.stat().st_size for path in cache.rglob("*") if path.is_file()]
    return Finding("cache", f"{cache}: {len(sizes):,} files, {size_text(sum(sizes))}")


def _mirror(mirror: str, offline: bool) -> Finding:
    from nbexp.data.mirror import Mirror

    folder = Mirror(mirror).folder
    if folder is None:
        if offline:
            return Finding("mirror", f"{mirror}: not asked", State.NOTE)
        return _server("mirror", mirror.rstrip("/") + "/")
    if not folder.is_dir():
        advice = "correct NBEXP_MIRROR or --mirror"
        return Finding("mirror", f"{folder}: there is no such folder", State.FAULT, advice)
    manifest = (folder / "MANIFEST.csv").exists()
    told = "with a MANIFEST.csv" if manifest else "without a MANIFEST.csv: searched by path"
    return Finding("mirror", f"{folder}: is there, {told}")


def _server(what: str, address: str) -> Finding:
    """Ask a server for a head; any answer at all says that it can be reached."""
    request = Request(address, method="HEAD", headers={"User-Agent": f"nbexp/{nbexp.__version__}"})
    try:
        with urlopen(request, timeout=_SECONDS):
            pass
    except HTTPError as error:
        error.close()
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        advice = "data sets that are not in the cache need a mirror: NBEXP_MIRROR or --mirror"
        return Finding(what, f"{address}: cannot be reached ({reason})", State.NOTE, advice)
    return Finding(what, f"{address}: answers")


def _threads() -> Finding:
    cores = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    names = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    told = ", ".join(f"{name}={os.environ[name]}" for name in names if name in os.environ)
    words = f"{usable} of {cores} cores can be used: --jobs {usable}"
    return Finding("threads", words + (f"; set: {told}" if told else ""))


def _disks(cache: Path, results: Path) -> Iterator[Finding]:
    for what, path in (("disk of the cache", cache), ("disk of results", results)):
        free = shutil.disk_usage(_existing(path)).free
        little = free < _LITTLE
        yield Finding(
            what,
            f"{size_text(free)} free at {_existing(path)}",
            State.NOTE if little else State.FINE,
            "name another place with --cache or --output" if little else "",
        )


def _kernels() -> Finding:
    """Tell whether kernels were compiled, as far as the files of numba's cache tell."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(named) if named else Path(nbexp.__file__).parent
    pattern = "nbexp*/**/*.nbi" if named else "**/__pycache__/*.nbi"
    count = sum(1 for _ in folder.glob(pattern))
    if count:
        return Finding("kernels", f"{count} compiled functions are kept in {folder}")
    if not named and not _writable(folder):
        advice = "set NUMBA_CACHE_DIR to a folder that can be written, or each run may compile anew"
        return Finding("kernels", f"{folder}: cannot be written", State.NOTE, advice)
    advice = "the first run compiles them, which takes about half a minute"
    return Finding("kernels", "are not compiled yet", State.NOTE, advice)


def _plugins() -> Iterator[Finding]:
    from nbexp.discretize.registry import broken_plugins

    for plugin in broken_plugins():
        yield Finding("methods", str(plugin), State.FAULT, f"mend or remove {plugin.package}")


def _extras() -> Iterator[Finding]:
    for extra, packages in EXTRAS.items():
        found = [(name, installed(name)) for name in packages]
        lacking = [name for name, number in found if number is None]
        if lacking:
            advice = f"pip install 'nbexp[{extra}]', if it is wanted"
            words = f"{', '.join(lacking)}: not installed"
            yield Finding(f"extra {extra}", words, State.NOTE, advice)
        else:
            told = ", ".join(f"{name} {number}" for name, number in found)
            yield Finding(f"extra {extra}", told)


def size_text(size: float) -> str:
    """Return a size in words.

    >>> size_text(10), size_text(1_500_000), size_text(3 << 30)
    ('10 bytes', '1.4 MiB', '3.0 GiB')
    """
    if size < 1024:
        return f"{size:.0f} bytes"
    for unit in ("KiB", "MiB", "GiB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:.1f} TiB"
