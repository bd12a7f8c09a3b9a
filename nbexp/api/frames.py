"""From arrays and frames (NumPy, pandas, polars) to attributes and classes, and back.

A column of numbers is quantitative, one of texts, categories or truth values qualitative.
What a frame declares is kept: the categories of a pandas column, and of an Enum in polars, are
the values of the attribute, whether they occur or not. Without, the values are those that occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nbexp.api.classes import Classes, check_no_quantity
from nbexp.api.kinds import ABSENT, is_frame, is_pandas, is_sparse, text_of
from nbexp.data.dataset import (
    MISSING,
    Attribute,
    Codes,
    DataSet,
    Qualitative,
    Quantitative,
    narrowest,
)
from nbexp.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Column:
    """A column as it came: of numbers, or of texts that are coded.

    Attributes
    ----------
    name : str
    floats : (n,) float64, or None
        The numbers of a quantitative column, NaN where missing.
    texts : tuple of str
        The values of a qualitative column, each once.
    codes : (n,) integer
        The place of each value in `texts`, -1 where missing.
    declared : bool
        Whether a qualitative column declares its values, and their order.
    """

    name: str
    floats: NDArray[np.float64] | None = None
    texts: tuple[str, ...] = ()
    codes: NDArray[np.integer] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    declared: bool = False

    @classmethod
    def of_values(cls, name: str, values: Iterable[object]) -> Column:
        """Return a qualitative column of values of any kind, named as texts."""
        # True, 1 and 1.0 are equal, but not the same text: the type is part of the key.
        places: dict[tuple[type, object], int] = {}
        codes = [places.setdefault((type(one), one), len(places)) for one in values]
        return cls.of_texts(name, [text_of(one) for _, one in places], np.array(codes, dtype=int))

    @classmethod
    def of_texts(cls, name: str, texts: Sequence[str | None], codes: NDArray[np.integer]) -> Column:
        """Return a qualitative column of coded texts, of which some may be equal, or missing."""
        places = {
            text: i for i, text in enumerate(dict.fromkeys(t for t in texts if t is not None))
        }
        lookup = np.array([MISSING if t is None else places[t] for t in texts] + [MISSING])
        return cls(name, None, tuple(places), lookup[codes])

    def __len__(self) -> int:
        return len(self.codes if self.floats is None else self.floats)

    def attribute(self) -> Attribute:
        """Return the column as an attribute, as it stands."""
        if self.floats is not None:
            return Quantitative.from_floats(self.name, self.floats)
        values = self.texts if self.declared else tuple(sorted(self.texts))
        return self._coded_by(values)

    def attribute_as(self, learnt: Attribute) -> Attribute:
        """Return the column coded as an attribute learnt before; unknown values are missing."""
        if isinstance(learnt, Qualitative):
            return self.as_qualitative()._coded_by(learnt.values)
        if self.floats is None and (self.codes < 0).all():  # nothing tells of which kind it is
            return Quantitative.from_floats(self.name, np.full(len(self.codes), np.nan))
        if self.floats is None:
            raise DataError(
                f"column {self.name}: found texts, expected numbers, as when it was learnt"
            )
        return Quantitative.from_floats(self.name, self.floats)

    def _coded_by(self, values: tuple[str, ...]) -> Qualitative:
        code = {text: number for number, text in enumerate(values)}
        lookup = np.array(
            [*(code.get(text, MISSING) for text in self.texts), MISSING],
            dtype=narrowest(len(values)),
        )
        return Qualitative(self.name, values, lookup[self.codes])

    def as_qualitative(self) -> Column:
        """Return the column as a qualitative one: a number is then the name of a value."""
        if self.floats is None:
            return self
        numbers, codes = np.unique(self.floats, return_inverse=True)
        return Column.of_texts(self.name, [text_of(number) for number in numbers], codes)

    def in_order_of_appearance(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """Return the values of some instances, in the order in which they appear."""
        coded = self.as_qualitative()
        codes, first = np.unique(coded.codes[rows], return_index=True)
        return tuple(coded.texts[code] for code in codes[np.argsort(first)] if code >= 0)


def columns_of(data: Any, qualitative: Sequence[str | int] | None = None) -> list[Column]:
    """Return the columns of an array or a frame.

    Parameters
    ----------
    data : array-like or frame, (n, n_attributes)
    qualitative : sequence of str or int, optional
        Names or places of columns that are qualitative whatever their type.
    """
    if is_frame(data):
        found = [_series_column(str(name), _series(data, i)) for i, name in enumerate(data.columns)]
    else:
        array = _array(data)
        found = [_array_column(f"x{i}", array[:, i]) for i in range(array.shape[1])]
    places = {column.name: i for i, column in enumerate(found)} | {i: i for i in range(len(found))}
    if isinstance(qualitative, str):
        raise DataError(f"qualitative: found {qualitative!r}, expected a list: [{qualitative!r}]")
    for one in qualitative or ():
        if one not in places:
            names = ", ".join(column.name for column in found)
            raise DataError(f"qualitative: found no column {one!r}; the columns are {names}")
        found[places[one]] = found[places[one]].as_qualitative()
    return found


def _series(data: Any, place: int) -> Any:
    return data.iloc[:, place] if is_pandas(data) else data.to_series(place)


def _array(data: Any) -> NDArray[Any]:
    """Return what is no frame as an array of instances × attributes."""
    if is_sparse(data):
        raise DataError(
            f"X: found a sparse matrix ({type(data).__name__}), expected a dense array: X.toarray()"
        )
    array = np.asarray(data)
    if array.ndim == 0:
        raise DataError(f"X: found {type(data).__name__}, expected an array or a frame")
    if array.ndim != 2:
        raise DataError(
            f"found an array of {array.ndim} dimensions, expected 2: instances × attributes"
        )
    if array.dtype.kind in "US":  # one text makes texts of all; let numbers be numbers
        array = np.asarray(data, dtype=object)
    return array


def _array_column(name: str, values: NDArray[Any]) -> Column:
    if values.dtype.kind in "biuf":
        return Column(name, values.astype(np.float64))
    if values.dtype.kind != "O":
        raise DataError(f"column {name}: found {values.dtype}, expected numbers or texts")
    kinds = {type(value) for value in values}
    absent = {kind for kind in kinds if kind is type(None) or kind.__name__ in ABSENT}
    if all(issubclass(k, int | float | np.number) and k is not bool for k in kinds - absent):
        numbers = [np.nan if type(value) in absent else float(value) for value in values]
        floats = np.array(numbers, dtype=np.float64)
        if not np.isnan(floats).all():  # else its kind is unknown: a value may turn up as text
            return Column(name, floats)
    for kind in kinds - absent:
        if issubclass(kind, date | timedelta):
            raise DataError(_no_dates(name, kind.__name__))
        if not issubclass(kind, str | bool | int | float | np.generic):
            raise TypeError(
                f"column {name}: found {kind.__name__}; a value must be a string or a number"
            )
    return Column.of_values(name, values)


def _series_column(name: str, series: Any) -> Column:
    return _pandas_column(name, series) if is_pandas(series) else _polars_column(name, series)


def _pandas_column(name: str, series: Any) -> Column:
    import pandas as pd

    kind = series.dtype
    if isinstance(kind, pd.CategoricalDtype):
        declared = tuple(str(text_of(value)) for value in kind.categories)
        return Column(name, None, declared, series.cat.codes.to_numpy(), declared=True)
    if pd.api.types.is_bool_dtype(kind) or isinstance(kind, pd.StringDtype):
        return Column.of_values(name, series.to_numpy(dtype=object, na_value=None))
    if pd.api.types.is_complex_dtype(kind):
        raise DataError(f"column {name}: found complex numbers, expected real ones or texts")
    if pd.api.types.is_numeric_dtype(kind):
        return Column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    if pd.api.types.is_datetime64_any_dtype(kind) or pd.api.types.is_timedelta64_dtype(kind):
        raise DataError(_no_dates(name, kind))
    return _array_column(name, series.to_numpy(dtype=object, na_value=None))


def _polars_column(name: str, series: Any) -> Column:
    import polars as pl

    kind = series.dtype
    if kind.is_numeric():
        return Column(name, series.cast(pl.Float64).to_numpy())
    if isinstance(kind, pl.Enum):
        codes = series.to_physical().cast(pl.Int64).fill_null(MISSING).to_numpy()
        return Column(name, None, tuple(kind.categories), codes, declared=True)
    if kind.is_temporal():
        raise DataError(_no_dates(name, kind))
    if kind == pl.Object or kind.is_nested():
        return _array_column(name, np.array(series.to_list(), dtype=object))
    values = series if kind == pl.Boolean else series.cast(pl.String)
    return Column.of_values(name, values.to_list())


def _no_dates(name: str, kind: object) -> str:
    return (
        f"column {name}: found dates or durations ({kind}); turn them into numbers (days since), "
        "or into texts (the month), whichever tells something of the class"
    )


def make_dataset(
    data: Any,
    labels: Any,
    *,
    name: str = "data",
    qualitative: Sequence[str | int] | None = None,
    classes: Sequence[Any] | None = None,
) -> DataSet:
    """Return a data set of instances and their classes.

    Parameters
    ----------
    data : array-like or frame of pandas or polars, (n, n_attributes)
    labels : array-like or series, (n,)
    name : str
        The folds are drawn from it.
    qualitative : sequence of str or int, optional
        Columns that are qualitative though they hold numbers.
    classes : sequence, optional
        All classes in order, where not those that occur, ascending.

    Examples
    --------
    >>> data = make_dataset([[1.5, "red"], [2.5, "blue"], [None, "red"]], ["yes", "no", "yes"])
    >>> [type(attribute).__name__ for attribute in data.attributes], data.classes
    (['Quantitative', 'Qualitative'], ('no', 'yes'))
    """
    columns = columns_of(data, qualitative)
    coded = Classes.of(labels, classes)
    if classes is None:
        check_no_quantity(coded.names)
    for column in columns:
        if column.floats is not None and np.isinf(column.floats).any():
            raise DataError(f"column {column.name}: found an infinite number, expected finite ones")
    if not columns:
        raise DataError("found no attributes, expected at least one column")
    if len(columns[0]) != len(coded.codes):
        raise DataError(
            f"found {len(columns[0])} instances and {len(coded.codes)} classes, one for each"
        )
    names = tuple(str(text_of(one)) for one in coded.names)
    return DataSet(name, tuple(column.attribute() for column in columns), names, coded.codes)


def to_frame(dataset: DataSet) -> tuple[pd.DataFrame, pd.Series]:
    """Return a data set as a pandas frame of its attributes, and a series of its classes.

    Qualitative attributes and the classes are categories, so that the values and classes that
    are declared stay with every part of the frame.

    Examples
    --------
    >>> import nbexp
    >>> X, y = nbexp.to_frame(nbexp.load_dataset("iris"))
    >>> X.shape, y.iloc[0]
    ((150, 4), 'Iris-setosa')
    """
    import pandas as pd

    columns: Mapping[str, Any] = {
        attribute.name: attribute.floats()
        if isinstance(attribute, Quantitative)
        else _categories(attribute.codes, attribute.values)
        for attribute in dataset.attributes
    }
    classes = _categories(dataset.labels, dataset.classes)
    return pd.DataFrame(columns), pd.Series(classes, name="class")


def _categories(codes: Codes, values: Sequence[str]) -> Any:
    """Return coded values as pandas categories, those that never occur included."""
    import pandas as pd

    return pd.Categorical.from_codes(codes.astype(np.int64), categories=pd.Index(list(values)))
