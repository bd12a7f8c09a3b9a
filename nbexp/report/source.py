"""What a report reads: the result store's read side, and where experiments lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import StoreError

STORE_FILE = "run.sqlite"
"""The file that makes a folder the results of an experiment."""


class StoredDataSet(Protocol):
    """Facts about a data set that was run."""

    @property
    def name(self) -> str:
        """The name that specs and results use."""

    @property
    def instances(self) -> int:
        """Number of instances."""

    @property
    def quantitative(self) -> int:
        """Number of quantitative attributes."""

    @property
    def qualitative(self) -> int:
        """Number of qualitative attributes."""

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""

    @property
    def missing(self) -> int:
        """Number of missing cells."""

    @property
    def digest(self) -> str:
        """SHA-256 of the parsed data."""


class DataFault(Protocol):
    """A data set that could not be had, or was not what its recipe declares."""

    @property
    def dataset(self) -> str:
        """The name of the data set."""

    @property
    def optional(self) -> bool:
        """Whether the spec can do without it."""

    @property
    def message(self) -> str:
        """What was wrong."""


class UnitRow(Protocol):
    """What is kept of one fold of one trial under one method, predictions apart."""

    @property
    def dataset(self) -> str:
        """The name of the data set."""

    @property
    def method(self) -> str:
        """The label of the method."""

    @property
    def seed(self) -> int:
        """The root seed."""

    @property
    def trial(self) -> int:
        """The trial, from 0."""

    @property
    def fold(self) -> int:
        """The fold, from 0."""

    @property
    def status(self) -> str:
        """``done`` or ``failed``."""

    @property
    def instances(self) -> int:
        """Number of test instances."""

    @property
    def errors(self) -> int:
        """Number of wrong predictions."""

    @property
    def log_loss(self) -> float:
        """Sum over the test instances, in nats."""

    @property
    def brier(self) -> float:
        """Sum over the test instances."""

    @property
    def intervals(self) -> Sequence[int]:
        """Number of intervals of each quantitative attribute."""

    @property
    def fit_seconds(self) -> float:
        """Time the method alone took."""

    @property
    def shared_seconds(self) -> float:
        """Time of the fold's work that serves all methods run with it."""

    @property
    def phase(self) -> str | None:
        """Where a failed unit failed."""

    @property
    def cause(self) -> str | None:
        """Why a failed unit failed."""


class ResultStore(Protocol):
    """The read side of a result store."""

    @property
    def spec(self) -> Mapping[str, object]:
        """The resolved spec."""

    def methods(self) -> Sequence[str]:
        """Return the labels of the methods, in spec order."""

    def datasets(self) -> Sequence[StoredDataSet]:
        """Return the data sets that ran, in spec order."""

    def faults(self) -> Sequence[DataFault]:
        """Return the data sets that could not be used."""

    def seeds(self) -> Sequence[int]:
        """Return the root seeds."""

    def labels(self, dataset: str) -> NDArray[np.integer]:
        """Return the true class codes: (n,)."""

    def predictions(self, dataset: str, method: str, seed: int) -> NDArray[np.integer]:
        """Return the predicted class codes, -1 where there is none: (trials, n)."""

    def units(self) -> Iterator[UnitRow]:
        """Yield all units that were run."""


def experiment_folders(path: Path) -> list[Path]:
    """Return the result folders at a path: itself, or those right inside it, by name.

    Raises
    ------
    StoreError
        There is none.
    """
    if (path / STORE_FILE).is_file():
        return [path]
    if path.is_dir():
        inside = sorted(child for child in path.iterdir() if (child / STORE_FILE).is_file())
        if inside:
            return inside
        found = "a folder without results"
    else:
        found = "a file" if path.exists() else "nothing"
    raise StoreError(
        f"{path}: found {found}; expected a result folder (with {STORE_FILE}) or a folder of "
        f"result folders. Run an experiment first, for example: nbexp run quick"
    )
