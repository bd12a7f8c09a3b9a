"""Delimited and whitespace text: what is read, and what is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_recipe import source

from nbexp.data import delimited
from nbexp.data.delimited import read_delimited
from nbexp.data.source import Source
from nbexp.data.table import Table
from nbexp.errors import DataError


def read(data: bytes, columns: Any = ("a", "b", "c"), **changes: Any) -> Table:
    file = {"path": "x.data"} | changes.pop("file", {})
    decl = Source.model_validate(source(columns=columns, files=[file], **changes))
    return read_delimited(data, decl.files[0], decl)


def rows(table: Table) -> list[list[str | None]]:
    columns = [[c.texts[code] for code in c.codes] for c in table.columns.values()]
    return [list(row) for row in zip(*columns, strict=True)]


PLAIN = [["1", "x", "yes"], ["2", "y", "no"]]


@pytest.mark.parametrize(
    "data",
    [
        b"1,x,yes\n2,y,no\n",
        b"1,x,yes\n2,y,no",
        b"1,x,yes\r\n2,y,no\r\n",
        b"1,x,yes\r2,y,no\r",
        b"\xef\xbb\xbf1,x,yes\n2,y,no\n",
        b"1,x,yes\n2,y,no\n\x1a",
        b"1,x,yes\r\n2,y,no\r\n\x1a\r\n",
        b"\n1,x,yes\n\n \t\n2,y,no\n\n\n",
        b"  1, x , yes\n\t2,y,no  \n",
        b'"1",x,"yes"\n2,"y",no\n',
        b'1, "x" ,yes\n2,y,no\n',
    ],
    ids=[
        "plain", "no last line end", "CRLF", "CR", "byte-order mark", "Ctrl-Z", "CRLF Ctrl-Z",
        "blank lines", "blanks around values", "quotes", "blanks around quotes",
    ],
)  # fmt: skip
def test_the_same_rows_are_read_however_the_text_is_dressed(data: bytes) -> None:
    assert rows(read(data)) == PLAIN


@pytest.mark.parametrize(
    "data", [b"1 x yes\n2 y no\n", b"  1\tx   yes \n\n2 y\t\tno\t\n"], ids=["plain", "ragged"]
)
def test_runs_of_blanks_and_tabs_separate_whitespace_text(data: bytes) -> None:
    assert rows(read(data, reader="whitespace")) == PLAIN


def test_another_delimiter_is_used_as_told() -> None:
    assert rows(read(b"1\tx\tyes\n2\ty\tno\n", delimiter="tab")) == PLAIN
    assert rows(read(b"1;x;yes\n2;y;no\n", delimiter=";")) == PLAIN


def test_texts_stay_as_they_are_written() -> None:
    table = read(b"007,1.50,nan\n07,1.5,NA\n7,01e0,\n")
    assert rows(table) == [["007", "1.50", "nan"], ["07", "1.5", "NA"], ["7", "01e0", ""]]


def test_comment_lines_are_left_out_but_counted() -> None:
    table = read(b"|1x3 Cross validator\n1,x,yes\n  |again\n2,y,no\n", comment="|")
    assert rows(table) == PLAIN
    assert [table.place(row) for row in range(2)] == ["x.data:2", "x.data:4"]


def test_latin_1_is_read_where_the_bytes_are_not_utf_8() -> None:
    assert rows(read(b"\xe9,x,y\n"))[0][0] == "é"
    assert rows(read("é,x,y\n".encode()))[0][0] == "é"


def test_a_declared_encoding_is_held_to() -> None:
    with pytest.raises(DataError, match=r"x\.data:2: is not utf-8 text"):
        read(b"a,b,c\n\xe9,x,y\n", encoding="utf-8")
    assert rows(read("é,x,y\n".encode(), encoding="latin-1"))[0][0] == "Ã©"


def test_a_quoted_value_may_hold_the_delimiter_and_quotes() -> None:
    assert rows(read(b'"1,5","say ""x""",yes\n')) == [["1,5", 'say "x"', "yes"]]


def test_without_quoting_a_quote_is_a_character() -> None:
    assert rows(read(b'5",x,yes\n', quote=None)) == [['5"', "x", "yes"]]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"1,x,yes\n2,y\n3,z,no\n", r"x\.data:2: short row: found 2 values, expected 3 \('2,y'\)"),
        (b"1,x,yes\n\n2,y,no,4\n", r"x\.data:3: long row: found 4 values, expected 3"),
        (b'1,"x",yes\n2,"y"\n', r"x\.data:2: short row"),
        (b'1,"x",yes\n2,"y,no\n', r"x\.data:2: unexpected end of data"),
        (b"", "the file is empty"),
        (b"\xff\xfe1\x00", "UTF-16"),
        (b"1,x\x00,y\n", r"a zero byte \(at 3\)"),
    ],
)
def test_what_is_no_sound_text_is_refused_with_its_place(data: bytes, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read(data)


def test_a_short_row_of_whitespace_text_is_refused_with_its_place() -> None:
    with pytest.raises(DataError, match=r"x\.data:3: short row: found 2 values, expected 3"):
        read(b"1 x yes\n\n 2  y \n", reader="whitespace")


def test_a_wrong_row_is_found_in_any_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "_PIECE", 16)
    good = b"1,x,yes\n" * 20
    assert rows(read(good)) == [["1", "x", "yes"]] * 20
    with pytest.raises(DataError, match=r"x\.data:21: long row"):
        read(good + b"1,x,y,z\n" + good)


