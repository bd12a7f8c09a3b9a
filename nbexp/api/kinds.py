"""What a value, an array or a frame of another library is."""

from __future__ import annotations

import numpy as np

ABSENT = ("NAType", "NaTType")
"""The types of what pandas has in place of a missing value."""


def text_of(value: object) -> str | None:
    """Return a value of a qualitative column as text; None where it is missing."""
    if value is None or type(value).__name__ in ABSENT or value != value:
        return None
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def is_pandas(data: object) -> bool:
    """Tell whether something is a frame or series of pandas."""
    return type(data).__module__.partition(".")[0] == "pandas"


def is_polars(data: object) -> bool:
    """Tell whether something is a frame or series of polars."""
    return type(data).__module__.partition(".")[0] == "polars"


def is_frame(data: object) -> bool:
    """Tell whether something is a table of named columns of pandas or polars."""
    return (is_pandas(data) or is_polars(data)) and len(getattr(data, "shape", ())) == 2


def is_sparse(data: object) -> bool:
    """Tell whether something is a sparse matrix or array of SciPy."""
    return type(data).__module__.startswith("scipy.sparse")
