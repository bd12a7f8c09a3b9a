"""Tables that a stored spec defines, made of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbexp.compare.subset import Subset


@dataclass(frozen=True)
class Definition:
    """A table of a spec's own.

    Attributes
    ----------
    name, number : str
        By either it is asked for; `number` may be empty.
    title : str
    show : tuple of str
        Its pieces: ``values``, ``means``, ``records``, ``time``.
    metrics : tuple of str
    methods : tuple of str
        Labels of the columns; empty: those of the pairs, or all.
    pairs : tuple of (str, str)
        Whose records are shown.
    subset : Subset
        The rows.
    """

    name: str
    number: str = ""
    title: str = ""
    show: tuple[str, ...] = ("values",)
    metrics: tuple[str, ...] = ("error",)
    methods: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    subset: Subset = field(default_factory=Subset)

    @property
    def heading(self) -> str:
        """The title, with the number the table has in its publication."""
        title = self.title or self.name
        return f"Table {self.number}: {title}" if self.number else title


def read_definition(entry: Mapping[str, Any]) -> Definition:
    """Read a definition from a resolved spec."""
    limits = entry.get("subset") or {}
    pairs = [
        (first, second)
        for versus in entry.get("pairs") or ()
        for first in versus["methods"]
        for second in versus["against"]
        if first != second
    ]
    return Definition(
        str(entry["name"]),
        str(entry.get("number") or ""),
        str(entry.get("title") or ""),
        tuple(entry.get("show") or ("values",)),
        tuple(entry.get("metric") or ("error",)),
        tuple(entry.get("methods") or ()),
        tuple(pairs),
        Subset(
            limits.get("smaller-than"),
            limits.get("larger-than"),
            limits.get("largest"),
            limits.get("smallest"),
            tuple(limits.get("names") or ()),
        ),
    )


def find_definition(definitions: Sequence[Definition], asked: str) -> Definition | None:
    """Return the table of that name or number; blanks and capitals do not matter.

    >>> tables = [Definition("bias-records", "6.5")]
    >>> find_definition(tables, "Bias records").number, find_definition(tables, "6.5").name
    ('6.5', 'bias-records')
    """
    name = plain_name(asked)
    for definition in definitions:
        if name in (definition.name, definition.number):
            return definition
    return None


def plain_name(asked: str) -> str:
    """Return a table's name as it is written in specs.

    >>> plain_name("Table 6.5"), plain_name("Win/lose/tie on bias")
    ('6.5', 'wlt-on-bias')
    """
    name = asked.strip().lower().replace("win/lose/tie", "wlt").removeprefix("table ")
    return "-".join(name.split())
