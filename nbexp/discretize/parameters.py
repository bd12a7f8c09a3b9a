"""Parameters of methods, with their domains declared as data.

One declaration serves the check of a spec, the message about a bad value, the JSON schema and
the printed documentation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class Domain(Protocol):
    """The set of values a parameter may take."""

    def check(self, value: object) -> str | None:
        """Return None where `value` belongs to the domain, else what is expected."""

    def schema(self) -> dict[str, Any]:
        """Return the domain as a JSON schema."""


def _number_range(minimum: float, maximum: float | None) -> str:
    return f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"


def _bounds(minimum: float, maximum: float | None) -> dict[str, Any]:
    return {"minimum": minimum} | ({} if maximum is None else {"maximum": maximum})


@dataclass(frozen=True)
class Int:
    """Whole numbers from `minimum` to `maximum`."""

    minimum: int
    maximum: int | None = None
    odd: bool = False

    def check(self, value: object) -> str | None:
        """Return None where `value` belongs to the domain, else what is expected."""
        fits = (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value >= self.minimum
            and (self.maximum is None or value <= self.maximum)
            and (not self.odd or value % 2 == 1)
        )
        return None if fits else str(self)

    def schema(self) -> dict[str, Any]:
        """Return the domain as a JSON schema."""
        return {"type": "integer"} | _bounds(self.minimum, self.maximum)

    def __str__(self) -> str:
        kind = "an odd whole number" if self.odd else "a whole number"
        return f"{kind} {_number_range(self.minimum, self.maximum)}"


@dataclass(frozen=True)
class Real:
    """Finite numbers from `minimum` to `maximum`."""

    minimum: float
    maximum: float | None = None

    def check(self, value: object) -> str | None:
        """Return None where `value` belongs to the domain, else what is expected."""
        fits = (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and self.minimum <= value < float("inf")
            and (self.maximum is None or value <= self.maximum)
        )
        return None if fits else str(self)

    def schema(self) -> dict[str, Any]:
        """Return the domain as a JSON schema."""
        return {"type": "number"} | _bounds(self.minimum, self.maximum)

    def __str__(self) -> str:
        return f"a number {_number_range(self.minimum, self.maximum)}"


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def check(self, value: object) -> str | None:
        """Return None where `value` belongs to the domain, else what is expected."""
        return None if isinstance(value, str) and value in self.words else str(self)

    def schema(self) -> dict[str, Any]:
        """Return the domain as a JSON schema."""
        return {"enum": list(self.words)}

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: object) -> str | None:
        """Return None where `value` belongs to the domain, else what is expected."""
        return None if isinstance(value, bool) else str(self)

    def schema(self) -> dict[str, Any]:
        """Return the domain as a JSON schema."""
        return {"type": "boolean"}

    def __str__(self) -> str:
        return "true or false"


def plain(value: object) -> str:
    """Return a parameter's value as a spec writes it.

    >>> plain(True), plain(0.5)
    ('true', '0.5')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


READING = "reading"
"""The parameter that all methods of the thesis share: which reading gives the defaults."""

TABLES = "tables"
TEXT = "text"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method.

    Attributes
    ----------
    name : str
        As in specs.
    domain : Domain
        The values it may take.
    default : object
        Its value where a spec gives none.
    meaning : str
        One sentence for the documentation.
    text : object
        Its default under ``reading: text``, the literal reading of the paper; None: the
        same default.
    """

    name: str
    domain: Domain
    default: object
    meaning: str
    text: object = None

    def default_for(self, reading: object) -> object:
        """Return the default under the given reading."""
        return self.text if reading == TEXT and self.text is not None else self.default


READING_PARAMETER = Parameter(
    READING,
    Choice((TABLES, TEXT)),
    TABLES,
    "which reading of the paper sets the defaults: the one closest to its printed tables, or "
    "the literal text",
)
