"""YAML text → a document: mappings, lists and texts, with the line of every one of them.

YAML 1.1 guesses: ``no`` is false, ``1e-3`` a text, ``010`` eight, ``1:30`` ninety; a repeated
key silently wins, a bare ``?`` starts a complex key. Here a scalar stays the text that was
written, and whoever knows what is expected reads it: as a number where a number is expected,
as text where text is. Repeated keys, tags, anchors and aliases are refused.

The parser's events are read, no objects are constructed, and depth and size are bounded, so
that no file can do more than be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from nbexp.errors import SpecError
from nbexp.spec.faults import Fault, Place, fault_error

Value = None | str | list["Value"] | dict[str, "Value"]
"""What a document holds. None is a value that was left out, as in ``title:``."""

MAX_BYTES = 1_000_000
MAX_DEPTH = 20


@dataclass
class Document:
    """A YAML file's content.

    Attributes
    ----------
    name : str
        The file, as it is called in messages.
    content : dict
        Its keys and values.
    lines : dict
        The line (from 1) of every `Place` in it.
    faults : list of Fault
        What YAML permits and a spec does not: repeated keys, tags, anchors.
    """

    name: str
    content: dict[str, Value] = field(default_factory=dict)
    lines: dict[Place, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def line(self, place: Place) -> int:
        """Return the line of `place`, or of the nearest known place above it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read_document(path: Path, name: str) -> Document:
    """Read a YAML file that holds a mapping; raise SpecError if it does not."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SpecError(f"{name}: the spec cannot be read: {reason}") from error
    if len(raw) > MAX_BYTES:
        raise SpecError(f"{name}: found more than {MAX_BYTES:,} bytes, expected a spec")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        problem = f"found the byte 0x{raw[error.start]:02x}, expected text in UTF-8"
        raise fault_error(name, [Fault(line, "", problem)]) from error
    return parse_document(text, name)


def parse_document(text: str, name: str) -> Document:
    """Parse YAML text that holds a mapping; raise SpecError if it does not."""
    document = Document(name)
    try:
        events = yaml.parse(text, Loader=_Loader)
        content = _Builder(document, events).content()
    except yaml.YAMLError as error:
        raise fault_error(name, [_syntax_fault(error, text)]) from error
    except _Refused as refused:
        raise fault_error(name, [*document.faults, refused.fault]) from None
    if content is None:
        problem = "found an empty file, expected the keys of a spec (name, datasets, methods)"
        raise fault_error(name, [Fault(1, "", problem)])
    if not isinstance(content, dict):
        found = "a list" if isinstance(content, list) else "a single text"
        problem = f"found {found}, expected the keys of a spec (name, datasets, methods)"
        raise fault_error(name, [Fault(document.line(()), "", problem)])
    document.content = content
    return document


class _Loader(yaml.SafeLoader):
    """A YAML parser to which a bare ``?`` is a text, as in ``missing: ?``."""

    def fetch_key(self) -> None:
        """Read as text what would be the mark of a complex key, which no spec has."""
        self.save_possible_simple_key()
        self.allow_simple_key = False
        start = self.get_mark()
        self.forward()
        self.tokens.append(yaml.ScalarToken("?", True, start, self.get_mark()))


class _Refused(Exception):
    """Something after which there is no use in reading on."""

    def __init__(self, event: yaml.Event, problem: str) -> None:
        super().__init__(problem)
        self.fault = Fault(_line(event), "", problem)


class _Builder:
    """Builds a document's content from the parser's events."""

    def __init__(self, document: Document, events: Iterator[yaml.Event]) -> None:
        self.document = document
        self.events = events

    def content(self) -> Value:
        """Return the content of the only document in the file, None if there is none."""
        content: Value = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _Refused(event, "found a second document (---), expected one")
                content = self._value((), next(self.events))
        return content

    def _value(self, place: Place, event: yaml.Event) -> Value:
        self.document.lines.setdefault(place, _line(event))
        if len(place) > MAX_DEPTH:
            raise _Refused(event, f"found more than {MAX_DEPTH} levels of nesting")
        if isinstance(event, yaml.AliasEvent):
            raise _Refused(
                event, f"found the alias *{event.anchor}; write the value out, or quote the text"
            )
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
        self._refuse_properties(place, event)
        if isinstance(event, yaml.ScalarEvent):
            left_out = event.style is None and event.value == ""
            return None if left_out else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(place)
        return self._mapping(place)

    def _list(self, place: Place) -> list[Value]:
        items: list[Value] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._value((*place, len(items)), event))
        return items

    def _mapping(self, place: Place) -> dict[str, Value]:
        entries: dict[str, Value] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._fault(place, event, "found a mapping or list as a key, expected a word")
                self._skip(event)
                self._skip(next(self.events))
                continue
            key = event.value
            self._refuse_properties((*place, key), event)
            if key in entries:
                first = self.document.lines[*place, key]
                self._fault((*place, key), event, f"found again, it is already in line {first}")
                self._skip(next(self.events))
                continue
            self.document.lines[*place, key] = _line(event)
            entries[key] = self._value((*place, key), next(self.events))
        return entries

    def _skip(self, event: yaml.Event) -> None:
        """Read to the end of what `event` starts."""
        depth = 0
        while True:
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth == 0:
                return
            event = next(self.events)

    def _refuse_properties(
        self, place: Place, event: yaml.ScalarEvent | yaml.CollectionStartEvent
    ) -> None:
        if event.tag is not None:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault(place, event, f"found the tag {shown}; tags are not read, leave it out")
        if event.anchor is not None:
            self._fault(
                place,
                event,
                f"found the anchor &{event.anchor}; anchors are not read, leave it out or quote "
                "the text",
            )

    def _fault(self, place: Place, event: yaml.Event, problem: str) -> None:
        self.document.faults.append(Fault.at(_line(event), place, problem))


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.line + 1


def _syntax_fault(error: yaml.YAMLError, text: str) -> Fault:
    """Say in plain words where and why the text is not YAML."""
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return Fault(line, "", f"found the character U+{error.character:04X}, expected text")
    assert isinstance(error, yaml.MarkedYAMLError)  # a parser raises no other
    assert error.problem_mark is not None
    line = error.problem_mark.line + 1
    problem = " ".join(part for part in (error.context, error.problem) if part)
    if error.context_mark is not None and error.context_mark.line + 1 != line:
        problem += f" (it begins in line {error.context_mark.line + 1})"
    return Fault(line, "", f"this is not YAML: {problem}{_hint(error.problem or '')}")


_HINTS = {
    r"'\t'": "YAML is indented by spaces, not by tabs",
    "mapping values are not allowed": "a text with a colon and a space in it stands in quotes; "
    "or the line is indented too far",
    "sequence entries are not allowed": "the items of a list begin on lines of their own; a text "
    "that is a hyphen stands in quotes",
    "cannot start any token": "a text that begins with this character stands in quotes",
    "alphabetic or numeric character": "a text that begins with * or & stands in quotes",
    "end of stream": "a quote was opened and not closed",
    "'<stream end>'": "a bracket was opened and not closed",
    "expected <block end>": "is the line indented as its neighbours are?",
    "could not find expected ':'": "a key is followed by a colon and a space",
}


def _hint(problem: str) -> str:
    return next((f"; {hint}" for sign, hint in _HINTS.items() if sign in problem), "")
