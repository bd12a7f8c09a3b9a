"""Which method is best, by how much, and whether that is more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from nbexp.compare.friedman import holm
from nbexp.compare.resampled import ResampledTest, resampled_test
from nbexp.compare.wins import LEVEL
from nbexp.recommend.contenders import Contender
from nbexp.recommend.guess import Guess


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
    guess_test : ResampledTest
        Of the error of guessing less its own.
    guess_p : float
        Adjusted likewise.
    """

    contender: Contender
    place: Place
    test: ResampledTest | None
    p: float | None
    guess_test: ResampledTest
    guess_p: float

    @property
    def beats_guessing(self) -> bool:
        """Whether it errs less than guessing does, by more than noise."""
        return self.guess_test.mean > 0 and self.guess_p < LEVEL


@dataclass(frozen=True, eq=False)
class Verdict:
    """How all contenders stand, methods and yardsticks each by error.

    Attributes
    ----------
    methods, yardsticks : tuple of Standing
        The first method is the best one.
    guess : Guess
        The class that is commonest, and the error of always guessing it.
    trust : ResampledTest or None
        Of the best method's confidence less the share of its predictions that are right.
    """

    methods: tuple[Standing, ...]
    yardsticks: tuple[Standing, ...]
    guess: Guess
    trust: ResampledTest | None = None

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


def judge(contenders: Sequence[Contender], guess: Guess, *, folds: int) -> Verdict:
    """Compare every contender with the method that errs least, and with guessing.

    The best is chosen by what it is then compared with, which makes it look better than it is;
    the adjustment for many comparisons is what stands against that.
    """
    methods = sorted((one for one in contenders if not one.yardstick), key=_rank)
    yardsticks = sorted((one for one in contenders if one.yardstick), key=_rank)
    best = methods[0]
    share = 1 / (folds - 1)
    gaps = best.calibration.gaps if best.calibration else ()
    return Verdict(
        _standings(methods, best, guess, share),
        _standings(yardsticks, best, guess, share),
        guess,
        resampled_test(gaps, share) if len(gaps) > 1 else None,
    )


def _rank(one: Contender) -> tuple[float, float]:
    return float(one.error), one.log_loss if one.log_loss is not None else float("inf")


def _standings(
    contenders: Sequence[Contender], best: Contender, guess: Guess, share: float
) -> tuple[Standing, ...]:
    """Return how some stand; their tests are adjusted for as many as there are of them."""
    others = [one for one in contenders if one is not best]
    tests = [_paired(one.fold_errors, best.fold_errors, share) for one in others]
    beside = dict(zip(others, zip(tests, _adjusted(tests), strict=True), strict=True))
    to_guess = [_paired(guess.fold_errors, one.fold_errors, share) for one in contenders]
    chances = _adjusted(to_guess)
    found = []
    for one, guess_test, guess_p in zip(contenders, to_guess, chances, strict=True):
        test, p = beside.get(one, (None, None))
        found.append(Standing(one, _place(test, p), test, p, guess_test, guess_p))
    return tuple(found)


def _paired(errors: Sequence[float], others: Sequence[float], share: float) -> ResampledTest:
    """Test the errors of some folds less others of the same folds.

    Of a yardstick there may be the first trials only.
    """
    pairs = zip(errors, others, strict=False)
    return resampled_test([error - other for error, other in pairs], share)


def _adjusted(tests: Sequence[ResampledTest]) -> tuple[float, ...]:
    return holm([test.p for test in tests])


def _place(test: ResampledTest | None, p: float | None) -> Place:
    if test is None or p is None:
        return Place.BEST
    if p >= LEVEL:
        return Place.ALIKE
    return Place.WORSE if test.mean > 0 else Place.BETTER
