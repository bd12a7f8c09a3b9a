"""One trial of cross-validation: every fold trained and tested by every method wanted."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from nbexp.classify.fold_fit import FoldFit, FoldPrediction, Learned
from nbexp.classify.naive_bayes import CountedDataSet
from nbexp.data.dataset import DataSet
from nbexp.discretize.method import FittedAttribute, Method
from nbexp.discretize.parameters import TRAINING_SIZE
from nbexp.errors import told
from nbexp.protocol.folds import leave_out


class _LastCounted:
    """The data set last asked for, counted; its counts are let go before another is counted."""

    def __init__(self) -> None:
        self._counted: CountedDataSet | None = None

    def of(self, dataset: DataSet) -> CountedDataSet:
        """Return a data set's counts."""
        counted = self._counted
        if counted is None or counted.dataset is not dataset:
            self._counted = counted = None
            self._counted = counted = CountedDataSet.count(dataset)
        return counted


_last_counted = _LastCounted()


@dataclass(frozen=True, eq=False)
class UnitResult:
    """What one method did on one fold of one trial.

    Attributes
    ----------
    fold : int
    method : str
        The method's label in the spec.
    status : "done" or "failed"
    predictions : (n_test,) int16, or None where failed
        Predicted class codes, in the order of instance numbers.
    errors : int
        Wrong predictions.
    log_loss, brier : float
        Sums over the test instances (log-loss in nats).
    intervals : tuple of int
        Number of intervals of each quantitative attribute; 0: nothing learned, or a density.
    fit_seconds : float
        Time of the method's own discretization and tables.
    shared_seconds : float
        Time of counting and predicting, which the fold's methods do together.
    phase, cause : str or None
        Where and why a failed unit failed.
    """

    fold: int
    method: str
    status: Literal["done", "failed"]
    predictions: NDArray[np.int16] | None
    errors: int
    log_loss: float
    brier: float
    intervals: tuple[int, ...]
    fit_seconds: float
    shared_seconds: float
    phase: str | None = None
    cause: str | None = None


def run_trial(
    dataset: DataSet,
    assignment: NDArray[np.uint8],
    wanted: Mapping[int, Mapping[str, Method]],
) -> list[UnitResult]:
    """Train and test on the folds wanted.

    Parameters
    ----------
    dataset : DataSet
    assignment : (n_instances,) uint8
        The fold in which each instance is tested.
    wanted : dict of fold to (dict of label to Method)
        What to run. A method that fails is reported as a failed unit; the others go on.

    Returns
    -------
    list of UnitResult
        In the order of `wanted`.
    """
    counted = _last_counted.of(dataset)
    results: list[UnitResult] = []
    for fold, methods in wanted.items():
        sizes = _effective_sizes(methods, int(np.count_nonzero(assignment != fold)))
        same = _same_work(methods, sizes)
        by_label: dict[str, UnitResult] = {}
        for size in dict.fromkeys(sizes.values()):
            chosen = {label: methods[label] for label in same if sizes[label] == size}
            done = _Fold(counted, assignment, fold, chosen, size).run()
            for result in done:
                copies = {label: replace(result, method=label) for label in same[result.method]}
                by_label |= copies
        results.extend(by_label[label] for label in methods)
    return results


def _effective_sizes(methods: Mapping[str, Method], n_training: int) -> dict[str, int]:
    """Return the training size of each label; 0, all, also where more is asked for."""
    return {
        label: method.training_size if method.training_size < n_training else 0
        for label, method in methods.items()
    }