def test_a_header_gives_the_names_or_must_have_as_many() -> None:
    data = b"p,q,r\n1,x,yes\n"
    assert list(read(data, columns=[], header=True).columns) == ["p", "q", "r"]
    assert list(read(data, header=True).columns) == ["a", "b", "c"]
    blanks = read(b"p q\tr\n1 x yes\n", columns=[], header=True, reader="whitespace")
    assert list(blanks.columns) == ["p", "q", "r"]
    with pytest.raises(DataError, match=r"x\.data:1: the header has 2 names, 3 were expected"):
        read(b"p,q\n1,x\n", header=True)
    with pytest.raises(DataError, match="the column name p stands more than once"):
        read(b"p,p,r\n1,x,yes\n", columns=[], header=True)


def test_a_file_of_comments_has_no_header() -> None:
    with pytest.raises(DataError, match=r"x\.data:1: the file is empty; a line of column names"):
        read(b"|nothing\n", columns=[], header=True, comment="|")


def test_a_name_in_quotes_longer_than_any_is_taken_as_it_stands() -> None:
    name = '"' + "x" * 200_000 + '"'
    assert list(read(f"p,{name}\n1,2\n".encode(), columns=[], header=True).columns) == ["p", name]


def test_lines_are_edited_joined_and_skipped_by_their_numbers_in_the_untouched_file() -> None:
    data = b"a header\n,1,x,yes\n2,y\n,no\n3,z,no\n"
    file = {
        "edit-lines": [{"line": 2, "find": ",1", "replace": "1"}],
        "join-lines": [3],
        "skip-lines": [1],
    }
    table = read(data, file=file)
    assert rows(table) == [*PLAIN, ["3", "z", "no"]]
    assert [table.place(row) for row in range(3)] == ["x.data:2", "x.data:3", "x.data:5"]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ({"edit-lines": [{"line": 1, "find": "q", "replace": ""}]}, r"x\.data:1: a fix expects"),
        ({"edit-lines": [{"line": 9, "find": "q", "replace": ""}]}, "names line 9, but the file"),
        ({"skip-lines": [3]}, "names line 3, but the file has 2"),
        ({"join-lines": [7]}, "names line 7"),
    ],
)  # fmt: skip
def test_a_line_fix_that_does_not_fit_the_file_is_an_error(file: Any, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read(b"1,x,yes\n2,y,no\n", file=file)


TEXT = st.text("abz019.-? é'|#", max_size=4).map(str.strip)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=30), st.sampled_from(",;|\t"))
def test_reading_equals_splitting_each_line_by_hand(
    values: list[tuple[str, str, str]], delimiter: str
) -> None:
    values = [tuple(v.replace(delimiter, "") for v in row) for row in values]  # type: ignore[misc]
    text = "\n".join(delimiter.join(row) for row in values)
    expected = [
        [part.strip() for part in line.split(delimiter)]
        for line in text.split("\n")
        if line.strip(" \t")
    ]
    expected = [row for row in expected if len(row) == 3]
    if len(expected) < len(values):  # a line of blanks only is no row
        return
    assert rows(read(text.encode(), delimiter=delimiter)) == expected


@pytest.mark.parametrize("quote", ["", '"'], ids=["plain", "quoted"])
def test_a_wide_file_takes_time_by_its_columns_and_not_by_their_square(quote: str) -> None:
    width = 12_000
    header = ",".join(f"a{number}" for number in range(width))
    row = ",".join(f"{quote}{number % 7}{quote}" for number in range(width))
    begun = time.process_time()
    table = read(f"{header}\n{row}\n{row}\n".encode(), columns=[], header=True)
    assert time.process_time() - begun < 30  # what is quadratic takes minutes
    assert [column.texts for column in table.columns.values()] == [
        [str(number % 7)] for number in range(width)
    ]
    with pytest.raises(DataError, match="the column name a0, a1 stands more than once"):
        read(f"{header},a1,a0\n{row},1,1\n".encode(), columns=[], header=True)
    assert time.process_time() - begun < 30
