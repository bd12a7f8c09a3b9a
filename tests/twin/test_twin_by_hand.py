"""The twin against figures worked with pencil; the working is in the comments."""

from fractions import Fraction
from math import exp, inf, log, nextafter, pi, sqrt

import pytest

from . import slow_entropy, slow_words
from . import slow_methods as slow
from . import slow_naive_bayes as bayes


def sizes(method, values, params=None):
    return [len(group) for group in slow.frequency_groups(method, values, params)]


def distinct(n):
    return list(range(1, n + 1))


# ---------------------------------------------------------------- intervals


def test_value_on_a_cut_lies_left_of_it_and_the_outer_intervals_are_open():
    cuts = [2.0, 4.0]
    assert [slow_words.interval_of(v, cuts) for v in (-9, 2.0, 2.1, 4.0, 99)] == [0, 0, 1, 1, 2]


def test_midpoint_that_rounds_to_the_upper_value_becomes_the_lower_one():
    # Between two neighbouring floats the midpoint rounds to the even one, so one of these two
    # pairs would round up.
    for a in (1.0, nextafter(1.0, 2.0)):
        assert slow_words.midpoint(a, nextafter(a, 2.0)) == a
    assert slow_words.midpoint(1.0, 2.0) == 1.5
    assert slow_words.midpoint(1.5e308, 1.7e308) == 1.6e308  # the sum would overflow


def test_missing_values_are_in_no_interval():
    counts = slow_words.class_counts([1, None, float("nan"), 2], [0, 0, 1, 1], 2, -inf, inf)
    assert counts == [1, 1]


# ---------------------------------------------------------------- equal width


def test_ewd():
    assert slow.ewd_cuts([0, 10, 3, None], {"k": 5}) == [2, 4, 6, 8]
    assert slow.ewd_cuts([7, 7, None]) == []
    assert slow.n_intervals("ewd", [7, 7], [0, 1]) == 1
    assert slow.n_intervals("ewd", [0, 1], [0, 1]) == 10


# ---------------------------------------------------------------- frequency cutting


def test_efd_extends_to_the_right_over_equal_values():
    # target 6 / 2 = 3: takes 1 2 2, then the third 2; 3 4 is left, 2 >= 0.62 * 3 = 1.86: stays
    assert slow.frequency_cuts("efd", [1, 2, 2, 2, 3, 4], {"k": 2}) == [2.5]
    # 1 2 2 2 2, then 3 alone: 1 < 1.86 joins
    assert slow.frequency_cuts("efd", [1, 2, 2, 2, 2, 3], {"k": 2}) == []


def test_efd_carries_no_fraction():
    # target 2.5, each interval takes 3: 8 of them, 1 left, 1 < 1.55 joins
    assert sizes("efd", distinct(25)) == [3, 3, 3, 3, 3, 3, 3, 4]
    # target 2.6: 8 intervals of 3, 2 left, 2 >= 1.612 stays
    assert sizes("efd", distinct(26)) == [3, 3, 3, 3, 3, 3, 3, 3, 2]
    # fewer values than intervals: target 0.3, one each
    assert sizes("efd", distinct(3)) == [1, 1, 1]


def test_tail_is_compared_exactly():
    # n 100, k 2: target 50, first takes 50 and 19 more equal ones; 31 left = 0.62 * 50: stays
    values = [1] * 69 + distinct(33)[2:]
    assert sizes("efd", values, {"k": 2}) == [69, 31]
    # 30 left joins
    values = [1] * 70 + distinct(32)[2:]
    assert sizes("efd", values, {"k": 2}) == [100]
    assert sizes("efd", values, {"k": 2, "tail": 0.6}) == [70, 30]


def test_pd():
    # n 10: s = 3.16, t = round(3.16) = 3, target 3.33: 4 4, 2 left < 2.07 joins
    assert sizes("pd", distinct(10)) == [4, 6]
    # in turn: target 3.16: 4 4, 2 left >= 1.96 stays
    assert sizes("pd", distinct(10), {"parts": "in-turn"}) == [4, 4, 2]
    # n 13: s = 3.61, t = 4, target 3.25: 4 4 4, 1 left < 2.015 joins
    assert sizes("pd", distinct(13)) == [4, 4, 5]
    # floor: t = 3, target 4.33: 5 5, 3 left >= 2.69 stays
    assert sizes("pd", distinct(13), {"parts": "floor"}) == [5, 5, 3]
    assert sizes("pd", distinct(16)) == [4, 4, 4, 4]
    assert sizes("pd", [5]) == [1]


