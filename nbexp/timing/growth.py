"""How the time of a method grows with the training set (section 5.3 of the thesis)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.discretize.method import Method
from nbexp.protocol.folds import leave_out
from nbexp.timing.measure import contenders, time_fold, warm_up
from nbexp.timing.raw import raw_fold
from nbexp.timing.records import TimedFold
from nbexp.timing.summary import median_by

TESTED = 2_000
"""Test instances at every training size, so that only the training size changes."""

_STEPS, _LEAST = 5, 250
"""Training sizes that are measured at most, and instances of the smallest at least."""

SORTING = "n log n"

_ORDERS = {
    **dict.fromkeys(("ewd", "efd", "fld", "pd", "ffd", "wpd", "ndd"), SORTING),
    **dict.fromkeys(("emd", "mdlp"), "m n log n"),
    **dict.fromkeys(("ld", "ld-ffd"), "n log n + n l"),
}


def order_of(method: str) -> str:
    """Return the order of a method's time, by its id, as section 5.3 of the thesis states it.

    Per quantitative attribute: n training and l test instances, m classes. A dash: not stated.
    """
    return _ORDERS.get(method, "-")


@dataclass(frozen=True)
class Growth:
    """How a method's time grows with the number n of training instances.

    Attributes
    ----------
    dataset, method, way : str
    smallest, largest : int
        Training instances.
    train_exponent, test_exponent : float
        The b of the least-squares line through the points: seconds = a n^b. Sorting alone,
        n log n, shows as a little more than 1.
    """

    dataset: str
    method: str
    way: str
    smallest: int
    largest: int
    train_exponent: float
    test_exponent: float


def training_sizes(n: int) -> list[int]:
    """Return sizes up to n, each twice the one before.

    >>> training_sizes(16_000)
    [1000, 2000, 4000, 8000, 16000]
    """
    sizes = [n // 2**step for step in reversed(range(_STEPS))]
    return [size for size in sizes if size >= min(_LEAST, n)]


def time_growth(
    dataset: DataSet,
    assignment: NDArray[np.uint8],
    methods: Mapping[str, Method],
    *,
    repeats: int,
) -> Iterator[TimedFold]:
    """Yield the times of all methods on training sets of the first fold that grow.

    Smaller training sets are parts of larger ones.
    """
    wanted = contenders(methods)
    warm_up(dataset, wanted)
    test = np.flatnonzero(assignment == 0)[:TESTED]
    n_train = int(np.count_nonzero(assignment != 0))
    for repeat in range(repeats):
        for size in training_sizes(n_train):
            unused = leave_out(assignment, 0, size)
            train = np.setdiff1d(np.flatnonzero(assignment != 0), unused, assume_unique=True)
            fold = raw_fold(dataset, train, test)
            for contender in wanted:
                yield time_fold(dataset.name, fold, contender, repeat=repeat, number=0)


def fit_exponent(sizes: Iterable[float], seconds: Iterable[float]) -> float:
    """Return the b of seconds = a size^b by least squares of the logarithms.

    >>> round(fit_exponent([1, 2, 4], [3, 12, 48]), 6)
    2.0
    """
    x, y = np.log(np.fromiter(sizes, float)), np.log(np.fromiter(seconds, float))
    x -= x.mean()
    return float(x @ (y - y.mean()) / (x @ x))


def growths(rows: Iterable[TimedFold]) -> list[Growth]:
    """Fit the growth of each method and way, from the median at each training size."""
    rows = list(rows)
    train = median_by(rows, lambda row: row.trained, lambda row: row.train_seconds)
    test = median_by(rows, lambda row: row.trained, lambda row: row.test_seconds)
    return [
        Growth(
            *key,
            smallest=min(points),
            largest=max(points),
            train_exponent=fit_exponent(points, points.values()),
            test_exponent=fit_exponent(test[key], test[key].values()),
        )
        for key, points in train.items()
        if len(points) > 1
    ]
