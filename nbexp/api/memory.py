"""The results of an evaluation, kept in memory in the form in which a store shows its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.protocol.trial import UnitResult
from nbexp.runner.records import DataFault, StoredDataSet, UnitRow


@dataclass(eq=False)
class MemoryStore:
    """Results in memory; see `nbexp.report.source.ResultStore`.

    Attributes
    ----------
    spec : mapping
        Resolved, as a store keeps it.
    data : dict of str to DataSet
    """

    spec: Mapping[str, object]
    data: Mapping[str, DataSet]
    _units: dict[tuple[str, str, int, int, int], UnitRow] = field(default_factory=dict)
    _predictions: dict[tuple[str, str, int], NDArray[np.int16]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, object]:
        """Nothing: what is computed here is not kept."""
        return {}

    def add(
        self,
        where: tuple[str, int, int],
        assignment: NDArray[np.uint8],
        results: Sequence[UnitResult],
    ) -> None:
        """Add the results of a trial, given as (data set, seed, trial)."""
        dataset, seed, trial = where
        for result in results:
            members = np.flatnonzero(assignment == result.fold)
            if result.predictions is not None:
                self._room(dataset, result.method, seed)[trial, members] = result.predictions
            self._units[dataset, result.method, seed, trial, result.fold] = UnitRow(
                dataset=dataset,
                method=result.method,
                seed=seed,
                trial=trial,
                fold=result.fold,
                status=result.status,
                instances=len(members),
                errors=result.errors,
                log_loss=result.log_loss,
                brier=result.brier,
                intervals=result.intervals,
                fit_seconds=result.fit_seconds,
                shared_seconds=result.shared_seconds,
                phase=result.phase,
                cause=result.cause,
            )

    def _room(self, dataset: str, method: str, seed: int) -> NDArray[np.int16]:
        where = (dataset, method, seed)
        if where not in self._predictions:
            shape = (self._trials, self.data[dataset].n_instances)
            self._predictions[where] = np.full(shape, -1, dtype=np.int16)
        return self._predictions[where]

    @property
    def _trials(self) -> int:
        protocol = self.spec["protocol"]
        assert isinstance(protocol, Mapping)
        return int(protocol["trials"])

    def methods(self) -> list[str]:
        """Return the labels of the methods."""
        methods = self.spec["methods"]
        assert isinstance(methods, list)
        return [str(method["label"]) for method in methods]

    def datasets(self) -> list[StoredDataSet]:
        """Return the facts of the data sets."""
        return [
            StoredDataSet(
                name=name,
                title=name,
                instances=data.n_instances,
                quantitative=len(data.quantitative),
                qualitative=len(data.qualitative),
                missing=sum(attribute.n_missing for attribute in data.attributes),
                classes=data.classes,
                digest=data.digest,
            )
            for name, data in self.data.items()
        ]

    def faults(self) -> list[DataFault]:
        """Return no data set: all were at hand."""
        return []

    def seeds(self) -> list[int]:
        """Return the root seeds."""
        seeds = self.spec["seeds"]
        assert isinstance(seeds, list)
        return [int(seed) for seed in seeds]

    def labels(self, dataset: str) -> NDArray[np.integer]:
        """Return the true class codes: (n,)."""
        return self.data[dataset].labels

    def predictions(self, dataset: str, method: str, seed: int) -> NDArray[np.int16]:
        """Return the predicted class codes, -1 where there is none: (trials, n)."""
        return self._room(dataset, method, seed)

    def units(self) -> Iterator[UnitRow]:
        """Yield all units."""
        yield from self._units.values()
