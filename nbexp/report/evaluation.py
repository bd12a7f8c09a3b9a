"""An experiment as its report sees it: data sets, methods, cells, times, published values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import hypot, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from nbexp.compare.bias_variance import decompose
from nbexp.compare.claims import Claim
from nbexp.compare.jackknife import StandardErrors, jackknife
from nbexp.compare.means import float_mean
from nbexp.compare.metrics import METRICS
from nbexp.errors import SpecError
from nbexp.report.cells import (
    DONE,
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
from nbexp.report.stream_cells import KeepsCourses, pool_streams, read_stream_cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nbexp.protocol.checkpoints import Course
    from nbexp.report.claims import ClaimResult
    from nbexp.report.verdicts import Verdicts


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
        The published values. They stand beside ours or, where the evaluation `is_print`, alone.
    seeds : sequence of int, optional
        The root seeds to report; all of the store by default.
    split : function
        The decomposition of the error.
    settings : Settings, optional
        What the report shows, in place of what the store's spec says.
    claims : sequence of Claim
        What the publication claims.
    folder : Path, optional
        Where the results lie.
    """

    is_print: bool = False
    """Whether these are published values alone, without a run."""

    provenance: str = ""
    """Where the numbers come from, if not from the units of a run."""

    def __init__(
        self,
        name: str,
        store: ResultStore,
        published: Published | None = None,
        seeds: Sequence[int] | None = None,
        split: Splitter = decompose,
        *,
        settings: Settings | None = None,
        claims: Sequence[Claim] = (),
        folder: Path | None = None,
    ) -> None:
        self.name = name
        self.published = published
        self.claims = tuple(claims)
        self.folder = folder
        self.settings: Settings = settings or read_settings(store.spec)
        self.methods: tuple[str, ...] = tuple(store.methods())
        # A seed asked for twice is still one experiment.
        chosen = store.seeds() if seeds is None else seeds
        self.seeds: tuple[int, ...] = tuple(dict.fromkeys(chosen))
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
        return Evaluation(self.name, self._store, None, self.seeds, split, settings=self.settings)

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
        cells: dict[int, dict[tuple[str, str], Cell]] = {seed: {} for seed in self.seeds}
        for dataset in self.facts:
            labels = self._store.labels(dataset)
            for seed in self.seeds:
                for method in self.methods:
                    where = (dataset, method, seed)
                    sums = self.sums.get(where, UnitSums())
                    cells[seed][dataset, method] = self._read_cell(labels, where, sums)
        return cells

    def _read_cell(
        self, labels: NDArray[np.integer], where: tuple[str, str, int], sums: UnitSums
    ) -> Cell:
        trials, folds = self.settings.trials, self.settings.folds
        if self.settings.is_stream:
            return read_stream_cell(self._store, labels, where, sums, trials)
        return read_cell(self._store, labels, where, sums, (trials, folds), self._split)

    def _pooled(self, seeds: Sequence[Cell]) -> Cell:
        several = len(seeds) > 1 and all(cell.status == DONE for cell in seeds)
        return pool_streams(seeds) if self.settings.is_stream and several else pool(seeds)

    def courses(self, dataset: str, method: str) -> tuple[Course, ...]:
        """Return the courses of a method's streams over all root seeds; none where any lacks."""
        cell = self.cells.get((dataset, method))
        if cell is None or cell.status != DONE or not isinstance(self._store, KeepsCourses):
            return ()
        if (dataset, method) not in self._courses:
            found = [self._store.courses(dataset, method, seed) for seed in self.seeds]
            self._courses[dataset, method] = tuple(one for by in found for one in by.values())
        return self._courses[dataset, method]

    @cached_property
    def _courses(self) -> dict[tuple[str, str], tuple[Course, ...]]:
        return {}

    @cached_property
    def cells(self) -> dict[tuple[str, str], Cell]:
        """The cells of the tables, root seeds pooled, by data set and method."""
        pooled = {}
        trials, folds = self.settings.trials * len(self.seeds), self.settings.folds
        for dataset in self.datasets:
            for method in self.methods:
                if dataset in self.facts:
                    seeds = [self.seed_cells[seed][dataset, method] for seed in self.seeds]
                    pooled[dataset, method] = self._pooled(seeds)
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

    def standard_errors(self, dataset: str, method: str) -> StandardErrors:
        """Return the standard errors of a cell's values; None where there is no value.

        The error's is s/sqrt(T), over all trials of all root seeds. Bias and variance are
        means over the seeds, so theirs is that of a mean of the seeds' jackknives.
        """
        where = (dataset, method)
        if where not in self._errors:
            self._errors[where] = self._standard_errors(*where)
        return self._errors[where]

    @cached_property
    def _errors(self) -> dict[tuple[str, str], StandardErrors]:
        return {}

    def _standard_errors(self, dataset: str, method: str) -> StandardErrors:
        cell = self.cells[dataset, method]
        if cell.error_sd is None:
            return StandardErrors(None, None, None)
        if self.settings.is_stream:  # whose error is not parted
            return StandardErrors(cell.error_sd / sqrt(len(cell.trial_errors)), None, None)
        labels = self._store.labels(dataset)
        parts = [
            jackknife(labels, self._store.predictions(dataset, method, seed)) for seed in self.seeds
        ]
        return StandardErrors(
            cell.error_sd / sqrt(len(cell.trial_errors)),
            _pooled([part.bias for part in parts]),
            _pooled([part.variance for part in parts]),
        )

    @cached_property
    def verdicts(self) -> Mapping[str, Verdicts]:
        """The verdicts on the printed cells, by metric: error, bias, variance."""
        from nbexp.report.verdicts import judge_cells

        return {metric: judge_cells(self, metric) for metric in METRICS}

    @cached_property
    def claim_results(self) -> tuple[ClaimResult, ...]:
        """What was found about the claims of the publication."""
        from nbexp.report.claims import check_claims

        return check_claims(self)

    def printed_method(self, label: str) -> str:
        """Return the method under which a label's values are published."""
        if self.published and label in self.published.methods:
            return label
        return self.settings.methods.get(label, label)

    def printed_share(self, dataset: str, method: str, metric: str) -> Fraction | None:
        """Return the published share to stand beside ours; None if there is none."""
        if self.published is None or self.is_print:
            return None
        named = self.printed_name(dataset)
        return self.published.share(named, self.printed_method(method), metric)

    def printed_name(self, dataset: str) -> str:
        """Return the name under which a data set's values are published: a variant's original."""
        return self.settings.published_as.get(dataset, dataset)

    def column_of_print(self, method: str, metric: str) -> dict[str, Fraction]:
        """Return the published shares of a method, each data set once, by its printed name.

        They stand beside ours: none where there is print alone.
        """
        if self.published is None or self.is_print:
            return {}
        return self.published.column(self.printed_method(method), metric)

    def printed_column(self, method: str, metric: str) -> dict[str, Fraction]:
        """Return the published shares of a method that stand beside ours, by our data set.

        A variant has those of the data set that it is compared with, which may have them too: for
        what is said of print alone there is `column_of_print`.
        """
        column = self.column_of_print(method, metric)
        variants = self.settings.published_as.items()
        return column | {name: column[other] for name, other in variants if other in column}

    def heading(self, method: str) -> str:
        """Return a method's column heading: its id in capitals, a label of its own as it is."""
        plain = self.settings.methods.get(method, method) == method and ":" not in method
        return method.upper() if plain else method

    def times(self, dataset: str) -> FoldTimes:
        """Return the mean seconds for a fold of a data set."""
        shared: list[float] = []
        own = {}
        for method in self.methods:
            parts = [self.sums.get((dataset, method, seed), UnitSums()) for seed in self.seeds]
            own[method] = float_mean(s for part in parts for s in part.fit_seconds)
            shared += [s for part in parts for s in part.shared_seconds]
        return FoldTimes(float_mean(shared), own)


def _pooled(errors: Sequence[float | None]) -> float | None:
    """Return the standard error of the mean of independent values from theirs."""
    known = [error for error in errors if error is not None]
    return hypot(*known) / len(known) if known else None
