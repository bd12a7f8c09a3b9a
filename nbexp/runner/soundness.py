"""Is a store sound? Every row is held against its digests and against the other rows."""

from __future__ import annotations

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import UnionType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import EXIT_DONE, StoreError
from nbexp.runner.artefacts import sound_artefacts
from nbexp.runner.packing import unpack
from nbexp.runner.seals import Seals, remove_orphans
from nbexp.runner.stored_spec import decode_spec
from nbexp.runner.units import MethodContent, result_digest, unit_key

Table = Literal["meta", "runs", "datasets", "faults", "trials", "units", "plan", "index"]

_UNIT = (
    "rowid, key, dataset, data_digest, protocol, method, version, params, classifier, seed, trial, "
    "fold, status, instances, errors, log_loss, brier, intervals, fit_seconds, shared_seconds, "
    "phase, cause, predictions, content"
)
_SPEC = "SELECT rowid, value FROM meta WHERE +key = 'spec'"
_THE_SPEC = "the stored spec"
_THE_PLAN = "the plan of units"
_WHOLE = 0
"""In place of a row's number: all rows of the table."""
_OUTVOTED = "contradict most units"

Trial = tuple[str, str, int, int]
"""Data set, digest of its data, root seed, trial."""


@dataclass(frozen=True)
class Damage:
    """A row that is not what was stored.

    Attributes
    ----------
    table : str
    row : int
        SQLite's number of the row; 0: all rows of the table.
    what : str
        What the row is about.
    found : str
        What is wrong with it.
    """

    table: Table
    row: int
    what: str
    found: str


def find_damage(connection: sqlite3.Connection) -> list[Damage]:
    """Return all rows that are damaged; SQLite's own errors pass."""
    return _Inspection(connection).damage()


