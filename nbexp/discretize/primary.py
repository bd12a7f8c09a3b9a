"""The interval frequency that a composite method takes from its primary method."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from nbexp.discretize import kernels
from nbexp.discretize.frequency import TAIL, lowered_frequency, target_frequency
from nbexp.discretize.parameters import Choice, Parameter
from nbexp.discretize.sample import Sample

FREQUENCY = Parameter(
    "frequency",
    Choice(("nominal", "capped", "least")),
    "nominal",
    "the frequency that the primary method aims at; capped: no more than its smallest interval "
    "really has; least: as many as that; its intervals are those that it cuts by parts: round and "
    "tail: 0.62, also under reading: text",
)


class Composite(Protocol):
    """A method that adjusts the intervals of another."""

    primary: str
    s: int
    k: int
    least_intervals: int
    frequency: str


def interval_frequency(method: Composite, sample: Sample) -> float:
    """Return the interval frequency that the primary method gives a sample."""
    n = sample.n_known
    if method.primary == "efd":
        nominal = target = n / method.k
    else:
        fixed = lowered_frequency(method.s, n, method.least_intervals)
        nominal = fixed if method.primary == "ffd" else math.sqrt(n)
        target = target_frequency(n, nominal, "round")
    if method.frequency == "nominal":
        return nominal
    cuts = kernels.frequency_cuts(sample.starts, target, TAIL.default)
    least = int(np.diff(np.concatenate(([0], sample.starts[cuts], [n]))).min())
    return least if method.frequency == "least" else min(nominal, least)
