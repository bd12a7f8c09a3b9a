"""ARFF files: header, rows, and what is refused."""

from __future__ import annotations

import pytest

from nbexp.data.arff import ArffFile, read_arff
from nbexp.data.source import FileDecl
from nbexp.errors import DataError

HEADER = """% a comment
@RELATION 'my data'
@attribute size REAL
@Attribute\tcolour { red, 'light green',"blue" }
@attribute class {yes,no}

@data
"""


def read(rows: str, header: str = HEADER, names: tuple[str, ...] = ()) -> ArffFile:
    return read_arff((header + rows).encode(), FileDecl(path="x.arff"), names)


def values(rows: str, header: str = HEADER) -> list[list[str | None]]:
    columns = read(rows, header).table.columns.values()
    return [
        list(row)
        for row in zip(*([c.texts[code] for code in c.codes] for c in columns), strict=True)
    ]


def test_the_header_tells_names_kinds_and_values() -> None:
    size, colour, class_ = read("1,red,yes\n").attributes
    assert (size.name, size.kind, size.values) == ("size", "numeric", ())
    assert (colour.name, colour.kind) == ("colour", "nominal")
    assert colour.values == ("red", "light green", "blue")
    assert class_.values == ("yes", "no")


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("numeric", "numeric"), ("INTEGER", "numeric"), ("real [0.1, 2.5]", "numeric"),
        ("real[0,1]", "numeric"), ("string", "string"), ('date "yyyy-MM-dd"', "date"),
        ("{a}", "nominal"), ("{1,2,}", "nominal"),
    ],
)  # fmt: skip
def test_types_are_told_apart(written: str, kind: str) -> None:
    assert read("1\n", f"@attribute x {written}\n@data\n").attributes[0].kind == kind


@pytest.mark.parametrize(
    ("written", "name"),
    [("'a b'", "a b"), ('"it\'s"', "it's"), (r"'it\'s'", "it's"), ("a-b", "a-b"), ("'{x}'", "{x}")],
)
def test_names_may_be_quoted(written: str, name: str) -> None:
    assert read("1\n", f"@attribute {written} real\n@data\n").attributes[0].name == name


@pytest.mark.parametrize(
    "rows",
    [
        "1,red,yes\n?,blue,no\n",
        "1,red,yes,\n?,blue,no,\n",
        " 1 , red , yes \r\n\r\n% comment\r\n ?, blue , no\r\n",
        "1,'red',yes\n?,\"blue\",'no'\n",
        "1\tred\tyes\n?\tblue\tno\n",
        "1 red yes\n? blue no\n",
        "{0 1}\n{0 ?, 1 blue, 2 no}\n",
        "{0 1, 1 'red'}\n?,blue,no,\n",
    ],
    ids=[
        "plain", "final comma", "blanks", "quotes", "tabs", "single blanks", "sparse", "mixed",
    ],
)  # fmt: skip
def test_the_same_rows_are_read_however_they_are_written(rows: str) -> None:
    assert values(rows) == [["1", "red", "yes"], [None, "blue", "no"]]


def test_quotes_keep_commas_blanks_and_question_marks() -> None:
    assert values("1,'light green',yes\n'?','a, b\\'c',no\n") == [
        ["1", "light green", "yes"],
        ["?", "a, b'c", "no"],
    ]


def test_a_delimiter_at_the_end_of_a_row_with_quotes_leaves_an_empty_value() -> None:
    assert values("1,'red',\n") == [["1", "red", ""]]


def test_new_names_replace_those_of_the_header() -> None:
    assert list(read("1,red,yes\n", names=("a", "b", "c")).table.columns) == ["a", "b", "c"]
    with pytest.raises(DataError, match="declares 3 attributes, 2 were expected"):
        read("1,red,yes\n", names=("a", "b"))


def test_keels_lines_of_inputs_and_outputs_are_passed_over() -> None:
    header = (
        "@relation r\n@attribute a real [0, 1]\n@attribute c {x}\n@inputs a\n@outputs c\n@data\n"
    )
    assert values("0.5, x\n", header) == [["0.5", "x"]]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("1,red\n", r"x\.arff:8: short row: found 2 values, expected 3"),
        ("1,red,yes\n,\n", r"x\.arff:9: short row: found 1 values, expected 3"),
        ("1,red,yes\n1,red,yes,no\n", r"x\.arff:9: long row: found 4"),
        ("1,'red',yes,no\n", r"x\.arff:8: long row: found 4"),
        ("1,'red,yes\n", r"x\.arff:8: a quote is not closed"),
        ("1,'red'x,yes\n", r"x\.arff:8: a quote is not closed, or text follows"),
        ("1,red,yes,{5}\n", "instance weights are not supported"),
        ("{0 1\n", "the sparse row has no closing brace"),
        ("{7 1}\n", r"found '7 1' in a sparse row"),
        ("{0 1, 0 2}\n", r"found '0 2' in a sparse row"),
        ("{x}\n", r"found 'x' in a sparse row"),
        ("", "no rows follow @data"),
    ],
)
def test_rows_that_the_format_does_not_allow_are_refused(rows: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read(rows)


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("a,b,c\n", r"x\.arff:1: found 'a,b,c' in the header"),
        ("<html>\n", "is this an ARFF file"),
        ("@attribute a real\n", "has no @data line"),
        ("@data\n", "comes before any @attribute"),
        ("@attribute a\n@data\n", "expected an attribute's name and type"),
        ("@attribute a float\n@data\n", "found the type 'float'"),
        ("@attribute a {x,y\n@data\n", "has no closing brace"),
        ("@attribute a {}\n@data\n{0 1}\n", "the list of values is empty"),
        ("@attribute a {x,x}\n@data\n", "declared more than once"),
        ("@attribute a real\n@attribute a real\n@data\n", "attribute name a is declared more"),
        ("@end\n", "found '@end'"),
    ],
)
def test_a_header_that_the_format_does_not_allow_is_refused(header: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read("", header)


def test_a_single_empty_value_is_a_row() -> None:
    header = "@attribute a {x}\n@data\n"
    assert values("x\n,\n", header) == [["x"], [""]]
    assert values("x,\n,\nx\n", header) == [["x"], [""], ["x"]]
