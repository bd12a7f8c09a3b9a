"""Long files are read block by block, and numbers kept without their texts: nothing else changes.

Here a few bytes are long, and a few texts are many.
"""

from __future__ import annotations

import gzip
import random
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from small_recipe import content, source

from nbexp.data import blocks, delimited, needs, quoted
from nbexp.data.blocks import blocks_of, pieces_of, whole_file
from nbexp.data.dataset import DataSet, Qualitative
from nbexp.data.delimited import read_delimited
from nbexp.data.fetch import Fetched
from nbexp.data.load import load, parse
from nbexp.data.recipe import Recipe, UserFile
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table
from nbexp.errors import DataError


@contextmanager
def all_is_long(scale: int = 1) -> Iterator[None]:
    """Make files long from 30 bytes on, read in blocks of 20 and split in pieces of 15.

    Blocks and pieces may be larger: forty times to hold so many rows that texts are many.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_LONG", 30)
        patch.setattr(blocks, "_BLOCK", 20 * scale)
        patch.setattr(blocks, "_PIECE", 7)
        patch.setattr(delimited, "_PIECE", 15 * scale)
        patch.setattr(quoted, "_CELLS", 5 * scale)
        patch.setattr(needs, "_FEW", 11)
        yield


@pytest.fixture
def long_files() -> Iterator[None]:
    with all_is_long(40):
        yield


def outcome(read: Any, *args: Any) -> Any:
    try:
        return read(*args)
    except DataError as error:
        return str(error)


# --------------------------------------------------------------- lines

SCRAPS = [b"a", b"b,c", b"\n", b"\n", b"\r", b"\r\n", b" ", b"\t", "é".encode(), b"\xe9", b"\xff"]
ODD = [b"\xef\xbb\xbf", b"\xff\xfe", b"\x1a", b"\0", b"x" * 50]


def lines_of(found: blocks.Blocks) -> list[tuple[int, str]]:
    return [
        (int(lines.numbers[index]), lines.text(index))
        for lines in found
        for index in range(len(lines))
    ]


ROWS = b"1,2\n" * 20


@settings(max_examples=300, deadline=None)
@example(ROWS + b"3,4\n\x1a", None, (), 7)
@example(ROWS + b"3,4\r\n\x1a \r\n", None, (), 7)
@example(b"\xef\xbb\xbf" + ROWS + "é".encode(), None, (), 1)
@example(ROWS + "é".encode()[:1], None, (), 5)
@example(ROWS + "é".encode()[:1], "utf-8", (), 5)
@example(ROWS + b"\0" + ROWS, None, (), 5)
@example(b"\xff\xfe" + ROWS, None, (), 3)
@example(ROWS, None, (2, 99), 5)
@example(ROWS.replace(b"\n", b"\r"), None, (2,), 5)
@example(b"x" * 90 + b"\n" + ROWS, None, (), 7)
@given(
    st.lists(st.sampled_from(SCRAPS * 3 + ODD), max_size=60).map(b"".join),
    st.sampled_from([None, "utf-8", "latin-1"]),
    st.sampled_from([(), (1,), (2, 5)]),
    st.integers(1, 12),
)
def test_the_lines_of_a_long_file_are_those_of_the_whole(
    data: bytes, encoding: str | None, skipped: tuple[int, ...], size: int
) -> None:
    file = FileDecl.model_validate({"path": "f", "skip-lines": skipped})

    def pieces():
        return (data[at : at + size] for at in range(0, len(data), size))

    def read(how: Any) -> list[tuple[int, str]]:
        return lines_of(how(pieces, file, encoding))

    with all_is_long():
        assert outcome(read, blocks_of) == outcome(read, whole_file)


def test_a_long_file_is_read_in_blocks_and_one_with_fixes_of_lines_as_a_whole(
    long_files: None,
) -> None:
    data = b"".join(b"%d,%d\n" % (n, n * n) for n in range(200))
    pieces = [data[at : at + 50] for at in range(0, len(data), 50)]
    found = blocks_of(lambda: iter(pieces), FileDecl(path="f"), None)
    assert len(list(found)) > 1
    assert max(len(block.data) for block in found) < len(data)
    fixed = FileDecl.model_validate({"path": "f", "join-lines": [1]})
    assert len(list(blocks_of(lambda: iter([data]), fixed, None))) == 1


# --------------------------------------------------------------- tables

FORMS: list[dict[str, Any]] = [
    {"header": True, "columns": ()},
    {"header": True},
    {},
    {"comment": "|"},
    {"header": True, "columns": (), "comment": "|"},
    {"quote": None},
    {"reader": "whitespace"},
]
VALUES = ["1", "2.5", "-9", "?", "", "red", " 7 ", '"a,b"', '"a\n\nb"', '"say ""so"""', '"x" ', '"']


