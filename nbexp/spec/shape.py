"""The shape of a spec: pydantic's findings in nbexp's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from nbexp.hints import did_you_mean, nearest
from nbexp.spec.document import Document
from nbexp.spec.faults import Fault, Place, shown
from nbexp.spec.models import KEYS

T = TypeVar("T")

_EXPECTED = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "float_parsing": "a number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "text",
    "path_type": "the path of a file",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys and values",
    "model_type": "a mapping of keys and values",
    "model_attributes_type": "a mapping of keys and values",
    "greater_than_equal": "a number of at least {ge}",
    "greater_than": "a number above {gt}",
    "less_than_equal": "a number of at most {le}",
    "less_than": "a number below {lt}",
    "string_too_short": "text",
    "too_short": "at least one",
    "expected": "{what}",
}
"""What was expected, by the type of pydantic's error; braces take the error's context."""


Keys = Mapping[str, frozenset[str]]
"""The valid keys of each mapping, by the key that leads to it and the alternative."""


def shape_faults(model: type[BaseModel], document: Document, keys: Keys = KEYS) -> list[Fault]:
    """Return everything about `document` that does not fit `model`, whose `keys` are these."""
    try:
        model.model_validate(document.content)
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return []
    misspelt = {
        (_place(one)[:-1], nearest(str(one["loc"][-1]), _valid_keys(one, keys)))
        for one in details
        if one["type"] == "extra_forbidden"
    }
    faults = []
    for one in details:
        place = _place(one)
        if one["type"] == "missing" and (place[:-1], place[-1]) in misspelt:
            continue  # it is there under the misspelt name
        if one["type"] == "too_short" and one["input"]:
            continue  # pydantic counts only the items without a fault, and those are told
        faults.append(Fault.at(document.line(place), place, _problem(one, keys)))
    return faults


def fitting(kind: TypeAdapter[T], value: object) -> T | None:
    """Return `value` as `kind` if it fits; what does not has been told by `shape_faults`."""
    try:
        return kind.validate_python(value)
    except ValidationError:
        return None


def _is_alternative(part: str | int) -> bool:
    return isinstance(part, str) and part.startswith("<") and part.endswith(">")


def _place(error: ErrorDetails) -> Place:
    return tuple(part for part in error["loc"] if not _is_alternative(part))


def _valid_keys(error: ErrorDetails, keys: Keys) -> frozenset[str]:
    """Return the valid keys of the mapping in which an unknown key was found."""
    way = [part for part in error["loc"][:-1] if isinstance(part, str)]
    if not way:
        return keys[""]
    key = f"{way[-2]}{way[-1]}" if _is_alternative(way[-1]) else way[-1]
    return keys.get(key, frozenset())


def _problem(error: ErrorDetails, keys: Keys) -> str:
    kind, found = error["type"], error.get("input")
    context: dict[str, Any] = error.get("ctx", {})
    if kind == "missing":
        return "this key is missing"
    if kind == "extra_forbidden":
        return f"unknown key{did_you_mean(str(error['loc'][-1]), sorted(_valid_keys(error, keys)))}"
    if kind == "literal_error":
        words = str(context["expected"]).replace("'", "")
        near = nearest(str(found), words.replace(" or ", ", ").split(", "))
        return f"found {shown(found)}, expected {words}{f'; did you mean {near}?' if near else ''}"
    if kind == "repeated":
        return f"found {shown(context['what'])} more than once"
    if kind == "value_error":
        return str(context["error"])
    wanted = _EXPECTED.get(kind, error["msg"])
    what = "an empty list" if kind == "too_short" else shown(found)
    return f"found {what}, expected {wanted.format(**context)}"
