"""YAML files read with what the author wrote kept: each text as it stands, each line number.

YAML guesses types: ``no`` becomes false, ``007`` a number, a repeated key silently wins. In
a recipe nearly everything is text, so here every plain scalar stays the text that was
written (only ``null``, ``~`` and nothing become None), repeated keys are refused, and the
line of every key and item is kept for error messages. The models convert texts to numbers
where they want numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from nbexp.errors import WHOLE, SpecError, in_one_line
from nbexp.hints import did_you_mean

if TYPE_CHECKING:
    from pydantic import ValidationError

Place = tuple[str | int, ...]
"""The way to a node: keys and list indices from the root."""

_MOST_LEVELS = 20
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass
class YamlFile:
    """A YAML file's content with the line of every node.

    Attributes
    ----------
    path : str
        As it is shown in messages.
    content : object
        Mappings, lists, texts and None.
    lines : dict
        Line number (from 1) by `Place`.
    faults : list of str
        Repeated keys and the like, each with its line; empty for a sound file.
    """

    path: str
    content: Any = None
    lines: dict[Place, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def where(self, place: Place) -> str:
        """Return ``file:line`` of the nearest known node at or above `place`."""
        while place not in self.lines:
            place = place[:-1]
        return f"{self.path}:{self.lines[place]}"


def read_yaml(path: Path, shown: str | None = None) -> YamlFile:
    """Read a YAML file; raise SpecError if it is not YAML, empty or not readable."""
    name = shown or str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SpecError(f"{name}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SpecError(f"{name}:{line}: is not UTF-8 text (byte {error.start})") from error
    return parse_yaml(text, name)


def parse_yaml(text: str, path: str) -> YamlFile:
    """Parse YAML text; raise SpecError if it is not YAML or empty."""
    try:
        _refuse_traps(text, path)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise SpecError(_syntax_message(error, text, path)) from error
    if node is None:
        raise SpecError(f"{path}:1: the file is empty; a mapping of keys was expected")
    result = YamlFile(path)
    result.content = _build(node, (), result)
    return result


def _refuse_traps(text: str, path: str) -> None:
    """Refuse what can make a small file endless: aliases, and nesting without need."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent):
            raise SpecError(f"{path}:{line}: found the alias *{event.anchor}; write it out")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _MOST_LEVELS:
            raise SpecError(f"{path}:{line}: found more than {_MOST_LEVELS} levels of nesting")


def _syntax_message(error: yaml.YAMLError, text: str, path: str) -> str:
    mark = getattr(error, "problem_mark", None)
    at = getattr(error, "position", None)  # of a character that no YAML has
    line = mark.line + 1 if mark else text.count("\n", 0, at or 0) + 1
    where = f"{path}:{line}"
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    lines = text.splitlines()
    near = lines[mark.line] if mark and mark.line < len(lines) else ""
    hint = ""
    if "?" in near and '"?"' not in near and "'?'" not in near:
        hint = '; a question mark must stand in quotes: "?"'
    elif "\t" in near:
        hint = "; YAML is indented by blanks, not by tabs"
    return f"{where}: not valid YAML ({problem}){hint}"


def _build(node: yaml.Node, place: Place, into: YamlFile) -> Any:
    into.lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _build_mapping(node, place, into)
    if isinstance(node, yaml.SequenceNode):
        return [_build(item, (*place, i), into) for i, item in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode)
    if not node.style and node.value in _NULLS:
        return None
    return node.value


def _build_mapping(node: yaml.MappingNode, place: Place, into: YamlFile) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        where = f"{into.path}:{line}"
        if not isinstance(key_node, yaml.ScalarNode):
            into.faults.append(f"{where}: a key must be a text")
            continue
        key = key_node.value
        if not key_node.style and key == "":
            into.faults.append(f'{where}: an empty key; a question mark must stand in quotes: "?"')
            continue
        if key in mapping:
            first = into.lines[(*place, key)]
            shown = in_one_line(key)
            into.faults.append(f"{where}: {shown}: this key was given before, in line {first}")
            continue
        into.lines[(*place, key)] = line
        mapping[key] = _build(value_node, (*place, key), into)
    return mapping


def model_faults(
    error: ValidationError, source: YamlFile, keys: dict[str, frozenset[str]]
) -> list[str]:
    """Return one line per fault a pydantic model found.

    Parameters
    ----------
    error : pydantic.ValidationError
    source : YamlFile
        Where the content came from.
    keys : dict
        The valid keys of a mapping by the last text key on the way to it ("" for the root),
        for "did you mean".
    """
    faults = []
    for fault in error.errors():
        place = tuple(part for part in fault["loc"])
        where = source.where(place)
        shown = ".".join(in_one_line(str(part)) for part in place)
        if fault["type"] == "extra_forbidden":
            word = str(place[-1])
            parent = next((p for p in reversed(place[:-1]) if isinstance(p, str)), "")
            faults.append(
                f"{where}: {shown}: unknown key{did_you_mean(word, keys.get(parent, ()))}"
            )
        elif fault["type"] == "missing":
            faults.append(f"{where}: {shown}: this key is missing")
        else:
            message = fault["msg"].removeprefix("Value error, ")
            found = fault.get("input")
            quoted = f" (found {found!r})" if isinstance(found, str | int | None) else ""
            faults.append(f"{where}: {shown}: {message[:1].lower()}{message[1:]}{quoted}")
    return [in_one_line(fault, WHOLE) for fault in faults]
