"""Published values as an experiment of their own: the tables and claims of a print.

They go through the same code as our results, so what it says of the print can be held against
what the publication itself says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.claims import Claim
from nbexp.compare.jackknife import StandardErrors
from nbexp.compare.metrics import METRICS
from nbexp.report.cells import DONE, UNAVAILABLE, Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.published import Published
from nbexp.report.settings import Settings
from nbexp.report.source import DataFault, StoredDataSet, UnitRow


class _NoStore:
    """The read side of a store that holds nothing but the names of methods."""

    spec: Mapping[str, object]

    def __init__(self, methods: Sequence[str]) -> None:
        self.spec = {}
        self._methods = methods

    def methods(self) -> Sequence[str]:
        return self._methods

    def datasets(self) -> Sequence[StoredDataSet]:
        return ()

    def faults(self) -> Sequence[DataFault]:
        return ()

    def seeds(self) -> Sequence[int]:
        return ()

    def labels(self, dataset: str) -> NDArray[np.integer]:
        raise KeyError(dataset)

    def predictions(self, dataset: str, method: str, seed: int) -> NDArray[np.integer]:
        raise KeyError((dataset, method, seed))

    def units(self) -> Iterator[UnitRow]:
        return iter(())


class PrintedEvaluation(Evaluation):
    """Published values in the place of results; nothing stands beside them.

    Parameters
    ----------
    name : str
    published : Published
    settings : Settings
        Of the spec that names the publication.
    claims : sequence of Claim
    """

    is_print = True

    def __init__(
        self, name: str, published: Published, settings: Settings, claims: Sequence[Claim] = ()
    ) -> None:
        self._print = published
        labels = [
            label
            for label, method in settings.methods.items()
            if {label, method} & set(published.methods)
        ]
        super().__init__(name, _NoStore(labels), published, settings=settings, claims=claims)
        self.provenance = f"As printed: {settings.published_name} ({published.name})."

    @cached_property
    def datasets(self) -> tuple[str, ...]:
        """The data sets that are printed, by size."""
        return tuple(sorted(self._print.datasets, key=self.size))

    def size(self, dataset: str) -> int:
        """Return the number of instances, 0 if it is not told."""
        return self._print.instances.get(dataset, 0)

    @cached_property
    def cells(self) -> dict[tuple[str, str], Cell]:
        """The printed cells."""
        return {
            (dataset, label): self._cell(dataset, label)
            for dataset in self.datasets
            for label in self.methods
        }

    def _cell(self, dataset: str, label: str) -> Cell:
        found = self.printed_method(label)
        shares = [self._print.share(dataset, found, metric) for metric in METRICS]
        error, bias, variance = shares
        return Cell(
            dataset,
            label,
            self.size(dataset),
            self.settings.trials,
            self.settings.folds,
            DONE if any(share is not None for share in shares) else UNAVAILABLE,
            error=error,
            bias=bias,
            variance=variance,
        )

    def standard_errors(self, dataset: str, method: str) -> StandardErrors:
        """Return nothing: print has no trials."""
        return StandardErrors(None, None, None)
