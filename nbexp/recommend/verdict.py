"""Which method is best, by how much, and whether that is more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from nbexp.compare.friedman import holm
from nbexp.compare.resampled import ResampledTest, resampled_test
from nbexp.recommend.contenders import Contender

LEVEL = 0.05


class Place(Enum):
    """How a contender stands to the best method."""

    BEST = "best"
    ALIKE = "not told apart"
    WORSE = "worse"
    BETTER = "better"


@dataclass(frozen=True, eq=False)
class Standing:
    """A contender beside the best method.

    Attributes
    ----------
    contender : Contender
    place : Place
    test : ResampledTest or None
        Of its error less the best's; None of the best itself.
    p : float or None
        Adjusted for the number of methods, or of yardsticks, compared (Holm).
    """

    contender: Contender
    place: Place
    test: ResampledTest | None = None
    p: float | None = None


@dataclass(frozen=True, eq=False)
class Verdict:
    """How all contenders stand, methods and yardsticks each by error.

    Attributes
    ----------
    methods, yardsticks : tuple of Standing
        The first method is the best one.
    baseline : float
        The error of always guessing the commonest class.
    common : str
        That class.
    """

    methods: tuple[Standing, ...]
    yardsticks: tuple[Standing, ...]
    baseline: float
    common: str

    @property
    def best(self) -> Contender:
        """The best method."""
        return self.methods[0].contender

    @property
    def all(self) -> tuple[Standing, ...]:
        """Methods, then yardsticks."""
        return self.methods + self.yardsticks

    def of(self, place: Place) -> list[Standing]:
        """Return the methods at a place."""
        return [one for one in self.methods if one.place is place]


def judge(contenders: Sequence[Contender], *, folds: int, baseline: float, common: str) -> Verdict:
    """Compare every contender with the method that errs least.

    The best is chosen by what it is then compared with, which makes it look better than it is;
    the adjustment for many comparisons is what stands against that.
    """
    methods = sorted((one for one in contenders if not one.yardstick), key=_rank)
    yardsticks = sorted((one for one in contenders if one.yardstick), key=_rank)
    best = methods[0]
    return Verdict(
        (Standing(best, Place.BEST), *_beside(methods[1:], best, folds)),
        _beside(yardsticks, best, folds),
        baseline,
        common,
    )


def _rank(one: Contender) -> tuple[float, float]:
    return float(one.error), one.log_loss if one.log_loss is not None else float("inf")


def _beside(others: Sequence[Contender], best: Contender, folds: int) -> tuple[Standing, ...]:
    tests = [
        resampled_test(
            # of a yardstick there may be the first trials only
            [theirs - own for theirs, own in zip(one.fold_errors, best.fold_errors, strict=False)],
            1 / (folds - 1),
        )
        for one in others
    ]
    chances = holm([test.p for test in tests])
    return tuple(
        Standing(one, _place(test, p), test, p)
        for one, test, p in zip(others, tests, chances, strict=True)
    )


def _place(test: ResampledTest, p: float) -> Place:
    if p >= LEVEL:
        return Place.ALIKE
    return Place.WORSE if test.mean > 0 else Place.BETTER
