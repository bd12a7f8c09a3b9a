"""Columns of a stream, kinds guessed, lines read one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.data.recipe import UserFile
from nbexp.data.userfile import read_user_table
from nbexp.errors import DataError, StoreError
from nbexp.incremental.layout import RowFault, Told, layout_of
from nbexp.incremental.registry import create_learner
from nbexp.incremental.stream import StreamLearner

HEADER = "a,code,word,y"
ROWS = ["1.5,1,u,no", "2,2,v,yes", "?,3,,no", "2.5,1,u,yes"]


def layout(header: str = HEADER, rows: list[str] = ROWS, **told: object):
    return layout_of(header, rows, Told("y", **told), "s.csv")  # type: ignore[arg-type]


def test_kinds_are_guessed_as_those_of_files() -> None:
    found = layout()
    assert found.described() == "class: y; quantitative: a; qualitative: code, word"
    assert layout(quantitative=("code",)).quantitative == (True, True, False)
    assert layout(qualitative=("a",), ignore=("word",)).names == ("a", "code")


def test_a_line_is_an_instance_and_its_class() -> None:
    assert layout().read(' 3.0 ,2,"u, v",no') == ([3.0, "2", "u, v"], "no")
    assert layout().read("?,2,,no") == ([None, "2", None], "no")


def test_quotes_and_blanks_are_read_as_in_files(tmp_path: Path) -> None:
    words = ["u, v", 'a "b" c', "w"]
    lines = ["a,word,y", '1.5, "u, v",no', '2.5,"a ""b"" c" ,yes', "3.5, w ,no"]
    (tmp_path / "s.csv").write_text("\n".join(lines) + "\n")
    read = read_user_table(UserFile.model_validate({"path": tmp_path / "s.csv", "class": "y"}))
    assert read.table.columns["word"].texts == words
    found = layout(lines[0], lines[1:])
    assert [found.read(line)[0][1] for line in lines[1:]] == words


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1,2,3", "found 3 values, expected 4"),
        ("1,2,3,?", "column y: the class is missing"),
        ("x,2,u,no", "column a: found 'x', expected a number"),
        ("nan,2,u,no", "column a: found 'nan', expected a number"),
        ('1,2,"u,no', "cannot be read as a row with quotes: unexpected end of data"),
        (f'1,2,"{"u" * 200_000}",no', "cannot be read as a row with quotes: field larger"),
    ],
)
def test_a_line_that_is_no_instance_says_why(line: str, told: str) -> None:
    with pytest.raises(RowFault, match=told):
        layout().read(line)


def test_decimal_commas_are_guessed_from_the_first_rows() -> None:
    rows = ["1,5;1,234;a;0", "2;7,891;b;1"]
    found = layout("x;z;w;y", rows)
    assert (found.decimal, found.quantitative) == (",", (True, True, False))
    assert found.described().endswith("decimal mark: a comma")
    assert found.read("-3,25;1,234;b;1") == ([-3.25, 1.234, "b"], "1")
    assert found.read("3.5;4e2;b;1") == ([3.5, 400.0, "b"], "1")
    with pytest.raises(RowFault, match=r"z: found '1.234', expected a number with a decimal comma"):
        found.read("1,5;1.234;b;1")


def test_commas_that_may_stand_between_thousands_are_decimal_where_that_is_told() -> None:
    rows = ["1,234;0", "7,891;1"]
    assert layout("x;y", rows).quantitative == (False,)
    found = layout("x;y", rows, decimal=",")
    assert (found.quantitative, found.read("1,234;0")) == ((True,), ([1.234], "0"))
    told = layout("x;y", ["1,5;0"], decimal=".", quantitative=("x",))
    with pytest.raises(RowFault, match=r"expected a number$"):
        told.read("1,5;0")


def test_the_delimiter_is_the_one_that_the_header_has_most_of() -> None:
    assert layout("a;code;word;y", ["1,x;1;u;no"]).read("7;1;u;no") == (["7", "1", "u"], "no")


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("a,b", "found no column y"),
        ("a,a,y", "the column a stands more than once"),
        ("y", "no column is left as an attribute"),
    ],
)
def test_a_header_that_does_not_fit_is_told(header: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        layout(header, [])


def learner(**more: object) -> StreamLearner:
    return StreamLearner.begin(create_learner("iffd", {}), layout(), ROWS, 10)


def test_lines_together_or_one_by_one_are_the_same(tmp_path: Path) -> None:
    lines = [
        f"{i % 7}.5,{i % 4},{'uvw'[i % 3]},{('no', 'yes', 'so')[i % 5 % 3]}" for i in range(90)
    ]
    together, apart = learner(), learner()
    together.learn(lines)
    for line in lines:
        apart.learn([line])
    assert together.score == apart.score
    assert together.score.seen == 94
    assert together.model.classes == ("no", "yes", "so")
    together.save(tmp_path / "one")
    apart.save(tmp_path / "two")
    again = StreamLearner.load(tmp_path / "one")
    assert again.score == together.score
    assert again.layout == together.layout
    assert again.model.predict_proba_one([1.0, "1", "u"]) == apart.model.predict_proba_one(
        [1.0, "1", "u"]
    )


def test_lines_that_are_no_instances_are_counted_and_told() -> None:
    one = learner()
    one.learn(["1,2,u,no", "x,2,u,no", "1,2", "1,2,u,yes"])
    assert (one.score.seen, one.score.faulty, one.score.lines) == (6, 2, 8)
    assert one.told[0] == "line 7: column a: found 'x', expected a number"


def test_a_classifier_that_was_saved_without_a_stream_is_not_taken_up(tmp_path: Path) -> None:
    learner().model.save(tmp_path / "m")
    with pytest.raises(StoreError, match="holds no stream's classifier"):
        StreamLearner.load(tmp_path / "m")