def some_file(chance: random.Random, form: dict[str, Any]) -> bytes:
    separator = " " if "reader" in form else ","
    rows = [["p", '"q\nr"' if chance.random() < 0.2 else "q", "c"]] if "header" in form else []
    values = VALUES[: 4 if separator == " " else 7 if chance.random() < 0.5 else None]
    for _ in range(chance.randrange(25)):
        rows.append([chance.choice(values) for _ in range(3 if chance.random() < 0.99 else 2)])
    lines = [separator.join(row) for row in rows]
    for _ in range(chance.randrange(3)):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(["", "  ", '|" note']))
    return chance.choice(["\n", "\r\n"]).join([*lines, ""]).encode()


def as_rows(table: Table) -> Any:
    columns = {n: [c.texts[code] for code in c.codes] for n, c in table.columns.items()}
    return columns, table.line_of.tolist(), table.files


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_table_of_a_long_file_is_that_of_the_whole(
    tmp_path: Path, form: dict[str, Any]
) -> None:
    told = {"name": "x", "reader": "delimited", "columns": ("p", "q", "c"), **form}
    decl = Source.model_validate({**told, "files": [{"path": "f"}]})
    chance = random.Random(1)
    tables = 0
    for _ in range(150):
        data = some_file(chance, form)
        (tmp_path / "f").write_bytes(data)

        def read(data: Any) -> Any:
            return as_rows(read_delimited(data, decl.files[0], decl))

        whole = outcome(read, data)
        with all_is_long():
            assert outcome(read, pieces_of(tmp_path / "f")) == whole
        tables += not isinstance(whole, str)
    assert tables > 20


@pytest.mark.parametrize(
    "header",
    [
        "\n" * 50 + "p,q,c",
        'p,"' + "name\n" * 20 + '",c',
        "p," + "q" * 60 + ",c",
        'p,"' + "q" * 60 + "\n" + "r" * 60 + '",c',
    ],
    ids=["after blank lines", "over many lines", "long", "over two long lines"],
)
def test_a_header_that_ends_beyond_the_first_block_is_found(tmp_path: Path, header: str) -> None:
    told = {"name": "x", "reader": "delimited", "header": True, "files": [{"path": "f"}]}
    decl = Source.model_validate(told)
    (tmp_path / "f").write_text(header + "\n1,2,3\n" * 10)
    whole = as_rows(read_delimited(pieces_of(tmp_path / "f"), decl.files[0], decl))
    with all_is_long():
        found = as_rows(read_delimited(pieces_of(tmp_path / "f"), decl.files[0], decl))
    assert found == whole
    assert whole[0]["p"] == ["1"] * 10


# --------------------------------------------------------------- numbers without their texts

NUMBERS = [f"{number / 7:.{number % 5 + 1}f}" for number in range(60)]


def csv_of(**columns: list[str]) -> bytes:
    rows = zip(*columns.values(), strict=True)
    return "\n".join(map(",".join, [columns.keys(), *rows])).encode()


