"""What figures and the page are made from: an evaluation, and what else its store tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from nbexp.report.evaluation import Evaluation
from nbexp.report.table import NOTHING, percent


@dataclass(frozen=True, eq=False)
class Experiment:
    """An experiment for the eye.

    Attributes
    ----------
    evaluation : Evaluation
        Where all numbers come from.
    spec, environment : mapping
        As the store keeps them.
    finished : str
        When the last run ended; empty if it did not.
    """

    evaluation: Evaluation
    spec: Mapping[str, object] = field(default_factory=dict)
    environment: Mapping[str, object] = field(default_factory=dict)
    finished: str = ""

    def headings(self, methods: tuple[str, ...]) -> list[str]:
        """Return the names of methods as tables write them."""
        return [self.evaluation.heading(method) for method in methods]

    def common(self, methods: tuple[str, ...], metric: str = "error") -> list[str]:
        """Return the data sets in which all these methods have a value."""
        columns = [self.evaluation.column(method, metric) for method in methods]
        return [d for d in self.evaluation.datasets if all(d in column for column in columns)]


def written(share: Fraction | None) -> str:
    """Return a share in per cent as tables write it."""
    return percent(share).parts()[0] if share is not None else NOTHING


def in_percent(share: Fraction) -> float:
    """Return a share in per cent, for a place in a drawing."""
    return float(share * 100)
