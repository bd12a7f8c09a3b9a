"""What is found while a document is read: the faults, and where."""

from __future__ import annotations

from collections.abc import Iterator

from nbexp.spec.document import Document, Value
from nbexp.spec.faults import Fault, Place, fault_error


class Findings:
    """Collects the faults of a document, so that all can be reported in one go."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: list[Fault] = list(document.faults)

    def add(self, place: Place, problem: str) -> None:
        """Note what is wrong at `place`."""
        self.faults.append(Fault.at(self.document.line(place), place, problem))

    def items(self, *keys: str) -> Iterator[tuple[Place, Value]]:
        """Yield the items of the list under `keys`, with their places; none if there is none."""
        value: Value = self.document.content
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield (*keys, index), item

    def stop_if_any(self) -> None:
        """Raise SpecError with all faults, if there are any."""
        if self.faults:
            raise fault_error(self.document.name, self.faults)
