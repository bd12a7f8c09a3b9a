"""The JSON schema of a spec, with the names of data sets and methods for editors to offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbexp.discretize.method import Method
from nbexp.spec.methods import CLASSIFIERS
from nbexp.spec.models import SpecForm
from nbexp.spec.vocabulary import Vocabulary

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOTTED = r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$"


_LISTS = {
    "Pairs": ("methods", "against", "metric"),
    "Versus": ("methods", "against"),
    "TableForm": ("show", "metric", "methods"),
    "SubsetForm": ("names",),
}
"""Keys of the report section that take one value or a list."""


def json_schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the JSON schema of a spec file."""
    vocabulary = vocabulary.for_streams()
    schema = SpecForm.model_json_schema(by_alias=True)
    parts = schema["$defs"]
    datasets = {"enum": _dataset_names(vocabulary)}
    methods = {
        "anyOf": [
            {"enum": list(vocabulary.method_ids())},
            {"type": "string", "pattern": DOTTED, "description": "module:Class of your own"},
        ]
    }
    _replace_text(schema["properties"]["datasets"]["items"], datasets)
    _replace_text(schema["properties"]["methods"]["items"], methods)
    parts["NamedData"]["properties"]["name"] |= datasets
    method = parts["MethodForm"]
    method["properties"]["discretizer"] |= methods
    method["properties"]["classifier"] |= {"enum": list(CLASSIFIERS)}
    method["allOf"] = [
        _parameters(name, vocabulary.method_class(name)) for name in vocabulary.method_ids()
    ]
    _allow_single_texts(schema)
    return {"$schema": DIALECT, "$id": "nbexp-spec", **schema, "title": "nbexp spec"}


def _dataset_names(vocabulary: Vocabulary) -> list[str]:
    names = list(vocabulary.dataset_names())
    aliases = {alias for name in names for alias in vocabulary.find_dataset(name).aliases}
    return names + sorted(aliases - set(names))


def _replace_text(items: dict[str, Any], by: dict[str, Any]) -> None:
    """Let the alternative that is a plain text be one of known names."""
    alternatives: Sequence[dict[str, Any]] = items["oneOf"]
    items["anyOf"] = [by if one.get("type") == "string" else one for one in alternatives]
    del items["oneOf"]


def _parameters(name: str, method: type[Method]) -> dict[str, Any]:
    """Return what holds of the parameters where the discretizer is `name`."""
    properties = {}
    for parameter in method.parameters:
        one = parameter.domain.schema()
        properties[parameter.name] = {
            "anyOf": [one, {"type": "array", "items": one, "minItems": 1}],
            "description": parameter.meaning,
            "default": parameter.default,
        }
    params = {"properties": properties, "additionalProperties": False}
    return {
        "if": {"properties": {"discretizer": {"const": name}}, "required": ["discretizer"]},
        "then": {"properties": {"params": params}},
    }


def _allow_single_texts(schema: dict[str, Any]) -> None:
    """Let one value stand for a list of one where the reader does."""
    places = [schema["properties"]["seeds"], schema["$defs"]["Report"]["properties"]["tables"]]
    for form, keys in _LISTS.items():
        places += [schema["$defs"][form]["properties"][key] for key in keys]
    own = schema["$defs"]["OwnData"]["properties"]
    places += [own[key] for key in ("quantitative", "qualitative", "ignore", "missing")]
    for place in places:
        array = {
            key: place.pop(key)
            for key in ("type", "items", "minItems", "uniqueItems")
            if key in place
        }
        place["anyOf"] = [array["items"], array]
