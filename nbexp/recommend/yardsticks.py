"""Yardsticks: scikit-learn's logistic regression and decision tree, on the same folds.

They are no methods of nbexp, and are not kept in its store; they tell what naive Bayes costs
on these data, or gains. Missing numbers are replaced by the training median with a column that
tells so, qualities are spread over columns, and numbers are scaled for the regression.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.compare.scores import pooled_mean
from nbexp.data.dataset import DataSet, Quantitative
from nbexp.recommend.remark import Kind, Remark
from nbexp.recommend.scores import Calibration, Scorer

NAMES = {"logistic": "logistic regression", "tree": "decision tree"}

_LEAST = 1e-15
"""No probability counts as less, so that one certain error does not make log-loss infinite."""


@dataclass(frozen=True, eq=False)
class Yardstick:
    """What came out for a yardstick.

    Attributes
    ----------
    name : str
    predictions : (trials, n) int16
    fold_errors : (trials, folds) float64
        Wrong predictions as shares of a fold of average size.
    log_loss, brier : float or None
        Means over all predictions.
    calibration : Calibration or None
    seconds : float
        Of processor time in which a fold is trained and tested: the median of the first trial's
        folds, as of the methods.
    unconverged : int
        Folds in which training stopped before it had converged.
    """

    name: str
    predictions: NDArray[np.int16]
    fold_errors: NDArray[np.float64]
    log_loss: float | None
    brier: float | None
    calibration: Calibration | None
    seconds: float
    unconverged: int = 0


def available() -> bool:
    """Whether scikit-learn is installed."""
    return find_spec("sklearn") is not None


def measure(
    dataset: DataSet,
    assignments: Sequence[NDArray[np.integer]],
    folds: int,
    tell: Callable[[str], object] = lambda name: None,
) -> list[Yardstick]:
    """Return both yardsticks, tried on the folds of all trials."""
    found = []
    for name, make in (("logistic", _logistic), ("tree", _tree)):
        tell(NAMES[name])
        found.append(_measured(name, make, dataset, assignments, folds))
    return found


def _measured(
    name: str,
    make: Callable[[DataSet], Any],
    dataset: DataSet,
    assignments: Sequence[NDArray[np.integer]],
    folds: int,
) -> Yardstick:
    table = _numbers(dataset)
    labels = dataset.labels
    shape = (len(assignments), dataset.n_instances)
    predictions = np.empty(shape, dtype=np.int16)
    errors = np.empty((len(assignments), folds))
    losses: list[float] = []
    briers: list[float] = []
    scorer = Scorer()
    seconds: list[float] = []
    unconverged = 0
    for trial, assignment in enumerate(assignments):
        for fold in range(folds):
            test = assignment == fold
            begin = time.process_time()
            shares, whole = _probabilities(make(dataset), table, labels, test, dataset.n_classes)
            seconds.append(time.process_time() - begin)
            unconverged += not whole
            predictions[trial, test] = np.argmax(shares, axis=1)
            truth = labels[test]
            wrong = int(np.count_nonzero(predictions[trial, test] != truth))
            errors[trial, fold] = wrong * folds / dataset.n_instances
            own = np.maximum(shares[np.arange(len(truth)), truth], _LEAST)
            losses.append(float(-np.log(own).sum()))
            briers.append(float(((shares - np.eye(dataset.n_classes)[truth]) ** 2).sum()))
            scorer.add(np.log(np.maximum(shares, _LEAST)), truth, pair=dataset.n_classes == 2)
    n = predictions.size
    return Yardstick(
        name,
        predictions,
        errors,
        pooled_mean(losses, n),
        pooled_mean(briers, n),
        scorer.calibration(),
        median(seconds[:folds]),
        unconverged,
    )


def unconverged(found: Sequence[Yardstick]) -> list[Remark]:
    """Return a remark on each yardstick whose training stopped too early."""
    return [
        Remark(
            Kind.TRAINING,
            f"{NAMES[one.name]} had not converged in {one.unconverged} of {one.fold_errors.size} "
            "folds: it may do better than is told here",
        )
        for one in found
        if one.unconverged
    ]


def _probabilities(
    model: Any,
    table: NDArray[np.float64],
    labels: NDArray[np.integer],
    test: NDArray[np.bool_],
    n_classes: int,
) -> tuple[NDArray[np.float64], bool]:
    """Return the probability of each class for the test instances, and if training converged.

    The probabilities are (n, n_classes).
    """
    from sklearn.exceptions import ConvergenceWarning

    shares = np.zeros((int(test.sum()), n_classes))
    present = np.unique(labels[~test])
    if len(present) == 1:
        shares[:, present] = 1.0
        return shares, True
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model.fit(table[~test], labels[~test])
        shares[:, present] = model.predict_proba(table[test])
    return shares, not any(issubclass(one.category, ConvergenceWarning) for one in told)


def _numbers(dataset: DataSet) -> NDArray[np.float64]:
    """Return all attributes as numbers, qualities by their codes; what is missing is NaN."""
    table = np.empty((dataset.n_instances, len(dataset.attributes)))
    for place, attribute in enumerate(dataset.attributes):
        if isinstance(attribute, Quantitative):
            table[:, place] = attribute.floats()
        else:
            table[:, place] = attribute.codes  # missing is -1, a quality of its own
    return table


def _columns(dataset: DataSet, *, scaled: bool) -> Any:
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    places = range(len(dataset.attributes))
    kinds = [isinstance(attribute, Quantitative) for attribute in dataset.attributes]
    imputer = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
    numbers = make_pipeline(imputer, StandardScaler()) if scaled else imputer
    qualities = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return ColumnTransformer(
        [
            ("numbers", numbers, [place for place in places if kinds[place]]),
            ("qualities", qualities, [place for place in places if not kinds[place]]),
        ]
    )


def _logistic(dataset: DataSet) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    return make_pipeline(_columns(dataset, scaled=True), LogisticRegression(max_iter=300))


def _tree(dataset: DataSet) -> Any:
    """Return a tree with leaves of five at least: an unpruned one would be a straw man."""
    from sklearn.pipeline import make_pipeline
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(min_samples_leaf=5, random_state=0)
    return make_pipeline(_columns(dataset, scaled=False), tree)
