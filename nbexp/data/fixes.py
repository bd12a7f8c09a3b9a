"""Fixes of rows and values that a source declares: applied in one fixed order.

Each fix is checked where it can be: a fix that finds nothing to put right means that the
file is not the one the recipe was written for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from nbexp.data.source import CellEdit, Fixes, KeepRows, LabelRuns
from nbexp.data.table import Table, TextColumn
from nbexp.errors import DataError


def apply_fixes(table: Table, fixes: Fixes) -> Table:
    """Return the table with the fixes applied, in the order that `Fixes` tells."""
    for runs in fixes.label_runs:
        table = _with_runs(table, runs)
    if fixes.replace_cells:
        table = _with_cells(table, fixes.replace_cells)
    if fixes.drop_rows:
        table = _without_rows(table, fixes.drop_rows)
    for keep in fixes.keep_rows:
        table = _with_kept_rows(table, keep)
    changed: dict[str, TextColumn] = {}
    for name, mark in fixes.cut_at.items():
        changed[name] = _mapped(table, changed, name, partial(_cut, mark=mark))
    for name, ending in fixes.strip_final.items():
        changed[name] = _mapped(table, changed, name, partial(_stripped, ending=ending))
    for name, names in fixes.rename_values.items():
        changed[name] = _renamed(table, changed.get(name) or _column(table, name), name, names)
    return table.with_columns(changed)


def _cut(text: str, mark: str) -> str:
    return text.split(mark, 1)[0].strip()


def _stripped(text: str, ending: str) -> str:
    return text.removesuffix(ending).strip()


def _column(table: Table, name: str) -> TextColumn:
    try:
        return table.columns[name]
    except KeyError:
        raise DataError(
            f"{table.files[0]}: a fix names the column {name}, but the columns are "
            f"{', '.join(table.columns)}"
        ) from None


def _with_runs(table: Table, labels: LabelRuns) -> Table:
    values, lengths = zip(*labels.runs, strict=True)
    if sum(lengths) != table.n_rows:
        raise DataError(
            f"{table.files[-1]}: a fix gives {labels.column} to {sum(lengths)} rows, "
            f"but there are {table.n_rows}"
        )
    texts: list[str | None] = list(dict.fromkeys(values))
    codes = np.repeat(np.array([texts.index(value) for value in values], np.int32), lengths)
    return table.with_columns({labels.column: TextColumn(texts, codes)})


def _with_cells(table: Table, edits: Sequence[CellEdit]) -> Table:
    changed: dict[str, TextColumn] = {}
    for edit in edits:
        column = changed.get(edit.column) or _column(table, edit.column)
        _check_row(table, edit.row)
        row = edit.row - 1
        found = column.texts[column.codes[row]]
        if found != edit.find:
            raise DataError(
                f"{table.place(row)}: column {edit.column}: a fix expects {edit.find!r} here, "
                f"found {found!r}"
            )
        texts = list(column.texts)
        if edit.replace not in texts:
            texts.append(edit.replace)
        codes = column.codes.copy()
        codes[row] = texts.index(edit.replace)
        changed[edit.column] = TextColumn(texts, codes)
    return table.with_columns({name: column.used() for name, column in changed.items()})


def _check_row(table: Table, row: int) -> None:
    if row > table.n_rows:
        raise DataError(
            f"{table.files[-1]}: a fix names row {row}, but there are {table.n_rows} rows"
        )


def _without_rows(table: Table, rows: Sequence[int]) -> Table:
    for row in rows:
        _check_row(table, row)
    kept = np.ones(table.n_rows, dtype=bool)
    kept[np.array(rows) - 1] = False
    return table.select(kept)


def _with_kept_rows(table: Table, keep: KeepRows) -> Table:
    column = _column(table, keep.column)
    wanted = np.array(
        [("?" if text is None else text) in keep.values for text in column.texts], dtype=bool
    )
    return table.select(wanted[column.codes])


def _mapped(
    table: Table,
    changed: Mapping[str, TextColumn],
    name: str,
    change: Callable[[str], str],
) -> TextColumn:
    column = changed.get(name) or _column(table, name)
    return column.mapped([None if text is None else change(text) for text in column.texts])


def _renamed(
    table: Table, column: TextColumn, name: str, names: Mapping[str, str | None]
) -> TextColumn:
    absent = [old for old in names if old not in column.texts]
    if absent:
        raise DataError(
            f"{table.files[0]}: column {name}: a fix renames {', '.join(map(repr, absent))}, "
            "but this value does not occur"
        )
    return column.mapped([text if text is None else names.get(text, text) for text in column.texts])
