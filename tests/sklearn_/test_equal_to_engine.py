"""The estimators give the engine's numbers: under scikit-learn's cross-validation, and evidence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.model_selection import cross_val_predict, cross_val_score, cross_validate

import nbexp
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.discretize.registry import create_method, method_ids
from nbexp.sklearn import DiscretizedNB, Folds

TRIALS = 2


def mixed_data() -> DataSet:
    """Numbers, texts, missing values, ties, a declared value and a class that are rare."""
    rng = np.random.default_rng(5)
    n = 200
    labels = rng.integers(0, 3, n)
    labels[:2] = 3  # in some training sets this class has no instance
    spread = rng.normal(size=n) + labels
    columns = {
        "spread": spread,
        "tied": np.round(spread * 2),
        "holes": np.where(rng.random(n) < 0.3, np.nan, spread**2),
        "constant": np.full(n, 2.0),
        "empty": np.full(n, np.nan),
    }
    attributes = [Quantitative.from_floats(name, column) for name, column in columns.items()]
    codes = np.where(rng.random(n) < 0.1, -1, rng.integers(0, 3, n)).astype(np.int8)
    attributes.insert(1, Qualitative("word", ("z", "never", "b", "a"), codes))
    classes = ("delta", "alpha", "gamma", "beta")  # ties go by this order, not the alphabet's
    return DataSet("mixed", tuple(attributes), classes, labels.astype(np.int8))


DATA = {"mixed": mixed_data(), "iris": nbexp.load_dataset("iris")}


def polars_frame(dataset: DataSet) -> tuple[pl.DataFrame, pl.Series]:
    X, y = nbexp.to_frame(dataset)
    columns = {}
    for name in X.columns:
        if isinstance(X[name].dtype, pd.CategoricalDtype):
            kind = pl.Enum(X[name].cat.categories.tolist())
            texts = [None if pd.isna(value) else value for value in X[name]]
            columns[name] = pl.Series(texts, dtype=kind)
        else:
            columns[name] = pl.Series(X[name].to_list(), dtype=pl.Float64, nan_to_null=True)
    return pl.DataFrame(columns), pl.Series(y.to_list(), dtype=pl.Enum(list(dataset.classes)))


def errors(dataset: DataSet, estimator: DiscretizedNB, X: object, y: object) -> list[int]:
    """Return the wrong predictions of each fold by scikit-learn's cross-validation."""
    folds = Folds(dataset.name, trials=TRIALS)
    accuracy = cross_val_score(estimator, X, y, cv=folds, error_score="raise")
    sizes = [len(test) for _, test in folds.split(X)]
    return [round((1 - share) * n) for share, n in zip(accuracy, sizes, strict=True)]


@pytest.mark.parametrize("method", method_ids())
@pytest.mark.parametrize("name", DATA)
def test_cross_validation_by_scikit_learn_gives_the_errors_of_an_evaluation(
    name: str, method: str
) -> None:
    dataset = DATA[name]
    units = nbexp.evaluate(dataset, methods=[method], trials=TRIALS).units()
    expected = units["errors"].tolist()
    assert errors(dataset, DiscretizedNB(method), *nbexp.to_frame(dataset)) == expected
    assert errors(dataset, DiscretizedNB(method), *polars_frame(dataset)) == expected


@pytest.mark.parametrize("method", method_ids())
def test_every_prediction_and_the_log_loss_are_those_of_the_engine(method: str) -> None:
    dataset = DATA["mixed"]
    X, y = nbexp.to_frame(dataset)
    results = nbexp.evaluate(dataset, methods=[method], trials=TRIALS)
    engine = results.predictions("mixed", method)
    loss = 0.0
    for fold, (train, test) in enumerate(Folds("mixed", trials=TRIALS).split(X)):
        fitted = DiscretizedNB(method).fit(X.iloc[train], y.iloc[train])
        predicted = fitted.predict(X.iloc[test])
        expected = np.array(dataset.classes)[engine[fold // 3, test]]
        assert (predicted == expected).all()
        place = np.searchsorted(fitted.classes_, y.iloc[test].to_numpy())
        loss -= fitted.predict_log_proba(X.iloc[test])[np.arange(len(test)), place].sum()
    table = results.table("log-loss").loc["mixed", method]
    assert loss / (dataset.n_instances * TRIALS) == pytest.approx(table, rel=1e-12)


def test_a_run_an_evaluation_and_scikit_learn_agree(tmp_path) -> None:
    spec = {
        "name": "small",
        "datasets": ["iris"],
        "methods": ["ndd", {"discretizer": "ffd", "params": {"s": 7, "reading": "text"}}],
        "protocol": {"trials": TRIALS, "folds": 3},
        "seeds": [1],
    }
    with nbexp.run(spec, tmp_path) as ran:
        run_errors = ran.units().groupby("method", sort=False)["errors"].apply(list)
    iris = DATA["iris"]
    for label, estimator in (
        ("ndd", DiscretizedNB("ndd")),
        (run_errors.index[1], DiscretizedNB("ffd", {"s": 7, "reading": "text"})),
    ):
        assert errors(iris, estimator, *nbexp.to_frame(iris)) == run_errors[label]


def test_arrays_give_what_frames_give() -> None:
    X, y = nbexp.to_frame(DATA["iris"])
    for data in (X, X.to_numpy(), X.to_numpy().tolist(), X.to_numpy().astype(object)):
        fitted = DiscretizedNB("ndd").fit(data, np.asarray(y))
        proba = fitted.predict_proba(data)
        expected = DiscretizedNB("ndd").fit(X, y).predict_proba(X)
        assert proba.tobytes() == expected.tobytes()


def test_stratified_folds_are_those_of_nbexp() -> None:
    dataset = DATA["mixed"]
    X, y = nbexp.to_frame(dataset)
    folds = Folds("mixed", trials=TRIALS, stratified=True)
    predicted = cross_validate(DiscretizedNB("pd"), X, y, cv=folds)["test_score"]
    units = nbexp.evaluate(dataset, methods=["pd"], trials=TRIALS, stratified=True).units()
    np.testing.assert_allclose(1 - units["errors"] / units["instances"], predicted)
    assert folds.get_n_splits() == len(predicted) == 6
    with pytest.raises(ValueError, match="need the classes"):
        next(folds.split(X))


def test_cross_val_predict_works_with_one_trial() -> None:
    X, y = nbexp.to_frame(DATA["iris"])
    folds = Folds("iris", trials=1)
    proba = cross_val_predict(DiscretizedNB("ndd"), X, y, cv=folds, method="predict_proba")
    assert proba.shape == (150, 3)


def test_parameters_reach_the_method() -> None:
    made = create_method("ndd", {"s": 9, "class-counts": "known"})
    fitted = DiscretizedNB("ndd", {"s": 9, "class_counts": "known"}).fit([[1.0], [2.0]], [0, 1])
    assert fitted.model_.method.resolved_params() == made.resolved_params()
