"""What a column of a user's file is taken for."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from nbexp.data.table import TextColumn
from nbexp.errors import DataError, SpecError
from nbexp.recommend.columns import looked_at
from nbexp.recommend.remark import Kind
from nbexp.recommend.roles import Wishes, choose_roles


def column(values: list[str | None]) -> TextColumn:
    texts = list(dict.fromkeys(values))
    codes = np.array([texts.index(value) for value in values], dtype=np.int32)
    return TextColumn(texts, codes)


def kind_of(name: str, values: list[str | None]) -> tuple[Kind, bool] | None:
    remark = looked_at(name, column(values))
    return None if remark is None else (remark.kind, remark.ignored)


IGNORED = {
    "a counter": ("x", [str(i) for i in range(50)], Kind.IDENTIFIER),
    "a counter in steps, not in order": (
        "x",
        [str(10 * i) for i in np.random.default_rng(1).permutation(50)],
        Kind.IDENTIFIER,
    ),
    "a counter with zeros": ("x", [f"{i:06d}" for i in range(50)], Kind.IDENTIFIER),
    "numbers in a column named id": (
        "customer_id",
        [str(i * i * 7 + i) for i in range(50)],
        Kind.IDENTIFIER,
    ),
    "distinct texts": ("x", [f"C-{i}" for i in range(50)], Kind.IDENTIFIER),
    "one value": ("x", ["a"] * 50, Kind.CONSTANT),
    "one value, else missing": ("x", ["a"] * 20 + [None] * 30, Kind.CONSTANT),
    "nothing": ("x", [None] * 50, Kind.CONSTANT),
    "days": ("x", [f"2024-03-{1 + i % 28:02d}" for i in range(50)], Kind.DATES),
    "days as in Germany": ("x", [f"{1 + i % 28}.3.2024" for i in range(50)], Kind.DATES),
    "moments": ("x", [f"2024-03-01T10:{i:02d}:00Z" for i in range(50)], Kind.DATES),
    "months in words": ("x", [f"{1 + i % 28} Mar 2024" for i in range(50)], Kind.DATES),
    "times of day": ("x", [f"{i % 24}:30" for i in range(50)], Kind.DATES),
    "decimal commas": ("x", [f"{i},{i % 10}5" for i in range(50)], Kind.NUMBERS),
    "thousands apart": ("x", [f"{i % 9 + 1},{100 + i}.50" for i in range(50)], Kind.NUMBERS),
    "money": ("x", [f"${i}" for i in range(50)], Kind.NUMBERS),
    "shares": ("x", [f"{i} %" for i in range(50)], Kind.NUMBERS),
    "an index that came along": ("", [str(i % 7) for i in range(50)], Kind.IDENTIFIER),
    "sentences": ("x", [f"it was the day number {i % 25}" for i in range(50)], Kind.TEXT),
    "many names": ("x", [f"n{i % 30}" for i in range(60)], Kind.TEXT),
}


@pytest.mark.parametrize("what", IGNORED)
def test_a_column_that_tells_nothing_is_left_out(what: str) -> None:
    name, values, kind = IGNORED[what]
    assert kind_of(name, values) == (kind, True)


KEPT = {
    "measurements": ("x", [f"{i * 0.37:.2f}" for i in range(50)]),
    "whole numbers, all distinct": ("x", [str(i * i * 7 + i) for i in range(50)]),
    "few codes": ("x", [str(i % 4) for i in range(50)]),
    "few names": ("x", ["red", "green"] * 25),
    "a counter of few rows": ("x", [str(i) for i in range(10)]),
    "grid points": ("grid", [str(i % 25) for i in range(50)]),
    "two values, many missing": ("x", ["a", "b"] * 5 + [None] * 40),
}


@pytest.mark.parametrize("what", KEPT)
def test_a_column_that_may_tell_something_is_kept(what: str) -> None:
    name, values = KEPT[what]
    assert kind_of(name, values) is None


def test_numbers_with_a_word_among_them_are_pointed_out() -> None:
    remark = looked_at("income", column([str(i) for i in range(60)] + ["unknown"] * 5))
    assert remark is not None
    assert remark.ignored
    assert "'unknown'" in remark.text
    assert "--missing" in remark.text


def test_the_columns_of_a_file_get_their_roles(customers: Path) -> None:
    roles = choose_roles(customers, "left")
    assert roles.kinds == {
        "age": "quantitative",
        "income": "quantitative",
        "plan": "qualitative",
        "refund": "quantitative",
    }
    found = {remark.column: remark.kind for remark in roles.remarks if remark.ignored}
    assert found == {
        "customer": Kind.IDENTIFIER,
        "since": Kind.DATES,
        "comment": Kind.TEXT,
        "country": Kind.CONSTANT,
    }
    assert "NA" in roles.source.missing
    assert roles.source.ignore == ("customer", "since", "comment", "country")


def test_what_a_user_says_of_a_column_wins(customers: Path) -> None:
    wishes = Wishes(ignore=("refund",), keep=("customer",), qualitative=("age",))
    roles = choose_roles(customers, "left", wishes)
    assert roles.kinds["customer"] == "quantitative"
    assert roles.kinds["age"] == "qualitative"
    assert "refund" not in roles.kinds


@pytest.mark.parametrize(
    ("wishes", "one", "other"),
    [
        (Wishes(ignore=("left",)), "--class", "--ignore"),
        (Wishes(keep=("left",)), "--class", "--keep"),
        (Wishes(quantitative=("left",)), "--class", "--quantitative"),
        (Wishes(ignore=("age",), keep=("age",)), "--ignore", "--keep"),
        (Wishes(ignore=("age",), qualitative=("age",)), "--ignore", "--qualitative"),
        (Wishes(quantitative=("age",), qualitative=("age",)), "--quantitative", "--qualitative"),
    ],
)
def test_wishes_that_contradict_each_other_are_refused(
    customers: Path, wishes: Wishes, one: str, other: str
) -> None:
    with pytest.raises(SpecError, match=f"column '(left|age)' under {one} and under {other}"):
        choose_roles(customers, "left", wishes)


def test_a_column_may_be_kept_and_of_a_kind_and_named_twice(customers: Path) -> None:
    wishes = Wishes(keep=("customer",), qualitative=("customer", "customer"), ignore=("age", "age"))
    roles = choose_roles(customers, "left", wishes)
    assert roles.kinds["customer"] == "qualitative"
    assert roles.source.ignore.count("age") == 1


def test_a_missing_class_option_names_the_columns(customers: Path) -> None:
    with pytest.raises(SpecError, match="--class COLUMN, one of customer, since, age"):
        choose_roles(customers, None)


def test_a_column_that_is_not_there_is_told_with_the_nearest(customers: Path) -> None:
    with pytest.raises(SpecError, match="did you mean refund"):
        choose_roles(customers, "left", Wishes(ignore=("refunds",)))


def test_a_number_is_refused_as_a_class(customers: Path) -> None:
    with pytest.raises(DataError, match="cut the numbers into ranges first"):
        choose_roles(customers, "income")


def test_names_are_refused_as_a_class_with_other_advice(customers: Path) -> None:
    with pytest.raises(DataError, match="not a name: choose another column"):
        choose_roles(customers, "comment")


def test_a_class_with_one_value_is_refused(customers: Path) -> None:
    with pytest.raises(DataError, match="found only 'NZ'"):
        choose_roles(customers, "country")


def test_a_file_without_any_attribute_says_why(tmp_path: Path) -> None:
    rows = "\n".join(f"{i},x,{'ab'[i % 2]}" for i in range(40))
    path = tmp_path / "empty.csv"
    path.write_text(f"id,same,class\n{rows}\n")
    with pytest.raises(DataError, match=r"no column is left(.|\n)*id: looks like an identifier"):
        choose_roles(path, "class")


def test_a_file_without_any_other_column_says_so(tmp_path: Path) -> None:
    path = tmp_path / "alone.csv"
    path.write_text("class\n" + "a\nb\n" * 20)
    with pytest.raises(DataError, match="it has the class class and no other column"):
        choose_roles(path, "class")
    path.write_text("x,class\n" + "1,a\n2,b\n" * 20)
    with pytest.raises(DataError, match="--ignore names all of them"):
        choose_roles(path, "class", Wishes(ignore=("x",)))


def test_rows_are_told_apart_by_what_is_left_out_but_not_by_an_index(tmp_path: Path) -> None:
    path = tmp_path / "indexed.csv"
    rows = "\n".join(f"{i},k{i // 2},{i // 2 % 7},{'ab'[i // 2 % 2]}" for i in range(60))
    path.write_text(f",key,x,class\n{rows}\n")
    roles = choose_roles(path, "class", Wishes(ignore=("key",)))
    assert roles.source.ignore == ("key", "")
    assert roles.rest is not None
    assert roles.rest.tolist() == [i // 2 for i in range(60)]


def test_rows_with_what_cannot_be_read_are_not_taken_for_equal(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "lists.parquet"
    table = {"l": [[i] for i in range(40)], "x": [1, 2] * 20, "class": ["a", "b"] * 20}
    parquet.write_table(pa.table(table), path)
    roles = choose_roles(path, "class")
    assert roles.source.ignore == ("l",)
    assert roles.rest is not None
    assert len(set(roles.rest.tolist())) == 40


def test_a_declared_nominal_attribute_is_kept(tmp_path: Path) -> None:
    names = [f"n{i}" for i in range(40)]
    rows = "\n".join(
        f"{name},{random.Random(i).random()},{'ab'[i % 2]}" for i, name in enumerate(names)
    )
    path = tmp_path / "own.arff"
    path.write_text(
        f"@relation own\n@attribute name {{{','.join(names)}}}\n@attribute x numeric\n"
        f"@attribute class {{a,b}}\n@data\n{rows}\n"
    )
    assert choose_roles(path, "class").kinds == {"name": "qualitative", "x": "quantitative"}


def made(tmp_path: Path, header: str, *columns: list[str]) -> Path:
    path = tmp_path / "own.csv"
    rows = [";".join(row) for row in zip(*columns, ["u", "v"] * 20, strict=True)]
    path.write_text("\n".join([f"{header};y", *rows]) + "\n")
    return path


def test_decimal_commas_are_told_and_stand_in_the_spec(tmp_path: Path) -> None:
    path = made(tmp_path, "a", [f"{i},5" for i in range(40)])
    roles = choose_roles(path, "y")
    assert roles.kinds == {"a": "quantitative"}
    assert roles.source.decimal == ","
    (remark,) = roles.remarks
    assert (remark.word, remark.kind) == ("note", Kind.DECIMAL)
    told = choose_roles(path, "y", Wishes(decimal=","))
    assert (told.remarks, told.source.decimal) == ((), ",")


def test_commas_that_may_stand_between_thousands_are_left_out_with_what_to_do(
    tmp_path: Path,
) -> None:
    path = made(tmp_path, "a;b", [f"{i + 1},500" for i in range(40)], ["1.5", "2.5"] * 20)
    roles = choose_roles(path, "y")
    assert roles.kinds == {"b": "quantitative"}
    assert "--decimal ," in roles.remarks[0].text
    path = made(tmp_path, "a;b", [f"{i + 1},500" for i in range(40)], ["1", "2"] * 20)
    assert choose_roles(path, "y", Wishes(decimal=",")).kinds["a"] == "quantitative"


def test_points_that_may_stand_between_thousands_are_left_out(tmp_path: Path) -> None:
    path = made(tmp_path, "a;b", [f"{i},5" for i in range(40)], [f"{i + 1}.500" for i in range(40)])
    roles = choose_roles(path, "y")
    assert roles.source.ignore == ("b",)
    assert "'1.500' in a file with decimal commas" in roles.remarks[-1].text
    assert "b" in choose_roles(path, "y", Wishes(decimal=".")).kinds


def test_infinite_numbers_are_missing_and_told(tmp_path: Path) -> None:
    values = [f"{i}.5" for i in range(36)] + ["inf", "-Infinity", "inf", "NA"]
    path = made(tmp_path, "a;q", values, ["info", "inf.", "x", "y"] * 10)
    roles = choose_roles(path, "y")
    assert roles.kinds == {"a": "quantitative", "q": "qualitative"}
    assert {"inf", "-Infinity", "NA"} <= set(roles.source.missing)
    remark = next(one for one in roles.remarks if one.column == "a")
    assert remark.word == "warning"
    assert remark.text.startswith("a: 3 infinite values ('inf', '-Infinity') mean missing here")


def test_infinite_among_other_words_is_a_word(tmp_path: Path) -> None:
    path = made(tmp_path, "q", ["inf", "low", "1", "2"] * 10)
    roles = choose_roles(path, "y")
    assert "inf" not in roles.source.missing
    assert roles.kinds == {"q": "qualitative"}


def test_a_parquet_column_of_lists_is_left_out_and_named(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "own.parquet"
    columns = {"l": [[1, 2]] * 40, "x": [i / 8 for i in range(40)], "y": ["u", "v"] * 20}
    parquet.write_table(pa.table(columns), path)
    roles = choose_roles(path, "y")
    assert roles.source.ignore == ("l",)
    assert [one.word for one in roles.remarks] == ["ignored"]
    assert roles.examples["l"].startswith("another type: list<")
    assert choose_roles(path, "y", Wishes(ignore=("l",))).remarks == ()
    with pytest.raises(DataError, match=r"column l: has the type list.* expected classes"):
        choose_roles(path, "l")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "found a folder, expected a CSV"),
        ("nothing.csv", "there is no such file; expected a CSV"),
    ],
)
def test_what_is_no_file_is_told(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        choose_roles(tmp_path / name, "y")


def test_the_name_of_a_data_set_is_no_file() -> None:
    with pytest.raises(DataError, match=r"the data set iris .* goes into a spec"):
        choose_roles(Path("iris"), "class")
