"""Which stored units a run would use again, and why the others would be done anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from nbexp.errors import SpecError
from nbexp.runner.plan import declared_digest, maker_of, plan_units
from nbexp.runner.units import MethodContent, PlannedUnit

if TYPE_CHECKING:
    from nbexp.runner.store import Store
    from nbexp.spec.spec import Spec

REUSED = "stored"
FAILED = "failed before; done again only by --retry-failed"


@dataclass(frozen=True)
class Use:
    """What becomes of units of one method on one data set, and why.

    Attributes
    ----------
    dataset, method : str
        `method` is the label.
    units : int
    reused : bool
        Whether a run would leave them as they are.
    why : str
    """

    dataset: str
    method: str
    units: int
    reused: bool
    why: str


@dataclass(frozen=True)
class Asked:
    """What a run would ask for.

    Attributes
    ----------
    resolved : mapping
        The resolved spec.
    digests : mapping of str to str
        Of each data set's parsed data: as its recipe declares, else as it was read last; empty
        where nothing is known.
    not_found : tuple of str
        Labels of the user's own methods that cannot be imported here. They are taken for what
        they were.
    """

    resolved: Mapping[str, Any]
    digests: Mapping[str, str]
    not_found: tuple[str, ...] = ()

    @classmethod
    def by_spec(cls, spec: Spec, store: Store) -> Self:
        """Return what a spec asks for."""
        declared = {dataset.name: declared_digest(dataset) for dataset in spec.datasets}
        return cls(spec.resolved(), _digests(declared, store))

    @classmethod
    def once_more(cls, store: Store) -> Self:
        """Return what the store's own spec asks for, with the methods and recipes of today."""
        from nbexp.data.catalogue import find_recipe

        create = maker_of(store.spec["protocol"]["kind"])
        methods, not_found = [], []
        for item in store.spec["methods"]:
            try:
                method = create(item["method"], item["params"])
            except SpecError:
                if ":" not in item["method"]:
                    raise
                not_found.append(item["label"])
                methods.append(item)
                continue
            now = {"version": method.version, "params": method.resolved_params()}
            methods.append({**item, **now})
        declared = {
            dataset["name"]: None if "file" in dataset else find_recipe(dataset["name"]).digest
            for dataset in store.spec["datasets"]
        }
        resolved = {**store.spec, "methods": methods}
        return cls(resolved, _digests(declared, store), tuple(not_found))

    def units(self) -> list[PlannedUnit]:
        """Return the units that are asked for."""
        return plan_units(self.resolved, self.digests)


def _digests(declared: Mapping[str, str | None], store: Store) -> dict[str, str]:
    read = {name: facts.digest for name, facts in store.read_datasets().items()}
    return {name: digest or read.get(name, "") for name, digest in declared.items()}


def explain(store: Store, asked: Asked) -> list[Use]:
    """Return for all units that are asked for whether a run would do them anew, and why."""
    stored = StoredUnits(store)
    counts: Counter[tuple[str, str, bool, str]] = Counter()
    for unit in asked.units():
        status = stored.statuses.get(unit.key)
        why = {"done": REUSED, "failed": FAILED}.get(status or "") or stored.why_not(unit)
        counts[unit.dataset, unit.label, status is not None, why] += 1
    return [
        Use(dataset, label, number, reused, why)
        for (dataset, label, reused, why), number in counts.items()
    ]


def not_asked_for(store: Store, asked: Asked) -> int:
    """Return the number of stored units that are not asked for; they are kept."""
    return len(store.statuses().keys() - {unit.key for unit in asked.units()})


Content = tuple[str, str, MethodContent]
"""Digest of the data, protocol, method."""


class StoredUnits:
    """The units of a store by what they are made of."""

    def __init__(self, store: Store) -> None:
        self.statuses = store.statuses()
        self._contents: dict[str, dict[Content, set[tuple[int, int]]]] = {}
        for row in store.unit_contents():
            dataset, digest, protocol, method, seed, trial = row
            contents = self._contents.setdefault(dataset, {})
            contents.setdefault((digest, protocol, method), set()).add((seed, trial))

    def why_not(self, unit: PlannedUnit) -> str:
        """Return why no stored unit serves for `unit`."""
        contents = self._contents.get(unit.dataset)
        if not contents:
            return "the data set is new here"
        wanted = (unit.data_digest, unit.protocol, unit.method)
        if wanted in contents:
            return _place(unit, contents[wanted])
        near = [one for one in contents if one[2].method == unit.method.method]
        if not near:
            return "the method is new here"
        _, least = min((len(changes), changes) for changes in (_changes(n, wanted) for n in near))
        return "; ".join(least)


def _place(unit: PlannedUnit, run: Iterable[tuple[int, int]]) -> str:
    """Say what is new of a unit whose data, method and protocol are known."""
    seeds = {seed for seed, _ in run}
    if unit.seed not in seeds:
        return f"seed {unit.seed} is new"
    if (unit.seed, unit.trial) not in run:
        return "its trial was not run yet"
    return "not run yet, or damaged"


def _changes(stored: Content, wanted: Content) -> list[str]:
    """Return what differs between a stored content and the wanted one, in words."""
    found = []
    if stored[0] != wanted[0]:
        found.append(f"the data changed (digest {stored[0][:8]}, now {wanted[0][:8] or 'unknown'})")
    found += _values("", json.loads(stored[1]), json.loads(wanted[1]))
    before, now = stored[2], wanted[2]
    if before.version != now.version:
        found.append(f"the method's version was {before.version}, is {now.version}")
    found += _values("parameter ", json.loads(before.params), json.loads(now.params))
    if before.classifier != now.classifier:
        found.append(f"the classifier was {before.classifier}, is {now.classifier}")
    return found


def _values(what: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    names = dict.fromkeys([*before, *now])
    return [
        f"{what}{name} was {before.get(name, 'not there')}, is {now.get(name, 'not there')}"
        for name in names
        if before.get(name) != now.get(name)
    ]