class _Inspection:
    """The rows of a store being looked at, the ones that others depend on first."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._labels: dict[tuple[str, str], NDArray[np.signedinteger]] = {}
        self._folds: dict[Trial, NDArray[np.signedinteger]] = {}
        self._rows: dict[tuple[object, ...], int] = {}  # of data sets and trials
        self._agreeing: dict[Trial, list[tuple[int, str]]] = {}  # units, by row
        self._contradicting: Counter[Trial] = Counter()
        self._courses = sound_artefacts(connection)
        self._seals = Seals(connection)

    def damage(self) -> list[Damage]:
        """Return the damaged rows."""
        experiment = [*self._spec(), *self._plan(), *self._orphans(), *self._runs()]
        rows = [*self._datasets(), *self._trials(), *self._units()]
        return [*experiment, *self._faults(), *rows, *self._outvoted()]

    def _spec(self) -> Iterator[Damage]:
        fault = self._seals.spec_fault()
        for row, value in self._connection.execute(_SPEC):
            try:
                decode_spec(value)
            except ValueError as error:
                yield Damage("meta", row, _THE_SPEC, f"cannot be read ({error})")
            else:
                if fault is not None:
                    yield Damage("meta", row, _THE_SPEC, fault)

    def _plan(self) -> Iterator[Damage]:
        fault = self._seals.plan_fault()
        if fault is not None:
            yield Damage("plan", _WHOLE, _THE_PLAN, fault)
        elif not self._seals.kept:
            yield from self._unsealed_plan()

    def _unsealed_plan(self) -> Iterator[Damage]:
        """Hold the plan of a run that came to its end against the spec.

        Which of the two is damaged is not to be told: both are stored anew.
        """
        from nbexp.runner.plan import plan_units  # all methods come with it

        last = self._connection.execute("SELECT exit_code FROM runs ORDER BY run DESC LIMIT 1")
        if last.fetchall() != [(EXIT_DONE,)]:
            return  # it may have been killed between reading data and planning their units
        digests = dict(self._connection.execute("SELECT name, digest FROM datasets"))
        plan = self._connection.execute(
            "SELECT dataset, label, seed, trial, fold, key FROM plan ORDER BY position"
        ).fetchall()
        for row, value in self._connection.execute(_SPEC).fetchall():
            with suppress(ValueError):  # a spec that cannot be read is told already
                units = plan_units(decode_spec(value), digests)
                if plan != [(u.dataset, u.label, u.seed, u.trial, u.fold, u.key) for u in units]:
                    yield Damage("meta", row, _THE_SPEC, f"contradicts {_THE_PLAN}")
                    yield Damage("plan", _WHOLE, _THE_PLAN, f"contradicts {_THE_SPEC}")

    def _orphans(self) -> Iterator[Damage]:
        for row, what in self._seals.orphans():
            yield Damage("meta", row, what, "is gone")

    def _runs(self) -> Iterator[Damage]:
        query = "SELECT run, started, finished, exit_code, environment FROM runs"
        for run, started, finished, exit_code, environment in self._connection.execute(query):
            try:
                _expect_kinds((started, str), (finished, str | None), (exit_code, int | None))
                if not isinstance(json.loads(environment), dict):
                    raise ValueError("what it ran with is no mapping")
            except (TypeError, ValueError) as error:
                yield Damage("runs", run, f"run {run}", str(error))

    def _faults(self) -> Iterator[Damage]:
        query = "SELECT rowid, dataset, optional, unavailable, message FROM faults"
        for row, dataset, optional, unavailable, message in self._connection.execute(query):
            try:
                _expect_kinds((dataset, str), (optional, int), (unavailable, int), (message, str))
            except ValueError as error:
                yield Damage("faults", row, f"the fault of data set {dataset}", str(error))

    def _datasets(self) -> Iterator[Damage]:
        query = "SELECT rowid, name, digest, instances, classes, labels FROM datasets"
        faults = self._seals.dataset_faults()
        for row, name, digest, instances, classes, blob in self._connection.execute(query):
            try:
                labels = unpack(blob)
                _expect(len(labels), instances, "labels")
                _expect_codes(labels, len(json.loads(classes)), "classes")
            except (StoreError, TypeError, ValueError) as error:
                yield Damage("datasets", row, f"data set {name}", str(error))
                continue
            if name in faults:
                yield Damage("datasets", row, f"data set {name}", faults[name])
            else:
                self._labels[name, digest] = labels
                self._rows[name, digest] = row

    def _trials(self) -> Iterator[Damage]:
        query = "SELECT rowid, dataset, data_digest, seed, trial, assignment FROM trials"
        for row, dataset, digest, seed, number, blob in self._connection.execute(query):
            try:
                folds = unpack(blob)
                if (dataset, digest) in self._labels:  # of former data there are none
                    _expect(len(folds), len(self._labels[dataset, digest]), "instances in folds")
            except (StoreError, TypeError, ValueError) as error:
                yield Damage(
                    "trials", row, f"{dataset}, folds of seed {seed}, trial {number}", str(error)
                )
            else:
                self._folds[dataset, digest, seed, number] = folds
                self._rows[dataset, digest, seed, number] = row

    def _units(self) -> Iterator[Damage]:
        cursor = self._connection.execute(f"SELECT {_UNIT} FROM units")
        names = [column[0] for column in cursor.description]
        for values in cursor:
            unit = dict(zip(names, values, strict=True))
            found = self._unit_fault(unit)
            if found is not None:
                yield Damage("units", unit["rowid"], _name(unit), found)

    def _unit_fault(self, unit: dict[str, Any]) -> str | None:
        try:
            if _key(unit) != unit["key"]:
                return "its key is not that of its data, method, parameters, seed, trial and fold"
            predictions = unpack(unit["predictions"]) if unit["status"] == "done" else None
            if _digest(unit, predictions) != unit["content"]:
                return "its digest is not that of its result"
            _expect_kinds((unit["fit_seconds"], float), (unit["shared_seconds"], float))
        except (StoreError, TypeError, ValueError) as error:
            return str(error)
        if predictions is None:
            return None
        if '"kind":"prequential"' in unit["protocol"] and unit["key"] not in self._courses:
            return "the course of its stream is damaged or gone"
        trial = (unit["dataset"], unit["data_digest"], unit["seed"], unit["trial"])
        found = self._contradiction(unit, trial, predictions)
        if found:
            self._contradicting[trial] += 1
        else:
            self._agreeing.setdefault(trial, []).append((unit["rowid"], _name(unit)))
        return found

    def _contradiction(
        self, unit: dict[str, Any], trial: Trial, predictions: NDArray[np.signedinteger]
    ) -> str | None:
        """Say how a unit contradicts the folds and classes stored beside it."""
        if trial not in self._folds:
            return "the folds of its trial are damaged or gone"
        tested = self._folds[trial] == unit["fold"]
        if np.count_nonzero(tested) != len(predictions):
            return f"{len(predictions)} predictions for {np.count_nonzero(tested)} test instances"
        labels = self._labels.get(trial[:2])
        if labels is not None:
            wrong = int(np.count_nonzero(labels[tested] != predictions))
            if wrong != unit["errors"]:
                return f"{unit['errors']} errors stored, but {wrong} predictions are wrong"
        return None

    def _outvoted(self) -> Iterator[Damage]:
        """Yield the folds, and the classes, that most units beside them contradict.

        With them go the units that agree by chance: all are done anew.
        """
        votes: Counter[tuple[str, str]] = Counter()
        for trial in (*self._agreeing, *self._contradicting):
            votes[trial[:2]] = 0
        for trial, units in self._agreeing.items():
            votes[trial[:2]] += len(units)
        for trial, number in self._contradicting.items():
            votes[trial[:2]] -= number
        for dataset in (dataset for dataset, vote in votes.items() if vote < 0):
            if dataset in self._rows:
                yield Damage("datasets", self._rows[dataset], f"data set {dataset[0]}", _OUTVOTED)
        for trial in dict.fromkeys((*self._agreeing, *self._contradicting)):
            agreeing = self._agreeing.get(trial, [])
            if votes[trial[:2]] < 0 or len(agreeing) < self._contradicting[trial]:
                what = f"{trial[0]}, folds of seed {trial[2]}, trial {trial[3]}"
                if trial in self._rows:
                    yield Damage("trials", self._rows[trial], what, _OUTVOTED)
                for row, unit in agreeing:
                    yield Damage("units", row, unit, "the folds or classes beside it are wrong")


def _name(unit: dict[str, Any]) -> str:
    return "{dataset}, {method}, seed {seed}, trial {trial}, fold {fold}".format(**unit)


def _expect(found: int, expected: int, what: str) -> None:
    if found != expected:
        raise ValueError(f"found {found} {what}, expected {expected}")


def _expect_kinds(*values: tuple[object, type | UnionType]) -> None:
    for value, kind in values:
        if not isinstance(value, kind):
            raise ValueError(f"found {value!r:.40}, expected {getattr(kind, '__name__', kind)}")


def _expect_codes(codes: NDArray[np.signedinteger], n: int, what: str) -> None:
    if len(codes) and not 0 <= int(codes.min()) <= int(codes.max()) < n:
        raise ValueError(f"found a code outside of its {n} {what}")


def _key(unit: dict[str, Any]) -> str:
    method = MethodContent(unit["method"], unit["version"], unit["params"], unit["classifier"])
    names = ("dataset", "data_digest", "protocol", "seed", "trial", "fold")
    return unit_key(method=method, **{name: unit[name] for name in names})


def _digest(unit: dict[str, Any], predictions: NDArray[np.signedinteger] | None) -> str:
    log_loss, brier = (
        math.nan if unit[name] is None else unit[name] for name in ("log_loss", "brier")
    )
    return result_digest(
        unit["status"],
        unit["instances"],
        unit["errors"],
        log_loss,
        brier,
        unit["intervals"],
        unit["phase"],
        unit["cause"],
        b"" if predictions is None else predictions.tobytes(),
    )


def forget(connection: sqlite3.Connection, damage: list[Damage]) -> None:
    """Remove damaged rows, so that the next run makes them anew."""
    for one in damage:
        which = "" if one.row == _WHOLE else " WHERE rowid = ?"
        connection.execute(f"DELETE FROM {one.table}{which}", (one.row,) if which else ())
    if damage:
        remove_orphans(connection)
