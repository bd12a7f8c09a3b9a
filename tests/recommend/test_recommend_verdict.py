"""Which method is best, and what is said of it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from nbexp.compare.probabilities import Bin
from nbexp.compare.resampled import resampled_test
from nbexp.recommend.contenders import Contender
from nbexp.recommend.growth import Growth
from nbexp.recommend.guess import Guess
from nbexp.recommend.scores import Calibration
from nbexp.recommend.verdict import Place, judge
from nbexp.recommend.words import curve_words, headline, paragraphs

NOISE = np.random.default_rng(1).normal(0, 0.01, size=30)


GAPS = (0.15,) * 8 + (0.16,)
"""Of each fold, how much surer a method is than it is right."""


def contender(
    name: str,
    error: float,
    spread: float = 0.0,
    *,
    yardstick: bool = False,
    loss: float = 0.5,
    gaps: tuple[float, ...] = GAPS,
) -> Contender:
    """Return one whose folds err as told, with noise of their own."""
    folds = error + spread * np.roll(NOISE, len(name))
    share = Fraction(error).limit_denominator(1000)
    calibration = Calibration((Bin(90, 0.95, 0.8),), 0.15, None, gaps)
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
    guess = Guess("no", baseline, (baseline,) * len(NOISE))
    return judge(contenders, guess, folds=3)


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
    assert "Always guessing 'no' would err in 50.0 %, 30.0 points more: more than noise" in told
    assert "Worse by more than noise: B by 10.0 points (p = 0.0000)" in told
    assert "A is surer than it is right: 95.0 % against 80.0 %, more than noise (p" in told
    assert headline(verdict) == "A, by more than noise"


def test_no_better_than_guessing_is_said_first() -> None:
    verdict = judged(contender("a", 0.5), baseline=0.5)
    assert headline(verdict) == "No method is better than guessing"
    assert "do not tell naive Bayes the class" in paragraphs(verdict)[0]


def test_an_error_a_little_below_that_of_guessing_is_tested_before_it_is_believed() -> None:
    verdict = judged(contender("a", 0.49, 8), contender("bb", 0.52, 8))
    assert headline(verdict) == "No method can be told apart from guessing"
    assert (
        "nothing shows that these attributes tell naive Bayes the class" in paragraphs(verdict)[0]
    )
    sure = judged(contender("a", 0.49, 0.1), contender("bb", 0.52, 0.1))
    assert headline(sure) == "A, by more than noise"


def test_what_beats_guessing_is_named_where_the_best_does_not() -> None:
    verdict = judged(
        contender("a", 0.49, 8), contender("logistic", 0.3, 1, yardstick=True), baseline=0.5
    )
    assert headline(verdict) == "No method can be told apart from guessing"
    assert "Better than guessing by more than noise: LOGISTIC." in paragraphs(verdict)[0]


def test_confidence_that_is_off_by_no_more_than_noise_is_about_right() -> None:
    noisy = contender("a", 0.2, gaps=(0.3, -0.2, 0.5, -0.1, 0.3, -0.2, 0.4, 0.0, 0.35))
    told = " ".join(paragraphs(judged(noisy)))
    assert "A is about as sure (95.0 %) as it is right (80.0 %), as far as noise" in told


def test_what_failed_is_in_the_headline() -> None:
    verdict = judged(contender("a", 0.2))
    assert headline(verdict) == "A: the only method tried"
    assert headline(verdict, 2) == "A: the only method that has results; 2 methods failed"


def grown(*falls: float) -> Growth:
    test = resampled_test(falls, 1 / 2)
    return Growth(100, 300, Fraction(3, 10), Fraction(29, 100), test)


def test_a_fall_at_the_end_of_a_learning_curve_is_tested_too() -> None:
    assert "probably help" in curve_words(grown(*[0.03, 0.031, 0.029] * 3), "A")
    assert "hardly help" in curve_words(grown(*[0.001, -0.001, 0.0] * 3), "A")
    assert "cannot be told" in curve_words(grown(*[0.1, -0.09, 0.03] * 3), "A")
    assert curve_words(None, "A") == ""


def test_where_nothing_can_be_told_apart_the_headline_says_so() -> None:
    verdict = judged(contender("a", 0.2, 1), contender("bb", 0.2, 1))
    assert headline(verdict) == "A, but no method can be told apart from it"
