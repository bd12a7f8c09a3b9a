"""The two example problems of Yang 2003, section 3.3.2: classes whose posteriors are known."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

LOW, HIGH = 0.0, 2.0
"""The range of X1."""

EVEN = 0.5
"""The posterior of X2 that says nothing: with it, only X1 counts."""


def second_attribute(x2: ArrayLike) -> NDArray[np.float64]:
    """Return p(c1 | X2 = x2) = 1 - x2, for x2 from 0 to 1.

    The thesis gives figure 3.6 by points alone; this straight line goes through all of them.
    """
    return 1.0 - np.asarray(x2, dtype=np.float64)


def posterior(x1: ArrayLike, c1_by_x2: float = EVEN) -> NDArray[np.float64]:
    """Return p(c1 | x) and p(c2 | x) of figures 3.5 and 3.6.

    p(c1 | X1 = x) = 1 - (x - 1)². The classes are equally likely and the attributes independent
    in each, so that the posteriors of the attributes are multiplied.

    Parameters
    ----------
    x1 : (n,) values from 0 to 2
    c1_by_x2 : float
        p(c1 | X2), as `second_attribute` gives it; by default X2 says nothing (figure 3.5).

    Returns
    -------
    (n, 2) float64

    Examples
    --------
    >>> posterior([0.1, 0.3]).round(2).tolist()
    [[0.19, 0.81], [0.51, 0.49]]
    """
    off = (np.asarray(x1, dtype=np.float64) - 1.0) ** 2
    c1, c2 = (1.0 - off) * c1_by_x2, off * (1.0 - c1_by_x2)
    return np.column_stack((c1, c2)) / (c1 + c2)[..., None]


def most_probable(posteriors: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the code of the most probable class of each row; of equals the first."""
    leading: NDArray[np.intp] = posteriors.argmax(axis=1)
    return leading


def tolerance(posteriors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far off an estimate may be before another class is chosen (section 3.3.3).

    It is defined for two classes: the probability of the more probable one, less a half.

    Examples
    --------
    >>> tolerance(posterior([0.1, 0.3])).round(2).tolist()
    [0.31, 0.01]
    """
    margins: NDArray[np.float64] = posteriors.max(axis=1) - 0.5
    return margins


def decision_boundaries(c1_by_x2: float = EVEN, steps: int = 2000) -> list[float]:
    """Return where the most probable class changes along X1, found by halving.

    The definition by pairs of points (section 3.3.2) has to be read with one-sided limits; what
    it means is a change of the most probable class, and that is what is looked for.

    Examples
    --------
    >>> [round(place, 4) for place in decision_boundaries()]
    [0.2929, 1.7071]
    """
    grid = np.linspace(LOW, HIGH, steps + 1)
    leading = most_probable(posterior(grid, c1_by_x2))
    found = []
    for step in np.flatnonzero(np.diff(leading)):
        left, right = float(grid[step]), float(grid[step + 1])
        for _ in range(60):
            middle = (left + right) / 2
            here = most_probable(posterior([middle], c1_by_x2))[0]
            left, right = (middle, right) if here == leading[step] else (left, middle)
        found.append((left + right) / 2)
    return found


def even_values(n: int) -> NDArray[np.float64]:
    """Return n values that lie evenly over the range of X1, none on its ends."""
    values: NDArray[np.float64] = LOW + (np.arange(n) + 0.5) * (HIGH - LOW) / n
    return values


def least_error(n: int = 100_000) -> float:
    """Return the error of the best possible classifier where X1 is spread evenly.

    Examples
    --------
    >>> round(least_error(), 4)
    0.1953
    """
    return float(posterior(even_values(n)).min(axis=1).mean())