def same(one: DataSet, other: DataSet) -> None:
    assert (one.digest, one.classes) == (other.digest, other.classes)
    for a, b in zip(one.attributes, other.attributes, strict=True):
        assert (a.name, type(a), a.codes.dtype) == (b.name, type(b), b.codes.dtype)
        np.testing.assert_array_equal(a.codes, b.codes)
        np.testing.assert_array_equal(a.values, b.values)


COLUMNS = {
    "numbers": NUMBERS,
    "with missing ones": [*NUMBERS[:50], *["?", "-9", "", "?", "-9"] * 2],
    "a word at last": [*NUMBERS[:59], "none"],
    "two ways to write": [*NUMBERS[:30], *(f"{number}0" for number in NUMBERS[:30])],
    "few numbers in many ways": [f"{number % 3}.{'0' * number}" for number in range(60)],
    "whole": [str(number % 40) for number in range(60)],
    "words": [f"w{number}" for number in range(60)],
    "minus nought": [*NUMBERS[:58], "-0.0", "0"],
    "too great": [*NUMBERS[:58], "1e999", "nan"],
}


def written(path: Path, **columns: list[str]) -> None:
    if path.suffix == ".parquet":
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.table(columns), path)
        return
    data = csv_of(**columns)
    if path.suffix == ".arff":
        names = b"@attribute b real\n@attribute a real\n@attribute target {yes,no,7}\n"
        data = b"@relation r\n" + names + data.replace(b"b,a,target", b"@data")
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "arff", "parquet"])
@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
@pytest.mark.parametrize(
    "told", [{}, {"quantitative": ["a"]}, {"qualitative": ["a"]}, {"ignore": ["a"]}], ids=str
)
def test_a_users_file_gives_the_same_data_set_with_or_without_the_texts_of_numbers(
    tmp_path: Path, column: list[str], told: dict[str, Any], ending: str
) -> None:
    path = tmp_path / f"f.{ending}"
    written(path, b=NUMBERS[::-1], a=column, target=["yes", "no", "7"] * 20)
    given = {"path": path, "class": "target", "missing": ["?", "", "-9"], **told}

    def read(cache: str) -> DataSet:
        return load(UserFile.model_validate(given), cache=tmp_path / cache)

    whole = outcome(read, "whole")
    with all_is_long(40):
        found = outcome(read, "long")
    if isinstance(whole, str):
        assert found == whole
    else:
        same(found, whole)


def test_numbers_are_kept_without_texts_where_nobody_asks_for_them(
    tmp_path: Path, long_files: None
) -> None:
    columns = {**dict.fromkeys("abcd", NUMBERS), "e": ["-9", *NUMBERS[:58], ""]}
    data = csv_of(**columns)
    decl = Source.model_validate(
        {"name": "x", "reader": "delimited", "header": True, "files": [{"path": "f"}]}
    )
    asked = needs.Needs(
        {"a": "texts", "b": "numbers", "c": "nothing"}, "numbers if all are", frozenset(["?", "-9"])
    )
    found = read_delimited(data, decl.files[0], decl, asked).columns
    assert sorted(found["a"].texts) == sorted(NUMBERS)
    for name, told in (("b", []), ("d", []), ("e", ["-9", ""])):
        column = found[name]
        assert set(told) <= set(column.texts)
        assert len(column.numbers) > 50  # all but those of the last piece, which are few
        values = [*column.texts, *map(str, column.numbers.tolist())]
        assert [values[code] for code in column.codes[1:50]] == [
            str(float(text)) for text in columns[name][1:50]
        ]
    assert found["c"].texts[0] is None
    assert len(found["c"].texts) < 10
    assert asked.mixed(found) == ["e"]  # the empty text is not told to be missing


