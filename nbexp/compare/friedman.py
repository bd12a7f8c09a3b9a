"""Several methods ranked over data sets: Friedman's test, Nemenyi's distance, Holm's steps.

After Demšar 2006, "Statistical comparisons of classifiers over multiple data sets" (JMLR 7),
sections 3.2.2 and 3.2.3. The lower value has the lower rank, and equal values share the mean
of the ranks they take, so that the ranks of a data set always sum to k (k + 1) / 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from nbexp.compare.ranks import average_ranks, column_means
from nbexp.compare.wins import EXACT, LEVEL, Comparison


@dataclass(frozen=True)
class Ranking:
    """How several methods rank over data sets.

    Attributes
    ----------
    methods : tuple of str
        Best first: by mean rank, equal ones in the order given.
    mean_ranks : tuple of Fraction
        Of these methods.
    n : int
        Number of data sets.
    chi_square : float
        Friedman's statistic, corrected for ties; 0 where all values are tied.
    p : float
        Its chance under k - 1 degrees of freedom.
    distance : float
        Nemenyi's critical difference of two mean ranks at `LEVEL`.
    """

    methods: tuple[str, ...]
    mean_ranks: tuple[Fraction, ...]
    n: int
    chi_square: float
    p: float
    distance: float

    @property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """First and last place of each largest run of methods that are not told apart.

        A run within another one is left out, and so is a method by itself.
        """
        runs: list[tuple[int, int]] = []
        for first, best in enumerate(self.mean_ranks):
            close = [mean for mean in self.mean_ranks[first:] if mean - best <= self.distance]
            last = first + len(close) - 1
            if last > first and (not runs or last > runs[-1][1]):
                runs.append((first, last))
        return tuple(runs)

    def z(self, place: int) -> float:
        """Return the z value of a method against the best (Demšar's section 3.2.2)."""
        k = len(self.methods)
        apart = float(self.mean_ranks[place] - self.mean_ranks[0])
        return apart / sqrt(k * (k + 1) / (6 * self.n))

    def against_best(self) -> tuple[float, ...]:
        """Return Holm's adjusted two-tailed p of every method but the best, in order."""
        from scipy.stats import norm

        return holm([2 * float(norm.sf(self.z(place))) for place in range(1, len(self.methods))])


def rank(columns: Mapping[str, Sequence[Fraction]], rule: Comparison = EXACT) -> Ranking:
    """Rank methods over data sets.

    Parameters
    ----------
    columns : mapping of method to shares
        A share for each data set, in the same order for all methods.
    rule : Comparison
        What makes two shares equal.

    Raises
    ------
    ValueError
        There are fewer than two methods, no data set, or columns of unequal length.
    """
    methods = tuple(columns)
    rows = list(zip(*columns.values(), strict=True))
    if len(methods) < 2 or not rows:
        raise ValueError(f"cannot rank {len(methods)} methods over {len(rows)} data sets")
    ranked = [average_ranks([rule.measure(share) for share in row]) for row in rows]
    means = column_means(ranked)
    order = sorted(range(len(methods)), key=lambda place: means[place])
    statistic = float(_friedman(ranked, means))
    return Ranking(
        tuple(methods[place] for place in order),
        tuple(means[place] for place in order),
        len(rows),
        statistic,
        _chance(statistic, len(methods) - 1),
        critical_difference(len(methods), len(rows)),
    )


def _friedman(ranked: Sequence[Sequence[Fraction]], means: Sequence[Fraction]) -> Fraction:
    """Return Friedman's statistic with the correction for ties, exactly."""
    n, k = len(ranked), len(means)
    centre = Fraction(n * k * (k + 1) ** 2, 4)
    within = sum((rank * rank for row in ranked for rank in row), Fraction(0)) - centre
    between = n * sum((mean * mean for mean in means), Fraction(0)) - centre
    return n * (k - 1) * between / within if within else Fraction(0)


def _chance(statistic: float, degrees: int) -> float:
    from scipy.stats import chi2

    return float(chi2.sf(statistic, degrees))


def critical_difference(k: int, n: int) -> float:
    """Return Nemenyi's critical difference of mean ranks: k methods, n data sets."""
    from scipy.stats import studentized_range

    quantile = float(studentized_range.ppf(1 - LEVEL, k, float("inf"))) / sqrt(2)
    return quantile * sqrt(k * (k + 1) / (6 * n))


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Return Holm's adjusted p values, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    adjusted = [0.0] * len(chances)
    highest = 0.0
    for step, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        highest = max(highest, min(1.0, (len(chances) - step) * chances[place]))
        adjusted[place] = highest
    return tuple(adjusted)
