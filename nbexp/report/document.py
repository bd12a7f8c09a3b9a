"""A report put together: for each experiment its tables, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Table
from nbexp.report.tables import TABLES, UNDERNEATH, USUAL


@dataclass(frozen=True)
class Chapter:
    """What is reported of an experiment.

    Attributes
    ----------
    name : str
        The experiment.
    title : str
    tables : tuple of Table
    """

    name: str
    title: str
    tables: tuple[Table, ...]


def chapter(evaluation: Evaluation, names: Sequence[str]) -> Chapter:
    """Return the named tables, and nothing else, as a program wants them."""
    tables = [table for name in names for table in TABLES[name](evaluation)]
    return Chapter(evaluation.name, evaluation.settings.title, tuple(tables))


def chapter_for_people(evaluation: Evaluation, names: Sequence[str] = ()) -> Chapter:
    """Return the named tables, each with what belongs underneath.

    Without a name these are the tables the spec's report lists, or else the usual ones.
    """
    asked = names or evaluation.settings.tables or USUAL
    wanted = dict.fromkeys(shown for name in asked for shown in (name, *UNDERNEATH.get(name, ())))
    return chapter(evaluation, list(wanted))