def test_a_fix_finds_the_texts_of_the_column_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(csv_of(size=NUMBERS, width=NUMBERS, id=NUMBERS, c=["u", "v"] * 30))
    fixes = {
        "replace-cells": [{"row": 3, "column": "size", "find": NUMBERS[2], "replace": "0.5"}],
        "rename-values": {"size": {NUMBERS[7]: None}},
        "drop-rows": [5, 6],
    }
    told = source(header=True, columns=("size", "width", "id", "c"), fixes=fixes)
    attributes = [{"name": name, "kind": "quantitative"} for name in ("size", "width")]
    classes = {"name": "c", "values": ["u", "v"], "counts": [29, 29]}
    recipe = Recipe.model_validate(
        content(instances=58, attributes=attributes, sources=[told], **{"class": classes})
    )
    fetched = Fetched(recipe.sources[0], (tmp_path / "f",), ("cache",))
    whole = parse(recipe, fetched)
    with all_is_long(40):
        same(parse(recipe, fetched), whole)
    assert [attribute.n_missing for attribute in whole.attributes] == [1, 0]


def test_a_nominal_attribute_keeps_its_values_also_where_they_are_numbers(
    tmp_path: Path, long_files: None
) -> None:
    values = [str(number) for number in range(40, 0, -1)]
    header = f"@relation r\n@attribute a {{{','.join(values)}}}\n@attribute c {{u,v}}\n@data\n"
    rows = "".join(f"{value},{'uv'[int(value) % 2]}\n" for value in values)
    (tmp_path / "f.arff").write_text(header + rows)
    told = UserFile.model_validate({"path": tmp_path / "f.arff", "class": "c"})
    (attribute,) = load(told, cache=tmp_path / "cache").attributes
    assert attribute.values == tuple(values)
    assert attribute.codes.tolist() == list(range(40))


def test_what_is_no_number_is_told_with_its_place_and_how_often(
    tmp_path: Path, long_files: None
) -> None:
    column = [*NUMBERS[:40], "bad", *NUMBERS[:10], "worse", *NUMBERS[:8]]
    (tmp_path / "f.csv").write_bytes(csv_of(a=column, c=["u", "v"] * 30))
    told = UserFile.model_validate(
        {"path": tmp_path / "f.csv", "class": "c", "quantitative": ["a"]}
    )
    with pytest.raises(
        DataError, match=r"f\.csv:42: column a: found 'bad' \(and 1 more rows\), expected a number"
    ):
        load(told, cache=tmp_path / "cache")


def test_a_column_that_is_no_number_in_the_end_is_read_again_with_its_texts(
    tmp_path: Path, long_files: None
) -> None:
    (tmp_path / "f.csv").write_bytes(csv_of(a=COLUMNS["a word at last"], c=["u", "v"] * 30))
    told = UserFile.model_validate({"path": tmp_path / "f.csv", "class": "c"})
    (attribute,) = load(told, cache=tmp_path / "cache").attributes
    assert isinstance(attribute, Qualitative)
    assert set(attribute.values) == {*NUMBERS[:59], "none"}


# --------------------------------------------------------------- memory


@pytest.mark.parametrize("quote", ["", '"'], ids=["plain", "quoted"])
def test_a_long_file_takes_a_small_multiple_of_the_room_of_its_numbers(
    tmp_path: Path, quote: str
) -> None:
    rows = np.random.default_rng(1).standard_normal((60_000, 8)).tolist()
    lines = (
        f"{','.join(map(repr, row))},{quote}{number % 2}{quote}\n"
        for number, row in enumerate(rows)
    )
    (tmp_path / "long.csv").write_text("a,b,d,e,f,g,h,i,c\n" + "".join(lines))
    told = UserFile.model_validate({"path": tmp_path / "long.csv", "class": "c"})
    with all_is_long(10_000):
        pd.DataFrame()  # what it takes to import pandas is not counted
        tracemalloc.start()
        dataset = load(told, cache=tmp_path / "cache")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    size = sum(a.values.nbytes + a.codes.nbytes for a in dataset.attributes)
    assert peak < 4 * size  # with the file in memory 5, with all texts 9
