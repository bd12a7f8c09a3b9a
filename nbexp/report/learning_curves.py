"""The error of a method along its streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.means import exact_mean
from nbexp.protocol.checkpoints import Checkpoint
from nbexp.report.evaluation import Evaluation


@dataclass(frozen=True)
class CurvePoint:
    """The error of a method at a point of the stream: mean, least and greatest over trials."""

    seen: int
    mean: Fraction
    low: Fraction
    high: Fraction


RUNNING, WINDOW = "running", "window"
"""The error over all predictions so far, and over the latest."""


def learning_curve(
    evaluation: Evaluation, dataset: str, method: str, kind: str = RUNNING
) -> tuple[CurvePoint, ...]:
    """Return the error of a method along the streams of a data set; empty where not all is done.

    Checkpoints are the same in all trials.
    """
    courses = evaluation.courses(dataset, method)
    stops = zip(*(course.checkpoints for course in courses), strict=True)
    return tuple(_point(at, kind) for at in stops) if courses else ()


def _point(at: Sequence[Checkpoint], kind: str) -> CurvePoint:
    shares = [
        Fraction(one.errors, one.tested)
        if kind == RUNNING
        else Fraction(one.window_errors, one.window_tested)
        for one in at
    ]
    return CurvePoint(at[0].seen, exact_mean(shares), min(shares), max(shares))
