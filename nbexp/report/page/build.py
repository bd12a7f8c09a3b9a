"""From a result folder, or from print alone, to the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nbexp.errors import SpecError
from nbexp.report.document import has_table
from nbexp.report.evaluation import Evaluation
from nbexp.report.figures.experiment import Experiment
from nbexp.report.opening import Sources, opened_evaluation, printed_evaluation
from nbexp.report.page.datasets import Shelves
from nbexp.report.page.page import page
from nbexp.report.source import experiment_folders

if TYPE_CHECKING:
    from nbexp.runner.store import Store


def page_of(
    results: Path,
    *,
    tables: Sequence[str] = (),
    sources: Sources | None = None,
    seeds: Sequence[int] = (),
    shelves: Shelves,
    warn: Callable[[str], None],
) -> str:
    """Return the page of the experiment in a result folder.

    Parameters
    ----------
    results : Path
        A result folder, or a folder that holds a single one.
    tables : sequence of str
        Tables to show, in place of the usual ones.
    sources : Sources, optional
        Where published values, claims and the report section come from, if not from the spec
        that the results are of.
    seeds : sequence of int
        The root seeds to report; none: all.
    shelves : Shelves
        Where data are looked for, to draw cut points.
    warn : function
        Is told what is left out and why.
    """
    folders = experiment_folders(results)
    if len(folders) > 1:
        names = ", ".join(folder.name for folder in folders)
        raise SpecError(f"{results}: a page shows one experiment, found {len(folders)}: {names}")
    with opened_experiment(folders[0], sources or Sources(), seeds, warn) as (experiment, store):
        _check(experiment.evaluation, tables)
        return page(experiment, store, shelves, tables)


def page_of_print(spec: str, *, tables: Sequence[str] = (), sources: Sources | None = None) -> str:
    """Return the page of a publication alone: its tables and claims, by the same code."""
    evaluation = printed_evaluation(spec, sources or Sources())
    _check(evaluation, tables)
    return page(Experiment(evaluation), None, None, tables)


@contextmanager
def opened_experiment(
    folder: Path, sources: Sources, seeds: Sequence[int], warn: Callable[[str], None]
) -> Iterator[tuple[Experiment, Store]]:
    """Open a result folder for figures and the page, and close it in the end."""
    from nbexp.runner.store import Store

    with (
        opened_evaluation(folder, sources, seeds, warn) as evaluation,
        Store.open(folder) as store,
    ):
        ended = [str(run["finished"]) for run in store.runs() if run["finished"]]
        finished = ended[-1] if ended else ""
        yield Experiment(evaluation, store.spec, store.environment, finished), store


def _check(evaluation: Evaluation, tables: Sequence[str]) -> None:
    unknown = [table for table in tables if not has_table(evaluation, table)]
    if unknown:
        raise SpecError(
            f"--table {unknown[0]}: no such table in this spec; --table list lists them, in the "
            "text format"
        )
