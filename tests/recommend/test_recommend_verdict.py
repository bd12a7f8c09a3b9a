"""Which method is best, and what is said of it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from nbexp.compare.probabilities import Bin
from nbexp.recommend.contenders import Contender
from nbexp.recommend.scores import Calibration
from nbexp.recommend.verdict import Place, judge
from nbexp.recommend.words import headline, paragraphs

NOISE = np.random.default_rng(1).normal(0, 0.01, size=30)


def contender(
    name: str, error: float, spread: float = 0.0, *, yardstick: bool = False, loss: float = 0.5
) -> Contender:
    """Return one whose folds err as told, with noise of their own."""
    folds = error + spread * np.roll(NOISE, len(name))
    share = Fraction(error).limit_denominator(1000)
    calibration = Calibration((Bin(90, 0.95, 0.8),), 0.15, None)
    return Contender(
        name,
        name.upper(),
        f"method {name}",
        yardstick,
        share,
        share / 2,
        share / 2,
        tuple(folds.tolist()),
        loss,
        0.3,
        10.0,
        0.001,
        calibration,
    )


def judged(*contenders: Contender, baseline: float = 0.5):
    return judge(contenders, folds=3, baseline=baseline, common="no")


def test_the_least_error_is_best_and_noise_is_no_difference() -> None:
    verdict = judged(contender("b", 0.201, 1), contender("a", 0.2, 0.5), contender("cc", 0.3, 1))
    assert [(one.contender.label, one.place) for one in verdict.methods] == [
        ("a", Place.BEST),
        ("b", Place.ALIKE),
        ("cc", Place.WORSE),
    ]


def test_of_equal_errors_the_better_probabilities_win() -> None:
    verdict = judged(contender("a", 0.2, loss=0.6), contender("b", 0.2, loss=0.4))
    assert verdict.best.label == "b"


def test_a_yardstick_never_is_the_best_method_but_may_be_better() -> None:
    verdict = judged(contender("a", 0.3, 1), contender("logistic", 0.1, 1, yardstick=True))
    assert verdict.best.label == "a"
    assert verdict.yardsticks[0].place is Place.BETTER
    assert "costs something here" in " ".join(paragraphs(verdict))


def test_p_values_are_adjusted_for_the_number_of_methods() -> None:
    alone = judged(contender("a", 0.2, 1), contender("bb", 0.21, 1)).methods[1]
    among = judged(
        contender("a", 0.2, 1), *(contender("b" * k, 0.21, 1) for k in range(2, 8))
    ).methods[1:]
    same = next(one for one in among if one.contender.label == "bb")
    assert alone.p is not None
    assert same.p is not None
    assert same.p > alone.p


def test_the_words_hold_the_numbers_of_the_verdict() -> None:
    verdict = judged(contender("a", 0.2), contender("b", 0.3))
    told = " ".join(paragraphs(verdict))
    assert "A (method a) errs least, in 20.0 % of the tests: 10.0 bias and 10.0 variance" in told
    assert "Always guessing 'no' would err in 50.0 %" in told
    assert "Worse by more than noise: B by 10.0 points (p = 0.0000)" in told
    assert "A is surer than it is right: 95.0 % against 80.0 %" in told
    assert headline(verdict) == "A, by more than noise"


def test_no_better_than_guessing_is_said_first() -> None:
    verdict = judged(contender("a", 0.5), baseline=0.5)
    assert headline(verdict) == "No method is better than guessing"
    assert "do not tell naive Bayes the class" in paragraphs(verdict)[0]


def test_where_nothing_can_be_told_apart_the_headline_says_so() -> None:
    verdict = judged(contender("a", 0.2, 1), contender("bb", 0.2, 1))
    assert headline(verdict) == "A, but no method can be told apart from it"
