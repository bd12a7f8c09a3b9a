"""The unit: one method on one fold of one trial of one data set, known by its content.

A unit's key says everything that its result depends on and nothing else. The label under which
a spec shows a method is not in it, nor is the number of trials: so a method may be shown under
another name, and trials may be added, without doing anything anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(value: object) -> object:
    """Return `value` with whole floats as integers: 1.0 and 1 are one parameter value."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def canonical(value: object) -> str:
    """Return `value` as JSON in the one form that is hashed and stored.

    >>> canonical({"s": 30.0, "reading": "text"})
    '{"reading":"text","s":30}'
    """
    return _ENCODER.encode(_plain(value))


@dataclass(frozen=True)
class MethodContent:
    """What identifies a method's results.

    Attributes
    ----------
    method : str
        As the spec names it: a registered name or a dotted path.
    version : int
    params : str
        All parameters, defaults filled in, as canonical JSON.
    classifier : str
    """

    method: str
    version: int
    params: str
    classifier: str


@dataclass(frozen=True)
class PlannedUnit:
    """A unit that a spec asks for.

    Attributes
    ----------
    key : str
        SHA-256 of the unit's content: 64 hexadecimal digits.
    dataset : str
    data_digest : str
        SHA-256 of the parsed data.
    protocol : str
        Kind, folds and stratification as canonical JSON.
    label : str
        Under which the spec shows the method; not content.
    method : MethodContent
    seed, trial, fold : int
        Trials and folds are numbered from 0.
    """

    key: str
    dataset: str
    data_digest: str
    protocol: str
    label: str
    method: MethodContent
    seed: int
    trial: int
    fold: int


def unit_key(
    dataset: str,
    data_digest: str,
    protocol: str,
    method: MethodContent,
    seed: int,
    trial: int,
    fold: int,
) -> str:
    """Return the SHA-256 of a unit's content.

    The data set's name is content because the folds are drawn from it.
    """
    content = {
        "dataset": dataset,
        "data": data_digest,
        "protocol": protocol,
        "method": method.method,
        "version": method.version,
        "params": method.params,
        "classifier": method.classifier,
        "seed": seed,
        "trial": trial,
        "fold": fold,
    }
    return hashlib.sha256(_ENCODER.encode(content).encode()).hexdigest()


def result_digest(
    status: str,
    instances: int,
    errors: int,
    log_loss: float,
    brier: float,
    intervals: str,
    phase: str | None,
    cause: str | None,
    predictions: bytes,
) -> str:
    """Return the SHA-256 of a unit's result; times do not enter.

    The arguments are the columns of a stored unit, its predictions as the narrowest integers.
    """
    facts = [status, instances, errors, log_loss, brier, intervals, phase, cause]
    total = hashlib.sha256(json.dumps(facts).encode())
    total.update(predictions)
    return total.hexdigest()


def planned_units(
    resolved: Mapping[str, Any], dataset: str, data_digest: str
) -> Iterator[PlannedUnit]:
    """Yield all units that a resolved spec asks for of a data set.

    They come by method, seed, trial and fold.
    """
    asked = resolved["protocol"]
    protocol = canonical({key: value for key, value in asked.items() if key != "trials"})
    for item in resolved["methods"]:
        method = MethodContent(
            item["method"], item["version"], canonical(item["params"]), item["classifier"]
        )
        for seed in resolved["seeds"]:
            for trial in range(asked["trials"]):
                for fold in range(asked["folds"]):
                    yield PlannedUnit(
                        unit_key(dataset, data_digest, protocol, method, seed, trial, fold),
                        dataset,
                        data_digest,
                        protocol,
                        item["label"],
                        method,
                        seed,
                        trial,
                        fold,
                    )
