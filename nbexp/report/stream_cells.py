"""What came out of a data set and a method tried as a stream.

A stream tests each instance but the initial ones, which differ from trial to trial. So
an instance has not as many predictions as there are trials, and the error is not parted into bias
and variance: a cell has its error alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.means import float_mean, standard_deviation
from nbexp.compare.scores import pooled_mean
from nbexp.errors import StoreError
from nbexp.protocol.checkpoints import Course
from nbexp.report.cells import DONE, Cell, UnitSums
from nbexp.report.source import ResultStore


@runtime_checkable
class KeepsCourses(Protocol):
    """A store that keeps the courses of streams."""

    def courses(self, dataset: str, method: str, seed: int) -> dict[int, Course]:
        """Return the courses of a method's streams by trial."""


@dataclass(frozen=True)
class StreamCell(Cell):
    """What came out for a data set and a method, tried as a stream.

    Attributes
    ----------
    tested : int
        Instances tested in each trial.
    """

    tested: int = 0

    @property
    def error_sd(self) -> float | None:
        """Standard deviation of the error over the trials, as a share."""
        return standard_deviation([Fraction(e, self.tested) for e in self.trial_errors])


def read_stream_cell(
    store: ResultStore,
    labels: NDArray[np.integer],
    where: tuple[str, str, int],
    sums: UnitSums,
    trials: int,
) -> Cell:
    """Read the cell of a data set, method and root seed; as `nbexp.report.cells.read_cell`."""
    dataset, method, seed = where
    status = sums.status(trials)
    if status != DONE:
        return Cell(dataset, method, len(labels), trials, 1, status)
    predictions = store.predictions(dataset, method, seed)
    known = predictions >= 0
    wrong = np.count_nonzero(known & (predictions != labels), axis=1)
    found = int(wrong.sum()), int(np.count_nonzero(known))
    if found != (sums.errors, sums.tested):
        raise StoreError(
            f"{dataset}, {method}, seed {seed}: the stored predictions have {found[0]} errors in "
            f"{found[1]}, the units counted {sums.errors} in {sums.tested}; run the experiment "
            "again with --fresh"
        )
    return StreamCell(
        dataset,
        method,
        len(labels),
        trials,
        1,
        errors=sums.errors,
        error=Fraction(sums.errors, sums.tested),
        trial_errors=tuple(wrong.tolist()),
        log_loss=pooled_mean(sums.log_loss, sums.tested),
        brier=pooled_mean(sums.brier, sums.tested),
        intervals=sums.intervals / sums.attributes if sums.attributes else None,
        tested=sums.tested // trials,
    )


def pool_streams(cells: Sequence[Cell]) -> Cell:
    """Return one cell for the root seeds of a data set and method, all of them done."""
    first = cells[0]
    tested = [cell.tested for cell in cells if isinstance(cell, StreamCell)]
    errors = tuple(e for cell in cells for e in cell.trial_errors)
    return StreamCell(
        first.dataset,
        first.method,
        first.instances,
        len(errors),
        first.folds,
        errors=sum(errors),
        error=Fraction(sum(errors), len(errors) * tested[0]),
        trial_errors=errors,
        log_loss=float_mean(cell.log_loss for cell in cells),
        brier=float_mean(cell.brier for cell in cells),
        intervals=float_mean(cell.intervals for cell in cells),
        tested=tested[0],
    )
