"""An experiment as its report sees it: data sets, methods, cells, times, published values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum

from nbexp.compare.bias_variance import decompose
from nbexp.errors import SpecError
from nbexp.report.cells import (
    UNAVAILABLE,
    Cell,
    Splitter,
    Sums,
    UnitSums,
    pool,
    read_cell,
    unit_sums,
)
from nbexp.report.published import Published
from nbexp.report.settings import Settings, read_settings
from nbexp.report.source import DataFault, ResultStore, StoredDataSet


@dataclass(frozen=True)
class FoldTimes:
    """Mean seconds for a fold of a data set.

    Attributes
    ----------
    shared : float or None
        Work that serves all methods run together. It belongs to no method.
    own : mapping of method to float or None
        What the method alone took.
    """

    shared: float | None
    own: dict[str, float | None]


class Evaluation:
    """An experiment as its report sees it.

    Parameters
    ----------
    name : str
        The name it is reported under.
    store : ResultStore
    published : Published, optional
        Values to stand beside ours.
    seeds : sequence of int, optional
        The root seeds to report; all of the store by default.
    split : function
        The decomposition of the error.
    """

    def __init__(
        self,
        name: str,
        store: ResultStore,
        published: Published | None = None,
        seeds: Sequence[int] | None = None,
        split: Splitter = decompose,
    ) -> None:
        self.name = name
        self.published = published
        self.settings: Settings = read_settings(store.spec)
        self.methods: tuple[str, ...] = tuple(store.methods())
        self.seeds: tuple[int, ...] = tuple(store.seeds() if seeds is None else seeds)
        self.faults: tuple[DataFault, ...] = tuple(store.faults())
        self._store = store
        self._split = split
        unknown = [str(seed) for seed in self.seeds if seed not in store.seeds()]
        if unknown:
            had = ", ".join(map(str, store.seeds()))
            raise SpecError(f"{name}: no root seed {', '.join(unknown)}; expected one of {had}")

    def decomposed_by(self, split: Splitter) -> Evaluation:
        """Return the same experiment with another decomposition.

        Published values are left behind: they are of the decomposition they were printed for.
        """
        return Evaluation(self.name, self._store, None, self.seeds, split)

    @cached_property
    def facts(self) -> dict[str, StoredDataSet]:
        """The data sets that ran, by size (then in spec order)."""
        stored = sorted(self._store.datasets(), key=lambda dataset: dataset.instances)
        return {dataset.name: dataset for dataset in stored}

    @cached_property
    def datasets(self) -> tuple[str, ...]:
        """The rows of a table, by size: what ran, and what is published but could not be had."""
        sizes = {name: facts.instances for name, facts in self.facts.items()}
        if self.published:
            printed = {dataset for dataset, _ in self.published.cells}
            for fault in self.faults:
                if fault.dataset in printed:
                    size = self.published.instances.get(fault.dataset, 0)
                    sizes.setdefault(fault.dataset, size)
        return tuple(sorted(sizes, key=lambda name: sizes[name]))

    def size(self, dataset: str) -> int:
        """Return the number of instances, as published if the data set could not be had."""
        if dataset in self.facts:
            return self.facts[dataset].instances
        return self.published.instances.get(dataset, 0) if self.published else 0

    @cached_property
    def sums(self) -> Sums:
        """Sums of the units, by data set, method and root seed."""
        return unit_sums(self._store.units())

    @cached_property
    def seed_cells(self) -> dict[int, dict[tuple[str, str], Cell]]:
        """The cells of each root seed, by data set and method."""
        shape = (self.settings.trials, self.settings.folds)
        cells: dict[int, dict[tuple[str, str], Cell]] = {seed: {} for seed in self.seeds}
        for dataset in self.facts:
            labels = self._store.labels(dataset)
            for seed in self.seeds:
                for method in self.methods:
                    where = (dataset, method, seed)
                    sums = self.sums.get(where, UnitSums())
                    cells[seed][dataset, method] = read_cell(
                        self._store, labels, where, sums, shape, self._split
                    )
        return cells

    @cached_property
    def cells(self) -> dict[tuple[str, str], Cell]:
        """The cells of the tables, root seeds pooled, by data set and method."""
        pooled = {}
        trials, folds = self.settings.trials * len(self.seeds), self.settings.folds
        for dataset in self.datasets:
            for method in self.methods:
                if dataset in self.facts:
                    seeds = [self.seed_cells[seed][dataset, method] for seed in self.seeds]
                    pooled[dataset, method] = pool(seeds)
                else:
                    size = self.size(dataset)
                    pooled[dataset, method] = Cell(
                        dataset, method, size, trials, folds, UNAVAILABLE
                    )
        return pooled

    def column(self, method: str, metric: str) -> dict[str, Fraction]:
        """Return our shares of a method by data set, where there are any."""
        shares = {dataset: self.cells[dataset, method].share(metric) for dataset in self.datasets}
        return {dataset: share for dataset, share in shares.items() if share is not None}

    def printed_method(self, label: str) -> str:
        """Return the method under which a label's values are published."""
        if self.published and label in self.published.methods:
            return label
        return self.settings.methods.get(label, label)

    def printed_share(self, dataset: str, method: str, metric: str) -> Fraction | None:
        """Return the published share of a data set and method; None if there is none."""
        if self.published is None:
            return None
        return self.published.share(dataset, self.printed_method(method), metric)

    def printed_column(self, method: str, metric: str) -> dict[str, Fraction]:
        """Return the published shares of a method by data set, all that are printed."""
        if self.published is None:
            return {}
        return self.published.column(self.printed_method(method), metric)

    def heading(self, method: str) -> str:
        """Return a method's column heading: its id in capitals, a label of its own as it is."""
        plain = self.settings.methods.get(method, method) == method
        return method.upper() if plain else method

    def times(self, dataset: str) -> FoldTimes:
        """Return the mean seconds for a fold of a data set."""
        shared: list[float] = []
        own = {}
        for method in self.methods:
            parts = [self.sums.get((dataset, method, seed), UnitSums()) for seed in self.seeds]
            own[method] = _mean([s for part in parts for s in part.fit_seconds])
            shared += [s for part in parts for s in part.shared_seconds]
        return FoldTimes(_mean(shared), own)


def _mean(seconds: Sequence[float]) -> float | None:
    return fsum(seconds) / len(seconds) if seconds else None
