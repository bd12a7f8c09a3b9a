"""From a table of texts to a data set: kinds, values, and everything that is declared.

Whatever a file holds that its recipe does not declare is an error with the place, what was
found and what was expected; nothing is guessed here and nothing is skipped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import (
    MISSING,
    Attribute,
    Codes,
    DataSet,
    Qualitative,
    Quantitative,
    narrowest,
)
from nbexp.data.recipe import AttributeDecl, ClassDecl, Recipe
from nbexp.data.table import Table, TextColumn
from nbexp.errors import DataError
from nbexp.hints import nearest

_NUMBER_CHARACTERS = b"0123456789+-.eE"
_NUMBER_SET = frozenset(_NUMBER_CHARACTERS.decode())


def to_number(text: str) -> float | None:
    """Return the finite number a text is in plain notation, or None.

    What Python would read but a data file does not mean (``nan``, ``inf``, ``1_000``,
    digits of other scripts) is no number.
    """
    if not _NUMBER_SET.issuperset(text):
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def numbers_in(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return what `to_number` gives for each text, NaN for None: (n_texts,) float64."""
    if not "".join(texts).encode(errors="replace").translate(None, _NUMBER_CHARACTERS):
        try:
            numbers = np.array(list(map(float, texts)))
        except ValueError:
            pass
        else:
            numbers[np.isinf(numbers)] = np.nan
            return numbers
    return np.array([to_number(text) for text in texts], dtype=np.float64)


def without_missing(column: TextColumn, missing: Sequence[str]) -> TextColumn:
    """Return the column with each text that means missing made None."""
    codes = set(missing)
    if codes.isdisjoint(column.texts):
        return column
    return column.mapped([None if text in codes else text for text in column.texts])


def quantitative(table: Table, name: str, column: TextColumn) -> Quantitative:
    """Rank-code a column whose texts are numbers; None is missing."""
    column = column.used()
    known = [code for code, text in enumerate(column.texts) if text is not None]
    told = numbers_in([column.texts[code] or "" for code in known])
    bad = [known[place] for place in np.flatnonzero(np.isnan(told))]
    if bad:
        raise DataError(
            _undeclared(table, name, column, bad, "a number")
            + "; if this text means missing, declare it under missing"
        )
    floats = np.concatenate([told, column.numbers])
    floats += 0.0  # -0.0 is 0.0
    values, ranks = np.unique(floats, return_inverse=True)
    kind = narrowest(len(values))
    n_texts = len(column.texts)
    lookup = np.full(n_texts + len(column.numbers), MISSING, dtype=kind)
    lookup[known] = ranks[: len(known)].astype(kind)
    lookup[n_texts:] = ranks[len(known) :].astype(kind)
    return Quantitative(name, values, _looked_up(lookup, column))


def qualitative(table: Table, name: str, column: TextColumn, values: Sequence[str]) -> Qualitative:
    """Code a column by its declared values; None is missing."""
    index = {value: code for code, value in enumerate(values)}
    column = column.used()
    bad = [code for code, text in enumerate(column.texts) if text is not None and text not in index]
    if bad:
        message = _undeclared(table, name, column, bad, _one_of(values))
        raise DataError(f"{message}{_nearest_hint(column.texts[bad[0]] or '', values)}")
    lookup = np.array(
        [MISSING if text is None else index[text] for text in column.texts],
        dtype=narrowest(len(values)),
    )
    return Qualitative(name, tuple(values), _looked_up(lookup, column))


def class_labels(table: Table, decl: ClassDecl, column: TextColumn) -> Codes:
    """Code the class column; a missing class is an error."""
    coded = qualitative(table, decl.name, column, decl.values)
    unknown = np.flatnonzero(coded.codes == MISSING)
    if len(unknown):
        raise DataError(
            f"{table.place(int(unknown[0]))}: column {decl.name}: the class is missing in "
            f"{len(unknown)} rows; every instance needs its class: drop these rows"
        )
    return coded.codes


def _looked_up(lookup: NDArray[np.signedinteger], column: TextColumn) -> Codes:
    return lookup[column.codes] if len(lookup) else np.empty(0, dtype=lookup.dtype)