def test_ffd_rounds_half_up():
    assert sizes("ffd", distinct(44)) == [44]  # 44 / 30 = 1.47: one interval
    assert sizes("ffd", distinct(45)) == [23, 22]  # 1.5: two, target 22.5
    assert sizes("ffd", distinct(75)) == [25, 25, 25]  # 2.5: three (to even would be two)
    assert sizes("ffd", distinct(75), {"parts": "floor"}) == [38, 37]
    assert sizes("ffd", distinct(61), {"parts": "ceil"}) == [21, 21, 19]  # target 20.33
    # in turn: 30 30, 15 left < 18.6 joins
    assert sizes("ffd", distinct(75), {"parts": "in-turn"}) == [30, 45]
    assert sizes("ffd", distinct(6), {"s": 3}) == [3, 3]


def test_ffd_is_pd_at_900():
    values = [(37 * i) % 211 for i in range(900)]
    assert sizes("ffd", distinct(900)) == [30] * 30
    assert slow.frequency_cuts("ffd", values) == slow.frequency_cuts("pd", values)


def test_wpd():
    # n 46: (30 + sqrt(1084)) / 2 = 31.46, s = 31, 46 / 31 = 1.48: one
    assert sizes("wpd", distinct(46)) == [46]
    # n 47: s = 31, 47 / 31 = 1.52: two, target 23.5
    assert sizes("wpd", distinct(47)) == [24, 23]
    # n 400: sqrt(2500) = 50, s = 40 exactly, t = 10 (and s - 30 = t)
    assert sizes("wpd", distinct(400)) == [40] * 10


# ---------------------------------------------------------------- entropy minimization


def test_boundary_points():
    # 1 and 2 are pure and alike: no boundary between them
    assert slow_entropy.boundary_points([(1, 0), (2, 0), (3, 1)]) == [(2, 3)]
    # a mixed value makes a boundary on either side
    assert slow_entropy.boundary_points([(0, 0), (1, 0), (1, 1), (2, 0)]) == [(0, 1), (1, 2)]
    assert slow_entropy.boundary_points([(1, 0), (1, 1)]) == []


def test_accepted_cut():
    # Gain 1; log2(7) / 8 = 0.3509; delta = log2(7) - 2 = 0.8074, / 8 = 0.1009
    values, labels = [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 1, 1, 1, 1]
    margin = slow_entropy.mdl_margin(slow_words.known_pairs(values, labels), (4, 5))
    assert float(margin) == pytest.approx(1 - 0.35092 - 0.10092, abs=2e-5)
    assert slow_entropy.emd_cuts(values, labels) == [4.5]
    assert slow_entropy.mdlp_cuts(values, labels) == [4.5]


def test_rejected_cut_is_made_all_the_same_by_emd_and_the_leftmost_of_equals_is_taken():
    # Classes 0 1 0 1: entropy 0.6887 at 1.5 and at 3.5, 1 at 2.5. Gain 0.3113 is below
    # log2(3) / 4 = 0.3962 alone.
    values, labels = [1, 2, 3, 4], [0, 1, 0, 1]
    assert slow_entropy.emd_cuts(values, labels) == [1.5]
    assert slow_entropy.mdlp_cuts(values, labels) == []


def test_no_boundary_no_cut():
    assert slow_entropy.emd_cuts([1, 2, 3], [1, 1, 1]) == []
    assert slow_entropy.emd_cuts([1, 1], [0, 1]) == []


