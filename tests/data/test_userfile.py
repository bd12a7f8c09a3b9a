"""Users' own files, and the guess of kinds."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from nbexp.data.dataset import DataSet, Qualitative
from nbexp.data.load import load
from nbexp.data.recipe import UserFile
from nbexp.data.userfile import describe_guess, name_of, told_file
from nbexp.errors import DataError, SpecError

CSV = """id,age,visits,colour,target
1,1.5,3,red,yes
2,,1,green,no
3,2.0,2,?,no
"""


def user_file(
    tmp_path: Path, text: str | bytes, name: str = "My data.csv", **told: Any
) -> UserFile:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return UserFile.model_validate({"path": path, "class": "target", "ignore": "id"} | told)


def loaded(tmp_path: Path, text: str | bytes = CSV, **told: Any) -> DataSet:
    return load(user_file(tmp_path, text, **told), cache=tmp_path / "cache")


def kinds(dataset: DataSet) -> dict[str, str]:
    return {
        attribute.name: "qualitative" if isinstance(attribute, Qualitative) else "quantitative"
        for attribute in dataset.attributes
    }


def test_a_csv_file_is_read_with_its_header(tmp_path: Path) -> None:
    dataset = loaded(tmp_path)
    assert dataset.name == "my-data"
    assert kinds(dataset) == {
        "age": "quantitative",
        "visits": "qualitative",
        "colour": "qualitative",
    }
    assert dataset.classes == ("no", "yes")
    assert dataset.labels.tolist() == [1, 0, 0]
    assert [attribute.n_missing for attribute in dataset.attributes] == [1, 0, 1]


def test_what_is_told_is_not_guessed(tmp_path: Path) -> None:
    dataset = loaded(tmp_path, quantitative=["visits"], qualitative=["age"])
    assert kinds(dataset) == {
        "age": "qualitative",
        "visits": "quantitative",
        "colour": "qualitative",
    }
    assert dataset.qualitative[0].values == ("1.5", "2.0")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([str(n) for n in range(10)], "qualitative"),
        ([str(n) for n in range(11)], "quantitative"),
        (["1", "2", "2.5"], "quantitative"),
        (["1.0", "2.0", "1"], "qualitative"),
        (["1", "2", "x"], "qualitative"),
        (["1e3", "?", "0.5"], "quantitative"),
    ],
)
def test_the_rule_of_the_guess(tmp_path: Path, values: list[str], kind: str) -> None:
    rows = "".join(f"{n},{value},{n % 2}\n" for n, value in enumerate(values))
    assert kinds(loaded(tmp_path, f"id,x,target\n{rows}")) == {"x": kind}


def test_guessed_values_are_ascending_as_numbers_or_as_texts(tmp_path: Path) -> None:
    text = "a,b,target\n10,10,u\n9,x,v\n2,9,u\n"
    dataset = loaded(tmp_path, text, ignore=[])
    assert dataset.qualitative[0].values == ("2", "9", "10")
    assert dataset.qualitative[1].values == ("10", "9", "x")


def test_the_guess_is_told_in_one_line(tmp_path: Path) -> None:
    source = user_file(tmp_path, CSV, quantitative="age")
    told = describe_guess(source, load(source, cache=tmp_path / "cache"))
    assert told == "my-data: kinds taken from the file or guessed: qualitative: visits, colour"
    source = user_file(tmp_path, CSV, quantitative="age", qualitative=["visits", "colour"])
    assert describe_guess(source, load(source, cache=tmp_path / "cache")) == ""


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_the_delimiter_is_found_in_the_header_or_told(tmp_path: Path, delimiter: str) -> None:
    text = CSV.replace(",", delimiter)
    assert loaded(tmp_path, text).digest == loaded(tmp_path, CSV, name="other.csv").digest
    assert loaded(tmp_path, text, delimiter=delimiter).n_instances == 3


def test_a_packed_file_is_unpacked(tmp_path: Path) -> None:
    packed = loaded(tmp_path, gzip.compress(CSV.encode()), name="my.csv.gz")
    assert packed.digest == loaded(tmp_path).digest


def test_a_packed_file_that_is_broken_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"my\.csv\.gz:1: the packed file is broken"):
        loaded(tmp_path, gzip.compress(CSV.encode())[:-9], name="my.csv.gz")


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    assert loaded(tmp_path).n_instances == 3
    assert loaded(tmp_path, CSV + "4,1,1,red,yes\n").n_instances == 4


def test_an_arff_files_header_is_not_guessed(tmp_path: Path) -> None:
    text = "@relation r\n@attribute n integer\n@attribute q {b,a}\n@attribute target {x,y,z}\n"
    dataset = loaded(tmp_path, f"{text}@data\n1,a,y\n2,b,x\n", name="my.arff", ignore=[])
    assert kinds(dataset) == {"n": "quantitative", "q": "qualitative"}
    assert dataset.qualitative[0].values == ("b", "a")
    assert dataset.classes == ("x", "y", "z")


def test_a_quality_that_a_header_declares_has_the_headers_values(tmp_path: Path) -> None:
    text = "@relation r\n@attribute q {b,a,never}\n@attribute target {x,y}\n@data\na,x\nb,y\n"
    dataset = loaded(tmp_path, text, name="my.arff", ignore=[], qualitative=["q"])
    assert dataset.qualitative[0].values == ("b", "a", "never")


@pytest.mark.parametrize(
    ("text", "told", "message"),
    [
        (CSV, {"class": "targt"}, r"no column targt; did you mean target\?"),
        (CSV, {"ignore": ["ID"]}, r"no column ID; did you mean id\?"),
        (CSV, {"quantitative": ["colour"]}, r"My data\.csv:2: column colour: found 'red'"),
        (CSV, {"missing": ["-"]}, r"My data\.csv:3: column age: found ''"),
        (CSV + "4,1,1,red,\n", {}, r"My data\.csv:5: column target: the class is missing"),
        (CSV + "4,1,1,red\n", {}, r"My data\.csv:5: short row"),
        ("id,a,target\n1,?,x\n2,?,y\n", {}, "column a: all values are missing"),
        ("id,a,target\n", {}, "has no rows"),
        ("id,target\n1,x\n", {}, "no column is left as an attribute"),
        ("", {}, "the file is empty"),
        (
            ",a,target\n1,2,x\n",
            {"ignore": []},
            r"My data\.csv:1: column 1 has no name; give it one",
        ),
        ("id,a,target\n1,2,?\n", {}, "every class is missing"),
        ("id,a,target\n1,2,x\n2,3,x\n", {}, r"column target: found only the class 'x'"),
    ],
)
def test_what_cannot_be_read_as_told_is_an_error(
    tmp_path: Path, text: str, told: dict[str, Any], message: str
) -> None:
    if "missing" in told:
        told = {**told, "quantitative": ["age"]}
    with pytest.raises(DataError, match=message):
        loaded(tmp_path, text, **told)


def test_an_attribute_of_text_or_date_must_be_ignored(tmp_path: Path) -> None:
    text = "@relation r\n@attribute s string\n@attribute n real\n@attribute target {x,y}\n@data\n"
    with pytest.raises(DataError, match=r"attribute s is a string, .* name it under ignore"):
        loaded(tmp_path, text + "'a b',1,x\n", name="a.arff", ignore=[])
    rows = "'a b',1,x\n'c',2,y\n"
    dataset = loaded(tmp_path, text + rows, name="a.arff", ignore=["s"])
    assert kinds(dataset) == {"n": "quantitative"}


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    source = UserFile.model_validate({"path": tmp_path / "none.csv", "class": "c"})
    with pytest.raises(DataError, match=r"none\.csv: there is no such file"):
        load(source, cache=tmp_path)


@pytest.mark.parametrize(
    ("path", "name"), [("a/My File.csv", "my-file"), ("x.csv.gz", "x"), ("___.csv", "data")]
)
def test_a_name_is_made_of_the_files(path: str, name: str) -> None:
    assert name_of(UserFile.model_validate({"path": path, "class": "c"})) == name


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"class": "a", "ignore": ["a"]}, r"^mine\.csv: the column a is given more than once"),
        ({"class": ""}, r"^mine\.csv: class: string should have at least 1 character"),
    ],
)
def test_what_a_program_tells_wrongly_is_an_error_of_nbexp(
    told: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        told_file({"path": "mine.csv"} | told)
