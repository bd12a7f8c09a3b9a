"""The spec as a store keeps it: JSON in the shape that the rest of nbexp relies on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_SHAPE: Mapping[str, type] = {
    "name": str,
    "datasets": list,
    "methods": list,
    "protocol": dict,
    "seeds": list,
}
_DATA_SET: Mapping[str, type] = {"name": str}
_METHOD: Mapping[str, type] = {
    "label": str,
    "method": str,
    "version": int,
    "classifier": str,
    "params": dict,
}
_PROTOCOL: Mapping[str, type] = {"kind": str, "trials": int, "folds": int}


def decode_spec(value: object) -> dict[str, Any]:
    """Return the spec that a store keeps as JSON; ValueError if it is none."""
    if not isinstance(value, str):
        raise ValueError("it is no text")
    found = json.loads(value)
    _check(found, _SHAPE, "")
    for dataset in found["datasets"]:
        _check(dataset, _DATA_SET, "datasets: ")
    for method in found["methods"]:
        _check(method, _METHOD, "methods: ")
    _check(found["protocol"], _PROTOCOL, "protocol: ")
    if not all(isinstance(seed, int) for seed in found["seeds"]):
        raise ValueError("seeds: one is no whole number")
    spec: dict[str, Any] = found
    return spec


def _check(found: object, shape: Mapping[str, type], where: str) -> None:
    if not isinstance(found, dict):
        raise ValueError(f"{where}found no mapping")
    lacking = [key for key in shape if key not in found]
    if lacking:
        raise ValueError(f"{where}it lacks {', '.join(lacking)}")
    for key, kind in shape.items():
        if not isinstance(found[key], kind):
            raise ValueError(f"{where}{key} is not of the kind {kind.__name__}")
