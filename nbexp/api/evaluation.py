"""Try methods on data at hand, by the protocol of the thesis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.api.frames import make_dataset
from nbexp.api.memory import MemoryStore
from nbexp.api.methods import LabelledMethod, MethodLike, labelled
from nbexp.api.results import Results
from nbexp.data.dataset import DataSet
from nbexp.errors import DataError, SpecError
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import UnitResult, run_trial
from nbexp.spec.spec import ProtocolSpec, ReportSpec


def evaluate(
    X: Any,
    y: Any = None,
    methods: Iterable[MethodLike] | MethodLike = ("ewd", "pd", "ffd", "ndd", "mdlp"),
    *,
    trials: int = 10,
    folds: int = 3,
    stratified: bool = False,
    seed: int = 1,
    name: str = "data",
    qualitative: Sequence[str | int] | None = None,
    classes: Sequence[Any] | None = None,
    jobs: int = 1,
) -> Results:
    """Try methods on data by repeated cross-validation, and keep the results in memory.

    The folds, and so all numbers, are those of `nbexp run` on a data set of the same name with
    the same root seed.

    Parameters
    ----------
    X : array, frame of pandas or polars, DataSet, or sequence of DataSet
        The instances; texts, categories and truth values are qualitative, NaN is missing.
    y : array or series, optional
        Their classes; not for a DataSet.
    methods : sequence of str, mapping or Method
        As in a spec: names, dotted paths, or mappings as
        ``{"discretizer": "ffd", "params": {"s": [10, 30]}}``.
    trials, folds : int
    stratified : bool
        Whether each fold has the classes in the proportions of the whole.
    seed : int
        Root seed of the folds.
    name : str
        Of the data, from which the folds are drawn too.
    qualitative : sequence of str or int, optional
        Columns that are qualitative though they hold numbers.
    classes : sequence, optional
        All classes in order, where not those that occur, ascending.
    jobs : int
        Number of processes.

    Examples
    --------
    >>> import nbexp
    >>> results = nbexp.evaluate(nbexp.load_dataset("iris"), methods=["ewd", "mdlp"], trials=2)
    >>> results.table().round(1).loc["iris"].to_dict()
    {'ewd': 6.3, 'mdlp': 5.3}
    """
    chosen = labelled(methods)
    datasets = _datasets(X, y, name, qualitative, classes)
    _check_numbers(datasets, trials, folds, seed, jobs)
    protocol = ProtocolSpec(trials=trials, folds=folds, stratified=stratified)
    spec = {
        "name": name,
        "title": "",
        "datasets": [{"name": one.name, "optional": False} for one in datasets],
        "methods": [method.resolved() for method in chosen],
        "protocol": protocol.resolved(),
        "seeds": [seed],
        "report": ReportSpec().resolved(),
        "published": None,
    }
    store = MemoryStore(spec, {one.name: one for one in datasets})
    work = [(one, seed, trial) for one in datasets for trial in range(trials)]
    for (dataset, _, trial), done in zip(work, _run(work, protocol, chosen, jobs), strict=True):
        store.add((dataset.name, seed, trial), *done)
    return Results(name if len(datasets) > 1 else datasets[0].name, store)


def _datasets(
    data: Any,
    labels: Any,
    name: str,
    qualitative: Sequence[str | int] | None,
    classes: Sequence[Any] | None,
) -> list[DataSet]:
    if isinstance(data, DataSet):
        data = [data]
    if isinstance(data, list | tuple) and data and all(isinstance(d, DataSet) for d in data):
        if labels is not None:
            raise SpecError("y: found classes beside a DataSet, which has its own; leave them out")
        names = [one.name for one in data]
        if len(set(names)) < len(names):
            raise SpecError(f"X: found two data sets of one name among {', '.join(names)}")
        return list(data)
    names = [data] if isinstance(data, str | Path) else data
    if isinstance(names, list | tuple) and names and isinstance(names[0], str | Path):
        raise SpecError(
            f"X: found {str(names[0])!r}, expected data: nbexp.load_dataset({str(names[0])!r})"
        )
    if labels is None:
        raise SpecError("y: found no classes, expected one for each instance of X")
    return [make_dataset(data, labels, name=name, qualitative=qualitative, classes=classes)]


def _check_numbers(
    datasets: Sequence[DataSet], trials: int, folds: int, seed: int, jobs: int
) -> None:
    least = {"trials": (trials, 1), "folds": (folds, 2), "seed": (seed, 0), "jobs": (jobs, 1)}
    for what, (number, bound) in least.items():
        whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
        if not whole or number < bound:
            raise SpecError(
                f"{what}: found {number!r}, expected a whole number of at least {bound}"
            )
    if folds > 255:
        raise SpecError(f"folds: found {folds}, expected at most 255")
    for dataset in datasets:
        if dataset.n_instances < folds:
            raise DataError(
                f"{dataset.name}: found {dataset.n_instances} instances, expected at least one "
                f"for each of the {folds} folds"
            )
        found = np.unique(dataset.labels)
        if len(found) < 2:
            raise DataError(
                f"{dataset.name}: found only the class {dataset.classes[found[0]]!r}, expected two "
                "classes at least"
            )


Done = tuple[NDArray[np.uint8], list[UnitResult]]


def _run(
    work: Sequence[tuple[DataSet, int, int]],
    protocol: ProtocolSpec,
    methods: Sequence[LabelledMethod],
    jobs: int,
) -> list[Done]:
    """Run the trials, in this process or in several."""
    if jobs == 1:
        return [_trial(*one, protocol, methods) for one in work]
    from joblib import Parallel, delayed

    done: list[Done] = Parallel(n_jobs=jobs)(
        delayed(_trial)(*one, protocol, methods) for one in work
    )
    return done


def _trial(
    dataset: DataSet,
    seed: int,
    trial: int,
    protocol: ProtocolSpec,
    methods: Sequence[LabelledMethod],
) -> Done:
    assignment = fold_assignment(
        dataset.name,
        dataset.labels,
        seed=seed,
        trial=trial,
        folds=protocol.folds,
        stratified=protocol.stratified,
    )
    by_label = {one.label: one.method for one in methods}
    return assignment, run_trial(
        dataset, assignment, dict.fromkeys(range(protocol.folds), by_label)
    )
