"""From a folder of results to the text of a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from nbexp.errors import SpecError
from nbexp.hints import did_you_mean
from nbexp.report.document import (
    Chapter,
    chapter,
    chapter_for_people,
    has_table,
    table_names,
)
from nbexp.report.evaluation import Evaluation
from nbexp.report.formats import FORMATS
from nbexp.report.opening import Sources, each_experiment, printed_evaluation
from nbexp.report.table import Column, Table, Text

LIST = "list"
"""Asked for as a table, it lists the tables."""

DEFAULT_WIDTH = 120
"""Columns of text that is not printed on a terminal."""


def report(
    results: Path,
    *,
    tables: Sequence[str] = (),
    form: str = "text",
    sources: Sources | None = None,
    seeds: Sequence[int] = (),
    width: int = DEFAULT_WIDTH,
    warn: Callable[[str], None],
) -> str:
    """Return the report of the experiments in a folder.

    Parameters
    ----------
    results : Path
        A result folder, or a folder of them.
    tables : sequence of str
        Names of tables (`nbexp.report.document.table_names`); none: the usual ones, for CSV
        the cells. The word ``list`` alone lists the names.
    form : str
        A name of `nbexp.report.formats.FORMATS`.
    sources : Sources, optional
        Where published values, claims and the report section come from, if not from the spec
        that the results are of.
    seeds : sequence of int
        The root seeds to report; none: all.
    width : int
        Columns of the screen.
    warn : function
        Is told what is left out of the report and why.
    """
    unknown: list[str] = []

    def make(evaluation: Evaluation) -> Chapter:
        unknown.extend(_unknown(evaluation, tables))
        return _chapter(evaluation, tables, form)

    chapters = each_experiment(results, sources or Sources(), seeds, warn, make)
    return _text(chapters, tables, unknown, form, width, warn)


def report_print(
    spec: str,
    *,
    tables: Sequence[str] = (),
    form: str = "text",
    sources: Sources | None = None,
    width: int = DEFAULT_WIDTH,
    warn: Callable[[str], None],
) -> str:
    """Return the report of a publication alone: its tables and claims, by the same code.

    Parameters are those of `report`; `spec` is the name or path of the spec that names the
    publication.
    """
    evaluation = printed_evaluation(spec, sources or Sources())
    unknown = _unknown(evaluation, tables)
    chapters = [_chapter(evaluation, tables, form)]
    return _text(chapters, tables, unknown, form, width, warn)


def _text(
    chapters: Sequence[Chapter],
    tables: Sequence[str],
    unknown: Sequence[str],
    form: str,
    width: int,
    warn: Callable[[str], None],
) -> str:
    """Write chapters; a table that no experiment knows is an error."""
    for message in dict.fromkeys(unknown):
        if unknown.count(message) == len(chapters):
            raise SpecError(message)
    if not any(chapter.tables for chapter in chapters):
        asked = f" by the name of {', '.join(tables)}" if tables else ""
        warn(
            f"there is nothing to show{asked}: agreement, verdict and ranks take published "
            "values, claims a list of them, records two methods"
        )
    return FORMATS[form](chapters, width)


def _unknown(evaluation: Evaluation, tables: Sequence[str]) -> list[str]:
    """Return a message for each table that there is not."""
    names = [name for known in table_names(evaluation) for name in known[:2] if name]
    return [
        f"--table {table}: no such table in this spec{did_you_mean(table, names)}; "
        "--table list lists them"
        for table in tables
        if table != LIST and not has_table(evaluation, table)
    ]


def _chapter(evaluation: Evaluation, tables: Sequence[str], form: str) -> Chapter:
    if LIST in tables:
        return Chapter(evaluation.name, evaluation.settings.title, (_list(evaluation),))
    if form == "csv":
        return chapter(evaluation, tables or ["cells"])
    return chapter_for_people(evaluation, tables)


def _list(evaluation: Evaluation) -> Table:
    columns = [Column(name, (name,), left=True) for name in ("number", "name", "shows")]
    rows = tuple(tuple(map(Text, names)) for names in table_names(evaluation))
    note = "nbexp report RESULTS --table NAME, or NUMBER"
    return Table("list", "Tables", tuple(columns), (rows,), (note,))
