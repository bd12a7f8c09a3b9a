"""Arrays and frames become the same attributes, whatever library they come from."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_matrix

import nbexp
from nbexp.api.classes import Classes
from nbexp.api.frames import columns_of, make_dataset
from nbexp.data.dataset import Qualitative, Quantitative
from nbexp.errors import DataError

MIXED = {
    "height": [1.5, None, 2.5, 1.5],
    "count": [3, 4, 3, 5],
    "hair": ["red", "black", None, "red"],
    "tall": [True, False, None, True],
}
LABELS = ["yes", "no", "yes", "no"]


def test_pandas_polars_and_arrays_give_the_same_data_set() -> None:
    array = np.array(list(zip(*MIXED.values(), strict=True)), dtype=object)
    lists = array.tolist()
    digests = {
        make_dataset(data, LABELS).digest
        for data in (pd.DataFrame(MIXED), pl.DataFrame(MIXED), array, lists)
    }
    assert len(digests) == 1


def test_numbers_are_quantitative_and_texts_and_truth_values_qualitative() -> None:
    kinds = [type(one.attribute()) for one in columns_of(pl.DataFrame(MIXED))]
    assert kinds == [Quantitative, Quantitative, Qualitative, Qualitative]


def test_a_column_of_numbers_can_be_called_qualitative() -> None:
    frame = pd.DataFrame({"code": [1.0, 2.0, np.nan], "x": [0.5, 1.5, 2.5]})
    for name in ("code", 0):
        column = columns_of(frame, [name])[0].attribute()
        assert isinstance(column, Qualitative)
        assert column.values == ("1", "2")
        assert column.codes.tolist() == [0, 1, -1]
    with pytest.raises(DataError, match="no column 'cod'; the columns are code, x"):
        columns_of(frame, ["cod"])


def test_categories_and_enums_declare_values_that_do_not_occur() -> None:
    values = ["low", "middle", "high"]
    series = pd.DataFrame({"c": pd.Categorical(["high", None, "low"], categories=values)})
    enum = pl.DataFrame({"c": pl.Series(["high", None, "low"], dtype=pl.Enum(values))})
    for frame in (series, enum):
        attribute = columns_of(frame)[0].attribute()
        assert attribute.values == tuple(values)
        assert attribute.codes.tolist() == [2, -1, 0]


def test_missing_values_of_every_kind_are_missing() -> None:
    frame = pd.DataFrame(
        {
            "a": pd.array([1, None, 3], dtype="Int64"),
            "b": pd.array(["x", None, "y"], dtype="string"),
            "c": np.array([1.0, np.nan, 2.0]),
            "d": pd.array([True, None, False], dtype="boolean"),
            "e": np.array(["x", float("nan"), "y"], dtype=object),
        }
    )
    assert [one.attribute().n_missing for one in columns_of(frame)] == [1] * 5


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"day": pd.to_datetime(["2020-01-01", "2020-01-02"])}),
        pl.DataFrame({"day": pd.to_datetime(["2020-01-01", "2020-01-02"]).to_pydatetime()}),
    ],
)
def test_dates_are_refused_with_what_to_do(frame: object) -> None:
    with pytest.raises(DataError, match=r"column day: found dates .* turn them into numbers"):
        columns_of(frame)


@pytest.mark.parametrize(
    ("data", "labels", "message"),
    [
        ([[1.0], [np.inf]], [0, 1], "column x0: found an infinite number"),
        ([[1.0], [2.0]], [0], "found 2 instances and 1 classes"),
        ([[1.0], [2.0]], ["a", None], "y: instance 1 has no class"),
        ([1.0, 2.0], [0, 1], "found an array of 1 dimensions"),
        ([[1.0], [2.0]], [[0], [1]], "y: found 2 dimensions"),
        ([[1.0], [2.0]], [0.5, 1.0], r"y: found the number 0\.5, expected classes"),
        (pd.DataFrame({"y": [1, 2]}), "y", r"y: found the text 'y'.* X\['y'\]"),
        (csr_matrix(np.eye(2)), [0, 1], r"X: found a sparse matrix \(csr_matrix\).*toarray"),
        (3, [0, 1], "X: found int, expected an array or a frame"),
    ],
)
def test_what_is_no_data_set_is_refused(data: object, labels: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        make_dataset(data, labels)


def test_classes_are_in_declared_order_or_ascending() -> None:
    assert Classes.of([3, 1, 3]).names == (1, 3)
    declared = pd.Series(pd.Categorical(["b", "a"], categories=["b", "never", "a"]))
    assert Classes.of(declared).names == ("b", "never", "a")
    assert Classes.of(["b"], declared=["b", "a"]).codes.tolist() == [0]
    with pytest.raises(DataError, match="the class 'c', which is not declared"):
        Classes.of(["c"], declared=["b", "a"])


def test_numbers_with_fractions_are_classes_only_where_they_are_declared() -> None:
    X = [[1.0], [2.0]]
    assert make_dataset(X, [0.5, 1.0], classes=[0.5, 1.0]).classes == ("0.5", "1")
    assert make_dataset(X, [0.0, 1.0]).classes == ("0", "1")
    assert make_dataset(X, ["0.5", "1"]).classes == ("0.5", "1")


def test_a_frame_of_a_data_set_makes_the_same_data_set_again() -> None:
    iris = nbexp.load_dataset("iris")
    assert make_dataset(*nbexp.to_frame(iris)).digest == iris.digest


@pytest.mark.parametrize("empty", [[None, None], [np.nan, np.nan]])
@pytest.mark.parametrize("kind", ["string", "object", "str"])
def test_a_column_of_texts_without_a_known_value_stays_one_of_texts(
    empty: list[object], kind: str
) -> None:
    (column,) = columns_of(pd.DataFrame({"c": pd.Series(empty, dtype=kind)}))
    learnt = column.attribute()
    assert isinstance(learnt, Qualitative)
    (later,) = columns_of(pd.DataFrame({"c": ["a", "b"]}))
    assert later.attribute_as(learnt).codes.tolist() == [-1, -1]


def test_a_truth_value_and_a_number_are_told_apart() -> None:
    data = np.array([[True], [1], ["1"], [1.0], ["true"]], dtype=object)
    (column,) = columns_of(data)
    assert column.attribute().codes.tolist() == [1, 0, 0, 0, 1]
