"""The cache of parsed data sets: binary, so that a large set is there in a moment.

An entry is named by what it was made from: the digests of the files, the recipe, and the
version of the readers. It is the sha256 of what follows, then an ``.npz`` archive of plain
arrays. An entry that is damaged counts as not there.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import Attribute, DataSet, Qualitative, Quantitative
from nbexp.data.shelf import Shelf
from nbexp.errors import DataError

_SUM = hashlib.sha256().digest_size
_PIECE = 1 << 20

FORMAT = 2
"""Raise this when the entries' format or the readers' results change."""


def entry_path(cache: Path, name: str, key: str) -> Path:
    """Return where the entry with a key is kept."""
    return cache / "parsed" / f"{name.replace('/', '-')}-{key[:32]}.nbexp"


def read_entry(path: Path) -> DataSet | None:
    """Return a data set that was kept, or None if there is none or it is damaged."""
    try:
        with path.open("rb") as stream:
            told = stream.read(_SUM)
            if _sum_of_rest(stream) != told:
                return None
            stream.seek(_SUM)
            with np.load(stream, allow_pickle=False) as arrays:
                return _unpacked(json.loads(arrays["facts"].tobytes()), dict(arrays))
    except OSError:
        return None


def _sum_of_rest(stream: IO[bytes]) -> bytes:
    """Return the sha256 of what follows in a file."""
    total = hashlib.sha256()
    while piece := stream.read(_PIECE):
        total.update(piece)
    return total.digest()


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
    try:
        with shelf.part() as part:
            with part.open("w+b") as stream:
                stream.write(bytes(_SUM))
                np.savez(stream, allow_pickle=False, **arrays)
                stream.seek(_SUM)
                found = _sum_of_rest(stream)
                stream.seek(0)
                stream.write(found)
            path.parent.mkdir(parents=True, exist_ok=True)
            part.replace(path)
    except (OSError, DataError):
        return
