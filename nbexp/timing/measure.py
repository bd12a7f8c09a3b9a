"""Measuring each method's time on the folds of a trial."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.lazy import Lazy
from nbexp.discretize.method import Method
from nbexp.timing import alone
from nbexp.timing.raw import RawFold, raw_fold
from nbexp.timing.records import AS_NBEXP, PER_INSTANCE, TimedFold

PATIENCE_SECONDS = 20.0
"""What takes longer than this is measured once."""

_WARM_UP_INSTANCES = 1_000


@dataclass(frozen=True)
class Contender:
    """A method, and the way in which it is done."""

    label: str
    method: Method
    way: str


def contenders(methods: Mapping[str, Method]) -> list[Contender]:
    """Return the methods in order; lazy ones twice, first as the thesis describes them."""
    found = []
    for label, method in methods.items():
        if isinstance(method, Lazy):
            found.append(Contender(label, method, PER_INSTANCE))
        found.append(Contender(label, method, AS_NBEXP))
    return found


class _Clock(NamedTuple):
    """Processor time and wall time."""

    processor: float
    wall: float

    @classmethod
    def read(cls) -> _Clock:
        return cls(time.process_time(), time.perf_counter())


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Keep the garbage collector from running in the middle of a measurement."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def time_fold(
    name: str, fold: RawFold, contender: Contender, *, repeat: int, number: int
) -> TimedFold:
    """Train and test one method on one fold, alone."""
    with _without_garbage_collection():
        begin = _Clock.read()
        classifier = alone.train(fold, contender.method, per_instance=contender.way == PER_INSTANCE)
        middle = _Clock.read()
        predictions = alone.test(classifier, fold)
        end = _Clock.read()
    return TimedFold(
        dataset=name,
        method=contender.label,
        way=contender.way,
        repeat=repeat,
        fold=number,
        trained=len(fold.train_labels),
        tested=len(fold.test_labels),
        errors=int(np.count_nonzero(predictions != fold.test_labels)),
        train_seconds=middle.processor - begin.processor,
        test_seconds=end.processor - middle.processor,
        train_wall=middle.wall - begin.wall,
        test_wall=end.wall - middle.wall,
    )


def warm_up(dataset: DataSet, wanted: Sequence[Contender]) -> None:
    """Let every method compile and load what it needs, on a few instances."""
    few = np.arange(min(_WARM_UP_INSTANCES, dataset.n_instances))
    fold = raw_fold(dataset, few, few)
    for contender in wanted:
        time_fold(dataset.name, fold, contender, repeat=0, number=0)


def time_methods(
    dataset: DataSet,
    assignment: NDArray[np.uint8],
    methods: Mapping[str, Method],
    *,
    repeats: int,
) -> Iterator[TimedFold]:
    """Yield the times of all methods: each repeat on the next fold, in an order of its own.

    Parameters
    ----------
    dataset : DataSet
    assignment : (n_instances,) uint8
        The fold in which each instance is tested.
    methods : dict of label to Method
    repeats : int
        How often each is measured; once, where that takes longer than `PATIENCE_SECONDS`.
    """
    wanted = contenders(methods)
    warm_up(dataset, wanted)
    n_folds = int(assignment.max()) + 1
    for repeat in range(repeats):
        number = repeat % n_folds
        fold = raw_fold(
            dataset, np.flatnonzero(assignment != number), np.flatnonzero(assignment == number)
        )
        shift = repeat * len(wanted) // repeats  # so that none is always the first
        patient = []
        for contender in [*wanted[shift:], *wanted[:shift]]:
            row = time_fold(dataset.name, fold, contender, repeat=repeat, number=number)
            yield row
            if row.seconds <= PATIENCE_SECONDS:
                patient.append(contender)
        wanted = [contender for contender in wanted if contender in patient]
