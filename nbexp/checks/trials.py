"""The data on which methods are checked: each a trap of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.sample import Sample

N_CLASSES = 3


@dataclass(frozen=True, eq=False)
class TrialData:
    """A training column with its classes, and values to be asked about.

    Attributes
    ----------
    name : str
        What is special about it.
    values : (n,) float64
        NaN is missing.
    labels : (n,) int
    n_classes : int
        Declared classes; some may have no instance.
    """

    name: str
    values: NDArray[np.float64]
    labels: NDArray[np.int64]
    n_classes: int = N_CLASSES

    def sample(self) -> Sample:
        """Return what a method is given of it."""
        return Sample.from_values(self.values, self.labels, self.n_classes)

    def asked(self) -> NDArray[np.float64]:
        """Return the values to ask about: those there are, values between, far and infinite."""
        known = np.unique(self.values[~np.isnan(self.values)])
        middles = known[:-1] / 2 + known[1:] / 2
        steps = np.nextafter(known, np.inf), np.nextafter(known, -np.inf)
        far = np.array([-np.inf, -1e308, -1.0, 0.0, 5e-324, 1.0, 1e308, np.inf])
        return np.unique(np.concatenate((known, middles, *steps, far)) + 0.0)


def ordinary() -> TrialData:
    """Return values of a kind that methods are made for, on a grid that a double holds exactly.

    So adding a whole number to them, or doubling them, changes no bit of their differences.
    """
    rng = np.random.default_rng(1)
    n = 240
    labels = rng.integers(0, N_CLASSES, n)
    values = np.round((rng.normal(size=n) + labels) * 1024) / 1024
    return TrialData("ordinary values", values, labels)


def trial_data() -> list[TrialData]:
    """Return all data, the ordinary first."""
    rng = np.random.default_rng(2)
    n = 90
    labels = rng.integers(0, N_CLASSES, n)
    spread = rng.normal(size=n)
    some = np.where(rng.random(n) < 0.4, np.nan, spread)
    of_last_class = labels == N_CLASSES - 1
    ends = np.array([-1.7e308, -1e308, -1.0, 0.0, 1.0, 1e308, 1.7e308])
    return [
        ordinary(),
        TrialData("many equal values", np.round(spread * 2) + labels % 2, labels),
        TrialData("one value many times", np.where(spread < 1, 0.0, spread), labels),
        TrialData("a constant", np.full(n, 3.0), labels),
        TrialData("a constant of zero", np.zeros(n), labels),
        TrialData("a single instance", np.array([2.5]), np.array([1])),
        TrialData("two instances", np.array([1.0, 2.0]), np.array([0, 1])),
        TrialData("a single known value", np.where(np.arange(n) == 7, 1.5, np.nan), labels),
        TrialData("missing values", some, labels),
        TrialData("a class without a known value", np.where(of_last_class, np.nan, some), labels),
        TrialData("a class without an instance", spread, labels, n_classes=N_CLASSES + 1),
        TrialData("instances of one class", spread, np.zeros(n, dtype=np.int64)),
        TrialData("one declared class", spread, np.zeros(n, dtype=np.int64), n_classes=1),
        TrialData("a class of one instance", spread, (np.arange(n) == 5).astype(np.int64)),
        TrialData("many classes", spread, np.arange(n) % 40, n_classes=40),
        TrialData("skewed values", np.exp(4 * spread), labels),
        TrialData("values of both signs up to 1.7e308", np.tile(ends, 6), np.arange(42) % 3),
        TrialData("values from 1e308", 1e308 * (1 + rng.random(n) / 2), labels),
        TrialData("subnormal values", rng.integers(0, 50, n).astype(np.float64) * 5e-324, labels),
        TrialData(
            "neighbouring doubles",
            1.0 + rng.integers(0, 20, n).astype(np.float64) * 2.0**-52,
            labels,
        ),
        TrialData("negative zero", np.where(spread < 0, -0.0, np.floor(spread)), labels),
        TrialData("a large sample", rng.normal(size=3000), rng.integers(0, N_CLASSES, 3000)),
    ]
