"""The verdict on every cell: whether our value agrees with the printed one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from nbexp.compare.verdict import Tally, Verdict, judge, tolerance
from nbexp.report.evaluation import Evaluation


@dataclass(frozen=True)
class CellVerdict:
    """The verdict on a value of a data set and a method.

    Attributes
    ----------
    dataset, method, metric : str
    ours : Fraction or None
    printed : Fraction
    allowed : float
        How far apart the two may be and agree, as a share.
    verdict : Verdict
    """

    dataset: str
    method: str
    metric: str
    ours: Fraction | None
    printed: Fraction
    allowed: float
    verdict: Verdict

    @property
    def apart(self) -> Fraction | None:
        """Ours less the printed value."""
        return None if self.ours is None else self.ours - self.printed


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on a metric.

    Attributes
    ----------
    metric : str
    cells : mapping of (data set, method) to CellVerdict
        All that are printed, in the order of the tables.
    """

    metric: str
    cells: Mapping[tuple[str, str], CellVerdict]

    def tally(self, *, dataset: str | None = None, method: str | None = None) -> Tally:
        """Count the verdicts on a data set, a method, or all."""
        return Tally.of(
            cell.verdict
            for cell in self.cells.values()
            if dataset in (None, cell.dataset) and method in (None, cell.method)
        )


def judge_cells(evaluation: Evaluation, metric: str) -> Verdicts:
    """Return the verdicts on a metric's cells that are printed.

    The printed value is taken to be one of an experiment like ours with a single root seed: so
    much as ours would vary with as many trials, it may have varied.
    """
    cells = {}
    several = sqrt(len(evaluation.seeds) or 1)
    for dataset in evaluation.datasets:
        for method in evaluation.methods:
            printed = evaluation.printed_share(dataset, method, metric)
            if printed is None:
                continue
            ours = evaluation.cells[dataset, method].share(metric)
            error = evaluation.standard_errors(dataset, method).of(metric)
            allowed = tolerance(error, None if error is None else error * several)
            verdict = judge(ours, printed, allowed)
            cells[dataset, method] = CellVerdict(
                dataset, method, metric, ours, printed, allowed, verdict
            )
    return Verdicts(metric, cells)
