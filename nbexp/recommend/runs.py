"""Specs that are written beside their results, and run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from nbexp.errors import EXIT_STOPPED, DataError, SpecError, StoreError
from nbexp.outfile import write_asked_for
from nbexp.recommend.request import Request
from nbexp.recommend.spec_text import Draft, spec_text
from nbexp.report.source import STORE_FILE
from nbexp.runner.events import Reporter
from nbexp.runner.store import Store

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec

SPEC_FILE = "spec.yaml"


class Stopped(Exception):
    """The run was stopped; what was done is stored."""


def fits(draft: Draft, folder: Path) -> bool:
    """Tell whether a folder holds no results, or some of the same experiment as a draft."""
    from nbexp.runner.preview import check_same_experiment

    if not (folder / STORE_FILE).exists():
        return True
    try:
        check_same_experiment(folder, _checked(draft, folder))
    except SpecError:
        return False
    return True


def stored_trials(folder: Path) -> int:
    """Return the trials that were asked for in a folder; 0 if it holds no results."""
    if not (folder / STORE_FILE).exists():
        return 0
    with Store.open(folder) as store:
        return store.trials if store.find_spec() else 0


def run_draft(
    draft: Draft, folder: Path, request: Request, reporter: Reporter
) -> tuple[Spec, Path | None]:
    """Run a draft in a folder, and leave it there once it is sure that it can be run.

    Units that failed are done once more: whoever asks again may have mended what was at fault.

    Returns
    -------
    Spec, Path or None
        What was run, and where another spec that lay there is kept.
    """
    from nbexp.runner.preview import check_same_experiment
    from nbexp.runner.run import run

    _make(folder)  # the path from it to the data can be followed only if it is there
    spec = _checked(draft, folder)
    if not request.fresh:
        check_same_experiment(folder, spec)
    text = spec_text(draft, folder)
    kept = _keep(folder / SPEC_FILE, text)
    write_asked_for(folder / SPEC_FILE, text)
    outcome = run(
        spec,
        folder,
        cache=request.cache,
        jobs=request.jobs,
        fresh=request.fresh,
        retry_failed=True,
        reporter=reporter,
    )
    if outcome.exit_code == EXIT_STOPPED:
        raise Stopped
    if outcome.faults:
        raise DataError(outcome.faults[0].message)
    return spec, kept


def _checked(draft: Draft, folder: Path) -> Spec:
    """Return the spec that a draft is, once it lies in a folder."""
    from nbexp.spec.document import parse_document
    from nbexp.spec.reader import check_document
    from nbexp.spec.vocabulary import Vocabulary

    path = folder / SPEC_FILE
    document = parse_document(spec_text(draft, folder), str(path))
    return check_document(document, path, Vocabulary.installed())


def _keep(path: Path, text: str) -> Path | None:
    """Keep the spec that lies at a path under another name, if it is not what will lie there.

    The user was told to change it: what was changed must not be lost.
    """
    if not path.exists():
        return None
    try:
        former = path.read_bytes()
        if former == text.encode():
            return None
        for place in _numbered(path):
            if not place.exists():
                path.replace(place)
                return place
            if place.read_bytes() == former:
                return place
    except OSError as error:
        raise StoreError(f"{path}: cannot be kept: {error.strerror}") from None
    return None


def _numbered(path: Path) -> Iterator[Path]:
    """Yield ``spec-1.yaml``, ``spec-2.yaml``, and so on."""
    return (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(1))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{folder}: cannot be made: {error.strerror}; choose another --output"
        ) from None
