"""The cells of a report: what came out for a data set and a method.

A cell holds values only if every unit of it is done. From a part of the trials or folds one
could compute something, but it would not be the same quantity; the status says what is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.bias_variance import Decomposition, is_complete
from nbexp.compare.means import exact_mean, float_mean, standard_deviation
from nbexp.compare.scores import pooled_mean
from nbexp.errors import StoreError
from nbexp.report.source import ResultStore, UnitRow

DONE = "done"
UNAVAILABLE = "unavailable"

Splitter = Callable[[NDArray[np.integer], NDArray[np.integer]], Decomposition]
"""A decomposition of the error: `decompose`, `kohavi_wolpert` or `domingos`."""


@dataclass(frozen=True)
class Cell:
    """What came out for a data set and a method.

    Attributes
    ----------
    dataset, method : str
    instances, trials, folds : int
        `trials` are predictions per instance: trials of all root seeds together.
    status : str
        ``done``, or what is missing: then there are no values.
    errors : int or None
        Wrong predictions of all trials.
    error, bias, variance : Fraction or None
        Shares of all predictions; bias + variance is the error. Over several root seeds, the
        mean of the seeds' decompositions: each seed is an experiment of its own.
    trial_errors : tuple of int
        Wrong predictions of each trial.
    log_loss, brier : float or None
        Mean over all predictions.
    intervals : float or None
        Mean number of intervals of a quantitative attribute.
    """

    dataset: str
    method: str
    instances: int
    trials: int
    folds: int
    status: str = DONE
    errors: int | None = None
    error: Fraction | None = None
    bias: Fraction | None = None
    variance: Fraction | None = None
    trial_errors: tuple[int, ...] = ()
    log_loss: float | None = None
    brier: float | None = None
    intervals: float | None = None

    @property
    def error_sd(self) -> float | None:
        """Standard deviation of the error over the trials, as a share."""
        return standard_deviation([Fraction(e, self.instances) for e in self.trial_errors])

    def share(self, metric: str) -> Fraction | None:
        """Return ``error``, ``bias`` or ``variance``."""
        shares = {"error": self.error, "bias": self.bias, "variance": self.variance}
        return shares[metric]


@dataclass
class UnitSums:
    """What the units of a data set, method and root seed add up to."""

    done: int = 0
    errors: int = 0
    tested: int = 0
    log_loss: list[float] = field(default_factory=list)
    brier: list[float] = field(default_factory=list)
    intervals: int = 0
    attributes: int = 0
    fit_seconds: list[float] = field(default_factory=list)
    shared_seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, unit: UnitRow) -> None:
        """Add a unit."""
        if unit.status != DONE:
            self.failures.append(f"{unit.phase or 'unknown phase'}: {unit.cause or 'no cause'}")
            return
        self.done += 1
        self.errors += unit.errors
        self.tested += unit.instances
        self.log_loss.append(unit.log_loss)
        self.brier.append(unit.brier)
        self.intervals += sum(unit.intervals)
        self.attributes += len(unit.intervals)
        self.fit_seconds.append(unit.fit_seconds)
        self.shared_seconds.append(unit.shared_seconds)

    def status(self, expected: int) -> str:
        """Say whether all expected units are done, and if not, what is missing."""
        if self.failures:
            return f"failed: {len(self.failures)} of {expected} units"
        if self.done < expected:
            return f"incomplete: {self.done} of {expected} units done"
        return DONE


Sums = dict[tuple[str, str, int], UnitSums]


def unit_sums(units: Iterable[UnitRow]) -> Sums:
    """Add up units by data set, method and root seed."""
    sums: Sums = defaultdict(UnitSums)
    for unit in units:
        sums[unit.dataset, unit.method, unit.seed].add(unit)
    return sums


def read_cell(
    store: ResultStore,
    labels: NDArray[np.integer],
    where: tuple[str, str, int],
    sums: UnitSums,
    shape: tuple[int, int],
    split: Splitter,
) -> Cell:
    """Read the cell of a data set, method and root seed.

    Parameters
    ----------
    store : ResultStore
    labels : (n,) integer
        The data set's true classes.
    where : (data set, method, root seed)
    sums : UnitSums
        The sums of the cell's units.
    shape : (trials, folds)
        What the protocol asks for.
    split : function
        The decomposition.

    Raises
    ------
    StoreError
        Errors counted when the units were run are not those of the stored predictions.
    """
    dataset, method, seed = where
    trials, folds = shape
    blank = Cell(dataset, method, len(labels), trials, folds, sums.status(trials * folds))
    if blank.status != DONE:
        return blank
    predictions = store.predictions(dataset, method, seed)
    if not is_complete(predictions):
        raise StoreError(f"{dataset}, {method}, seed {seed}: all units done, predictions missing")
    parts = split(labels, predictions)
    _check(parts, sums, where)
    return replace(
        blank,
        errors=parts.errors,
        error=parts.error,
        bias=parts.bias,
        variance=parts.variance,
        trial_errors=parts.trial_errors,
        log_loss=pooled_mean(sums.log_loss, sums.tested),
        brier=pooled_mean(sums.brier, sums.tested),
        intervals=sums.intervals / sums.attributes if sums.attributes else None,
    )


def _check(parts: Decomposition, sums: UnitSums, where: tuple[str, str, int]) -> None:
    """Raise StoreError if units and predictions do not tell the same number of errors."""
    predicted = parts.n * parts.trials
    if (parts.errors, predicted) != (sums.errors, sums.tested):
        dataset, method, seed = where
        raise StoreError(
            f"{dataset}, {method}, seed {seed}: the stored predictions have {parts.errors} "
            f"errors in {predicted}, the units counted {sums.errors} in {sums.tested}; run the "
            "experiment again with --fresh"
        )


def pool(cells: Sequence[Cell]) -> Cell:
    """Return one cell for the root seeds of a data set and method.

    If a seed's cell has no values, neither has the pooled one: it has that seed's status.
    """
    first = cells[0]
    if len(cells) == 1:
        return first
    trials = sum(cell.trials for cell in cells)
    unfinished = [cell for cell in cells if cell.status != DONE]
    if unfinished:
        status = unfinished[0].status
        return Cell(first.dataset, first.method, first.instances, trials, first.folds, status)
    return Cell(
        first.dataset,
        first.method,
        first.instances,
        trials,
        first.folds,
        errors=sum(cell.errors or 0 for cell in cells),
        error=_mean(cell.error for cell in cells),
        bias=_mean(cell.bias for cell in cells),
        variance=_mean(cell.variance for cell in cells),
        trial_errors=tuple(e for cell in cells for e in cell.trial_errors),
        log_loss=float_mean(cell.log_loss for cell in cells),
        brier=float_mean(cell.brier for cell in cells),
        intervals=float_mean(cell.intervals for cell in cells),
    )


def _mean(shares: Iterable[Fraction | None]) -> Fraction:
    return exact_mean([share for share in shares if share is not None])
