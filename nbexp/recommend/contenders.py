"""Those that are compared: the methods that were run, and the yardsticks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.bias_variance import decompose
from nbexp.discretize.registry import method_class
from nbexp.recommend.scores import Calibration
from nbexp.recommend.yardsticks import NAMES, Yardstick
from nbexp.report.cells import DONE
from nbexp.report.evaluation import Evaluation
from nbexp.runner.store import Store
from nbexp.spec.models import DEFAULT_SEED

HEADINGS = {"gaussian": "Gaussian", "kernel": "Kernel"}
"""Names that are no abbreviations."""


@dataclass(frozen=True, eq=False)
class Contender:
    """A method or yardstick, and what came out for it.

    Attributes
    ----------
    label : str
    heading : str
        As texts and tables write it.
    name : str
        In words.
    yardstick : bool
    error, bias, variance : Fraction
        Shares of all predictions.
    fold_errors : tuple of float
        Wrong predictions, fold after fold, trial after trial, as shares of a fold of average
        size: so their mean is the error, though folds differ by an instance.
    log_loss, brier, intervals : float or None
    seconds : float or None
        For a fold.
    calibration : Calibration or None
    """

    label: str
    heading: str
    name: str
    yardstick: bool
    error: Fraction
    bias: Fraction
    variance: Fraction
    fold_errors: tuple[float, ...]
    log_loss: float | None
    brier: float | None
    intervals: float | None
    seconds: float | None
    calibration: Calibration | None

    @property
    def auc(self) -> float | None:
        """Area under the ROC curve."""
        return self.calibration.auc if self.calibration else None

    @property
    def ece(self) -> float | None:
        """Expected calibration error."""
        return self.calibration.error if self.calibration else None


def from_store(
    evaluation: Evaluation,
    store: Store,
    labels: Sequence[str],
    calibrations: Mapping[str, Calibration],
    seconds: Mapping[str, float],
) -> tuple[list[Contender], dict[str, str]]:
    """Return the methods of these labels, in a run of one data set, and what failed.

    A method without all its units is not compared: its status is told, and the first cause.
    """
    (dataset,) = evaluation.datasets
    errors = fold_errors(store, evaluation.size(dataset) / evaluation.settings.folds)
    found, failed = [], {}
    for label in labels:
        cell = evaluation.cells[dataset, label]
        if cell.status != DONE or cell.error is None or cell.bias is None or cell.variance is None:
            failed[label] = _failure(evaluation, dataset, label, cell.status)
            continue
        found.append(
            Contender(
                label,
                HEADINGS.get(label) or evaluation.heading(label),
                _name(evaluation.settings.methods[label]),
                False,
                cell.error,
                cell.bias,
                cell.variance,
                errors[label],
                cell.log_loss,
                cell.brier,
                cell.intervals or None,
                seconds.get(label),
                calibrations.get(label),
            )
        )
    return found, failed


def _failure(evaluation: Evaluation, dataset: str, label: str, status: str) -> str:
    """Return what a method failed of: how many units, and the cause of the first."""
    told = status.removeprefix("failed: ")
    for seed in evaluation.seeds:
        for cause in evaluation.sums[dataset, label, seed].failures:
            return f"{told}; {cause.strip().splitlines()[0]}"
    return told


def _name(method: str) -> str:
    """Return a method's name as it stands within a sentence."""
    name = method_class(method).name
    proper = name.startswith("Gaussian") or not name[1:2].islower()
    return name if proper else name[0].lower() + name[1:]


def fold_errors(store: Store, tested: float) -> dict[str, tuple[float, ...]]:
    """Return the error of each fold, by label, in the order of trials and folds.

    `tested` is the size of an average fold, as of a `Contender`.

    Trials of other root seeds, which a changed spec may have added, are on other folds, and none
    of the yardsticks or probabilities is of them.
    """
    found: dict[str, dict[tuple[int, int], float]] = {}
    for unit in store.units():
        if unit.status == DONE and unit.seed == DEFAULT_SEED:
            found.setdefault(unit.method, {})[unit.trial, unit.fold] = unit.errors / tested
    return {label: tuple(own[place] for place in sorted(own)) for label, own in found.items()}


def from_yardsticks(
    yardsticks: Sequence[Yardstick], labels: NDArray[np.integer]
) -> list[Contender]:
    """Return the yardsticks as contenders."""
    found = []
    for one in yardsticks:
        parts = decompose(labels, one.predictions)
        found.append(
            Contender(
                one.name,
                NAMES[one.name],
                NAMES[one.name],
                True,
                parts.error,
                parts.bias,
                parts.variance,
                tuple(one.fold_errors.ravel().tolist()),
                one.log_loss,
                one.brier,
                None,
                one.seconds,
                one.calibration,
            )
        )
    return found
