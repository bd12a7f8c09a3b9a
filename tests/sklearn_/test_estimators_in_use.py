"""The estimators in pipelines, searches and by hand."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import nbexp
from nbexp.discretize.registry import create_method, method_class, method_ids
from nbexp.discretize.sample import Sample
from nbexp.incremental.registry import incremental_ids
from nbexp.sklearn import DiscretizedNB, Discretizer
from nbexp.sklearn.discretizer import reason_against


def mixed_frame() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    n = 120
    x = rng.normal(size=n)
    return pd.DataFrame(
        {
            "x": np.where(rng.random(n) < 0.1, np.nan, x),
            "z": x**2 + rng.normal(size=n),
            "word": rng.choice(["red", "green", "blue"], n),
            "flag": rng.random(n) < 0.5,
            "class": np.where(x + rng.normal(size=n) / 3 > 0, "high", "low"),
        }
    )


def frames() -> list[tuple[object, object]]:
    frame = mixed_frame()
    data, labels = frame.drop(columns="class"), frame["class"]
    return [(data, labels), (pl.from_pandas(data), pl.Series(labels.to_list()))]


PANDAS, POLARS = frames()


def test_without_scikit_learn_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "try: import nbexp.sklearn\n"
        "except ImportError as error: sys.exit(str(error))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "nbexp.sklearn needs scikit-learn: pip install 'nbexp[sklearn]'" in done.stderr


# ------------------------------------------------------------------------ in scikit-learn


@pytest.mark.parametrize(("X", "y"), [PANDAS, POLARS], ids=["pandas", "polars"])
def test_a_pipeline_with_a_column_transformer_learns(X: object, y: object) -> None:
    columns = make_column_transformer(
        (Discretizer("mdlp", encode="onehot-dense"), ["x", "z"]),
        (OneHotEncoder(sparse_output=False), ["word", "flag"]),
    )
    scores = cross_val_score(make_pipeline(columns, LogisticRegression()), X, y, cv=3)
    assert scores.mean() > 0.75


@pytest.mark.parametrize(("X", "y"), [PANDAS, POLARS], ids=["pandas", "polars"])
def test_cross_val_score_takes_mixed_frames(X: object, y: object) -> None:
    scores = cross_val_score(DiscretizedNB("ndd"), X, y, cv=3, error_score="raise")
    assert scores.mean() > 0.75


@pytest.mark.parametrize(("X", "y"), [PANDAS, POLARS], ids=["pandas", "polars"])
def test_a_grid_search_goes_over_methods_and_their_parameters(X: object, y: object) -> None:
    grid = [
        {"method": ["pd", "mdlp", "gaussian"]},
        {"method": ["ffd", "ndd"], "params__s": [6, 30]},
        {"method": ["ewd"], "params": [{"k": 5}, {"k": 20, "m": 1}]},
    ]
    search = GridSearchCV(DiscretizedNB(), grid, cv=3, error_score="raise").fit(X, y)
    assert len(search.cv_results_["params"]) == 9
    assert search.best_score_ > 0.75
    assert len(search.predict(X)) == 120


def test_a_grid_search_reaches_a_discretizer_in_a_pipeline() -> None:
    X, y = mixed_frame()[["z"]], mixed_frame()["class"]
    pipeline = make_pipeline(Discretizer("efd"), CategoricalNB(min_categories=20))
    grid = {"discretizer__params__k": [2, 5]}
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, y)
    assert search.best_params_["discretizer__params__k"] in (2, 5)


def test_cloning_and_pickling_keep_everything() -> None:
    X, y = PANDAS
    made = DiscretizedNB("ndd", {"s": 12}, qualitative=["flag"], classes=["low", "high"])
    again = clone(made)
    assert again.get_params() == made.get_params()
    fitted = made.fit(X, y)
    copy = pickle.loads(pickle.dumps(fitted))
    assert copy.predict_proba(X).tobytes() == fitted.predict_proba(X).tobytes()


def test_parameters_of_the_method_are_parameters_of_the_estimator() -> None:
    made = DiscretizedNB("ffd", {"s": 10})
    assert made.get_params()["params__s"] == 10
    assert "params__s" not in made.get_params(deep=False)
    shared = made.params
    made.set_params(params__s=20, method="ndd")
    assert (made.params, shared) == ({"s": 20}, {"s": 10})
    made.set_params(params__s=None).fit([[1.0], [2.0]], [0, 1])
    assert made.model_.method.s == 30
    with pytest.raises(ValueError, match="Invalid parameter 's'"):
        made.set_params(s=3)


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (DiscretizedNB("nddd"), "did you mean ndd"),
        (DiscretizedNB(3), "method: found 3"),
        (DiscretizedNB("pd", {"s": 3}), "no parameter 's'"),
        (DiscretizedNB("ffd", {"s": 0}), "found 0, expected a whole number of at least 1"),
        (DiscretizedNB("ffd", {"training-size": 5}), "learning_curve"),
        (DiscretizedNB("ffd", "s=5"), "params: found 's=5', expected a mapping"),
        (DiscretizedNB("ffd", qualitative="x0"), "qualitative: found 'x0', expected a list"),
        (DiscretizedNB("ffd", classes=[0, 1, 1]), "expected each class only once"),
        (Discretizer("ewd", encode="binary"), "encode: found 'binary'"),
    ],
)
def test_what_a_method_does_not_take_is_told_by_fit(estimator: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        estimator.fit([[1.0], [2.0]], [0, 1])


# -------------------------------------------------------------------------- the classifier


def test_a_whole_weight_counts_an_instance_so_often() -> None:
    X, y = PANDAS
    weights = np.arange(len(X)) % 3
    rows = np.repeat(np.arange(len(X)), weights)
    weighted = DiscretizedNB("ndd").fit(X, y, sample_weight=weights)
    repeated = DiscretizedNB("ndd").fit(X.iloc[rows], y.iloc[rows])
    assert weighted.predict_proba(X).tobytes() == repeated.predict_proba(X).tobytes()


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.5, 1.0], "found 0.5, expected whole numbers"),
        ([-1, 1], "found -1.0"),
        ([np.nan, 1], "found nan"),
        ([0, 0], "all are zero"),
        ([1, 1, 1], "sample_weight.shape"),
    ],
)
def test_weights_that_are_no_counts_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DiscretizedNB("ewd").fit([[1.0], [2.0]], [0, 1], sample_weight=weights)


def test_a_value_never_seen_says_nothing() -> None:
    X, y = PANDAS
    fitted = DiscretizedNB("ndd").fit(X, y)
    unknown, missing = X[:3].copy(), X[:3].copy()
    unknown["word"], missing["word"] = "violet", None
    assert fitted.predict_proba(unknown).tobytes() == fitted.predict_proba(missing).tobytes()


def test_a_column_that_is_empty_in_training_says_nothing_whatever_comes() -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0], "c": pd.Series([None, None], dtype="str")})
    fitted = DiscretizedNB("ndd").fit(frame, ["a", "b"])
    later = pd.DataFrame({"x": [1.0], "c": ["new"]})
    assert fitted.predict_proba(later).tolist() == fitted.predict_proba(frame[:1]).tolist()


@pytest.mark.parametrize(
    "absent",
    [
        pd.Series([None], dtype=object),
        pd.Series([pd.NA], dtype=object),
        pd.Series([None], dtype="string"),
        pd.Series(pd.Categorical([None], categories=["some"])),
        pl.Series([None]),
        pl.Series([None], dtype=pl.String),
    ],
)
def test_a_column_of_numbers_that_is_empty_when_asked_is_missing(absent: object) -> None:
    frame = mixed_frame()[["z", "x", "class"]]
    of_polars = isinstance(absent, pl.Series)
    make = pl.DataFrame if of_polars else pd.DataFrame
    rows = make({"z": [0.5], "x": absent})
    known = make({"z": [0.5], "x": [float("nan")]})
    fitted = DiscretizedNB("ewd").fit(frame[["z", "x"]], frame["class"])
    assert np.array_equal(fitted.predict_proba(rows), fitted.predict_proba(known))
    intervals = Discretizer("ewd").fit(frame[["z", "x"]]).transform(rows)
    assert np.isnan(intervals[0, 1])
    assert not np.isnan(intervals[0, 0])


def test_an_array_in_which_a_column_of_numbers_is_empty_is_understood() -> None:
    fitted = DiscretizedNB("ewd").fit([[1.0, 1.0], [2.0, 5.0], [3.0, 9.0]], ["u", "u", "v"])
    assert fitted.predict([[None, 2.0]]).tolist() == ["u"]


@pytest.mark.parametrize(
    "y",
    [
        [None, "a", "b", "a"],
        [float("nan"), 0.0, 1.0, 0.0],
        np.array([None, True, False, True], dtype=object),
        pd.Series([pd.NA, "a", "b", "a"], dtype="string"),
        pd.Series([np.nan, "a", "b", "a"], dtype=object),
        pd.Series([None, "a", "b", "a"], dtype="category"),
        pl.Series([None, "a", "b", "a"]),
    ],
)
@pytest.mark.parametrize("estimator", [DiscretizedNB("ewd"), Discretizer("mdlp")])
def test_an_instance_without_a_class_is_told(estimator: object, y: object) -> None:
    X = [[1.0], [2.0], [3.0], [4.0]]
    with pytest.raises(ValueError, match="y: instance 0 has no class"):
        clone(estimator).fit(X, y)


@pytest.mark.parametrize("y", [[True, False, True, False], [1, 0, 1, 0]])
def test_classes_of_one_kind_among_objects_are_what_they_are(y: list[object]) -> None:
    X = [[1.0], [2.0], [1.0], [2.0]]
    fitted = DiscretizedNB("ewd").fit(X, np.array(y, dtype=object))
    assert fitted.predict(X).tolist() == y


def test_instances_of_missing_values_alone_get_the_prior() -> None:
    fitted = DiscretizedNB("ndd").fit([[1.0], [2.0], [3.0]], ["a", "a", "b"])
    assert fitted.predict_proba([[np.nan]]).ravel() == pytest.approx([3 / 5, 2 / 5])


def test_declared_classes_set_the_order_of_ties_and_may_have_no_instance() -> None:
    X = [[1.0], [2.0]]
    fitted = DiscretizedNB("ewd", classes=["b", "never", "a"]).fit(X, ["a", "b"])
    assert fitted.classes_.tolist() == ["a", "b", "never"]
    assert fitted.predict([[np.nan]]).tolist() == ["b"]
    assert fitted.predict_proba([[np.nan]]).ravel() == pytest.approx([2 / 5, 2 / 5, 1 / 5])
    assert DiscretizedNB("ewd").fit(X, ["a", "b"]).predict([[np.nan]]).tolist() == ["a"]


def test_log_probabilities_stay_finite_where_probabilities_vanish() -> None:
    X = np.array([[0.0], [0.1], [1000.0], [1000.1]])
    fitted = DiscretizedNB("kernel").fit(X, [0, 0, 1, 1])
    assert fitted.predict_proba([[0.0]])[0, 1] == 0
    assert np.isfinite(fitted.predict_log_proba([[0.0]])).all()


def test_text_where_numbers_were_learnt_is_refused() -> None:
    fitted = DiscretizedNB("ewd").fit(pd.DataFrame({"x": [1.0, 2.0]}), [0, 1])
    with pytest.raises(ValueError, match="column x: found texts, expected numbers"):
        fitted.predict(pd.DataFrame({"x": ["a", "b"]}))


# ----------------------------------------------------------------------------- partial_fit


def test_partial_fit_is_there_for_incremental_methods_alone() -> None:
    assert hasattr(DiscretizedNB("iffd"), "partial_fit")
    assert not hasattr(DiscretizedNB("ndd"), "partial_fit")


@pytest.mark.parametrize("method", incremental_ids())
def test_partial_fit_learns_as_the_stream_does(method: str) -> None:
    from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes
    from nbexp.incremental.registry import create_learner

    X, y = PANDAS
    model = IncrementalNaiveBayes(
        create_learner(method, {}),
        [Declared("x"), Declared("z"), Declared("word", ()), Declared("flag", ())],
        ["high", "low"],
    )
    for row, label in zip(X.itertuples(index=False), y, strict=True):
        model.learn_one([row.x, row.z, row.word, "true" if row.flag else "false"], label)
    fitted = DiscretizedNB(method)
    for begin in range(0, len(X), 7):
        part = slice(begin, begin + 7)
        fitted.partial_fit(X[part], y[part], classes=["high", "low"])
    for row, proba in zip(X.itertuples(index=False), fitted.predict_proba(X), strict=True):
        own = model.predict_proba_one([row.x, row.z, row.word, "true" if row.flag else "false"])
        assert proba == pytest.approx([own["high"], own["low"]])


def test_fit_of_an_incremental_method_can_be_learnt_on() -> None:
    X, y = PANDAS
    fitted = DiscretizedNB("iffd").fit(X[:60], y[:60])
    before = fitted.predict_proba(X)
    fitted.partial_fit(X[60:], y[60:])
    assert not np.array_equal(fitted.predict_proba(X), before)
    assert fitted.model_.class_totals.sum() == len(X)


def test_partial_fit_wants_to_know_the_classes_first() -> None:
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        DiscretizedNB("iffd").partial_fit([[1.0]], [0])
    fitted = DiscretizedNB("iffd").partial_fit([[1.0]], [0], classes=[0, 1])
    with pytest.raises(ValueError, match="not the same as on the first call"):
        fitted.partial_fit([[1.0]], [0], classes=[0, 2])
    with pytest.raises(ValueError, match="which is not declared"):
        fitted.partial_fit([[1.0]], [7])


def test_gaussian_learns_one_by_one_what_it_learns_at_once() -> None:
    X, y = PANDAS
    at_once = DiscretizedNB("gaussian").fit(X, y)
    stream = DiscretizedNB("gaussian").partial_fit(X[:50], y[:50], classes=["high", "low"])
    stream.partial_fit(X[50:], y[50:])
    learnt_on = DiscretizedNB("gaussian").fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])
    for other in (stream, learnt_on):
        np.testing.assert_allclose(other.predict_proba(X), at_once.predict_proba(X), atol=1e-12)


# ------------------------------------------------------------------------- the discretizer


@pytest.mark.parametrize(
    ("method", "reason"),
    [("ld", "lazy"), ("ndd", "overlap"), ("fld", "overlap"), ("kernel", "density")],
)
def test_methods_without_codes_are_refused_with_the_reason(method: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"method '{method}' cannot transform: .*{reason}"):
        Discretizer(method).fit([[1.0], [2.0]], [0, 1])


@pytest.mark.parametrize(
    "method", [name for name in method_ids() if reason_against(method_class(name)) is None]
)
def test_the_cut_points_are_those_of_the_engine(method: str) -> None:
    iris = nbexp.load_dataset("iris")
    X, _ = nbexp.to_frame(iris)
    fitted = Discretizer(method).fit(X, iris.labels)
    for attribute, cuts in zip(iris.quantitative, fitted.cut_points_, strict=True):
        sample = Sample.from_values(attribute.floats(), iris.labels, 3)
        assert cuts.tolist() == create_method(method, {}).fit(sample).upper.tolist()


def test_a_supervised_method_needs_classes_and_the_others_none() -> None:
    X = [[1.0], [2.0], [3.0]]
    assert Discretizer("ewd", {"k": 3}).fit_transform(X).ravel().tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="requires y to be passed"):
        Discretizer("mdlp").fit(X)


def test_missing_values_stay_missing_and_qualitative_columns_are_coded() -> None:
    frame = pd.DataFrame({"x": [1.0, np.nan, 3.0], "c": ["b", None, "a"]})
    fitted = Discretizer("ewd", {"k": 2}).fit(frame)
    np.testing.assert_array_equal(fitted.transform(frame), [[0, 1], [np.nan] * 2, [1, 0]])
    unknown = fitted.transform(pd.DataFrame({"x": [9.0], "c": ["never"]}))
    np.testing.assert_array_equal(unknown, [[1, np.nan]])
    assert fitted.cut_points_[1] is None
    assert fitted.n_intervals_.tolist() == [2, 2]


def test_a_column_without_known_values_has_one_interval() -> None:
    fitted = Discretizer("ewd").fit([[np.nan], [np.nan]])
    np.testing.assert_array_equal(fitted.transform([[1.0], [np.nan]]), [[0], [np.nan]])


def test_one_hot_has_a_column_for_each_interval_and_value() -> None:
    frame = pd.DataFrame({"x": [1.0, np.nan, 3.0], "c": ["b", None, "a"]})
    fitted = Discretizer("ewd", {"k": 2}, encode="onehot-dense").fit(frame)
    names = ["x_0", "x_1", "c_a", "c_b"]
    assert fitted.get_feature_names_out().tolist() == names
    expected = [[1, 0, 0, 1], [0, 0, 0, 0], [0, 1, 1, 0]]
    np.testing.assert_array_equal(fitted.transform(frame), expected)
    sparse = Discretizer("ewd", {"k": 2}, encode="onehot").fit_transform(frame)
    np.testing.assert_array_equal(sparse.toarray(), expected)


@pytest.mark.parametrize(("library", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_set_output_gives_frames_with_names(library: str, kind: type) -> None:
    X, y = PANDAS
    made = Discretizer("mdlp").set_output(transform=library).fit(X, y)
    found = made.transform(X)
    assert isinstance(found, kind)
    assert list(found.columns) == ["x", "z", "word", "flag"]
    assert made.feature_names_in_.tolist() == ["x", "z", "word", "flag"]
    with pytest.raises(ValueError, match="feature names"):
        made.transform(X[["z", "x", "word", "flag"]])


def test_an_unfitted_discretizer_says_so() -> None:
    with pytest.raises(NotFittedError):
        Discretizer("ewd").transform([[1.0]])
