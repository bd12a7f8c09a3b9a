"""Reader of Parquet files, by pyarrow, which is an optional dependency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nbexp.data.needs import ALL_TEXTS, Needs
from nbexp.data.table import Table, TextColumn, one_file
from nbexp.errors import DataError


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file's rows as texts, and what its types tell.

    Attributes
    ----------
    table : Table
    floats : frozenset of str
        The columns that hold fractional numbers.
    unreadable : mapping of str to str
        The types of the columns that hold neither texts nor numbers; in the table all their
        values are missing.
    """

    table: Table
    floats: frozenset[str]
    unreadable: Mapping[str, str]

    def refuse(self, names: Iterable[str]) -> None:
        """Raise DataError for the first of the columns that is unreadable."""
        for name in names:
            if name in self.unreadable:
                raise DataError(unreadable(self.table.files[0], name, self.unreadable[name]))


def unreadable(file: str, name: str, kind: str) -> str:
    """Return the message for a column of neither texts nor numbers."""
    return (
        f"{file}: column {name}: has the type {kind}, which is no text and no number; name it "
        "under ignore"
    )


def read_parquet(
    path: Path, file: str, names: Sequence[str] = (), needs: Needs = ALL_TEXTS
) -> ParquetFile:
    """Read a Parquet file; nulls are missing.

    Parameters
    ----------
    path : Path
    file : str
        The file's name in messages.
    names : sequence of str, optional
        New names of the columns, in file order.
    needs : Needs, optional
        What is needed of the columns.

    Raises
    ------
    DataError
        pyarrow is not installed, or the file is no sound Parquet file.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise DataError(
            f"{file}: reading Parquet needs pyarrow; install it with: pip install 'nbexp[parquet]'"
        ) from error
    try:
        with pq.ParquetFile(path) as opened:
            content = opened.read()
    except (pa.ArrowException, OSError) as error:
        raise DataError(f"{file}: is not a sound Parquet file ({error})") from error
    own = content.column_names
    if len(set(own)) != len(own):
        raise DataError(f"{file}: two columns have the same name")
    if names and len(names) != len(own):
        raise DataError(f"{file}: found {len(own)} columns, expected {len(names)}")
    columns, floats, other = {}, set(), {}
    for name, array in zip(names or own, content.columns, strict=True):
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        if pa.types.is_floating(array.type):
            floats.add(name)
        if _is_unreadable(array.type):
            other[name] = str(array.type)
            columns[name] = TextColumn([None], np.zeros(len(array), dtype=np.int32))
        else:
            columns[name] = needs.met(name, _texts(array))
    lines = np.arange(1, content.num_rows + 1)
    return ParquetFile(one_file(columns, file, lines), frozenset(floats), other)


def _is_unreadable(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_nested(kind) or "binary" in str(kind))  # of any size, or a view


def _texts(array: Any) -> TextColumn:
    """Return an arrow column as texts."""
    if not len(array):  # pyarrow cannot encode nothing of every type
        return TextColumn([], np.empty(0, dtype=np.int32))
    coded = array.dictionary_encode().unify_dictionaries().combine_chunks()
    texts: list[str | None] = [_text(value) for value in coded.dictionary.to_pylist()]
    codes = coded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    column = TextColumn([*texts, None], codes.astype(np.int32))
    return column.mapped(column.texts)


def _text(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value).strip()
