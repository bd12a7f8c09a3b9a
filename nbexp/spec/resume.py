"""Which specs may share a store, and what a store then holds.

Units are kept by their content: data, method, parameters, seed, trial, fold. So data sets,
methods, seeds and trials may be added to a store, or a part of them run, in any order. What
must stay is the experiment's name, the kind of protocol, the number of folds and their
stratification; and a label must go on meaning the same method, the name of a user's own file a
file read in the same way, else a column or row of a table would silently change.

All functions here work on resolved specs, as `Spec.resolved` returns and a store keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Resolved = Mapping[str, Any]

_FREE = "trials"
"""The part of a protocol that may change from run to run."""

_KEYED = {"datasets": "name", "methods": "label"}
"""Lists whose items have a name of their own, and the key that holds it."""


Sides = tuple[str, str]
"""What two specs are called in messages."""

_SIDES: Sides = ("the store", "the spec")


def identity(spec: Resolved) -> dict[str, object]:
    """Return the part of a resolved spec that all runs into one store must share."""
    protocol = {key: value for key, value in spec["protocol"].items() if key != _FREE}
    return {"name": spec["name"], "protocol": protocol}


def conflicts(stored: Resolved, wanted: Resolved) -> list[str]:
    """Return why `wanted` cannot be run into the store of `stored`, a line each.

    An empty list means that it can.
    """
    lines = spec_difference(identity(stored), identity(wanted))
    for part in _KEYED:
        before, now = _by_name(stored, part), _by_name(wanted, part)
        for name in before.keys() & now.keys():
            key = f"{part}.{name}"
            first, second = _same_version(_lasting(before[name]), _lasting(now[name]))
            lines += _differences(first, second, key, _SIDES)
    return sorted(lines)


def _same_version(
    before: dict[str, Any], now: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two forms of a method or data set without what another version may change.

    A new version of a method has units of its own: the old ones are kept, but not shown. It may
    have parameters that the old one had not.
    """
    if before.get("version") == now.get("version"):
        return before, now
    shared = before["params"].keys() & now["params"].keys()
    first, second = (
        {**one, "version": None, "params": {name: one["params"][name] for name in shared}}
        for one in (before, now)
    )
    return first, second


def _lasting(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a data set or method must stay.

    A file of the user's own may be moved; its content is part of the units' keys.
    """
    lasting = {k: v for k, v in item.items() if k not in ("optional", "published-as")}
    if "file" in lasting:
        lasting["file"] = {k: v for k, v in lasting["file"].items() if k != "path"}
    return lasting


def union(stored: Resolved, wanted: Resolved) -> dict[str, object]:
    """Return the spec of a store of `stored` to which `wanted` has been added.

    Data sets, methods, seeds and trials are those of both, in the order of the one that has
    them all; the rest is that of `wanted`.
    """
    merged = dict(wanted)
    for part in _KEYED:
        before, now = _by_name(stored, part), _by_name(wanted, part)
        names = _joined(list(before), list(now))
        merged[part] = [now.get(name, before.get(name)) for name in names]
    merged["seeds"] = _joined(stored["seeds"], wanted["seeds"])
    trials = max(stored["protocol"][_FREE], wanted["protocol"][_FREE])
    merged["protocol"] = {**wanted["protocol"], _FREE: trials}
    return merged


def _joined(stored: Sequence[Any], wanted: Sequence[Any]) -> list[Any]:
    if set(stored) <= set(wanted):
        return list(wanted)
    return [*stored, *(one for one in wanted if one not in stored)]


def _by_name(spec: Resolved, part: str) -> dict[str, dict[str, Any]]:
    return {item[_KEYED[part]]: item for item in spec[part]}


def spec_difference(stored: Resolved, wanted: Resolved, sides: Sides = _SIDES) -> list[str]:
    """Return the differences of two resolved specs, a readable line each.

    >>> spec_difference({"protocol": {"folds": 3}}, {"protocol": {"folds": 10}})
    ['protocol.folds: 3 in the store, 10 in the spec']
    """
    return list(_differences(stored, wanted, "", sides))


def _differences(stored: Any, wanted: Any, key: str, sides: Sides) -> Iterator[str]:
    if isinstance(stored, Mapping) and isinstance(wanted, Mapping):
        for name in dict.fromkeys([*stored, *wanted]):
            inner = f"{key}.{name}" if key else name
            yield from _differences(stored.get(name), wanted.get(name), inner, sides)
    elif _is_keyed(key, stored, wanted):
        yield from _keyed_differences(stored, wanted, key, sides)
    elif stored != wanted:
        yield f"{key}: {_text(stored)} in {sides[0]}, {_text(wanted)} in {sides[1]}"


def _is_keyed(key: str, *values: Any) -> bool:
    return key in _KEYED and all(isinstance(value, list) for value in values)


def _keyed_differences(
    stored: list[Any], wanted: list[Any], key: str, sides: Sides
) -> Iterator[str]:
    before, now = _by_name({key: stored}, key), _by_name({key: wanted}, key)
    gone = [name for name in before if name not in now]
    new = [name for name in now if name not in before]
    if gone:
        yield f"{key}: only in {sides[0]}: {', '.join(gone)}"
    if new:
        yield f"{key}: only in {sides[1]}: {', '.join(new)}"
    if not gone and not new and list(before) != list(now):
        yield f"{key}: in another order"
    for name in before:
        if name in now:
            yield from _differences(before[name], now[name], f"{key}.{name}", sides)


def _text(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
