"""What a method is: citation, taxonomy, parameters, and a fit to one attribute."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import wraps
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.parameters import (
    READING,
    READING_PARAMETER,
    TABLES,
    TRAINING_SIZE,
    Choice,
    Int,
    Parameter,
    Real,
)
from nbexp.discretize.sample import Sample
from nbexp.errors import SpecError


@dataclass(frozen=True)
class Taxonomy:
    """A method's place in the taxonomy of the thesis (section 2.3, Table 4.2).

    Each field holds the word of the thesis; a slash joins two that both apply, and a
    dash says that the distinction does not apply.
    """

    build: str = "primary"
    supervision: str = "unsupervised"
    variate: str = "univariate"
    parameters: str = "parametric"
    hierarchy: str = "non-hierarchical"
    scope: str = "global"
    timing: str = "eager"
    overlap: str = "disjoint"

    def words(self) -> dict[str, str]:
        """Return the distinctions and this method's side of each."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class FittedAttribute(ABC):
    """What a method has learned of one quantitative attribute."""

    n_intervals: int
    """Number of intervals formed (0 where the method forms none, as a density)."""

    @abstractmethod
    def rows(self, values: NDArray[np.float64]) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
        """Return the evidence of each value for each class.

        Parameters
        ----------
        values : (q,) float64
            Distinct known values in ascending order.

        Returns
        -------
        index : (q,) integer
            For each value, its row in `table`.
        table : (n_rows, n_classes) float64
            log p(value | class), up to a constant of the row.
        """

    def log_likelihood(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the evidence of values in any order: (n, n_classes) float64."""
        distinct, inverse = np.unique(values, return_inverse=True)
        index, table = self.rows(distinct)
        evidence: NDArray[np.float64] = table[index[inverse]]
        return evidence


BAYES_PARAMETERS = (
    READING_PARAMETER,
    Parameter("m", Real(1e-6), 2.0, "weight of the prior in the m-estimate of p(value | class)"),
    Parameter(
        "class-counts",
        Choice(("all", "known")),
        "all",
        "which training instances n_c counts: all of the class, or those with a known value",
    ),
    Parameter(
        "qualitative-total",
        Choice(("all", "known")),
        "all",
        "what p of a qualitative value divides by: all training instances, or those with a "
        "known value",
    ),
    Parameter(
        TRAINING_SIZE,
        Int(0),
        0,
        "train on this many of the training instances, drawn at random; 0: on all of them",
    ),
)
"""The parameters of naive Bayes itself, which every method shares."""


class Method(ABC):
    """A method that turns the values of a quantitative attribute into evidence for a class.

    Parameters are given by name and checked against their declared domains; what is not
    given takes its default (under ``reading: text``, the default of the literal text).
    """

    id: ClassVar[str]
    """As in specs, tables and columns."""

    name: ClassVar[str]
    """In words."""

    version: ClassVar[int] = 1
    """Raised whenever the method's results change; part of a unit's key."""

    source: ClassVar[str]
    """Paper, section and equation."""

    bibtex: ClassVar[str]
    taxonomy: ClassVar[Taxonomy]

    unit_free: ClassVar[bool] = True
    """Whether an attribute in another unit (shifted, scaled) gives the same evidence."""

    own_parameters: ClassVar[tuple[Parameter, ...]] = ()
    parameters: ClassVar[tuple[Parameter, ...]] = BAYES_PARAMETERS
    """A method's own parameters, then those that all share."""

    m: float
    class_counts: str
    qualitative_total: str
    training_size: int

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        cls.parameters = (*cls.own_parameters, *BAYES_PARAMETERS)
        if "fit" in vars(cls):
            cls.fit = _refusing_nothing(cls.fit)  # type: ignore[assignment,method-assign]

    def __init__(self, **params: object) -> None:
        declared = {parameter.name: parameter for parameter in self.parameters}
        for name, value in params.items():
            if name not in declared:
                known = ", ".join(declared) or "none"
                raise SpecError(f"method {self.id}: no parameter {name!r}; its parameters: {known}")
            expected = declared[name].domain.check(value)
            if expected is not None:
                raise SpecError(
                    f"method {self.id}: parameter {name}: found {value!r}, expected {expected}"
                )
        reading = params.get(READING, TABLES)
        for parameter in self.parameters:
            value = params.get(parameter.name, parameter.default_for(reading))
            setattr(self, parameter.name.replace("-", "_"), value)

    @classmethod
    def create(cls, params: Mapping[str, object]) -> Self:
        """Make the method with the given parameters."""
        return cls(**params)

    def resolved_params(self) -> dict[str, object]:
        """Return all parameters with their values; the reading is resolved into the others."""
        return {
            parameter.name: getattr(self, parameter.name.replace("-", "_"))
            for parameter in self.parameters
            if parameter.name != READING
        }

    @abstractmethod
    def fit(self, sample: Sample) -> FittedAttribute:
        """Learn one attribute from a training sample.

        Raises
        ------
        ValueError
            The sample has no known value. This is seen to for every subclass.
        """


def _refusing_nothing(
    fit: Callable[[Method, Sample], FittedAttribute],
) -> Callable[[Method, Sample], FittedAttribute]:
    """Let a method's `fit` be called only where there is something to learn from."""

    @wraps(fit)
    def checked(self: Method, sample: Sample) -> FittedAttribute:
        if not sample.n_known:
            raise ValueError(f"method {self.id}: found no known value, expected at least one")
        return fit(self, sample)

    return checked
