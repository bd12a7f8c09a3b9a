"""Two experiments compared: cell by cell, and unit by unit where their keys are equal.

A unit's key says all that its result depends on. So the same key with another content is an
alarm: a method changed without a new version, or a result depends on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nbexp.report.cells import Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.source import UnitRow
from nbexp.runner.plan import plan_units
from nbexp.runner.store import Store
from nbexp.runner.units import PlannedUnit
from nbexp.spec.resume import spec_difference


@dataclass(frozen=True)
class CellPair:
    """A cell in both experiments, None where an experiment does not have it."""

    dataset: str
    method: str
    a: Cell | None
    b: Cell | None

    @property
    def same(self) -> bool:
        """Whether both have it, and all of it is equal."""
        return self.a == self.b


@dataclass(frozen=True)
class Alarm:
    """A unit of the same key in both experiments whose contents differ.

    Attributes
    ----------
    unit : PlannedUnit
        As the first experiment has it.
    parts : tuple of str
        What differs.
    """

    unit: PlannedUnit
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """What two experiments have in common and what not.

    Attributes
    ----------
    spec : tuple of str
        Differences of the specs and the data, a line each; they are no differences of results.
    cells : tuple of CellPair
        All cells of both.
    units : int
        Units of the same key that both have run.
    alarms : tuple of Alarm
    """

    spec: tuple[str, ...]
    cells: tuple[CellPair, ...]
    units: int
    alarms: tuple[Alarm, ...]

    @property
    def differing(self) -> list[CellPair]:
        """The cells that both have and that are not the same."""
        return [pair for pair in self.cells if pair.a and pair.b and not pair.same]

    @property
    def only_a(self) -> int:
        """The number of cells that only the first has."""
        return sum(pair.b is None for pair in self.cells)

    @property
    def only_b(self) -> int:
        """The number of cells that only the second has."""
        return sum(pair.a is None for pair in self.cells)

    @property
    def equal(self) -> bool:
        """Whether the results are equal: all cells, and all units of the same key."""
        return all(pair.same for pair in self.cells) and not self.alarms


def difference(a: Store, b: Store) -> Difference:
    """Compare the results in two stores."""
    left, right = _Side(a), _Side(b)
    shared = left.contents.keys() & right.contents.keys()
    alarms = [
        _alarm(left, right, key)
        for key in left.planned
        if key in shared and left.contents[key] != right.contents[key]
    ]
    return Difference(
        (*spec_difference(_asked(a), _asked(b), ("A", "B")), *_other_data(a, b)),
        tuple(_cell_pairs(Evaluation("A", a), Evaluation("B", b))),
        len(shared),
        tuple(alarms),
    )


def _asked(store: Store) -> dict[str, object]:
    """Return the part of the spec that results depend on."""
    return {key: store.spec[key] for key in ("datasets", "methods", "protocol", "seeds")}


def _other_data(a: Store, b: Store) -> Iterator[str]:
    """Yield a line for each data set of one name that is not the same data."""
    known = {dataset.name: dataset for dataset in b.datasets()}
    for dataset in a.datasets():
        other = known.get(dataset.name)
        if other is not None and other.digest != dataset.digest:
            yield (
                f"datasets.{dataset.name}: other data: {dataset.instances:,} instances with digest "
                f"{dataset.digest[:12]}… in A, {other.instances:,} with {other.digest[:12]}… in B"
            )


def _cell_pairs(a: Evaluation, b: Evaluation) -> Iterator[CellPair]:
    for where in dict.fromkeys((*a.cells, *b.cells)):
        yield CellPair(*where, a.cells.get(where), b.cells.get(where))


class _Side:
    """One of two experiments: its units by key."""

    def __init__(self, store: Store) -> None:
        self.store = store
        digests = {dataset.name: dataset.digest for dataset in store.datasets()}
        self.planned = {unit.key: unit for unit in plan_units(store.spec, digests)}
        self.contents = {k: v for k, v in store.content_digests().items() if k in self.planned}

    @cached_property
    def rows(self) -> dict[tuple[str, str, int, int, int], UnitRow]:
        """The units by what they are called."""
        units = self.store.units()
        return {(u.dataset, u.method, u.seed, u.trial, u.fold): u for u in units}

    def row(self, key: str) -> UnitRow:
        """Return a unit without its predictions."""
        unit = self.planned[key]
        return self.rows[unit.dataset, unit.label, unit.seed, unit.trial, unit.fold]

    def predictions(self, key: str) -> tuple[bytes, bytes]:
        """Return which instances a unit tests, and what was predicted for them."""
        unit = self.planned[key]
        tested = self.store.assignment(unit.dataset, unit.seed, unit.trial) == unit.fold
        found = self.store.predictions(unit.dataset, unit.label, unit.seed)[unit.trial]
        return np.packbits(tested).tobytes(), found[tested].tobytes()


_FIELDS = ("status", "instances", "errors", "intervals", "log_loss", "brier", "phase", "cause")


def _alarm(left: _Side, right: _Side, key: str) -> Alarm:
    """Return what differs in a unit."""
    a, b = left.row(key), right.row(key)
    parts = [name for name in _FIELDS if getattr(a, name) != getattr(b, name)]
    if left.predictions(key) != right.predictions(key):
        parts.insert(0, "predictions")
    return Alarm(left.planned[key], tuple(part.replace("_", "-") for part in parts))
