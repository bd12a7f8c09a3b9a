"""How users' text files are written: delimiters, decimal marks, and what Excel writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nbexp.data.dataset import DataSet, Qualitative
from nbexp.data.dialect import HEAD, dialect_of
from nbexp.data.load import load
from nbexp.data.recipe import UserFile
from nbexp.data.userfile import describe_guess
from nbexp.errors import DataError

PLAIN = "a,b,colour,y\n" + "".join(
    f"{i * 0.37:.2f},{i},{'rgb'[i % 3]},{'uv'[i % 2]}\n" for i in range(20)
)
EXCEL = PLAIN.replace(",", ";").replace(".", ",")


def source_of(folder: Path, text: str, **told: Any) -> UserFile:
    path = folder / "own.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return UserFile.model_validate({"path": path, "class": "y"} | told)


def loaded(folder: Path, text: str, **told: Any) -> DataSet:
    return load(source_of(folder, text, **told), cache=folder / "cache")


def numbers(dataset: DataSet) -> dict[str, list[float]]:
    """Return the known numbers of each column of numbers."""
    return {
        one.name: one.values[one.codes[one.codes >= 0]].tolist() for one in dataset.quantitative
    }


def delimiter_of(text: str) -> str:
    return dialect_of(text.encode(), UserFile.model_validate({"path": "x", "class": "y"})).delimiter


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_decimal_commas_are_read_where_no_comma_separates(tmp_path: Path, delimiter: str) -> None:
    assert loaded(tmp_path, EXCEL.replace(";", delimiter)).digest == loaded(tmp_path, PLAIN).digest


def test_the_guess_of_a_decimal_comma_is_told_and_what_is_told_is_not(tmp_path: Path) -> None:
    source = source_of(tmp_path, EXCEL)
    told = describe_guess(source, load(source, cache=tmp_path / "cache"))
    assert told.endswith("; decimal mark guessed: a comma, as in 0,00")
    kinds = {"quantitative": ["a", "b"], "qualitative": ["colour"]}
    source = source_of(tmp_path, EXCEL, **kinds)
    told = describe_guess(source, load(source, cache=tmp_path / "cache"))
    assert told == "own: decimal mark guessed: a comma, as in 0,00"
    source = source_of(tmp_path, EXCEL, decimal=",", **kinds)
    assert describe_guess(source, load(source, cache=tmp_path / "cache")) == ""


def test_the_decimal_mark_can_be_told(tmp_path: Path) -> None:
    quoted = 'a,y\n"1,5",u\n"2,5",v\n'
    assert numbers(loaded(tmp_path, quoted, decimal=",")) == {"a": [1.5, 2.5]}
    assert isinstance(loaded(tmp_path, quoted).attributes[0], Qualitative)
    assert isinstance(loaded(tmp_path, EXCEL, decimal=".").attributes[0], Qualitative)


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["1,5", "2", "?"], [1.5, 2.0]),
        (["-1,5", "+2,25", ",5"], [-1.5, 2.25, 0.5]),
        (["1,5E+03", "2", "7,25e-1"], [1500.0, 2.0, 0.725]),
        (["0,125", "0,250", "0,375"], [0.125, 0.25, 0.375]),
        (["1,5", "2,5", "1,2,3"], None),  # a list is no number
        (["1,234", "12,345", "999"], None),  # thousands, for all that is known
        (["1,5", "2.5", "3"], None),  # both marks
        (["1.234,5", "2,5", "3"], None),
        (["red", "blue", "1,5"], None),
        (["1,5", "2,5", "3,5", "4,5", "k.A."], None),  # read, but one is no number
    ],
)
def test_a_column_is_read_with_commas_if_all_its_numbers_are(
    tmp_path: Path, values: list[str], found: list[float] | None
) -> None:
    rows = "".join(f"{value};{'uv'[i % 2]}\n" for i, value in enumerate(values))
    read = numbers(loaded(tmp_path, f"a;y\n{rows}"))
    assert read.get("a") == found


def test_a_word_for_missing_is_no_hindrance(tmp_path: Path) -> None:
    rows = "1,5;u\nNA;v\n2,5;u\n"
    assert numbers(loaded(tmp_path, f"a;y\n{rows}", missing=["NA"])) == {"a": [1.5, 2.5]}


def test_points_that_may_stand_between_thousands_are_not_read_as_fractions(tmp_path: Path) -> None:
    text = "a;b;y\n1,5;1.234;u\n2,5;999;v\n"
    with pytest.raises(DataError, match=r"own\.csv: column b: found '1\.234', where the decimal"):
        loaded(tmp_path, text)
    assert numbers(loaded(tmp_path, text, ignore="b")) == {"a": [1.5, 2.5]}
    assert numbers(loaded(tmp_path, text.replace("1.234", "1.23"))) == {
        "a": [1.5, 2.5],
        "b": [1.23, 999.0],
    }


def test_classes_stay_as_they_are_written(tmp_path: Path) -> None:
    assert loaded(tmp_path, "a;y\n1,5;0,5\n2,5;1,5\n").classes == ("0,5", "1,5")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Length, mm;Width, mm;y\n1,5;2,5;u\n2,5;3,5;v\n", ";"),
        ("Length, mm, net;y\n1,5;u\n2;v\n", ";"),
        ('"a;b",c,y\n1,2,u\n', ","),
        ("a,b,y\n1,2,u\n1,2\n1,2,v\n", ","),
        ("a\ty, z\n1\tu\n", "\t"),
        ("only\n1\n", ","),
        (f"a;y\n1;u\n{'x' * 200_000};v\n", ";"),
        ("\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_rows_and_header_agree_on(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


def test_a_row_that_is_cut_off_by_the_end_of_what_is_looked_at_does_not_count() -> None:
    row = "1,5;2;u\n"
    text = "a;b;y\n" + row * (HEAD // len(row)) + row[:3]
    assert len(text) > HEAD - len(row)
    assert delimiter_of(text) == ";"


@pytest.mark.parametrize("begin", ["sep=;\n", "\ufeffSEP=;\r\n"])
def test_the_first_line_for_excel_names_the_delimiter(tmp_path: Path, begin: str) -> None:
    assert loaded(tmp_path, begin + EXCEL).digest == loaded(tmp_path, PLAIN).digest
    with pytest.raises(DataError, match=r"own\.csv:23: short row"):
        loaded(tmp_path, begin + EXCEL + "1;2\n")


def test_a_name_in_quotes_may_go_over_lines(tmp_path: Path) -> None:
    text = 'a,"Length\nin mm","y"\n1.5,2.5,u\n\n2.5,3.5,v\n'
    assert list(numbers(loaded(tmp_path, text))) == ["a", "Length in mm"]
    with pytest.raises(DataError, match=r"own\.csv:6: short row"):
        loaded(tmp_path, text + "1.5,u\n")


def test_a_quotation_mark_that_nothing_closes_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"own\.csv:1: found a quotation mark .* no other one"):
        loaded(tmp_path, '"a,b,y\n1,2,u\n3,4,v\n')


def test_a_blank_line_is_kept_in_a_value_and_nowhere_else(tmp_path: Path) -> None:
    text = '\na,y\n\n"l1\nl2\n\nx",u\n   \n"m",v\n\n'
    (attribute,) = loaded(tmp_path, text).qualitative
    assert attribute.values == ("l1\nl2\n\nx", "m")
    with pytest.raises(DataError, match=r"own\.csv:11: short row"):
        loaded(tmp_path, text + "short\n")


def test_one_word_among_decimal_commas_leaves_them_numbers(tmp_path: Path) -> None:
    text = "a;y\n1,5;u\n2,5;v\n3,5;u\n4,5;v\nk.A.;u\n"
    assert loaded(tmp_path, text).qualitative[0].values == ("1.5", "2.5", "3.5", "4.5", "k.A.")
    assert numbers(loaded(tmp_path, text, missing="k.A.")) == {"a": [1.5, 2.5, 3.5, 4.5]}
