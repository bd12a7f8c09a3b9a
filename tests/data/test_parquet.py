"""Parquet files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nbexp.data.dataset import DataSet, Qualitative
from nbexp.data.load import load, read_table
from nbexp.data.parquet import read_parquet
from nbexp.data.recipe import UserFile
from nbexp.data.source import FileDecl, Source
from nbexp.errors import DataError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def written(tmp_path: Path, columns: dict[str, object]) -> Path:
    path = tmp_path / "my.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=2)
    return path


def loaded(tmp_path: Path, columns: dict[str, object], **told: object) -> DataSet:
    path = written(tmp_path, {**columns, "c": ["u", "v", "u", "v"]})
    source = UserFile.model_validate({"path": path, "class": "c"} | told)
    return load(source, cache=tmp_path / "cache")


def test_types_tell_kinds_and_nulls_are_missing(tmp_path: Path) -> None:
    dataset = loaded(
        tmp_path,
        {
            "f": [1.0, 2.5, None, 1.0],
            "whole": [1.0, 2.0, 1.0, 2.0],
            "i": [3, 1, 3, None],
            "b": [True, False, None, True],
            "s": ["x", None, "y", "x"],
            "d": pa.array(["p", "q", "p", None]).dictionary_encode(),
        },
    )
    kinds = [isinstance(attribute, Qualitative) for attribute in dataset.attributes]
    assert kinds == [False, False, True, True, True, True]
    assert [attribute.n_missing for attribute in dataset.attributes] == [1, 0, 1, 1, 1, 1]
    assert dataset.quantitative[0].values.tolist() == [1.0, 2.5]
    assert [attribute.values for attribute in dataset.qualitative] == [
        ("1", "3"),
        ("false", "true"),
        ("x", "y"),
        ("p", "q"),
    ]


def test_a_nan_is_an_error_unless_it_is_declared_missing(tmp_path: Path) -> None:
    columns: dict[str, object] = {"f": [1.5, float("nan"), 2.5, 1.0]}
    with pytest.raises(DataError, match=r"my\.parquet:2: column f: found 'nan'"):
        loaded(tmp_path, columns)
    assert loaded(tmp_path, columns, missing=["nan"]).attributes[0].n_missing == 1


def test_new_names_replace_those_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, {"a": [1, 2], "b": ["x", "y"]})
    assert list(read_parquet(path, "my.parquet", ("p", "q")).table.columns) == ["p", "q"]
    with pytest.raises(DataError, match="found 2 columns, expected 1"):
        read_parquet(path, "my.parquet", ("p",))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"no such thing")
    with pytest.raises(DataError, match=r"bad\.parquet: is not a sound Parquet file"):
        read_parquet(tmp_path / "bad.parquet", "bad.parquet")


@pytest.mark.parametrize("values", [[[1], [2], [3], [4]], [{"a": 1}] * 4, [b"1", b"2", b"3", b"4"]])
def test_a_column_of_neither_texts_nor_numbers_has_to_be_ignored(
    tmp_path: Path, values: list[object]
) -> None:
    columns: dict[str, object] = {"odd": values, "x": [1.0, 2.0, 3.5, 4.0]}
    with pytest.raises(DataError, match=r"column odd: has the type .*; name it under ignore"):
        loaded(tmp_path, columns)
    assert [one.name for one in loaded(tmp_path, columns, ignore="odd").attributes] == ["x"]


def test_a_recipes_file_has_no_column_of_neither_texts_nor_numbers(tmp_path: Path) -> None:
    path = written(tmp_path, {"a": [[1], [2]]})
    file = FileDecl(path="my.parquet")
    source = Source(name="copy", reader="parquet", files=(file,))
    with pytest.raises(DataError, match="column a: has the type list"):
        read_table(path, file, source)


def test_without_pyarrow_the_way_to_install_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, {"a": [1]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"pip install 'nbexp\[parquet\]'"):
        read_parquet(path, "my.parquet")


def test_a_column_of_nothing_but_nulls_has_no_known_value(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="column n: all values are missing; name it under ignore"):
        loaded(tmp_path, {"n": pa.nulls(4)})


@pytest.mark.parametrize("kind", [pa.null(), pa.date32(), pa.timestamp("ms"), pa.string()])
def test_a_file_without_rows_is_told_whatever_its_types(tmp_path: Path, kind: object) -> None:
    path = written(tmp_path, {"a": pa.array([], kind), "c": pa.array([], pa.string())})
    source = UserFile.model_validate({"path": path, "class": "c"})
    with pytest.raises(DataError, match="has no rows"):
        load(source, cache=tmp_path / "cache")


def test_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    pq.write_table(table, tmp_path / "my.parquet")
    with pytest.raises(DataError, match=r"my\.parquet: two columns have the same name"):
        read_parquet(tmp_path / "my.parquet", "my.parquet")
