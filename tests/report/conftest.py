"""A result store made up in memory, with the read side of the real one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest


@dataclass
class FakeStore:
    """Predictions by (data set, method, seed), and units cut out of them."""

    truth: dict[str, np.ndarray]
    predicted: dict[tuple[str, str, int], np.ndarray]
    folds: int = 2
    trials: int = 2
    failed: Mapping[tuple[str, str, int, int, int], tuple[str, str]] = field(default_factory=dict)
    absent: Sequence[tuple[str, str, int, int, int]] = ()
    faulty: Sequence[tuple[str, bool, str]] = ()
    report: Mapping[str, Any] = field(default_factory=dict)
    published: Mapping[str, str] | None = None
    title: str = "A made-up experiment"

    def _unique(self, place: int) -> list[Any]:
        return list(dict.fromkeys(key[place] for key in self.predicted))

    @property
    def spec(self) -> dict[str, Any]:
        return {
            "name": "fake",
            "title": self.title,
            "datasets": [{"name": name, "optional": False} for name in self.truth]
            + [{"name": name, "optional": optional} for name, optional, _ in self.faulty],
            "methods": [{"label": label, "method": label.split()[0]} for label in self._unique(1)],
            "protocol": {
                "kind": "cross-validation",
                "trials": self.trials,
                "folds": self.folds,
                "stratified": False,
            },
            "seeds": self.seeds(),
            "report": dict(self.report),
            "published": self.published,
        }

    def methods(self) -> list[str]:
        return self._unique(1)

    def seeds(self) -> list[int]:
        return self._unique(2)

    def datasets(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(
                name=name,
                title=name.capitalize(),
                instances=len(labels),
                quantitative=4,
                qualitative=1,
                n_classes=3,
                classes=("a", "b", "c"),
                missing=5,
                digest="0123456789abcdef" * 4,
            )
            for name, labels in self.truth.items()
        ]

    def faults(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(dataset=name, optional=optional, unavailable=optional, message=message)
            for name, optional, message in self.faulty
        ]

    def labels(self, dataset: str) -> np.ndarray:
        return self.truth[dataset]

    def _tested(self, dataset: str, fold: int) -> np.ndarray:
        return np.arange(len(self.truth[dataset])) % self.folds == fold

    def _lost(self, unit: tuple[str, str, int, int, int]) -> bool:
        return unit in self.failed or unit in self.absent

    def predictions(self, dataset: str, method: str, seed: int) -> np.ndarray:
        found = self.predicted[dataset, method, seed].astype(np.int16)
        for trial in range(self.trials):
            for fold in range(self.folds):
                if self._lost((dataset, method, seed, trial, fold)):
                    found[trial, self._tested(dataset, fold)] = -1
        return found

    def units(self) -> Iterator[SimpleNamespace]:
        for (dataset, method, seed), predictions in self.predicted.items():
            for trial in range(self.trials):
                for fold in range(self.folds):
                    unit = (dataset, method, seed, trial, fold)
                    if unit in self.absent:
                        continue
                    tested = self._tested(dataset, fold)
                    wrong = predictions[trial, tested] != self.truth[dataset][tested]
                    phase, cause = self.failed.get(unit, (None, None))
                    yield SimpleNamespace(
                        dataset=dataset,
                        method=method,
                        seed=seed,
                        trial=trial,
                        fold=fold,
                        status="failed" if phase else "done",
                        instances=int(tested.sum()),
                        errors=0 if phase else int(wrong.sum()),
                        log_loss=0.5 * int(tested.sum()),
                        brier=0.25 * int(tested.sum()),
                        intervals=(10, 5, 10, 3),
                        fit_seconds=0.5 + trial,
                        shared_seconds=2.0,
                        phase=phase,
                        cause=cause,
                    )


def with_errors(labels: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    """Return predictions with so many errors a trial, the first instances being wrong."""
    predictions = np.tile(labels, (len(counts), 1))
    for trial, count in enumerate(counts):
        predictions[trial, :count] = (labels[:count] + 1) % 3
    return predictions


@pytest.fixture
def make_store() -> Callable[..., FakeStore]:
    """Make a store from error counts: {(data set, method[, seed]): (trial 1, trial 2)}."""

    def make(
        sizes: Mapping[str, int], errors: Mapping[tuple[Any, ...], Sequence[int]], **others: Any
    ) -> FakeStore:
        truth = {name: np.arange(size) % 3 for name, size in sizes.items()}
        predicted = {
            (key[0], key[1], key[2] if len(key) > 2 else 7): with_errors(truth[key[0]], counts)
            for key, counts in errors.items()
        }
        return FakeStore(truth, predicted, **others)

    return make
