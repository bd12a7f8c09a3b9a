"""A report put together: for each experiment its tables, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nbexp.report.definitions import find_definition, plain_name
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Table
from nbexp.report.tables import MEANINGS, TABLES, UNDERNEATH, USUAL
from nbexp.report.tables.defined import defined_tables


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
    """Return the named tables, and nothing else, as a program wants them.

    Names are those of tables that the spec defines, by name or number, and of
    `nbexp.report.tables.TABLES`; what is neither is left out.
    """
    tables = [table for name in names for table in _tables(evaluation, name)]
    return Chapter(evaluation.name, evaluation.settings.title, tuple(tables))


def chapter_for_people(evaluation: Evaluation, names: Sequence[str] = ()) -> Chapter:
    """Return the named tables, each with what belongs underneath.

    Without a name these are the tables the spec's report lists, or else the usual ones.
    """
    asked = names or evaluation.settings.tables or USUAL
    wanted = dict.fromkeys(shown for name in asked for shown in (name, *UNDERNEATH.get(name, ())))
    return chapter(evaluation, list(wanted))


def has_table(evaluation: Evaluation, name: str) -> bool:
    """Tell whether there is a table by that name, though it may have nothing to show."""
    found = find_definition(evaluation.settings.definitions, name)
    return found is not None or plain_name(name) in TABLES


def table_names(evaluation: Evaluation) -> list[tuple[str, str, str]]:
    """Return the number, name and meaning of the tables there are."""
    defined = evaluation.settings.definitions
    own = [(table.number, table.name, table.title) for table in defined]
    taken = {table.name for table in defined}
    return own + [("", name, MEANINGS[name]) for name in TABLES if name not in taken]


def _tables(evaluation: Evaluation, name: str) -> tuple[Table, ...]:
    definition = find_definition(evaluation.settings.definitions, name)
    if definition is not None:
        return defined_tables(evaluation, definition)
    builder = TABLES.get(plain_name(name))
    return builder(evaluation) if builder else ()
