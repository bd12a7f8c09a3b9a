"""Mean scores of probability estimates: log-loss and Brier score.

Units keep sums over their test instances. A mean is pooled over all predictions, as the error
is: a mean of fold means would weigh the instances of uneven folds unevenly.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum


def pooled_mean(sums: Iterable[float], predictions: int) -> float | None:
    """Return the mean score of all predictions from the sums of their units.

    Log-loss is in nats. A Brier score is the squared distance of the estimates to the truth,
    summed over the classes: between 0 and 2.

    >>> pooled_mean([1.5, 2.5], 8), pooled_mean([], 0)
    (0.5, None)
    """
    return fsum(sums) / predictions if predictions else None
