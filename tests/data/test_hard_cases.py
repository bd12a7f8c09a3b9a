"""What real files of the field hold, each case by its name."""

from __future__ import annotations

from typing import Any

import pytest
from small_recipe import content, source

from nbexp.data.arff import read_arff
from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.data.encode import encode
from nbexp.data.fixes import apply_fixes
from nbexp.data.load import read_table
from nbexp.data.recipe import Recipe
from nbexp.data.source import FileDecl
from nbexp.data.table import joined
from nbexp.errors import DataError


def read(
    tmp_path: Any, *files: bytes, recipe: dict[str, Any] | None = None, **changes: Any
) -> DataSet:
    """Read files as the small recipe's source, changed as told."""
    names = [f"{number}.data" for number in range(len(files))]
    for name, data in zip(names, files, strict=True):
        (tmp_path / name).write_bytes(data)
    one = source(files=[{"path": name} for name in names], **changes)
    made = Recipe.model_validate(content(sources=[one], **(recipe or {})))
    decl = made.sources[0]
    tables = [read_table(tmp_path / file.path, file, decl) for file in decl.files]
    return encode(apply_fixes(joined(tables), decl.fixes), made, decl.missing)


def check_small(dataset: DataSet) -> None:
    """Check that the data set is the small one, whatever its file looked like."""
    size, colour = dataset.attributes
    assert isinstance(size, Quantitative)
    assert isinstance(colour, Qualitative)
    assert size.values.tolist() == [1.5, 2.5]
    assert size.codes.tolist() == [0, 1, -1]
    assert colour.codes.tolist() == [0, 1, 0]
    assert dataset.labels.tolist() == [1, 0, 1]


def test_the_labels_of_adult_test_end_in_a_dot(tmp_path) -> None:
    fixes = {"strip-final": {"class": "."}}
    check_small(read(tmp_path, b"1.5,red,yes\n2.5,green,no\n", b"?,red,yes.\n", fixes=fixes))


def test_adult_test_begins_with_a_comment_line(tmp_path) -> None:
    data = b"|1x3 Cross validator\n1.5,red,yes\n2.5,green,no\n?,red,yes\n"
    check_small(read(tmp_path, data, comment="|"))


def test_thyroids_record_number_is_glued_to_the_class(tmp_path) -> None:
    data = b"1.5,red,yes.|3733\n2.5,green,no.|1442\n?,red,yes.|2965\n"
    check_small(read(tmp_path, data, fixes={"cut-at": {"class": ".|"}}))


def test_blanks_stand_before_a_question_mark(tmp_path) -> None:
    check_small(read(tmp_path, b"1.5, red, yes\n2.5, green, no\n   ?\t, red, yes\n"))


@pytest.mark.parametrize("value", ["NA", "None", "-", "null", "nan", "N/A", "", "~", "#N/A", "no"])
def test_a_text_that_others_take_for_missing_is_a_legal_value(tmp_path, value: str) -> None:
    attributes = [
        {"name": "size", "kind": "quantitative"},
        {"name": "colour", "kind": "qualitative", "values": [value, "green"]},
    ]
    data = f"1.5,{value},yes\n2.5,green,no\n?,{value},yes\n".encode()
    check_small(read(tmp_path, data, recipe={"attributes": attributes}))


def test_row_ids_are_no_attribute(tmp_path) -> None:
    columns = ["id", "size", "colour", "class"]
    data = b"1001,1.5,red,yes\n1002,2.5,green,no\n1003,?,red,yes\n"
    check_small(read(tmp_path, data, columns=columns))


def test_blanks_at_the_end_of_a_line_are_no_further_column(tmp_path) -> None:
    data = b"1.5 red yes \n2.5 green  no\t \n?\tred yes  \n"
    check_small(read(tmp_path, data, reader="whitespace"))


