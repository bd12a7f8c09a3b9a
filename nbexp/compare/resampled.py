"""Is a difference on one data set more than noise? A t-test honest about shared training data.

Folds and trials of one data set share most of their training instances. An ordinary paired
t-test takes them for independent, and so calls far too many differences real. Nadeau and
Bengio (2003) add the share that test and training sets have in each other to the variance:
with J paired differences of variance s², tested on n₂ and trained on n₁ instances,

    t = mean / √((1/J + n₂/n₁) s²),  with J − 1 degrees of freedom.

For repeated cross-validation J is trials times folds (Bouckaert and Frank 2004).

C. Nadeau and Y. Bengio, Inference for the Generalization Error, Machine Learning 52 (2003),
239-281; R. Bouckaert and E. Frank, Evaluating the Replicability of Significance Tests for
Comparing Learning Algorithms, PAKDD 2004, 3-12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt

RESAMPLED_TEST = (
    "p: corrected resampled t-test on the folds' paired errors (Nadeau & Bengio 2003), two-sided; "
    "it allows for training sets that overlap."
)
"""The rule of the test, to be printed under a table of it."""


@dataclass(frozen=True)
class ResampledTest:
    """A mean difference and what the test says of it.

    Attributes
    ----------
    mean : float
    standard_error : float
        The corrected one.
    t : float
        Infinite where all differences are the same and not zero.
    degrees : int
    p : float
        Two-sided.
    low, high : float
        The interval that holds the true difference with a chance of 95 %.
    """

    mean: float
    standard_error: float
    t: float
    degrees: int
    p: float
    low: float
    high: float


def resampled_test(differences: Sequence[float], test_share: float) -> ResampledTest:
    """Test whether paired differences over folds of one data set are zero on average.

    Parameters
    ----------
    differences : sequence of float
        One for each fold of each trial: the error of one method less that of another.
    test_share : float
        Test instances for each training instance: 1/2 for three folds.

    Raises
    ------
    ValueError
        There are fewer than two differences, or the share is not positive.

    Examples
    --------
    Of the differences 1, 2, 3 the mean is 2 and the variance 1; tested on half as many as
    trained on, the standard error is √(1/3 + 1/2).

    >>> result = resampled_test([1.0, 2.0, 3.0], 0.5)
    >>> result.mean, round(result.standard_error, 4), round(result.t, 4), round(result.p, 4)
    (2.0, 0.9129, 2.1909, 0.1598)
    """
    n = len(differences)
    if n < 2 or test_share <= 0:
        raise ValueError(f"cannot test {n} differences at a test share of {test_share}")
    mean = fsum(differences) / n
    variance = fsum((one - mean) ** 2 for one in differences) / (n - 1)
    error = sqrt((1 / n + test_share) * variance)
    if error <= 1e-12 * abs(mean) or error == 0:
        t, p, reach = (inf if mean > 0 else -inf, 0.0, 0.0) if mean else (0.0, 1.0, 0.0)
        return ResampledTest(mean, error, t, n - 1, p, mean - reach, mean + reach)
    from scipy.stats import t as student

    t = mean / error
    reach = float(student.ppf(0.975, n - 1)) * error
    p = 2 * float(student.sf(abs(t), n - 1))
    return ResampledTest(mean, error, t, n - 1, p, mean - reach, mean + reach)
