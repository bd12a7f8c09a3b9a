"""What the theory says, worked by hand or by the thesis's own figures."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from nbexp.discretize.registry import create_method
from nbexp.errors import SpecError
from nbexp.report.figures.svg import svg_file
from nbexp.theory import pictures
from nbexp.theory.favourable import favourable
from nbexp.theory.independence import (
    KnownAttribute,
    draw_attribute,
    draw_row,
    greatest_difference,
    posterior,
)
from nbexp.theory.problem import (
    decision_boundaries,
    even_values,
    least_error,
    most_probable,
    second_attribute,
    tolerance,
)
from nbexp.theory.problem import posterior as example
from nbexp.theory.trade_off import trades

VALUES = even_values(2000)
CLASSES = most_probable(example(VALUES))


def test_the_boundaries_of_the_first_problem_are_where_the_parabolas_cross() -> None:
    assert decision_boundaries() == pytest.approx([1 - 0.5**0.5, 1 + 0.5**0.5], abs=1e-12)


@pytest.mark.parametrize(
    ("x2", "left", "right"), [(0.2, 0.1056, 1.8944), (0.5, 0.2929, 1.7071), (0.7, 0.4523, 1.5477)]
)
def test_the_boundaries_move_with_the_other_attribute(x2: float, left: float, right: float) -> None:
    found = decision_boundaries(float(second_attribute(x2)))
    assert [round(place, 4) for place in found] == [left, right]


def test_the_tolerances_are_those_that_the_thesis_prints() -> None:
    assert tolerance(example([0.1, 0.3])).round(2).tolist() == [0.31, 0.01]


def test_the_least_error_is_the_integral_of_the_smaller_posterior() -> None:
    # Twice the integral of u² from 0 to a and of 1 - u² from a to 1, halved: a = 1/√2.
    a = 0.5**0.5
    assert least_error() == pytest.approx(a**3 / 3 + (1 - a) - (1 - a**3) / 3, abs=1e-8)


@pytest.mark.parametrize("method", ["ewd", "ffd"])
def test_in_a_disjoint_interval_exactly_the_minority_side_of_a_boundary_is_unfavourable(
    method: str,
) -> None:
    params = {"k": 5} if method == "ewd" else {"s": 400}
    good = favourable(create_method(method, params), VALUES, CLASSES)
    # [0, 0.4] holds the boundary 0.2929: c1 from there to 0.4 is in the minority, and so on
    # the other side.
    minority = (VALUES > 1 - 0.5**0.5) & (VALUES < 0.4)
    minority |= (VALUES > 1.6) & (VALUES < 1 + 0.5**0.5)
    assert np.array_equal(~good, minority)


def test_an_interval_centred_on_the_value_is_unfavourable_only_on_a_boundary() -> None:
    good = favourable(create_method("ld-ffd", {"s": 400}), VALUES, CLASSES)
    step = VALUES[1] - VALUES[0]
    places = VALUES[~good]
    apart = np.abs(places[:, None] - np.array(decision_boundaries())).min(axis=1)
    assert apart.max() <= 2 * step


def test_in_a_non_disjoint_interval_less_than_half_an_atomic_one_is_unfavourable() -> None:
    for s in range(150, 420, 30):
        good = favourable(create_method("ndd", {"s": s}), VALUES, CLASSES)
        assert (~good).sum() / 2 <= (s // 3 + 1) / 2 + 1


def test_what_counts_influences_has_no_favourable_intervals() -> None:
    with pytest.raises(SpecError, match="fld: has no intervals"):
        favourable(create_method("fld", {}), VALUES, CLASSES)


def test_discretization_changes_nothing_where_posteriors_are_constant_on_intervals() -> None:
    rng = np.random.default_rng(20030703)
    for _ in range(5):
        attributes = [draw_attribute(rng, 3, [2, 1, 3]) for _ in range(3)]
        assert greatest_difference(draw_row(rng, 3), attributes) == 0


def test_one_interval_in_which_posteriors_differ_is_enough_to_change_an_instance() -> None:
    rng = np.random.default_rng(20030703)
    attributes = [draw_attribute(rng, 2, [2, 2]), draw_attribute(rng, 2, [2], constant=False)]
    assert greatest_difference(draw_row(rng, 2), attributes) > 0


def test_an_interval_is_as_likely_as_its_values_together() -> None:
    third, sixth, half = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
    one = KnownAttribute(((third, sixth), (third, third), (third, half)), (0, 0, 1))
    assert one.intervals() == ((2 * third, half), (2 * third, half), (third, half))
    assert posterior((half, half), [(2 * third, half)]) == (Fraction(4, 7), Fraction(3, 7))


def test_small_intervals_vary_and_large_ones_are_biased() -> None:
    methods = [create_method("ffd", {"s": s, "least-intervals": 1}) for s in (5, 50, 150)]
    small, middle, large = trades(methods, 300)
    assert small.variance > middle.variance
    assert large.bias > middle.bias > small.bias
    # Two halves cannot tell the middle from the outside.
    assert large.variance == 0


def test_pictures_are_told_in_words_and_are_the_same_each_time() -> None:
    methods = {"EWD": create_method("ewd", {"k": 5})}
    for draw in (
        pictures.tolerance_figure,
        pictures.moving_boundaries_figure,
        lambda: pictures.favourable_figure(methods),
    ):
        figure = draw()
        assert figure.alt
        assert svg_file(figure.sheet(), figure.alt) == svg_file(draw().sheet(), draw().alt)
