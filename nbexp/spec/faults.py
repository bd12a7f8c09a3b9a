"""Faults of a spec: each with its line and key, all reported in one go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from nbexp.errors import SpecError

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
        return cls(line, ".".join(part for part in place if isinstance(part, str)), problem)

    def text(self, name: str) -> str:
        """Return the fault as one line, beginning with the file called `name`."""
        return ": ".join(part for part in (f"{name}:{self.line}", self.key, self.problem) if part)


def fault_error(name: str, faults: Iterable[Fault]) -> SpecError:
    """Return the error that tells all faults of the file called `name`, by line."""
    lines = [fault.text(name) for fault in sorted(set(faults))]
    if len(lines) == 1:
        return SpecError(lines[0])
    return SpecError("\n  ".join([f"{len(lines)} faults in {name}", *lines]))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that looks most like `word`, None if none looks like it."""
    by_lower = {one.lower(): one for one in known}
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the words that lead a reader on from an unknown `word`.

    That is the nearest of the `known` words or, if none is near, all of them if they are few.
    """
    known = list(known)
    near = nearest(word, known)
    if near is not None:
        return f"; did you mean {near}?"
    return f"; expected one of {', '.join(known)}" if 0 < len(known) <= 16 else ""


def shown(value: object) -> str:
    """Return a found value as it is called in messages."""
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    text = str(value)
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}…'"
