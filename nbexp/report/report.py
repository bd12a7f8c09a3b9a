"""From a folder of results to the text of a report."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nbexp.errors import SpecError, StoreError
from nbexp.report.document import Chapter, chapter, chapter_for_people
from nbexp.report.evaluation import Evaluation
from nbexp.report.formats import FORMATS
from nbexp.report.published import Published, find_published, read_published
from nbexp.report.settings import read_settings
from nbexp.report.source import ResultStore, experiment_folders

DEFAULT_WIDTH = 120
"""Columns of text that is not printed on a terminal."""


def report(
    results: Path,
    *,
    tables: Sequence[str] = (),
    form: str = "text",
    seeds: Sequence[int] = (),
    published: Path | None = None,
    width: int = DEFAULT_WIDTH,
    warn: Callable[[str], None],
) -> str:
    """Return the report of the experiments in a folder.

    Parameters
    ----------
    results : Path
        A result folder, or a folder of them.
    tables : sequence of str
        Names of `nbexp.report.tables.TABLES`; none: the usual ones, for CSV the cells.
    form : str
        A name of `nbexp.report.formats.FORMATS`.
    seeds : sequence of int
        The root seeds to report; none: all.
    published : Path, optional
        A file of published values, in place of the one the spec names.
    width : int
        Columns of the screen.
    warn : function
        Is told what is left out of the report and why.
    """
    folders = experiment_folders(results)
    chapters = []
    for folder in folders:
        try:
            with opened_store(folder) as store:
                values = _published(store, folder, published, warn)
                evaluation = Evaluation(folder.resolve().name, store, values, seeds or None)
                chapters.append(_chapter(evaluation, tables, form))
        except StoreError as error:
            if len(folders) == 1:
                raise
            warn(f"left out: {error}")
    if not chapters:
        raise StoreError(f"{results}: none of its {len(folders)} experiments can be reported")
    if not any(chapter.tables for chapter in chapters):
        asked = f" by the name of {', '.join(tables)}" if tables else ""
        warn(f"there is no table{asked}: agreement takes published values, records two methods")
    return FORMATS[form](chapters, width)


@contextmanager
def opened_store(folder: Path) -> Iterator[ResultStore]:
    """Open a folder's results for reading, and close them in the end."""
    from nbexp.runner.store import Store

    with Store.open(folder) as store:
        yield store


def _published(
    store: ResultStore, folder: Path, given: Path | None, warn: Callable[[str], None]
) -> Published | None:
    """Return the published values to stand beside ours.

    A store keeps the name of the spec's file, not its place. A file that came with the spec
    and is not found any more is no reason to report nothing.
    """
    if given is not None:
        return read_published(given)
    named = read_settings(store.spec).published
    if named is None:
        return None
    try:
        return read_published(find_published(named, folder))
    except FileNotFoundError as error:
        warn(f"{error}. Reported without; --published FILE tells where it is")
        return None


def _chapter(evaluation: Evaluation, tables: Sequence[str], form: str) -> Chapter:
    if form == "csv":
        return chapter(evaluation, tables or ["cells"])
    return chapter_for_people(evaluation, tables)


def screen_width(out: Path | None) -> int:
    """Return the columns of the terminal, or the usual ones for a file or a pipe."""
    if out is None and sys.stdout.isatty():
        return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns
    return DEFAULT_WIDTH


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    SpecError
        It cannot be written there.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise SpecError(f"--out {path}: cannot be written: {error.strerror}") from None
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        raise SpecError(f"--out {path}: cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    """Return the process's file mode mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
