"""Joining the results of runs of one experiment that were made apart, as on two machines."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbexp.errors import SpecError, StoreError
from nbexp.runner.lock import sole_run
from nbexp.runner.plan import plan_units
from nbexp.runner.records import StoredDataSet
from nbexp.runner.salvage import verify
from nbexp.runner.schema import FILE_NAME, has_store, remove_store
from nbexp.runner.store import Store
from nbexp.runner.writing import StoreWriter

_UNFINISHED = f"{FILE_NAME}.merging"


@dataclass(frozen=True)
class Merged:
    """What a merge gave: units taken from each store, and how many there are now."""

    taken: tuple[int, ...]
    units: int


def merge(directories: Sequence[Path], output: Path) -> Merged:
    """Join the stores of one experiment into a new one in `output`.

    Raises
    ------
    SpecError
        The stores are not of one experiment; tells the differences.
    StoreError
        A store is damaged, two contradict each other, or `output` holds results already.
    """
    if has_store(output / FILE_NAME):
        raise StoreError(f"{output}: holds results already; choose another --output")
    for directory in directories:
        if not verify(directory).sound:
            raise StoreError(f"{directory}: damaged; put it right first: nbexp verify {directory}")
    spec = _joined_spec(directories)
    output.mkdir(parents=True, exist_ok=True)
    with sole_run(output):
        remove_store(output / _UNFINISHED)  # of a merge that was killed
        try:
            with StoreWriter.open(output, _UNFINISHED) as target:
                merged = _merge(directories, spec, target)
            _copy_published(directories, spec, output)
        except BaseException:
            remove_store(output / _UNFINISHED)
            raise
        (output / _UNFINISHED).replace(output / FILE_NAME)
    return merged


def _copy_published(directories: Sequence[Path], spec: Mapping[str, Any], output: Path) -> None:
    """Copy the published values that a run keeps beside its results."""
    published = spec.get("published") or {}
    for name in filter(None, (published.get("table"), published.get("claims"))):
        for directory in directories:
            if (directory / Path(name).name).is_file():
                shutil.copy(directory / Path(name).name, output)


def _joined_spec(directories: Sequence[Path]) -> dict[str, Any]:
    """Return the spec that asks for all that the stores' specs ask for."""
    from nbexp.spec.resume import conflicts, union

    joined: dict[str, Any] | None = None
    for directory in directories:
        with Store.open(directory) as store:
            spec = store.spec
        if joined is None:
            joined = spec
            continue
        lines = [*conflicts(joined, spec), *_other_versions(joined, spec)]
        if lines or joined != {**spec, **_may_differ(joined)}:
            told = lines or ["title, report or published values differ"]
            raise SpecError(
                f"{directory}: holds another experiment than {directories[0]}:\n  "
                + "\n  ".join(told)
            )
        joined = union(joined, spec)
    assert joined is not None
    return joined


def _other_versions(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the methods that the two specs have in different versions, a line each."""
    versions = {method["label"]: method["version"] for method in first["methods"]}
    return [
        f"methods.{method['label']}.version: {versions[method['label']]} there, "
        f"{method['version']} here"
        for method in second["methods"]
        if versions.get(method["label"], method["version"]) != method["version"]
    ]


def _may_differ(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a spec of which two runs may have made different ones."""
    return {key: spec[key] for key in ("datasets", "methods", "seeds", "protocol") if key in spec}


def _merge(directories: Sequence[Path], spec: dict[str, Any], target: StoreWriter) -> Merged:
    taken = []
    digests: dict[str, StoredDataSet] = {}
    for directory in directories:
        with Store.open(directory) as source:
            for name, facts in source.read_datasets().items():
                _check_same_data(digests.setdefault(name, facts), facts, directory)
            taken.append(target.take(source))
    names = {name: facts.digest for name, facts in target.read_datasets().items()}
    target.write_experiment(spec, plan_units(spec, names))
    target.forget_faults(names)
    return Merged(tuple(taken), len(target.statuses()))


def _check_same_data(first: StoredDataSet, second: StoredDataSet, directory: Path) -> None:
    if first.digest != second.digest:
        raise SpecError(
            f"{directory}: the data set {second.name} has other data here (digest "
            f"{second.digest}, at first {first.digest})"
        )
