"""Fixes of rows and values."""

from __future__ import annotations

from typing import Any

import pytest
from small_recipe import source

from nbexp.data.delimited import read_delimited
from nbexp.data.fixes import apply_fixes
from nbexp.data.source import Source
from nbexp.data.table import Table, joined
from nbexp.errors import DataError

DATA = b"1,red,yes.\n2,green,no.|3733\n3,?,yes.|12\n"


def fixed(**fixes: Any) -> Table:
    decl = Source.model_validate(
        source(fixes={name.replace("_", "-"): fix for name, fix in fixes.items()})
    )
    return apply_fixes(read_delimited(DATA, decl.files[0], decl), decl.fixes)


def column(table: Table, name: str) -> list[str | None]:
    return [table.columns[name].texts[code] for code in table.columns[name].codes]


def test_rows_are_dropped_by_number() -> None:
    assert column(fixed(drop_rows=[1, 3]), "size") == ["2"]


def test_rows_are_kept_by_the_value_of_a_column_a_missing_code_too() -> None:
    keep = [{"column": "colour", "values": ["red", "?"]}]
    assert column(fixed(keep_rows=keep), "size") == ["1", "3"]


def test_dropped_rows_leave_no_values_behind() -> None:
    assert fixed(drop_rows=[2]).columns["colour"].texts == ["red", "?"]


def test_numbers_are_those_before_any_row_is_dropped() -> None:
    cell = {"row": 3, "column": "size", "find": "3", "replace": "2"}
    table = fixed(replace_cells=[cell], drop_rows=[1])
    assert column(table, "size") == ["2", "2"]
    assert table.place(1) == "tiny.data:3"


def test_a_record_number_glued_to_a_label_is_cut_off_and_a_final_dot_stripped() -> None:
    table = fixed(cut_at={"class": "|"}, strip_final={"class": "."})
    assert column(table, "class") == ["yes", "no", "yes"]
    assert table.columns["class"].texts == ["yes", "no"]


def test_values_are_renamed_and_may_become_missing() -> None:
    table = fixed(rename_values={"colour": {"red": "rot", "green": None}})
    assert column(table, "colour") == ["rot", None, "?"]


def test_a_cell_may_be_given_a_value_that_stands_nowhere_else() -> None:
    table = fixed(replace_cells=[{"row": 3, "column": "colour", "find": "?", "replace": "blue"}])
    assert column(table, "colour") == ["red", "green", "blue"]


@pytest.mark.parametrize(
    ("fixes", "told"),
    [
        ({"drop_rows": [4]}, "names row 4, but there are 3 rows"),
        ({"rename_values": {"colour": {"blue": "x"}}}, "renames 'blue', but this value does not"),
        (
            {"replace_cells": [{"row": 2, "column": "size", "find": "9", "replace": "1"}]},
            r"tiny\.data:2: column size: a fix expects '9' here, found '2'",
        ),
    ],
)
def test_a_fix_that_finds_nothing_to_put_right_is_an_error(fixes: Any, told: str) -> None:
    with pytest.raises(DataError, match=told):
        fixed(**fixes)


def test_a_fix_of_a_column_that_the_file_has_not_is_told() -> None:
    fixes = Source.model_validate(source(fixes={"cut-at": {"class": "|"}})).fixes
    other = Source.model_validate(source(columns=["a", "b", "c"]))
    with pytest.raises(DataError, match="names the column class, but the columns are a, b, c"):
        apply_fixes(read_delimited(DATA, other.files[0], other), fixes)


def test_files_with_other_columns_are_not_joined() -> None:
    decls = [
        Source.model_validate(source(columns=names, files=[{"path": f"{names[0]}.data"}]))
        for names in (["a", "b", "c"], ["p", "b", "c"])
    ]
    tables = [read_delimited(DATA, decl.files[0], decl) for decl in decls]
    told = r"p\.data: has other columns than a\.data: p, b, c instead of a, b, c"
    with pytest.raises(DataError, match=told):
        joined(tables)


def test_rows_of_several_files_follow_each_other_and_know_their_places() -> None:
    names = ["a.data", "b.data"]
    decl = Source.model_validate(source(files=[{"path": name} for name in names]))
    parts = [b"1,red,yes\n", b"\n2,red,no\n1,blue,no\n"]
    tables = [read_delimited(p, f, decl) for p, f in zip(parts, decl.files, strict=True)]
    table = joined(tables)
    assert column(table, "size") == ["1", "2", "1"]
    assert table.columns["size"].texts == ["1", "2"]
    assert [table.place(row) for row in range(3)] == ["a.data:1", "b.data:2", "b.data:3"]


def test_what_the_order_of_rows_tells_becomes_a_column() -> None:
    runs = [{"column": "speaker", "runs": [["anna", 1], ["ben", 1], ["anna", 1]]}]
    table = fixed(label_runs=runs, drop_rows=[1])
    assert column(table, "speaker") == ["ben", "anna"]


def test_runs_of_another_number_of_rows_are_told() -> None:
    with pytest.raises(DataError, match="gives speaker to 2 rows, but there are 3"):
        fixed(label_runs=[{"column": "speaker", "runs": [["anna", 2]]}])