def test_queue_goes_level_by_level_and_stops_at_five_cuts():
    # Eight runs of eight, each of its own class. Every part of 2^j runs is cut in the middle
    # and accepted (64: gain 1 > 0.093 + 0.073; 32: 1 > 0.155 + 0.072; 16: 1 > 0.244 + 0.050).
    # The queue makes 32.5; 16.5, 48.5; 8.5, 24.5 and stops before 40.5 and 56.5.
    values = distinct(64)
    labels = [(v - 1) // 8 for v in values]
    assert slow_entropy.emd_cuts(values, labels) == [8.5, 16.5, 24.5, 32.5, 48.5]
    assert slow_entropy.emd_cuts(values, labels, {"cuts": 2}) == [16.5, 32.5]
    everything = [8.5, 16.5, 24.5, 32.5, 40.5, 48.5, 56.5]
    assert slow_entropy.emd_cuts(values, labels, {"cuts": 99}) == everything
    assert slow_entropy.mdlp_cuts(values, labels) == everything


# ---------------------------------------------------------------- non-disjoint


def test_ndd():
    # s 6: cells of 2, ends 2 4 6 8 10, V = 5 - 2
    values, params = distinct(10), {"s": 6}
    assert slow.ndd_ends(values, params) == [2, 4, 6, 8, 10]
    assert slow.n_intervals("ndd", values, [0] * 10, params) == 3
    assert slow.ndd_window(values, 5, params) == (2, 8)  # cell 3: b_1, b_4
    assert slow.ndd_window(values, 1, params) == (-inf, 4)  # cell 1
    assert slow.ndd_window(values, 2.5, params) == (-inf, 6)  # cell 2: b_0, b_3
    assert slow.ndd_window(values, 6.1, params) == (4, inf)  # cell 4: b_2, b_5
    assert slow.ndd_window(values, 8.5, params) == (6, inf)  # cell 5
    assert slow.ndd_window(values, 99, params) == (6, inf)  # above all: the last cell
    at = slow.cells("ndd", values, [0, 1] * 5, params)
    assert at(5) == (2, 8, [3, 3])


def test_ndd_cuts_runs_by_position_and_keeps_a_short_last_cell():
    # cells of 2 over 1 1 | 1 1 | 1 2 | 3: ends at positions 2 4 6 7
    values, params = [1, 1, 1, 1, 1, 2, 3], {"s": 6}
    assert slow.ndd_ends(values, params) == [1, 1, 2, 3]
    assert slow.ndd_window(values, 1, params) == (-inf, 1)  # first cell: only the five ones
    assert slow.ndd_window(values, 1.5, params) == (1, inf)  # cell 3: b_1, b_4
    assert slow.cells("ndd", values, [0] * 7, params)(2)[2] == [2]


def test_ndd_small_data():
    assert slow.ndd_ends(distinct(7)) == [7]
    assert slow.ndd_window(distinct(7), 3) == (-inf, inf)
    assert slow.n_intervals("ndd", distinct(7), [0] * 7) == 1
    # s 2: cell size at least 1
    assert slow.ndd_ends(distinct(3), {"s": 2}) == [1, 2, 3]


def test_ndd_group_and_primary():
    # group 5 of s 10: cells of 2; cell 3 reaches two cells each way: b_0, b_5
    assert slow.ndd_window(distinct(20), 5, {"s": 10, "group": 5}) == (-inf, 10)
    assert slow.n_intervals("ndd", distinct(20), [0] * 20, {"s": 10, "group": 5}) == 6
    # EFD: s = 60 / 10 = 6, PD: s = sqrt(60) = 7.7; both cells of 2
    assert slow.ndd_ends(distinct(60), {"primary": "efd"})[:2] == [2, 4]
    assert slow.ndd_ends(distinct(60), {"primary": "pd"})[:2] == [2, 4]


# ---------------------------------------------------------------- lazy


def test_ld():
    # n 20: s = 2; positions l = p - 2, r = p with p counted from 0
    values = distinct(20)
    assert slow.ld_window("ld", values, 10) == (8, 10)  # p 9: x_7 = 8, x_9 = 10
    assert slow.ld_window("ld", values, 10.5) == (9, 11)  # p 10: x_8, x_10
    assert slow.ld_window("ld", values, 1) == (-inf, 1)
    assert slow.ld_window("ld", values, 20) == (18, 20)
    assert slow.ld_window("ld", values, 25) == (19, inf)  # p 20: x_18, beyond the end
    assert slow.n_intervals("ld", values, [0] * 20) == 10
    # n 30: s = 3: l = p - 2, r = p + 1
    assert slow.ld_window("ld", distinct(30), 10) == (8, 11)


def test_ld_stands_at_the_first_of_a_run():
    # sorted 1 2 5 5 5 5 ... : p 2, s 2, l 0, r 2: (1, 5] holds 2 and all the fives
    values = [1, 2, 5, 5, 5, 5, *range(10, 24)]
    assert slow.cells("ld", values, [0] * 20)(5) == (1, 5, [5])


def test_ld_ffd():
    # n 100, s 30: l = p - 16, r = p + 14; v 50: p 49: x_33 = 34, x_63 = 64
    assert slow.ld_window("ld-ffd", distinct(100), 50) == (34, 64)
    assert slow.n_intervals("ld-ffd", distinct(100), [0] * 100) == 3
    # fewer than 30 values: all of them, V = 1
    assert slow.cells("ld-ffd", distinct(10), [0, 1] * 5)(3) == (-inf, inf, [5, 5])
    assert slow.n_intervals("ld-ffd", distinct(10), [0] * 10) == 1


# ---------------------------------------------------------------- fuzzy


def test_fld():
    # edges 0 5 10, sigma 0.7 * 10 / 2 = 3.5. From 0: P(5 / 3.5 = 1.4286) = 0.92343,
    # P(2.8571) = 0.99786, so 0.42343 and 0.07443; from 10 mirrored.
    values, labels, params = [0, 10], [0, 1], {"k": 2}
    assert slow.fld_edges(values, params) == [0, 5, 10]
    table = slow.fld_table(values, labels, 2, params)
    assert table[0] == pytest.approx([0.42343, 0.07443], abs=2e-5)
    assert table[1] == pytest.approx([0.07443, 0.42343], abs=2e-5)
    # p = (0.49786 + 1) / (2 + 2) = 0.37447; p(x|0) = (0.42343 + 0.37447) / 2 = 0.39895
    # p(x|1) = (0.07443 + 0.37447) / 2 = 0.22445
    logs = bayes.attribute(("quantitative", values), labels, 2, "fld", params)(5.0)
    assert [exp(x) for x in logs] == pytest.approx([0.39895, 0.22445], abs=2e-5)


def test_fld_of_a_constant_attribute_is_neutral():
    column = ("quantitative", [3, 3, None])
    assert bayes.attribute(column, [0, 1, 1], 2, "fld")(3.0) == [0.0, 0.0]


# ---------------------------------------------------------------- naive Bayes


def test_prior():
    # N 3, three classes, one of them empty
    expected = [log(3 / 6), log(2 / 6), log(1 / 6)]
    assert bayes.log_prior([0, 0, 1], 3) == pytest.approx(expected)


def test_qualitative_attribute_divides_by_all_instances():
    # N 4, V 2, one value missing. Code 0: p = (1+1)/(4+2) = 1/3;
    # p(0|0) = (1 + 2/3)/(2 + 2) = 5/12; p(0|1) = (2/3)/4 = 1/6
    column, labels = ("qualitative", 2, [0, 1, 1, None]), [0, 0, 1, 1]
    test = [("qualitative", 2, [0, 1, None])]
    scores = bayes.posterior([column], labels, test, 2, "ewd")
    assert [exp(x) for x in scores[0]] == pytest.approx([5 / 24, 1 / 12])
    # Code 1: p = 1/2; (1 + 1)/4 for both classes: a tie, to the first class
    assert [exp(x) for x in scores[1]] == pytest.approx([1 / 4, 1 / 4])
    assert [exp(x) for x in scores[2]] == pytest.approx([1 / 2, 1 / 2])
    assert bayes.predict([column], labels, test, 2, "ewd") == [0, 0, 0]


def test_declared_value_never_seen():
    # N 2, V 3: p = 1/5, p(2|c) = (2/5)/(1 + 2) = 2/15
    logs = bayes.attribute(("qualitative", 3, [0, 1]), [0, 1], 2, "ewd")(2)
    assert [exp(x) for x in logs] == pytest.approx([2 / 15, 2 / 15])


def test_quantitative_attribute_divides_by_known_values_but_classes_count_all():
    # n 3 of 4, cut 0.5, V 2. Left: p = 2/5; (1 + 4/5)/4 = 9/20 and (4/5)/4 = 1/5.
    column, labels = ("quantitative", [0, 1, 1, None]), [0, 0, 1, 1]
    logs = bayes.attribute(column, labels, 2, "ewd", {"k": 2})(0.5)
    assert [exp(x) for x in logs] == pytest.approx([9 / 20, 1 / 5])
    assert bayes.m_estimate(1, 2, 1, 3, 2) == Fraction(9, 20)


def test_constant_attribute_under_ewd_has_one_interval_and_missing_values_tell():
    # n 2, V 1: p = 1; (2 + 2)/(2 + 2) and (0 + 2)/(1 + 2)
    logs = bayes.attribute(("quantitative", [4, 4, None]), [0, 0, 1], 2, "ewd")(4)
    assert [exp(x) for x in logs] == pytest.approx([1, 2 / 3])


@pytest.mark.parametrize("method", bayes.METHODS)
def test_attribute_without_a_known_value_contributes_nothing(method):
    train = [("quantitative", [None, None]), ("qualitative", 3, [None, None])]
    test = [("quantitative", [1.0]), ("qualitative", 3, [1])]
    assert bayes.posterior(train, [0, 1], test, 2, method) == [[log(1 / 2), log(1 / 2)]]


def test_window_method_in_the_estimate():
    # n 10, cells of 2, value 5 uses (2, 8]: 3 of class 0 (3 5 7), 3 of class 1 (4 6 8); V 3.
    # p = 7/13; (3 + 14/13)/7 = 53/91 for both classes of five
    column = ("quantitative", distinct(10))
    logs = bayes.attribute(column, [0, 1] * 5, 2, "ndd", {"s": 6})(5)
    assert [exp(x) for x in logs] == pytest.approx([53 / 91, 53 / 91])


def test_gaussian():
    # class 0: 0 and 2, mean 1, deviation sqrt 2; class 1: 4 alone, overall deviation of 0 2 4 = 2;
    # class 2: none, overall mean 2 and deviation 2
    fitted = bayes.gaussian_parameters([0, 2, 4, None], [0, 0, 1, 2], 3)
    assert fitted[0] == pytest.approx((1, sqrt(2)))
    assert fitted[1:] == [(4, 2), (2, 2)]
    # log density at 4 of N(4, 2): 1 / (2 sqrt(2 pi))
    logs = bayes.attribute(("quantitative", [0, 2, 4, None]), [0, 0, 1, 2], 3, "gaussian")(4)
    assert exp(logs[1]) == pytest.approx(1 / (2 * sqrt(2 * pi)))
    # class 0 is 5 twice: floor 1e-3 * 10
    assert bayes.gaussian_parameters([5, 5, 0, 10], [0, 0, 1, 1], 2)[0] == (5, 0.01)
    assert bayes.gaussian_parameters([5, 5], [0, 1], 2) is None


def test_kernel():
    # class 0: kernels at 0 and 2, deviation 1/sqrt 2: N = exp(-d^2)/sqrt(pi); at 1 both give
    # exp(-1)/sqrt(pi). Class 1: kernel at 3, deviation 1: exp(-2)/sqrt(2 pi).
    # Class 2 has none: all three, deviation 1/sqrt 3: sqrt(3/(2 pi)) exp(-1.5 d^2), d = 1 1 2.
    logs = bayes.kernel_likelihood([0, 2, 3], [0, 0, 1], 1, 3)
    assert exp(logs[0]) == pytest.approx(exp(-1) / sqrt(pi))
    assert exp(logs[1]) == pytest.approx(exp(-2) / sqrt(2 * pi))
    assert exp(logs[2]) == pytest.approx(sqrt(3 / (2 * pi)) * (2 * exp(-1.5) + exp(-6)) / 3)
    # far away: no underflow
    assert bayes.kernel_likelihood([0], [0], 1e6, 1)[0] == pytest.approx(-5e11)


def test_predict_adds_attributes():
    # two attributes that each speak for class 1
    train = [("quantitative", [1, 2, 11, 12]), ("qualitative", 2, [0, 0, 1, 1])]
    test = [("quantitative", [11.5, 1]), ("qualitative", 2, [1, 0])]
    for method in bayes.METHODS:
        assert bayes.predict(train, [0, 0, 1, 1], test, 2, method) == [1, 0]


def test_unknown_names_are_errors():
    with pytest.raises(ValueError, match="unknown parameter 'z'"):
        slow.ewd_cuts([1, 2], {"z": 3})
    with pytest.raises(ValueError, match="unknown method 'nope'"):
        bayes.attribute(("quantitative", [1]), [0], 1, "nope")


def test_lead_of_best():
    assert bayes.first_best([1.0, 3.0, 3.0]) == 1
    assert bayes.lead_of_best([1.0, 3.0, 2.5]) == 0.5
