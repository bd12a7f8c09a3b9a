"""Prequential testing: each instance is classified first and learnt after (Lu et al. 2006)."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.errors import DataError, told
from nbexp.incremental.kernels import evidence
from nbexp.incremental.method import Learner
from nbexp.incremental.naive_bayes import IncrementalNaiveBayes
from nbexp.protocol.checkpoints import Checkpoint, Cost
from nbexp.protocol.permutation import permutation

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

INITIAL = 200
"""Instances that initialize the classifier in the experiments of Lu, Yang and Webb."""

WINDOW = 1000
"""Latest predictions that the error in a window is taken over."""

_MOST_AT_ONCE = 4096
"""Instances in one pass through the attributes, so that scores stay small."""


def stream_order(
    name: str, n_instances: int, *, seed: int, trial: int, shuffled: bool = True
) -> Ints:
    """Return the order in which instances arrive: (n_instances,) int64.

    Shuffled, it depends on the root seed, the data set's name and the trial alone, as the
    order that the folds are dealt in does, but it is another one.
    """
    if not shuffled:
        return np.arange(n_instances)
    text = f"{seed}\0{name}\0{trial}\0prequential".encode()
    return permutation(text, n_instances)


def checkpoints_at(n_instances: int, initial: int = INITIAL, number: int = 50) -> tuple[int, ...]:
    """Return about `number` equally spaced numbers of instances seen, the last being all."""
    tested = n_instances - initial
    steps = np.arange(1, number + 1)
    return tuple(np.unique(initial + np.maximum(1, steps * tested // number)).tolist())


@dataclass(frozen=True, eq=False)
class PrequentialResult:
    """What one method did on one stream.

    Attributes
    ----------
    method : str
        The method's label in the spec.
    status : "done" or "failed"
    predictions : (n_instances - initial,) int16, or None where failed
        Predicted class codes, in the order of arrival.
    log_losses, briers : (n_instances - initial,) float64, or None where failed
    errors : int
        Wrong predictions.
    log_loss, brier : float
        Sums (log-loss in nats).
    intervals : tuple of int
        At the end.
    checkpoints : tuple of Checkpoint
    start_seconds : float
        Processor time to learn the initial instances.
    costs : tuple of Cost
    phase, cause : str or None
        Where and why a failed unit failed.
    """

    method: str
    status: Literal["done", "failed"]
    predictions: NDArray[np.int16] | None = None
    log_losses: Floats | None = None
    briers: Floats | None = None
    errors: int = 0
    log_loss: float = 0.0
    brier: float = 0.0
    intervals: tuple[int, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
    start_seconds: float = 0.0
    costs: tuple[Cost, ...] = ()
    phase: str | None = None
    cause: str | None = None

    @property
    def learn_seconds(self) -> float:
        """Processor time to learn, the initial instances included."""
        return self.start_seconds + sum(cost.learn_seconds for cost in self.costs)

    @property
    def predict_seconds(self) -> float:
        """Processor time to classify."""
        return sum(cost.predict_seconds for cost in self.costs)

    def by_instance(self, order: Ints) -> NDArray[np.int16]:
        """Return the predictions by instance number, -1 for the initial instances."""
        if self.predictions is None:
            raise ValueError(f"{self.method} failed; there are no predictions")
        predictions = np.full(len(order), -1, dtype=np.int16)
        predictions[order[len(order) - len(self.predictions) :]] = self.predictions
        return predictions


def run_prequential(
    dataset: DataSet,
    order: Ints,
    methods: Mapping[str, Learner],
    *,
    initial: int = INITIAL,
    checkpoints: Sequence[int] | None = None,
    window: int = WINDOW,
    timed: bool = True,
) -> list[PrequentialResult]:
    """Let each method learn a stream, and classify each instance before it is learnt.

    Parameters
    ----------
    dataset : DataSet
    order : (n_instances,) int64
        Instance numbers in the order of arrival; see `stream_order`.
    methods : dict of label to Learner
        A method that fails is reported as a failed unit; the others go on.
    initial : int
        How many instances are learnt together before the first is classified.
    checkpoints : sequence of int, optional
        Numbers of instances seen at which to take stock; otherwise those of `checkpoints_at`.
        The end is always one.
    window : int
        Latest predictions that the error in a window is taken over.
    timed : bool
        Whether to measure what learning and classifying cost. A copy then learns each stretch
        before the classifier itself does, and classifies it after; the two are timed apart,
        by the processor's clock. The predictions are the same.

    Returns
    -------
    list of PrequentialResult
        In the order of `methods`.
    """
    n = len(order)
    if n <= initial:
        raise DataError(
            f"data set {dataset.name}: found {n} instances, expected more than the {initial} "
            "that initialize the classifier; set a smaller initial"
        )
    stops = sorted({*(checkpoints_at(n, initial) if checkpoints is None else checkpoints), n})
    if stops[0] <= initial or stops[-1] > n:
        raise ValueError(f"checkpoints: found {stops}, expected numbers from {initial + 1} to {n}")
    stream = _Stream(dataset, np.asarray(order, dtype=np.int64))
    plan = _Plan(initial, tuple(stops), window, timed)
    return [_run(label, method, stream, plan) for label, method in methods.items()]


@dataclass(frozen=True)
class _Plan:
    initial: int
    stops: tuple[int, ...]
    window: int
    timed: bool


class _Stream:
    """A data set in the order of arrival."""

    def __init__(self, dataset: DataSet, order: Ints) -> None:
        self.dataset = dataset
        self.order = order
        self.labels = np.ascontiguousarray(dataset.labels[order], dtype=np.int64)
        self._columns: list[NDArray[Any]] = [
            attribute.floats()[order]
            if isinstance(attribute, Quantitative)
            else attribute.codes[order].astype(np.int64)
            for attribute in dataset.attributes
        ]

    def columns(self, begin: int, end: int) -> list[NDArray[Any]]:
        """Return the values of a stretch, attribute by attribute."""
        return [column[begin:end] for column in self._columns]


@dataclass(eq=False)
class _Record:
    """What is written down on the way."""

    predictions: NDArray[np.int16]
    log_losses: Floats
    briers: Floats
    checkpoints: list[Checkpoint] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    @classmethod
    def empty(cls, n: int) -> _Record:
        return cls(np.empty(n, dtype=np.int16), np.empty(n), np.empty(n))


def _run(label: str, method: Learner, stream: _Stream, plan: _Plan) -> PrequentialResult:
    """Take one method through the stream."""
    phase = "start"
    try:
        model = IncrementalNaiveBayes.for_dataset(stream.dataset, method)
        begin = time.thread_time()
        model.start(stream.columns(0, plan.initial), stream.labels[: plan.initial])
        start_seconds = time.thread_time() - begin
        phase = "stream"
        record = _Record.empty(len(stream.order) - plan.initial)
        for seen, stop in zip((plan.initial, *plan.stops), plan.stops, strict=False):
            record.costs.append(_stretch(model, stream, plan, seen, stop, record))
            record.checkpoints.append(_checkpoint(model, stream, plan, stop, record))
    except KeyboardInterrupt:  # is the user's, whatever else is the method's
        raise
    except BaseException as error:
        return PrequentialResult(label, "failed", phase=phase, cause=told(error))
    last = record.checkpoints[-1]
    return PrequentialResult(
        label,
        "done",
        record.predictions,
        record.log_losses,
        record.briers,
        last.errors,
        last.log_loss,
        last.brier,
        last.intervals,
        tuple(record.checkpoints),
        start_seconds,
        tuple(record.costs),
    )


def _stretch(
    model: IncrementalNaiveBayes,
    stream: _Stream,
    plan: _Plan,
    seen: int,
    stop: int,
    record: _Record,
) -> Cost:
    """Classify and learn the instances from one checkpoint to the next."""
    learn_seconds = predict_seconds = 0.0
    for begin, end in _passes(seen, stop):
        columns, labels = stream.columns(begin, end), stream.labels[begin:end]
        if plan.timed:
            learner = copy.deepcopy(model)
            started = time.thread_time()
            learner.learn_many(columns, labels)
            learnt = time.thread_time()
            learner.predict_many(columns)
            learn_seconds += learnt - started
            predict_seconds += time.thread_time() - learnt
        scores = model.test_then_learn(columns, labels)
        part = slice(begin - plan.initial, end - plan.initial)
        faulty = evidence.outcomes(
            scores, labels, record.predictions[part], record.log_losses[part], record.briers[part]
        )
        if faulty:
            raise FloatingPointError("the evidence is not a number, or rules out all classes")
    return Cost(stop, stop - seen, learn_seconds, predict_seconds, model.nbytes)


def _passes(begin: int, end: int) -> Iterator[tuple[int, int]]:
    for first in range(begin, end, _MOST_AT_ONCE):
        yield first, min(first + _MOST_AT_ONCE, end)


def _checkpoint(
    model: IncrementalNaiveBayes, stream: _Stream, plan: _Plan, stop: int, record: _Record
) -> Checkpoint:
    """Take stock."""
    tested = stop - plan.initial
    wrong = record.predictions[:tested] != stream.labels[plan.initial : stop]
    latest = wrong[-plan.window :]
    return Checkpoint(
        stop,
        int(np.count_nonzero(wrong)),
        tested,
        int(np.count_nonzero(latest)),
        len(latest),
        float(record.log_losses[:tested].sum()),
        float(record.briers[:tested].sum()),
        model.n_intervals,
    )
