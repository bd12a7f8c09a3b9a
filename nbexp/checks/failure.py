"""How a check says that something does not hold."""

from __future__ import annotations


def require(holds: object, otherwise: str) -> None:
    """Raise AssertionError with the message unless something holds."""
    if not holds:
        raise AssertionError(otherwise)


class NotAsked(Exception):
    """A property that a method does not promise; its text says why."""
