"""Naive Bayes with a density in place of intervals: Gaussian and kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.classify import kernels
from nbexp.discretize.citations import JOHN_LANGLEY_1995
from nbexp.discretize.method import FittedAttribute, Method, Taxonomy
from nbexp.discretize.parameters import Choice, Parameter, Real
from nbexp.discretize.sample import Sample

_NOT_A_DISCRETIZER = Taxonomy("-", "-", "-", "-", "-", "-", "-", "-")


_PLAIN = 1e-140, 1e140
"""Values of this size can be squared and added up without overflow or loss."""


def safe_scale(values: NDArray[np.float64]) -> float:
    """Return a power of two that brings ascending values to a size that can be squared.

    It is 1 for all but extreme values. A density in another unit differs by a constant.
    """
    largest = max(abs(float(values[0])), abs(float(values[-1])))
    if largest == 0 or _PLAIN[0] <= largest <= _PLAIN[1]:
        return 1.0
    return math.ldexp(1.0, min(1000, -math.frexp(largest)[1]))


def values_of_classes(
    sample: Sample, scale: float = 1.0
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return each class's distinct known values, ascending and scaled, and their counts.

    A class without a known value gets those of all classes.
    """
    value = np.repeat(sample.values * scale, np.diff(sample.indptr))
    everything = (value, sample.counts.astype(np.float64))
    parts = []
    for code in range(sample.n_classes):
        own = sample.classes == code
        parts.append((value[own], sample.counts[own].astype(np.float64)))
    return [part if len(part[0]) else everything for part in parts]


@dataclass(frozen=True, eq=False)
class GaussianDensity(FittedAttribute):
    """A normal density per class.

    Attributes
    ----------
    means, deviations : (n_classes,) float64
        Of values times `scale`.
    scale : float
    """

    means: NDArray[np.float64]
    deviations: NDArray[np.float64]
    scale: float = 1.0
    n_intervals = 0

    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return the log densities of each value."""
        with np.errstate(over="ignore"):
            z = (values[:, None] * self.scale - self.means) / self.deviations
            table = np.maximum(-0.5 * z * z, kernels.LEAST_LOG_DENSITY) - np.log(self.deviations)
        return np.arange(len(values), dtype=np.int32), table


@dataclass(frozen=True, eq=False)
class Neutral(FittedAttribute):
    """An attribute that says nothing about the class."""

    n_classes: int
    n_intervals = 0

    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return one row of zeros for all values."""
        return np.zeros(len(values), dtype=np.int32), np.zeros((1, self.n_classes))


class Gaussian(Method):
    """A normal density per class, with its sample mean and deviation.

    The deviation has a floor relative to the attribute's range, so that a class of equal values
    does not claim certainty. A class with a single known value takes the deviation of all
    values; one without any, their mean too. A constant attribute says nothing.
    """

    id = "gaussian"
    name = "Gaussian naive Bayes"
    source = "Yang 2003, section 3.2.1; John and Langley 1995"
    bibtex = JOHN_LANGLEY_1995
    taxonomy = _NOT_A_DISCRETIZER
    own_parameters = (
        Parameter("floor", Real(1e-12), 1e-3, "least deviation, as a share of the range"),
    )

    floor: float

    def fit(self, sample: Sample) -> FittedAttribute:
        """Take the moments of each class."""
        if len(sample.values) == 1:
            return Neutral(sample.n_classes)
        scale = safe_scale(sample.values)
        known = sample.values * scale
        least = self.floor * float(known[-1] - known[0])
        overall = _moments(known, np.diff(sample.starts).astype(np.float64))
        moments = []
        for values, counts in values_of_classes(sample, scale):
            mean, deviation = _moments(values, counts)
            moments.append((mean, overall[1] if counts.sum() < 2 else deviation))
        means, deviations = np.array(moments).T
        return GaussianDensity(means, np.maximum(deviations, least), scale)


def _moments(values: NDArray[np.float64], counts: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and the sample deviation of values with counts."""
    n = counts.sum()
    mean = float(counts @ values / n)
    spread = float(counts @ (values - mean) ** 2)
    return mean, float(np.sqrt(spread / max(n - 1, 1)))


@dataclass(frozen=True, eq=False)
class KernelDensity(FittedAttribute):
    """A mean of normal densities, one at each training value of a class.

    Attributes
    ----------
    classes : list of (values, counts), each (n,) float64
        Of values times `scale`.
    widths : (n_classes,) float64
        The deviation of the kernels of each class.
    scale : float
    """

    classes: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
    widths: NDArray[np.float64]
    scale: float = 1.0
    n_intervals = 0

    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return the log densities of each value, summed as log-sum-exp."""
        table = np.empty((len(values), len(self.classes)))
        for code, (centres, counts) in enumerate(self.classes):
            table[:, code] = kernels.kernel_log_density(
                values * self.scale, centres, counts, float(self.widths[code])
            )
        return np.arange(len(values), dtype=np.int32), table


class Kernel(Method):
    """A Gaussian kernel at each training value of a class, of width σ = 1/√n_c.

    As printed, σ does not depend on the unit of the attribute; ``width: range`` multiplies it by
    the range of the class's values. A class without a known value takes all values.
    """

    id = "kernel"
    name = "Kernel naive Bayes"
    source = "John and Langley 1995; Yang 2003, section 3.2.1"
    bibtex = JOHN_LANGLEY_1995
    taxonomy = _NOT_A_DISCRETIZER
    unit_free = False
    own_parameters = (
        Parameter(
            "width",
            Choice(("printed", "range")),
            "printed",
            "kernel width: 1/√n_c as printed, or that times the range of the class's values",
        ),
    )

    width: str

    def fit(self, sample: Sample) -> FittedAttribute:
        """Keep the values of each class."""
        if self.width == "range" and len(sample.values) == 1:
            return Neutral(sample.n_classes)
        scale = safe_scale(sample.values) if self.width == "range" else 1.0
        classes = values_of_classes(sample, scale)
        widths = np.array([1 / np.sqrt(counts.sum()) for _, counts in classes])
        if self.width == "range":
            whole = float(sample.values[-1] * scale - sample.values[0] * scale)
            ranges = np.array([values[-1] - values[0] for values, _ in classes])
            widths *= np.where(ranges > 0, ranges, whole)
        return KernelDensity(classes, widths, scale)
