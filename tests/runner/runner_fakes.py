"""A small experiment on made-up data, and an engine that notes what it is asked to do."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.data.fetch import Unavailable
from nbexp.discretize.registry import create_method
from nbexp.errors import DataError
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import UnitResult
from nbexp.runner.run import run
from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store
from nbexp.runner.work import Engine
from nbexp.spec.spec import DataSetSpec, MethodSpec, ProtocolSpec, ReportSpec, Spec


@dataclass(frozen=True)
class MadeUp:
    """Where a made-up data set comes from; `fault` is what is wrong with it."""

    name: str
    instances: int = 30
    seed: int = 1
    fault: str = ""
    digest: str | None = None
    attributes: tuple[str, ...] = ("x", "y", "colour")
    aliases: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"Made-up {self.name}"


def make_data(source: MadeUp) -> DataSet:
    random = np.random.default_rng(source.seed)
    n = source.instances
    x = random.integers(0, 9, n).astype(float)
    x[0] = np.nan
    colour = Qualitative("colour", ("red", "green"), random.integers(-1, 2, n).astype(np.int8))
    attributes = (
        Quantitative.from_floats("x", x),
        Quantitative.from_floats("y", random.normal(size=n)),
        colour,
    )
    labels = random.integers(0, 3, n).astype(np.int8)
    return DataSet(source.name, attributes, ("a", "b", "c", "never"), labels)


def load(source: MadeUp, *, cache: Path, mirrors: tuple[str, ...]) -> DataSet:
    note(cache / "loads.log", source.name)
    note(cache / "readers.log", f"{os.getpid()} {source.name}")
    if source.fault == "unavailable":
        raise Unavailable(f"{source.name}: no source could be reached")
    if source.fault == "wrong":
        raise DataError(f"{source.name}: found 29 instances, expected 30")
    if source.fault == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    if source.fault == "bug":
        raise ZeroDivisionError("a reader's bug")
    return make_data(source)


def misbehave(dataset: str, label: str, behaviour: Mapping[str, Collection[str]]) -> None:
    """Take the process along, or all of the time there is, if the unit is one of the bad ones."""
    if label in behaviour.get("deadly", ()) or dataset in behaviour.get("deadly", ()):
        os.kill(os.getpid(), signal.SIGKILL)
    if label in behaviour.get("crashing", ()):
        os.kill(os.getpid(), signal.SIGSEGV)
    if label in behaviour.get("leaving", ()):
        os._exit(7)
    if label in behaviour.get("leaving in peace", ()):
        os._exit(0)
    if label in behaviour.get("exiting", ()):
        sys.exit("no more")
    if label in behaviour.get("sleeping", ()):
        time.sleep(1000)
    if label in behaviour.get("hanging", ()):
        sum(range(10**12))  # in compiled code that lets no other thread run


def execute(dataset, assignment, wanted, *, log, failing=(), broken=(), seconds=0.0, **behaviour):
    """Predict something that depends on data, fold and method; note each unit in `log`."""
    if dataset.name in broken:
        raise MemoryError("no room")
    results = []
    folds = hashlib.sha256(assignment.tobytes()).hexdigest()[:8]
    for fold, methods in wanted.items():
        test = np.flatnonzero(assignment == fold)
        for label, method in methods.items():
            time.sleep(seconds)
            misbehave(dataset.name, label, behaviour)
            note(log.with_name("workers.log"), str(os.getpid()))
            note(log, f"{dataset.name} {folds} {fold} {method.id} {method.resolved_params()}")
            if label in failing:
                results.append(
                    UnitResult(
                        fold, label, "failed", None, 0, 0.0, 0.0, (), 0.1, 0.2, "fit", "too hard"
                    )
                )
                continue
            shift = sum(f"{method.id}{method.resolved_params()}".encode()) % 3
            predictions = ((dataset.labels[test] + (test + shift) % 2) % 3).astype(np.int16)
            errors = int(np.count_nonzero(predictions != dataset.labels[test]))
            results.append(
                UnitResult(
                    fold,
                    label,
                    "done",
                    predictions,
                    errors,
                    errors / 3,
                    errors / 7,
                    (shift, 5),
                    time.perf_counter(),
                    0.5,
                )
            )
    return results


@dataclass(frozen=True)
class Execution:
    """`execute` with a log and a behaviour; equal to another one of the same, as functions are."""

    log: Path
    behaviour: Mapping[str, object]

    def __call__(self, dataset, assignment, wanted):
        return execute(dataset, assignment, wanted, log=self.log, **self.behaviour)


def warm_up(tell):
    tell("compiling")


def note(log: Path, line: str) -> None:
    with log.open("a") as file:
        file.write(line + "\n")


def noted(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def method(label: str, name: str | None = None, **params: object) -> MethodSpec:
    made = create_method(name or label, params)
    return MethodSpec(
        label, name or label, params, settings=made.resolved_params(), version=made.version
    )


def make_spec(**changes: object) -> Spec:
    spec = Spec(
        name="made-up",
        title="A made-up experiment",
        datasets=tuple(
            DataSetSpec(source.name, source)
            for source in (MadeUp("large", 90, 2), MadeUp("small", 20, 3), MadeUp("middle", 40, 4))
        ),
        methods=(method("ewd"), method("ffd s=10", "ffd", s=10), method("ndd")),
        protocol=ProtocolSpec(trials=3, folds=3),
        seeds=(1, 2),
        report=ReportSpec(),
        published=None,
        output=Path("results/made-up"),
    )
    return replace(spec, **changes)


@dataclass
class Bench:
    """A place to run experiments in, with a log of what the engine did."""

    folder: Path

    @property
    def log(self) -> Path:
        return self.folder / "units.log"

    def engine(self, **behaviour: object) -> Engine:
        return Engine(load, fold_assignment, Execution(self.log, behaviour), warm_up)

    def run(self, spec: Spec, to: str = "out", *, behaviour=None, **options):
        return run(
            spec,
            self.folder / to,
            cache=self.folder,
            engine=self.engine(**(behaviour or {})),
            **options,
        )

    def contents(self, name: str = "out") -> dict[str, object]:
        with Store.open(self.folder / name) as store:
            return contents(store)

    def units_run(self) -> list[str]:
        return noted(self.log)

    def reads(self) -> Counter[str]:
        """Return how often each process read each data set."""
        return Counter(noted(self.folder / "readers.log"))

    def units_of_workers(self) -> Counter[int]:
        """Return how many units each process has done."""
        return Counter(map(int, noted(self.folder / "workers.log")))

    def forget(self) -> None:
        for name in ("units.log", "loads.log", "readers.log", "workers.log"):
            (self.folder / name).unlink(missing_ok=True)


def contents(store: Store) -> dict[str, object]:
    """Return all that a store shows but times and the order of methods, to be compared."""
    units = {
        (u.dataset, u.method, u.seed, u.trial, u.fold): replace(
            u, fit_seconds=0.0, shared_seconds=0.0
        )
        for u in store.units()
    }
    datasets = {dataset.name: dataset for dataset in store.datasets()}
    spec = {**store.spec}
    spec["methods"] = sorted(spec["methods"], key=lambda one: one["label"])
    predictions = {
        (name, label, seed): store.predictions(name, label, seed).tolist()
        for name in datasets
        for label in store.methods()
        for seed in store.seeds()
    }
    return {
        "spec": spec,
        "units": units,
        "datasets": datasets,
        "faults": store.faults(),
        "labels": {name: store.labels(name).tolist() for name in datasets},
        "predictions": predictions,
        "digests": dict(store.content_digests()),
    }


def change(bench: Bench, statement: str, *values: object) -> int:
    """Change the store behind nbexp's back; return how many rows were changed."""
    with closing(sqlite3.connect(bench.folder / "out" / FILE_NAME)) as connection:
        changed = connection.execute(statement, values).rowcount
        connection.commit()
        return changed
