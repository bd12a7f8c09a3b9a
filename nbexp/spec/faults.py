"""Faults of a spec: each with its line and key, all reported in one go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nbexp.errors import WHOLE, SpecError, in_one_line

Place = tuple[str | int, ...]
"""The way to a value: the keys and the positions in lists that lead to it."""


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong with a spec.

    Attributes
    ----------
    line : int
        Counted from 1.
    key : str
        The keys that lead to it, joined by points; empty for the file as a whole.
    problem : str
        What was found, what was expected, and the nearest valid word.
    """

    line: int
    key: str
    problem: str

    @classmethod
    def at(cls, line: int, place: Place, problem: str) -> Fault:
        """Make the fault at `place`; positions in lists are told by the line alone."""
        keys = [in_one_line(part) for part in place if isinstance(part, str)]
        return cls(line, ".".join(keys), problem)

    def text(self, name: str) -> str:
        """Return the fault as one line, beginning with the file called `name`."""
        problem = in_one_line(self.problem, WHOLE)
        return ": ".join(part for part in (f"{name}:{self.line}", self.key, problem) if part)


def fault_error(name: str, faults: Iterable[Fault]) -> SpecError:
    """Return the error that tells all faults of the file called `name`, by line."""
    lines = [fault.text(name) for fault in sorted(set(faults))]
    if len(lines) == 1:
        return SpecError(lines[0])
    return SpecError("\n  ".join([f"{len(lines)} faults in {name}", *lines]))


def shown(value: object) -> str:
    """Return a found value as it is called in messages."""
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    return f"'{in_one_line(str(value))}'"
