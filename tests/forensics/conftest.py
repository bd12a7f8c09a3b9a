"""A tiny experiment: three readings of FFD on two data sets of 1,000 instances, two trials."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nbexp.discretize.registry import create_method
from nbexp.report.evaluation import Evaluation
from nbexp.report.published import Published, PublishedCell

SIZE = 1000
READINGS: Mapping[str, Mapping[str, object]] = {
    "ffd": {},
    "ffd reading=text": {"reading": "text"},
    "ffd parts=ceil": {"parts": "ceil"},
}


class TinyStore:
    """Results by (data set, label): wrong predictions of each of two trials, in one fold."""

    def __init__(
        self, errors: Mapping[tuple[str, str], tuple[int, int]], variants: Mapping[str, str]
    ) -> None:
        self._errors = errors
        self._datasets = list(dict.fromkeys(dataset for dataset, _ in errors))
        self._variants = variants
        self.truth = np.zeros(SIZE, dtype=np.int64)

    @property
    def spec(self) -> dict[str, Any]:
        return {
            "name": "tiny",
            "datasets": [
                {"name": name, "published-as": self._variants[name]}
                if name in self._variants
                else {"name": name}
                for name in self._datasets
            ],
            "methods": [
                {
                    "label": label,
                    "method": "ffd",
                    "params": create_method("ffd", params).resolved_params(),
                }
                for label, params in READINGS.items()
            ],
            "protocol": {"trials": 2, "folds": 1},
            "published": {"table": "none.csv", "name": "A paper"},
        }

    def methods(self) -> list[str]:
        return list(READINGS)

    def seeds(self) -> list[int]:
        return [7]

    def faults(self) -> list[SimpleNamespace]:
        return []

    def datasets(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name=name, instances=SIZE) for name in self._datasets]

    def labels(self, dataset: str) -> np.ndarray:
        del dataset
        return self.truth

    def predictions(self, dataset: str, method: str, seed: int) -> np.ndarray:
        del seed
        predicted = np.zeros((2, SIZE), dtype=np.int16)
        for trial, wrong in enumerate(self._errors[dataset, method]):
            predicted[trial, :wrong] = 1
        return predicted

    def units(self) -> Iterator[SimpleNamespace]:
        for (dataset, method), counts in self._errors.items():
            for trial, wrong in enumerate(counts):
                yield SimpleNamespace(
                    dataset=dataset,
                    method=method,
                    seed=7,
                    trial=trial,
                    fold=0,
                    status="done",
                    instances=SIZE,
                    errors=wrong,
                    log_loss=0.0,
                    brier=0.0,
                    intervals=(3,),
                    fit_seconds=0.1,
                    shared_seconds=0.1,
                    phase=None,
                    cause=None,
                )


def _cell(error: str, bias: str, variance: str) -> PublishedCell:
    shares = {"error": error, "bias": bias, "variance": variance}
    return PublishedCell({metric: Fraction(value) / 100 for metric, value in shares.items()})


ERRORS = {
    ("small", "ffd"): (100, 120),
    ("small", "ffd reading=text"): (150, 170),
    ("small", "ffd parts=ceil"): (110, 130),
    ("large", "ffd"): (200, 220),
    ("large", "ffd reading=text"): (190, 210),
    ("large", "ffd parts=ceil"): (210, 230),
}


@pytest.fixture
def evaluate() -> Callable[..., Evaluation]:
    """Return the evaluation of some errors against a printed table.

    Printed are 11.0 % of the data set *small* and 20.0 % of *large*, under FFD.
    """

    def made(
        errors: Mapping[tuple[str, str], tuple[int, int]] = ERRORS,
        variants: Mapping[str, str] | None = None,
    ) -> Evaluation:
        cells = {
            ("small", "ffd"): _cell("11.0", "10.0", "1.0"),
            ("large", "ffd"): _cell("20.0", "19.0", "1.0"),
        }
        published = Published("paper.csv", cells, {}, {})
        return Evaluation("tiny", TinyStore(errors, variants or {}), published)  # type: ignore[arg-type]

    return made
