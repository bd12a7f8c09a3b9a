"""Favourable intervals: those in which the majority agrees with the value.

Yang 2003, section 5.2.3: an interval is favourable for a value if more than half of the
values in it have the value's most probable class as theirs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.intervals import StepFunction
from nbexp.discretize.lazy import LazyWindows
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.errors import SpecError


def favourable(
    method: Method, values: NDArray[np.float64], classes: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Tell for each value whether a method gives it a favourable interval.

    Parameters
    ----------
    method : Method
        One that makes intervals; they are made of `values`.
    values : (n,) float64
        Distinct, ascending.
    classes : (n,) int
        The code of the most probable class of each value.

    Returns
    -------
    (n,) bool

    Raises
    ------
    SpecError
        The method makes no intervals, or counts influences in place of values.

    Examples
    --------
    >>> from nbexp.discretize.equal_width import EqualWidth
    >>> favourable(EqualWidth(k=2), np.arange(6.0), np.array([0, 0, 1, 1, 1, 1])).tolist()
    [True, True, False, True, True, True]
    """
    counts = _counted(method, values, classes)
    own = counts[np.arange(len(values)), classes]
    agreed: NDArray[np.bool_] = 2 * own > counts.sum(axis=1)
    return agreed


def _counted(
    method: Method, values: NDArray[np.float64], classes: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return the classes counted in the interval of each value: (n, n_classes)."""
    sample = Sample.from_values(values, classes, int(classes.max()) + 1)
    fitted = method.fit(sample)
    if isinstance(fitted, LazyWindows):
        return sample.frequencies(*fitted.windows(values))
    if isinstance(fitted, StepFunction) and fitted.frequencies.dtype.kind == "i":
        cells, _ = fitted.rows(values)
        counts: NDArray[np.int64] = fitted.frequencies[cells]
        return counts
    raise SpecError(f"{method.id}: has no intervals whose values could be counted")