def _one_of(values: Sequence[str]) -> str:
    shown = ", ".join(repr(value) for value in values[:8])
    return f"one of {shown}" + (f", … ({len(values)} values)" if len(values) > 8 else "")


def _nearest_hint(text: str, values: Sequence[str]) -> str:
    found = nearest(text, values)
    return f" (nearest: {found!r})" if found else ""


def _undeclared(
    table: Table, name: str, column: TextColumn, bad: Sequence[int], expected: str
) -> str:
    """Say where the first row with one of the bad texts is, and how many rows there are."""
    rows = np.flatnonzero(np.isin(column.codes, bad))
    found = column.texts[column.codes[rows[0]]]
    more = f" (and {len(rows) - 1} more rows)" if len(rows) > 1 else ""
    return f"{table.place(int(rows[0]))}: column {name}: found {found!r}{more}, expected {expected}"


def encode(table: Table, recipe: Recipe, missing: Sequence[str]) -> DataSet:
    """Return the data set a recipe declares, from the table of one of its sources.

    Parameters
    ----------
    table : Table
        All files' rows, fixes applied.
    recipe : Recipe
        With `class` and `attributes`.
    missing : sequence of str
        The texts that mean missing.
    """
    assert recipe.class_ is not None
    _check_columns(table, (*(a.name for a in recipe.attributes), recipe.class_.name))

    def column(name: str) -> TextColumn:
        return without_missing(table.columns[name], missing)

    attributes = tuple(_attribute(table, decl, column(decl.name)) for decl in recipe.attributes)
    labels = class_labels(table, recipe.class_, column(recipe.class_.name))
    dataset = DataSet(recipe.name, attributes, recipe.class_.values, labels)
    check_declared(dataset, recipe, ", ".join(table.files))
    return dataset


def _attribute(table: Table, decl: AttributeDecl, column: TextColumn) -> Attribute:
    if decl.kind == "quantitative":
        return quantitative(table, decl.name, column)
    return qualitative(table, decl.name, column, decl.values)


def _check_columns(table: Table, names: Sequence[str]) -> None:
    lacking = [name for name in names if name not in table.columns]
    if lacking:
        raise DataError(
            f"{table.files[0]}: found no column {', '.join(lacking)}; the columns are "
            f"{', '.join(table.columns)}"
        )


def check_declared(dataset: DataSet, recipe: Recipe, files: str) -> None:
    """Assert sizes, class counts, missing cells, digest; raise DataError for the first fault."""
    where = f"{recipe.name} ({files})"
    if dataset.n_instances != recipe.instances:
        raise DataError(
            f"{where}: found {dataset.n_instances} instances, expected {recipe.instances}; "
            "is the file cut off, or another version?"
        )
    _check_kinds(dataset, recipe, where)
    if recipe.class_ is not None:
        _check_class_counts(dataset, recipe.class_, where)
    n_missing = sum(attribute.n_missing for attribute in dataset.attributes)
    if recipe.missing is not None and n_missing != recipe.missing:
        raise DataError(
            f"{where}: found {n_missing} missing cells, expected {recipe.missing}; "
            "are all texts that mean missing declared?"
        )
    if recipe.digest is not None and dataset.digest != recipe.digest:
        raise DataError(
            f"{where}: the parsed data have the digest {dataset.digest}, expected "
            f"{recipe.digest}; another version of the data set needs its own recipe"
        )


def _check_class_counts(dataset: DataSet, decl: ClassDecl, where: str) -> None:
    counts = np.bincount(dataset.labels, minlength=dataset.n_classes)
    for value, count, declared in zip(decl.values, counts, decl.counts, strict=True):
        if count != declared:
            raise DataError(
                f"{where}: column {decl.name}: found {count} instances of class {value!r}, "
                f"expected {declared}"
            )


def _check_kinds(dataset: DataSet, recipe: Recipe, where: str) -> None:
    pairs = (
        ("quantitative attributes", len(dataset.quantitative), recipe.count("quantitative")),
        ("qualitative attributes", len(dataset.qualitative), recipe.count("qualitative")),
        ("classes", dataset.n_classes, recipe.n_classes),
    )
    for what, found, declared in pairs:
        if found != declared:
            raise DataError(f"{where}: found {found} {what}, expected {declared}")
