"""Each method on a few values, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nbexp.discretize.intervals import midpoints
from nbexp.discretize.registry import create_method
from nbexp.discretize.sample import Sample
from nbexp.errors import SpecError


def fit(method: str, values: list[float], labels: list[int] | None = None, **params: object):
    labels = [0] * len(values) if labels is None else labels
    sample = Sample.from_values(values, labels, n_classes=max(labels) + 1)
    return create_method(method, {name.replace("_", "-"): v for name, v in params.items()}).fit(
        sample
    )


def window(method: str, training: list[float], asked: float, **params: object) -> list[float]:
    """Return the distinct training values in the interval of a value, whatever the method."""
    fitted = fit(method, training, **params)
    if hasattr(fitted, "windows"):
        first, last = fitted.windows(np.array([asked]))
        return sorted(set(training))[first[0] : last[0]]
    # One class a distinct value tells which values an interval holds.
    distinct = sorted(set(training))
    labels = [distinct.index(value) for value in training]
    fitted = fit(method, training, labels, **params)
    index, _ = fitted.rows(np.array([asked]))
    return [v for v, count in zip(distinct, fitted.frequencies[index[0]], strict=True) if count]


# --- EWD ---------------------------------------------------------------------------------


def test_ewd_cuts_the_range_into_equal_widths() -> None:
    fitted = fit("ewd", [0.0, 1.0, 2.0, 10.0], k=5)
    assert fitted.upper.tolist() == [2.0, 4.0, 6.0, 8.0]


def test_a_value_equal_to_a_cut_belongs_to_the_lower_interval() -> None:
    fitted = fit("ewd", [0.0, 2.0, 2.1, 10.0], k=5)
    assert fitted.frequencies[:, 0].tolist() == [2, 1, 0, 0, 1]


def test_ewd_counts_empty_intervals_as_values() -> None:
    assert fit("ewd", [0.0, 10.0], k=5).n_intervals == 5


def test_ewd_gives_a_constant_attribute_one_interval() -> None:
    fitted = fit("ewd", [3.0, 3.0, 3.0])
    assert fitted.n_intervals == 1
    assert fitted.upper.tolist() == []


def test_ewd_survives_a_range_that_overflows() -> None:
    fitted = fit("ewd", [-1.7e308, 1.7e308], k=2)
    assert fitted.upper.tolist() == [0.0]


# --- frequency methods -------------------------------------------------------------------


def test_efd_shares_the_values_equally() -> None:
    fitted = fit("efd", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], k=3)
    assert fitted.upper.tolist() == [2.5, 4.5]


def test_equal_values_stay_together_and_extend_an_interval_to_the_right() -> None:
    fitted = fit("efd", [1.0, 2.0, 2.0, 2.0, 5.0, 6.0], k=3)
    assert fitted.upper.tolist() == [3.5]
    assert fitted.frequencies[:, 0].tolist() == [4, 2]


def test_a_tail_below_062_of_the_target_joins_its_neighbour() -> None:
    # 10 values in 4 parts: target 2.5, so intervals of 3, 3, 3 and a tail of 1 < 1.55.
    assert fit("efd", list(range(10)), k=4).frequencies[:, 0].tolist() == [3, 3, 4]
    assert fit("efd", list(range(10)), k=4, tail=0.4).frequencies[:, 0].tolist() == [3, 3, 3, 1]
    # 11 values: target 2.75, a tail of 2 ≥ 1.705 stays.
    assert fit("efd", list(range(11)), k=4).frequencies[:, 0].tolist() == [3, 3, 3, 2]


def test_pd_has_as_many_intervals_as_instances_in_each() -> None:
    assert fit("pd", list(range(100))).frequencies[:, 0].tolist() == [10] * 10


def test_ffd_keeps_the_frequency_and_lets_the_number_grow() -> None:
    assert fit("ffd", list(range(120))).frequencies[:, 0].tolist() == [30] * 4
    assert fit("ffd", list(range(12)), s=3).frequencies[:, 0].tolist() == [3] * 4


def test_ffd_read_as_text_of_100_values_makes_three_intervals_the_last_with_the_remainder() -> None:
    fitted = fit("ffd", list(range(100)), reading="text")
    assert fitted.frequencies[:, 0].tolist() == [30, 30, 40]


def test_ffd_equals_pd_at_900_known_values() -> None:
    rng = np.random.default_rng(9)
    values = rng.integers(0, 300, 900).astype(float).tolist()
    ffd, pd = fit("ffd", values), fit("pd", values)
    assert ffd.upper.tolist() == pd.upper.tolist()
    assert ffd.table.tolist() == pd.table.tolist()


def test_wpd_never_makes_intervals_smaller_than_the_least_frequency() -> None:
    # n = 400: s = (30 + √(900 + 1600)) / 2 = 40, t = 10 = s - 30.
    assert fit("wpd", list(range(400))).frequencies[:, 0].tolist() == [40] * 10


@pytest.mark.parametrize("method", ["ffd", "wpd"])
def test_tiny_data_make_three_intervals_all_the_same(method: str) -> None:
    assert fit(method, list(range(30))).frequencies[:, 0].tolist() == [10, 10, 10]
    assert fit(method, list(range(30)), least_intervals=1).n_intervals == 1
    assert fit(method, list(range(30)), reading="text").n_intervals == 1
    assert fit("ffd", list(range(90))).frequencies[:, 0].tolist() == [30, 30, 30]


def test_tiny_data_make_smaller_cells_and_windows() -> None:
    # 36 values: frequency 12, so cells of 4 and 9 - 2 intervals, and windows of 12.
    assert fit("ndd", list(range(36))).n_intervals == 7
    assert window("ld-ffd", [float(v) for v in range(36)], 18.0) == list(range(12, 24))


# --- FLD ---------------------------------------------------------------------------------


def test_fld_spreads_a_value_over_the_intervals_by_the_normal_distribution() -> None:
    fitted = fit("fld", [0.0, 10.0], [0, 1], k=2)
    sigma = 0.7 * 5

    def phi(z: float) -> float:
        return 0.5 * (1 + math.erf(z / math.sqrt(2)))

    near, far = phi(5 / sigma) - phi(0), phi(10 / sigma) - phi(5 / sigma)
    np.testing.assert_allclose(fitted.frequencies, [[near, far], [far, near]])
    share = (near + far + 1) / (2 + 2)
    expected = np.log((np.array([near, far]) + share) / (1 + 1))
    np.testing.assert_allclose(fitted.table[0], expected)


def test_fld_says_nothing_of_a_constant_attribute() -> None:
    assert not fit("fld", [4.0, 4.0], [0, 1]).table.any()


def test_fld_with_tails_lets_no_influence_get_lost() -> None:
    fitted = fit("fld", [0.0, 3.0, 10.0], k=4, tails=True)
    assert fitted.frequencies.sum() == pytest.approx(3)


# --- EMD and MDLP ------------------------------------------------------------------------

TWO_GROUPS = ([1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0], [0, 0, 0, 0, 1, 1, 1, 1])


def test_mdlp_accepts_a_cut_between_two_pure_groups() -> None:
    # Gain 1 bit > log2(7)/8 + (log2 7 - 2)/8 = 0.45.
    assert fit("mdlp", *TWO_GROUPS).upper.tolist() == [7.5]


def test_mdlp_rejects_a_cut_whose_gain_does_not_pay_for_it() -> None:
    # The best cut, after the first, gains 1 - 3/4 × 0.918 = 0.311 bits. It would have to gain
    # log2(3)/4 + (log2 7 - (2 × 1 - 2 × 0.918))/4 = (1.585 + 2.643)/4 = 1.057.
    assert fit("mdlp", [1.0, 2.0, 3.0, 4.0], [0, 1, 0, 1]).n_intervals == 1


def test_emd_makes_the_cut_before_it_asks_the_criterion() -> None:
    # As above, but the leftmost of the two equally good cuts is made all the same.
    assert fit("emd", [1.0, 2.0, 3.0, 4.0], [0, 1, 0, 1]).upper.tolist() == [1.5]


def test_emd_stops_at_five_cuts() -> None:
    values = [float(v) for v in range(160)]
    labels = [(v // 20) % 2 for v in range(160)]  # eight pure stretches
    assert fit("emd", values, labels).n_intervals == 6
    assert fit("mdlp", values, labels).n_intervals == 8
    assert fit("emd", values, labels, reading="text").n_intervals == 8


def test_emd_takes_waiting_intervals_in_the_order_asked_for() -> None:
    # Pure stretches of 8, 8, 40 and 8 values; the first cut is at 16 or 56. Two more cuts are
    # made where the order says.
    labels = [0] * 8 + [1] * 8 + [0] * 40 + [2] * 8
    values = [float(v) for v in range(64)]

    def cuts(order: str) -> list[float]:
        return fit("emd", values, labels, cuts=2, order=order).upper.tolist()

    assert 55.5 in fit("emd", values, labels, cuts=1).upper.tolist()
    assert cuts("left-first") == cuts("largest-first") == cuts("gain-first") == [15.5, 55.5]
    assert cuts("right-first") == [15.5, 55.5]  # the right half is pure: nothing to cut there
    every = fit("emd", values, labels, cuts=0).upper.tolist()
    for order in ("right-first", "depth-first", "gain-first", "largest-first"):
        assert fit("emd", values, labels, cuts=0, order=order).upper.tolist() == every


def test_emd_makes_no_cut_inside_one_class() -> None:
    assert fit("emd", [1.0, 2.0, 3.0], [0, 0, 0]).n_intervals == 1


def test_equal_minima_of_entropy_are_cut_at_the_leftmost() -> None:
    # Mirror images: cutting after the first or before the last value is equally good.
    labels = [0, 1, 1, 1, 1, 1, 1, 1, 0]
    fitted = fit("emd", [float(v) for v in range(9)], labels, cuts=1)
    assert fitted.upper.tolist() == [0.5]


# --- NDD ---------------------------------------------------------------------------------


def test_ndd_joins_the_cells_on_both_sides() -> None:
    # s = 6: cells of two positions, {0 1} {2 3} {4 5} {6 7} {8 9}.
    training = [float(v) for v in range(10)]
    assert window("ndd", training, 4.0, s=6, least_intervals=1) == [2, 3, 4, 5, 6, 7]
    assert window("ndd", training, 5.5, s=6, least_intervals=1) == [
        4,
        5,
        6,
        7,
        8,
        9,
    ]  # above b_3 = 5: cell 4
    assert window("ndd", training, -1.0, s=6, least_intervals=1) == [0, 1, 2, 3]
    assert window("ndd", training, 99.0, s=6, least_intervals=1) == [6, 7, 8, 9]


def test_ndd_read_as_text_moves_the_outermost_intervals_inwards() -> None:
    training = [float(v) for v in range(10)]
    assert window("ndd", training, -1.0, s=6, least_intervals=1, ends="shifted") == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_ndd_lets_a_run_of_equal_values_stand_alone() -> None:
    # b = 1, 5, 5, 5, 9: a 5 is in the cell of the first, and reaches to the second and third.
    training = [0.0, 1.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 8.0, 9.0]
    assert window("ndd", training, 5.0, s=6, least_intervals=1) == [0.0, 1.0, 5.0]
    assert window("ndd", training, 8.0, s=6, least_intervals=1) == [8.0, 9.0]


def test_ndd_of_few_instances_is_one_interval() -> None:
    assert fit("ndd", [float(v) for v in range(25)], least_intervals=1).n_intervals == 1
    assert fit("ndd", [float(v) for v in range(45)], least_intervals=1).n_intervals == 3


# --- LD ----------------------------------------------------------------------------------


def test_ld_lays_the_window_about_the_value() -> None:
    training = [float(v) for v in range(20)]
    # s = 4: two positions below the value's own, the value, and one above.
    assert window("ld", training, 10.0, k=5) == [8, 9, 10, 11]
    assert window("ld", training, 10.5, k=5) == [9, 10, 11, 12]


def test_ld_is_clipped_at_the_ends_of_the_data() -> None:
    training = [float(v) for v in range(20)]
    assert window("ld", training, 0.0, k=5) == [0, 1]
    assert window("ld", training, 19.0, k=5) == [17, 18, 19]


def test_ld_counts_equal_values_at_the_right_end_only() -> None:
    training = [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    # s = 2 about 3: positions 2 and 3; left of them lies a 2, so no 2 is counted.
    assert window("ld", training, 3.0, k=5) == [3.0]
    assert window("ld", training, 3.0, k=5, runs="whole") == [2.0, 3.0]


def test_ld_may_count_equal_values_at_the_left_end_instead() -> None:
    training = [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    # s = 2 about 3: positions 2 and 3, so the 2s are counted and the 4s right of it are not.
    assert window("ld", training, 3.0, k=5, runs="half-open-left") == [2.0, 3.0]
    # About the last 4: positions 4 and 5.
    last = {"runs": "half-open-left", "centre": "last"}
    assert window("ld", training, 4.0, k=5, **last) == [4.0]


def test_ld_may_move_a_window_at_the_ends_inwards() -> None:
    training = [float(v) for v in range(20)]
    assert window("ld", training, 0.0, k=5, ends="shifted") == [0, 1, 2, 3]
    assert window("ld", training, 19.0, k=5, ends="shifted") == [16, 17, 18, 19]


def test_ld_ffd_takes_thirty_instances() -> None:
    training = [float(v) for v in range(100)]
    assert window("ld-ffd", training, 50.0) == [float(v) for v in range(35, 65)]
    assert fit("ld-ffd", training).n_intervals == 3


def test_ld_as_hsu_huang_and_wong_takes_an_interval_as_wide_as_equal_width() -> None:
    training = [float(v) for v in range(21)]
    assert window("ld", training, 10.0, primary="ewd", k=10) == [9.0, 10.0, 11.0]


# --- cuts and parameters -----------------------------------------------------------------


def test_a_midpoint_cannot_overflow_nor_equal_the_upper_value() -> None:
    lower = np.array([1e308, 1 - 2**-53, -np.inf, 5e-324, 1.0])
    upper = np.array([1.7e308, 1.0, np.inf, 1e-323, 2.0])
    cuts = midpoints(lower, upper)
    assert np.isfinite(cuts).all()
    assert (np.clip(lower, -1.8e308, None) <= cuts).all()
    assert (cuts < upper).all()
    assert cuts[[0, 1, 4]].tolist() == [1.35e308, 1 - 2**-53, 1.5]


@pytest.mark.parametrize(
    ("method", "params", "message"),
    [
        (
            "ewd",
            {"k": 0},
            "method ewd: parameter k: found 0, expected a whole number of at least 1",
        ),
        ("ewd", {"k": True}, "expected a whole number"),
        ("ndd", {"group": 4}, "expected an odd whole number"),
        ("efd", {"tail": 1.5}, "expected a number from 0.0 to 1.0"),
        ("efd", {"tail": float("nan")}, "expected a number"),
        ("ld", {"runs": "both"}, "expected one of half-open, half-open-left, whole"),
        ("fld", {"tails": 1}, "expected true or false"),
        ("pd", {"s": 3}, "no parameter 's'; its parameters: parts, tail"),
    ],
)
def test_a_parameter_outside_its_domain_is_refused(
    method: str, params: dict[str, object], message: str
) -> None:
    with pytest.raises(SpecError, match="method") as caught:
        create_method(method, params)
    assert message in str(caught.value)


def test_an_unknown_method_is_told_its_nearest_name() -> None:
    with pytest.raises(SpecError, match="did you mean ndd"):
        create_method("nddd", {})


def test_a_reading_sets_defaults_that_single_parameters_override() -> None:
    text = create_method("ndd", {"reading": "text"}).resolved_params()
    assert (text["ties"], text["ends"]) == ("together", "shifted")
    mixed = create_method("ndd", {"reading": "text", "ends": "clipped"}).resolved_params()
    assert (mixed["ties"], mixed["ends"]) == ("together", "clipped")
    assert "reading" not in mixed


def test_composite_methods_may_take_the_frequency_that_the_primary_method_really_forms() -> None:
    # EFD with k = 4 of 11 values forms intervals of 3, 3, 3 and 2; n/k is 2.75.
    training = [float(v) for v in range(11)]
    tied = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0, 7.0, 8.0, 9.0, 10.0]  # 6 and 3 and 2
    assert fit("ld", training, k=4).frequency == 2
    assert fit("ld", tied, k=2, frequency="least").frequency == 5
    assert fit("ld", tied, k=4, frequency="capped").frequency == 2
    # FFD with s = 6 of 11 values: two parts of 5.5, so 6 and 5; cells of ⌊5/3⌋.
    nominal = fit("ndd", training, s=6, least_intervals=1)
    capped = fit("ndd", training, s=6, least_intervals=1, frequency="capped")
    assert (len(nominal.upper), len(capped.upper)) == (5, 10)
