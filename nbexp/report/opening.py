"""Result folders opened for a report: with published values, claims and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nbexp.compare.claims import Claim
from nbexp.errors import SpecError, StoreError
from nbexp.report.evaluation import Evaluation
from nbexp.report.printed_alone import PrintedEvaluation
from nbexp.report.published import find_published, read_published
from nbexp.report.settings import read_settings
from nbexp.report.source import ResultStore, experiment_folders

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec

Warn = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True)
class Sources:
    """What a report takes from elsewhere than the stored spec.

    Attributes
    ----------
    spec : str or None
        Name or path of a spec whose report and published sections are used.
    published, claims : Path or None
        Files of published values and of claims.
    """

    spec: str | None = None
    published: Path | None = None
    claims: Path | None = None


def each_experiment(
    results: Path,
    sources: Sources,
    seeds: Sequence[int],
    warn: Warn,
    make: Callable[[Evaluation], T],
) -> list[T]:
    """Return what is made of each experiment in a folder; its store is open meanwhile.

    Raises
    ------
    StoreError
        There is none, or none that can be read. One of several is left out with a warning.
    """
    folders = experiment_folders(results)
    made = []
    for folder in folders:
        try:
            with opened_evaluation(folder, sources, seeds, warn) as evaluation:
                made.append(make(evaluation))
        except StoreError as error:
            if len(folders) == 1:
                raise
            warn(f"left out: {error}")
    if not made:
        raise StoreError(f"{results}: none of its {len(folders)} experiments can be reported")
    return made


@contextmanager
def opened_evaluation(
    folder: Path, sources: Sources, seeds: Sequence[int], warn: Warn
) -> Iterator[Evaluation]:
    """Open a result folder, with published values and claims, and close it in the end."""
    spec = _read_spec(sources.spec) if sources.spec else None
    with opened_store(folder) as store:
        yield _evaluation(folder, store, sources, spec, seeds, warn)


@contextmanager
def opened_store(folder: Path) -> Iterator[ResultStore]:
    """Open a folder's results for reading, and close them in the end."""
    from nbexp.runner.store import Store

    with Store.open(folder) as store:
        yield store


def printed_evaluation(name: str, sources: Sources) -> PrintedEvaluation:
    """Return the publication that a spec names, as an experiment of its own.

    Raises
    ------
    SpecError
        The spec names none.
    """
    spec = _read_spec(name)
    settings = read_settings(spec.resolved())
    path, claims = _files_of(spec, sources)
    if path is None:
        raise SpecError(
            f"{name}: the spec names no published table; --published FILE tells where one is"
        )
    return PrintedEvaluation(spec.name, read_published(path), settings, _claims(claims))


def _read_spec(name: str) -> Spec:
    from nbexp.spec.reader import read_spec

    return read_spec(name)


def _claims(path: Path | None) -> tuple[Claim, ...]:
    if path is None:
        return ()
    from nbexp.spec.claims import read_claims

    return read_claims(path)


def _evaluation(
    folder: Path,
    store: ResultStore,
    sources: Sources,
    spec: Spec | None,
    seeds: Sequence[int],
    warn: Warn,
) -> Evaluation:
    settings = read_settings(_with_report(store.spec, spec))
    if spec is None:
        table = sources.published or _file(settings.published, folder, "--published", warn)
        listed = sources.claims or _file(settings.claims, folder, "--claims", warn)
    else:
        table, listed = _files_of(spec, sources)
    return Evaluation(
        folder.resolve().name,
        store,
        None if table is None else read_published(table),
        seeds or None,
        settings=settings,
        claims=_claims(listed),
        folder=folder,
    )


def _files_of(spec: Spec, sources: Sources) -> tuple[Path | None, Path | None]:
    """Return the files of published values and claims: those given, or those of a spec."""
    named = spec.published
    if named is None:
        return sources.published, sources.claims
    return sources.published or named.path, sources.claims or named.claims_path


def _with_report(stored: Mapping[str, object], spec: Spec | None) -> Mapping[str, object]:
    """Return the stored spec, with the report and the publication of another."""
    if spec is None:
        return stored
    other = spec.resolved()
    return {**stored, "report": other["report"], "published": other["published"]}


def _file(name: str | None, folder: Path, option: str, warn: Warn) -> Path | None:
    """Return a file that a spec names.

    A store keeps the name of the spec's file, not its place. A file that came with the spec
    and is not found any more is no reason to report nothing.
    """
    if name is None:
        return None
    try:
        return find_published(name, folder)
    except FileNotFoundError as error:
        warn(f"{error}. Reported without; {option} FILE tells where it is")
        return None