def test_a_delimiter_at_the_end_of_each_line_needs_a_column_of_its_own(tmp_path) -> None:
    data = b"1.5,red,yes,\n2.5,green,no,\n?,red,yes,\n"
    with pytest.raises(DataError, match=r"0\.data:1: long row: found 4 values, expected 3"):
        read(tmp_path, data)
    check_small(read(tmp_path, data, columns=["size", "colour", "class", "nothing"]))


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: text + b"\x1a",
        lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n") + b"\x1a",
        lambda text: text.removesuffix(b"\n"),
        lambda text: b"\n\n" + text + b"\n \n",
    ],
    ids=["CRLF", "CR", "Ctrl-Z", "mark and CRLF and Ctrl-Z", "no last line end", "blank lines"],
)
def test_line_ends_and_marks_of_other_systems_do_not_matter(tmp_path, dress) -> None:
    check_small(read(tmp_path, dress(b"1.5,red,yes\n2.5,green,no\n?,red,yes\n")))


def test_latin_1_is_told_from_utf_8(tmp_path) -> None:
    attributes = [
        {"name": "size", "kind": "quantitative"},
        {"name": "colour", "kind": "qualitative", "values": ["grün", "rot"]},
    ]
    text = "1.5,grün,yes\n2.5,rot,no\n?,grün,yes\n"
    for encoding in ("latin-1", "utf-8"):
        check_small(read(tmp_path, text.encode(encoding), recipe={"attributes": attributes}))


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (["class", "size", "colour"], "{2},{0},{1}"),
        (["size", "class", "colour"], "{0},{2},{1}"),
        (["size", "colour", "class"], "{0},{1},{2}"),
        (["colour", "class", "size"], "{1},{2},{0}"),
    ],
    ids=["class first", "class in the middle", "class last", "attributes in another order"],
)
def test_the_class_may_stand_anywhere(tmp_path, columns: list[str], row: str) -> None:
    values = [("1.5", "red", "yes"), ("2.5", "green", "no"), ("?", "red", "yes")]
    data = "\n".join(row.format(*one) for one in values).encode()
    check_small(read(tmp_path, data, columns=columns))


ARFF = """@relation r
@attribute size real
@attribute colour {red, green}
@attribute class {no, yes}
@data
1.5,red,yes
2.5,green,no
?,red,yes
"""


@pytest.mark.parametrize(
    "text",
    [
        ARFF,
        ARFF.replace("yes\n", "yes,\n").replace("no\n", "no,\n"),
        ARFF.replace("size", "'size'").replace("colour", '"colour"'),
        ARFF.replace(",red,", "\tred\t").replace(",green,", "\tgreen\t"),
        ARFF.split("@data")[0] + "@data\n{0 1.5, 2 yes}\n{0 2.5, 1 green}\n{0 ?, 2 yes}\n",
        ARFF.replace("size real", "size real % in inches"),
        ARFF.replace("{red, green}", "{red, green} % of the car"),
        ARFF.replace("@attribute", "   @ATTRIBUTE").replace("@data", "@DATA   % the rows"),
        ARFF.replace("1.5,red", "% a comment\n\n1.5,red"),
        ARFF.replace("\n", "\r\n"),
        "\ufeff" + ARFF,
    ],
    ids=[
        "plain", "final commas", "quoted names", "tabs", "sparse rows", "comment after a type",
        "comment after values", "capitals and blanks", "comment and blank lines", "CRLF", "mark",
    ],
)  # fmt: skip
def test_arff_is_read_however_it_is_written(tmp_path, text: str) -> None:
    check_small(read(tmp_path, text.encode(), reader="arff"))


def test_an_arff_comment_sign_within_a_value_is_no_comment() -> None:
    text = "@relation r\n@attribute 'a %' {'50 %', \"<50 %\"}\n@data\n'50 %'\n\"<50 %\"\n"
    found = read_arff(text.encode(), FileDecl(path="x.arff"))
    assert found.attributes[0].name == "a %"
    assert found.attributes[0].values == ("50 %", "<50 %")
    assert found.table.columns["a %"].texts == ["50 %", "<50 %"]
