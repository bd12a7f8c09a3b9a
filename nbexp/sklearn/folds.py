"""The folds of nbexp's protocol, as a splitter for scikit-learn's cross-validation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.api.classes import Classes
from nbexp.protocol.folds import fold_assignment


class Folds:
    """Repeated cross-validation with the folds that `nbexp run` draws.

    Pass it as `cv` and scikit-learn sees the same training and test sets as nbexp.

    Parameters
    ----------
    name : str
        The name of the data set.
    trials, folds : int
    seed : int
        The root seed.
    stratified : bool

    Examples
    --------
    >>> import nbexp
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = nbexp.to_frame(nbexp.load_dataset("iris"))
    >>> scores = cross_val_score(DiscretizedNB("ndd"), X, y, cv=Folds("iris", trials=2))
    >>> len(scores)
    6
    """

    def __init__(
        self,
        name: str = "data",
        *,
        trials: int = 10,
        folds: int = 3,
        seed: int = 1,
        stratified: bool = False,
    ) -> None:
        self.name = name
        self.trials = trials
        self.folds = folds
        self.seed = seed
        self.stratified = stratified

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield training and test instances of each fold of each trial."""
        n = X.shape[0] if hasattr(X, "shape") else len(X)
        if self.stratified and y is None:
            raise ValueError("stratified folds need the classes: y is None")
        labels = Classes.of(y).codes if self.stratified else np.zeros(n, dtype=np.int8)
        for trial in range(self.trials):
            assignment = fold_assignment(
                self.name,
                labels,
                seed=self.seed,
                trial=trial,
                folds=self.folds,
                stratified=self.stratified,
            )
            for fold in range(self.folds):
                yield np.flatnonzero(assignment != fold), np.flatnonzero(assignment == fold)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds of all trials."""
        return self.trials * self.folds

    def __repr__(self) -> str:
        return (
            f"Folds({self.name!r}, trials={self.trials}, folds={self.folds}, seed={self.seed}, "
            f"stratified={self.stratified})"
        )