def _same_work(
    methods: Mapping[str, Method], sizes: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Return the labels whose work has to be done, each with all those that it is done for.

    Of a method under several training sizes, those larger than the training set are all the same.
    """
    labels: dict[tuple[type[Method], int, str], list[str]] = {}
    for label, method in methods.items():
        params = {**method.resolved_params(), TRAINING_SIZE: 0}
        work = (type(method), sizes[label], json.dumps(params, sort_keys=True, default=repr))
        labels.setdefault(work, []).append(label)
    return {alike[0]: tuple(alike) for alike in labels.values()}


class _Fold:
    """One fold's work: training, prediction, their times, and what went wrong."""

    def __init__(
        self,
        counted: CountedDataSet,
        assignment: NDArray[np.uint8],
        fold: int,
        methods: Mapping[str, Method],
        training_size: int,
    ) -> None:
        self.counted = counted
        self.fold = fold
        self.methods = dict(methods)
        self.qualitative: dict[int, NDArray[np.int64]] = {}
        self.fit_seconds = dict.fromkeys(methods, 0.0)
        self.faults: dict[str, tuple[str, BaseException]] = {}
        labels, n_classes = counted.dataset.labels, counted.dataset.n_classes
        self.test = np.flatnonzero(assignment == fold)
        unused = leave_out(assignment, fold, training_size)
        self.left_out = np.concatenate((self.test, unused)) if len(unused) else self.test
        everywhere = np.bincount(labels, minlength=n_classes)
        self.class_totals = everywhere - np.bincount(labels[self.left_out], minlength=n_classes)

    def run(self) -> list[UnitResult]:
        """Train and test every method."""
        begin = time.perf_counter()
        self.qualitative = self.counted.qualitative_samples(self.left_out)
        learned = [self._learn(number) for number in range(len(self.counted.columns))]
        outcomes = self._predict(learned)
        shared = time.perf_counter() - begin - sum(self.fit_seconds.values())
        intervals = {label: self._intervals(label, learned) for label in self._sound()}
        return [
            self._failed(label, shared)
            if label in self.faults
            else self._done(label, outcomes[label], intervals[label], shared)
            for label in self.methods
        ]

    def _sound(self) -> dict[str, Method]:
        """Return the methods that have not failed yet."""
        return {label: m for label, m in self.methods.items() if label not in self.faults}

    def _learn(self, number: int) -> Learned:
        """Learn one attribute from the training instances."""
        column = self.counted.columns[number]
        if column is None:
            return self.qualitative[number]
        sample = column.sample(self.left_out, self.class_totals)
        learned: dict[str, FittedAttribute] = {}
        if sample.n_known == 0:
            return learned
        for label, method in self._sound().items():
            begin = time.perf_counter()
            try:
                learned[label] = method.fit(sample)
            except KeyboardInterrupt:  # is the user's, whatever else is the method's
                raise
            except BaseException as error:
                self.faults[label] = ("fit", error)
            self.fit_seconds[label] += time.perf_counter() - begin
        return learned

    def _predict(self, learned: list[Learned]) -> dict[str, FoldPrediction]:
        """Predict by all methods together, or one by one where a method fails in it."""
        methods = self._sound()
        if not methods:
            return {}
        try:
            return self._predict_by(methods, learned)
        except KeyboardInterrupt:
            raise
        except BaseException:
            outcomes: dict[str, FoldPrediction] = {}
            for label, method in methods.items():
                try:
                    outcomes |= self._predict_by({label: method}, learned)
                except KeyboardInterrupt:
                    raise
                except BaseException as error:
                    self.faults[label] = ("predict", error)
            return outcomes

    def _predict_by(
        self, methods: dict[str, Method], learned: list[Learned]
    ) -> dict[str, FoldPrediction]:
        fit = FoldFit(self.counted, self.class_totals, methods, learned)
        outcomes = fit.predict(self.test)
        for label, outcome in outcomes.items():
            if outcome.faulty:
                error = FloatingPointError("the evidence is not a number, or rules out all classes")
                self.faults[label] = ("predict", error)
        return outcomes

    def _intervals(self, label: str, learned: list[Learned]) -> tuple[int, ...]:
        """Return how many intervals a method made of each quantitative attribute."""
        try:
            return tuple(
                int(attribute[label].n_intervals) if label in attribute else 0
                for attribute in learned
                if isinstance(attribute, dict)
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.faults[label] = ("fit", error)
            return ()

    def _done(
        self, label: str, outcome: FoldPrediction, intervals: tuple[int, ...], shared: float
    ) -> UnitResult:
        truth = self.counted.dataset.labels[self.test]
        return UnitResult(
            self.fold,
            label,
            "done",
            outcome.predictions,
            int(np.count_nonzero(outcome.predictions != truth)),
            outcome.log_loss,
            outcome.brier,
            intervals,
            self.fit_seconds[label],
            shared,
        )

    def _failed(self, label: str, shared: float) -> UnitResult:
        phase, error = self.faults[label]
        cause = told(error)
        return UnitResult(
            self.fold,
            label,
            "failed",
            None,
            0,
            0.0,
            0.0,
            (),
            self.fit_seconds[label],
            shared,
            phase,
            cause,
        )
