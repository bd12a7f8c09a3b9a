"""What there is to say of the data, before any method is tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a remark is about."""

    IDENTIFIER = "identifier"
    CONSTANT = "constant"
    DATES = "dates"
    TEXT = "text"
    NUMBERS = "numbers"
    TYPE = "another type"
    DECIMAL = "decimal mark"
    MISSING = "missing"
    LEAK = "leak"
    DUPLICATES = "duplicates"
    CLASSES = "classes"
    SIZE = "size"
    LEFT_OUT = "left out"
    KEPT = "kept"
    TRAINING = "training"


_NOTES = (Kind.LEFT_OUT, Kind.MISSING, Kind.DECIMAL, Kind.KEPT, Kind.TRAINING)
"""What is good to know, and no reason to doubt."""


@dataclass(frozen=True)
class Remark:
    """A remark on the data or on what was done with them.

    Attributes
    ----------
    kind : Kind
    text : str
        One sentence; it begins with the column's name, if it is about one.
    column : str
        Empty if it is about the whole.
    ignored : bool
        Whether the column was left out for it.
    grave : bool
        Whether the answer cannot be trusted before it is looked into.
    """

    kind: Kind
    text: str
    column: str = ""
    ignored: bool = False
    grave: bool = False

    @property
    def word(self) -> str:
        """How it is introduced: ``ignored``, ``warning`` or ``note``."""
        if self.ignored:
            return "ignored"
        return "note" if self.kind in _NOTES and not self.grave else "warning"


def in_order(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """Return the grave ones first, then warnings, then what was ignored, then notes."""
    ranks = {"warning": 1, "ignored": 2, "note": 3}
    return tuple(sorted(remarks, key=lambda one: (not one.grave, ranks[one.word])))


def some(names: Sequence[str], most: int = 4) -> str:
    """Return names joined, the end cut off if they are many.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
