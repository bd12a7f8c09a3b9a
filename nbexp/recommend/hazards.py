"""What may spoil an answer from a data set: leaks, duplicates, tiny classes, missing values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import MISSING, Attribute, DataSet, Quantitative
from nbexp.recommend.remark import Kind, Remark, some
from nbexp.spec.summary import counted

_TELLS_ALL = 0.98
"""An attribute that saves this share of the errors of guessing the commonest class is a leak."""

_RUNS_PER_CLASS = 3
_RUNS_OF_CHANCE = 0.2
"""Numbers that give the class away lie in few runs of one class: so many for each class at most,
and no more than this share of the runs that instances in a chance order would lie in."""

_FEWEST_SAVED = 10
"""With fewer errors of guessing to be saved, chance alone may save them all."""

_MANY_DUPLICATES = 0.005
_MOSTLY_MISSING = 0.5
_MUCH_MISSING = 0.05
_TINY = 10
_SMALL = 100


def hazards(
    dataset: DataSet, folds: int, rest: NDArray[np.integer] | None = None
) -> tuple[Remark, ...]:
    """Return remarks on a data set that is to be tried with so many folds.

    Parameters
    ----------
    rest : (n_instances,) integer, optional
        A number for each row of the file, equal where all columns that were left out are equal.
    """
    return (
        *_leaks(dataset),
        *_duplicates(dataset, rest),
        *_classes(dataset, folds),
        *_missing(dataset),
        *_size(dataset),
    )


def _leaks(dataset: DataSet) -> list[Remark]:
    return [
        Remark(
            Kind.LEAK,
            f"{attribute.name}: {_how(attribute)} the class all by itself; if it is known only "
            f"after the class is, leave it out: --ignore {_quoted(attribute.name)}",
            attribute.name,
            grave=True,
        )
        for attribute in dataset.attributes
        if tells_the_class(attribute, dataset)
    ]


def _how(attribute: Attribute) -> str:
    return "an interval of it gives" if isinstance(attribute, Quantitative) else "gives"


def _quoted(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def tells_the_class(attribute: Attribute, dataset: DataSet) -> bool:
    """Tell whether an attribute alone determines nearly every class.

    Of a qualitative attribute each value stands for a class, of a quantitative one few
    intervals do; a value that is missing is a value here. An attribute with nearly as many
    values as there are instances determines anything, and is not meant.
    """
    table = _contingency(attribute, dataset)
    totals = table.sum(axis=1)
    table = table[totals > 0]
    best = int(table.max(axis=1).sum())
    baseline = dataset.n_instances - int(table.sum(axis=0).max())
    if baseline < _FEWEST_SAVED or dataset.n_instances - best > (1 - _TELLS_ALL) * baseline:
        return False
    if isinstance(attribute, Quantitative):
        along = np.argmax(table, axis=1)
        runs = 1 + int(np.count_nonzero(np.diff(along)))
        few = _RUNS_OF_CHANCE * _changes_by_chance(table.sum(axis=0))
        return runs <= _RUNS_PER_CLASS * dataset.n_classes and runs - 1 <= few
    return len(table) * 10 <= dataset.n_instances


def _changes_by_chance(counts: NDArray[np.int64]) -> float:
    """Return how often neighbours in a chance order differ in class, on average."""
    n = int(counts.sum())
    return (n * n - int((counts * counts).sum())) / n


def _contingency(attribute: Attribute, dataset: DataSet) -> NDArray[np.int64]:
    """Return instances by value (missing first) and class: (n_values + 1, n_classes)."""
    codes = attribute.codes.astype(np.int64) - MISSING
    size = (len(attribute.values) + 1) * dataset.n_classes
    cells = np.bincount(codes * dataset.n_classes + dataset.labels, minlength=size)
    return cells.reshape(-1, dataset.n_classes)


def _duplicates(dataset: DataSet, rest: NDArray[np.integer] | None) -> list[Remark]:
    groups = _same(dataset, rest)
    n_groups = int(groups.max()) + 1
    together = groups * dataset.n_classes + dataset.labels
    repeated = dataset.n_instances - len(np.unique(together))
    pairs = np.unique(np.stack((groups, dataset.labels.astype(np.int64))), axis=1)
    contrary = n_groups and int(np.count_nonzero(np.bincount(pairs[0], minlength=n_groups) > 1))
    if repeated < _MANY_DUPLICATES * dataset.n_instances or repeated < 2:
        return []
    share = repeated / dataset.n_instances
    word = "has" if contrary == 1 else "have"
    also = f"; {counted(contrary, 'group')} of equal rows {word} different classes"
    return [
        Remark(
            Kind.DUPLICATES,
            f"{repeated:,} rows ({100 * share:.1f} %) repeat another row, class and all"
            f"{also if contrary else ''}: if "
            "they are copies, not cases of their own, tests meet what was trained on, and errors "
            "look too low",
        )
    ]


def _same(dataset: DataSet, rest: NDArray[np.integer] | None) -> NDArray[np.int64]:
    """Return a number for each instance, equal where all of the file's columns are equal."""
    import pandas as pd

    groups = np.zeros(dataset.n_instances, dtype=np.int64)
    if rest is not None:
        groups = pd.factorize(rest)[0].astype(np.int64)
    for attribute in dataset.attributes:
        joined = groups * (len(attribute.values) + 1) + attribute.codes.astype(np.int64) - MISSING
        groups = pd.factorize(joined)[0].astype(np.int64)
    return groups


def _classes(dataset: DataSet, folds: int) -> list[Remark]:
    counts = np.bincount(dataset.labels, minlength=dataset.n_classes)
    present = [(name, int(n)) for name, n in zip(dataset.classes, counts, strict=True) if n]
    tiny = sorted((n, name) for name, n in present if n < _TINY)
    if not tiny:
        return []
    named = some([f"{name!r} ({n})" for n, name in tiny])
    lost = "; some folds have none to train on" if tiny[0][0] < folds else ""
    words = "a class has" if len(tiny) == 1 else f"{len(tiny)} classes have"
    return [
        Remark(
            Kind.CLASSES,
            f"{words} fewer than {_TINY} instances, too few to learn: {named}{lost}",
        )
    ]


def _missing(dataset: DataSet) -> list[Remark]:
    n = dataset.n_instances
    found = [
        Remark(
            Kind.MISSING,
            f"{attribute.name}: {100 * attribute.n_missing / n:.0f} % of the values are missing",
            attribute.name,
            grave=False,
        )
        for attribute in dataset.attributes
        if attribute.n_missing >= _MOSTLY_MISSING * n
    ]
    cells = n * len(dataset.attributes)
    missing = sum(attribute.n_missing for attribute in dataset.attributes)
    if missing >= _MUCH_MISSING * cells:
        told = f"{100 * missing / cells:.0f} % of all cells are missing"
        found.append(Remark(Kind.MISSING, f"{told}; naive Bayes leaves them out of account"))
    return found


def _size(dataset: DataSet) -> list[Remark]:
    if dataset.n_instances >= _SMALL:
        return []
    return [
        Remark(
            Kind.SIZE,
            f"{dataset.n_instances} instances are few: expect no difference to be told from noise",
        )
    ]
