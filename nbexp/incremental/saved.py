"""A classifier of a stream in a file: arrays and JSON, nothing that is executed when read.

The file is a zip archive as NumPy writes it (``.npz``): the arrays of what was learnt, and a
header in JSON that says what they are. No object is unpickled. The header has the SHA-256 of
itself and the arrays: a file that was damaged is refused, as is one of another format or method
version. It is no signature: whoever can write the file can write another one.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import SpecError, StoreError
from nbexp.incremental.attribute import IncrementalAttribute, QuantitativeAttribute
from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes
from nbexp.incremental.rebuilt import RefittedAttribute
from nbexp.incremental.registry import create_learner
from nbexp.outfile import write_whole

KIND = "nbexp incremental naive Bayes"
FORMAT = 2
"""Raised whenever a file of an older form cannot be read."""

Arrays = dict[str, NDArray[Any]]

_HEADER = "header"
_DATE = (1980, 1, 1, 0, 0, 0)


def write_model(path: Path, model: IncrementalNaiveBayes, notes: Mapping[str, Any]) -> None:
    """Write a classifier to a file, which at no moment is half written.

    Parameters
    ----------
    path : Path
    model : IncrementalNaiveBayes
        With a method that nbexp knows by name.
    notes : mapping
        Whatever else shall be kept, as JSON can hold it.
    """
    method = model.method
    try:
        known = create_learner(method.id, method.resolved_params())
    except SpecError as error:
        raise StoreError(f"{path}: the classifier cannot be saved: {error}") from None
    if type(known) is not type(method):
        raise StoreError(f"{path}: the method {method.id} is not nbexp's and cannot be saved")
    arrays = _arrays(model)
    header = {
        "kind": KIND,
        "format": FORMAT,
        "method": method.id,
        "version": method.version,
        "params": method.resolved_params(),
        "attributes": [
            {"name": name, "values": values} for name, values in model.attributes_declared()
        ],
        "classes": list(model.classes),
        "notes": dict(notes),
    }
    header["sha256"] = _digest(header, arrays)
    content = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    write_whole(path, _archive({_HEADER: content, **arrays}))


def read_model(path: Path) -> tuple[IncrementalNaiveBayes, dict[str, Any]]:
    """Read a classifier and the notes that were saved with it.

    Raises
    ------
    StoreError
        It cannot be read, is no such file, is damaged, or is of another version.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        with np.load(io.BytesIO(raw), allow_pickle=False) as archive:
            arrays: Arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop(_HEADER).tobytes())
        if header["kind"] != KIND:
            raise ValueError(f"its kind is {header['kind']!r}")
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        told = f"{type(error).__name__}: {error}"
        raise StoreError(f"{path}: found no saved classifier ({told})") from None
    if header.get("format") != FORMAT:
        raise StoreError(
            f"{path}: found format {header.get('format')}, expected {FORMAT}; learn anew"
        )
    if header.pop("sha256", None) != _digest(header, arrays):
        raise StoreError(f"{path}: damaged: its digest is not that of what it holds; learn anew")
    return _model(path, header, arrays), header["notes"]


def _model(path: Path, header: Mapping[str, Any], arrays: Arrays) -> IncrementalNaiveBayes:
    try:
        method = create_learner(header["method"], header["params"])
    except SpecError as error:
        raise StoreError(f"{path}: {error}") from None
    if method.version != header["version"]:
        raise StoreError(
            f"{path}: found version {header['version']} of {method.id}, this nbexp has version "
            f"{method.version}; learn anew"
        )
    declared = [
        Declared(one["name"], None if one["values"] is None else tuple(one["values"]))
        for one in header["attributes"]
    ]
    model = IncrementalNaiveBayes(method, declared, header["classes"])
    try:
        model.class_counts = _like(model.class_counts, arrays["class_counts"])
        for number, attribute in enumerate(model.attributes):
            _restore(attribute, arrays, f"a{number}.")
    except (KeyError, ValueError) as error:
        raise StoreError(f"{path}: damaged ({error}); learn anew") from None
    return model


def _arrays(model: IncrementalNaiveBayes) -> Arrays:
    """Return all arrays of a classifier by name."""
    arrays: Arrays = {"class_counts": model.class_counts}
    for number, attribute in enumerate(model.attributes):
        prefix = f"a{number}."
        if isinstance(attribute, RefittedAttribute):
            arrays[f"{prefix}values"] = np.array(attribute.values, dtype=np.float64)
            arrays[f"{prefix}labels"] = np.array(attribute.labels, dtype=np.int64)
            continue
        for name, array in attribute.state._asdict().items():
            arrays[f"{prefix}{name}"] = array
        if isinstance(attribute, QuantitativeAttribute) and attribute.known_totals is not None:
            arrays[f"{prefix}known_totals"] = attribute.known_totals
    return arrays


def _restore(attribute: IncrementalAttribute, arrays: Arrays, prefix: str) -> None:
    """Give an attribute that has learnt nothing what was saved of it."""
    if isinstance(attribute, RefittedAttribute):
        attribute.values = arrays[f"{prefix}values"].tolist()
        attribute.labels = arrays[f"{prefix}labels"].tolist()
        return
    fresh = attribute.state._asdict()
    saved = {name: _like(array, arrays[f"{prefix}{name}"]) for name, array in fresh.items()}
    attribute.state = type(attribute.state)(**saved)
    if isinstance(attribute, QuantitativeAttribute) and attribute.known_totals is not None:
        attribute.known_totals = _like(attribute.known_totals, arrays[f"{prefix}known_totals"])


def _like(fresh: NDArray[Any], saved: NDArray[Any]) -> NDArray[Any]:
    """Return a saved array, writable, if it is of the kind that is expected in its place."""
    if saved.dtype != fresh.dtype or saved.ndim != fresh.ndim:
        raise ValueError(f"found {saved.dtype} of {saved.ndim} dimensions, expected {fresh.dtype}")
    return np.array(saved, order="C")


def _digest(header: Mapping[str, Any], arrays: Arrays) -> str:
    total = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total.update(f"{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        total.update(array.tobytes())
    return total.hexdigest()


def _archive(arrays: Arrays) -> bytes:
    """Return arrays as NumPy's archive, without dates: the same arrays give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _DATE), member.getvalue())
    return buffer.getvalue()
