"""What a method does in the engine: folds, empty attributes, values of test instances alone."""

from __future__ import annotations

import numpy as np

from nbexp.checks.failure import require
from nbexp.checks.trials import ordinary
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Column
from nbexp.protocol.trial import run_trial

_N = 150


def _dataset() -> DataSet:
    """Return a small data set with every trap that folds can hold."""
    rng = np.random.default_rng(3)
    labels = rng.integers(0, 3, _N)
    labels[labels == 2] = np.where(np.arange(_N)[labels == 2] % 3 == 0, 2, 1)  # mostly in fold 0
    spread = rng.normal(size=_N) + labels
    columns = {
        "spread": spread,
        "tied": np.round(spread),
        "holes": np.where(rng.random(_N) < 0.3, np.nan, spread**3),
        "constant": np.full(_N, 7.0),
        "empty": np.full(_N, np.nan),
        "known in fold 0 alone": np.where(np.arange(_N) % 3 == 0, spread, np.nan),
    }
    attributes = [Quantitative.from_floats(name, values) for name, values in columns.items()]
    word = Qualitative("word", ("a", "b", "never"), (np.arange(_N) % 2).astype(np.int8))
    classes = ("first", "second", "third", "never")
    return DataSet("traps", (*attributes, word), classes, labels.astype(np.int8))


def runs_in_the_engine(method: type[Method]) -> None:
    """It runs in cross-validation, with attributes of which nothing, or one value, is known."""
    dataset = _dataset()
    assignment = (np.arange(_N) % 3).astype(np.uint8)
    wanted = {fold: {"it": method.create({})} for fold in range(3)}
    for result in run_trial(dataset, assignment, wanted):
        told = f"fold {result.fold}: failed in {result.phase}: {result.cause}"
        require(result.status == "done" and result.predictions is not None, told)
        require(np.isfinite([result.log_loss, result.brier]).all(), "a score is not finite")


def learns_nothing_from_test_values(method: type[Method]) -> None:
    """Values of test instances move nothing that it learns."""
    data = ordinary()
    extra = np.array([-50.0, -0.123456, 0.0, 0.654321, 50.0])
    values = np.concatenate((data.values, extra))
    labels = np.concatenate((data.labels, np.zeros(len(extra), dtype=np.int64)))
    column = Column.count(Quantitative.from_floats("", values), labels, data.n_classes)
    totals = np.bincount(data.labels, minlength=data.n_classes)
    sample = column.sample(np.arange(len(data.values), len(values)), totals)
    made = method.create({})
    asked = data.asked()
    index, table = made.fit(sample).rows(asked)
    own_index, own_table = made.fit(data.sample()).rows(asked)
    require(np.array_equal(table[index], own_table[own_index]), "it knew values of test instances")
