"""The cache of parsed data sets: binary, so that a large set is there in a moment.

An entry is named by what it was made from: the digests of the files, the recipe, and the
version of the readers. It is the sha256 of what follows, then an ``.npz`` archive of plain
arrays. An entry that is damaged counts as not there.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import Attribute, DataSet, Qualitative, Quantitative
from nbexp.data.shelf import Shelf
from nbexp.errors import DataError

_SUM = hashlib.sha256().digest_size

FORMAT = 2
"""Raise this when the entries' format or the readers' results change."""


def entry_path(cache: Path, name: str, key: str) -> Path:
    """Return where the entry with a key is kept."""
    return cache / "parsed" / f"{name.replace('/', '-')}-{key[:32]}.nbexp"


def read_entry(path: Path) -> DataSet | None:
    """Return a data set that was kept, or None if there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = memoryview(content)[_SUM:]
    if hashlib.sha256(body).digest() != content[:_SUM]:
        return None
    with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
        return _unpacked(json.loads(arrays["facts"].tobytes()), dict(arrays))


def _unpacked(facts: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> DataSet:
    attributes: list[Attribute] = []
    for number, fact in enumerate(facts["attributes"]):
        codes = arrays[f"codes-{number}"]
        if fact["values"] is None:
            attributes.append(Quantitative(fact["name"], arrays[f"values-{number}"], codes))
        else:
            attributes.append(Qualitative(fact["name"], tuple(fact["values"]), codes))
    return DataSet(facts["name"], tuple(attributes), tuple(facts["classes"]), arrays["labels"])


def write_entry(path: Path, dataset: DataSet, shelf: Shelf) -> None:
    """Keep a data set; a cache that cannot be written is no fault, only slower."""
    facts = {
        "name": dataset.name,
        "classes": dataset.classes,
        "attributes": [
            {"name": a.name, "values": a.values if isinstance(a, Qualitative) else None}
            for a in dataset.attributes
        ],
    }
    arrays: dict[str, NDArray[Any]] = {
        "facts": np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8),
        "labels": dataset.labels,
    }
    for number, attribute in enumerate(dataset.attributes):
        arrays[f"codes-{number}"] = attribute.codes
        if isinstance(attribute, Quantitative):
            arrays[f"values-{number}"] = attribute.values
    body = io.BytesIO()
    np.savez(body, allow_pickle=False, **arrays)
    content = body.getvalue()
    try:
        with shelf.part() as part:
            part.write_bytes(hashlib.sha256(content).digest() + content)
            path.parent.mkdir(parents=True, exist_ok=True)
            part.replace(path)
    except (OSError, DataError):
        return
