"""Curves put together from cells; all values worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace

import pytest

from nbexp.report.cells import Cell
from nbexp.report.curves import cohorts, curve, lead, mean_curve, sweeps, training_part, trend


@dataclass
class FakeEvaluation:
    """Data sets with their sizes, methods with their parameters, and percentages of bias."""

    sizes: Mapping[str, int]
    params: Mapping[str, Mapping[str, object]]
    bias: Mapping[tuple[str, str], int | None]
    ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def methods(self):
        return tuple(self.params)

    @property
    def settings(self):
        ids = {label: self.ids.get(label, label.split()[0]) for label in self.params}
        return SimpleNamespace(methods=ids, params=self.params, folds=3)

    @property
    def facts(self):
        return dict.fromkeys(self.sizes)

    def size(self, dataset):
        return self.sizes[dataset]

    @property
    def cells(self):
        return {where: cell(*where, bias) for where, bias in self.bias.items()}


def cell(dataset, method, bias):
    if bias is None:
        return Cell(dataset, method, 9, 1, 3, status="failed: 1 of 3 units")
    share = Fraction(bias, 100)
    return Cell(dataset, method, 9, 1, 3, error=2 * share, bias=share, variance=share)


def swept(name, values, parameter="s", **others):
    return {f"{name} {v}": {parameter: v, **others} for v in values}


def test_what_belongs_to_a_curve_is_told_by_parameters_not_by_labels():
    params = {
        "first": {"s": 30, "tail": 0.5},
        "second": {"s": 5, "tail": 0.5},
        "alone": {"k": 10, "tail": 0.5},
    }
    ids = {"first": "ffd", "second": "ffd", "alone": "efd"}
    (sweep,) = sweeps(FakeEvaluation({}, params, {}, ids))
    (series,) = sweep.series
    assert (sweep.parameter, series.name, sweep.others) == ("s", "ffd", ("alone",))
    assert series.labels == ((5, "second"), (30, "first"))


def test_another_setting_makes_another_series_with_a_name_that_tells_it():
    params = {
        **{f"a {s}": {"s": s, "reading": "text", "ties": True} for s in (5, 10)},
        **{f"b {s}": {"s": s, "reading": "tables", "ties": True} for s in (5, 10)},
    }
    ids = dict.fromkeys(params, "ndd")
    (sweep,) = sweeps(FakeEvaluation({}, params, {}, ids))
    assert [series.name for series in sweep.series] == ["ndd reading=text", "ndd reading=tables"]


def test_two_parameters_make_two_sweeps():
    params = {f"{s} {t}": {"s": s, "tail": t} for s in (5, 10) for t in (0.0, 1.0)}
    found = sweeps(FakeEvaluation({}, params, {}, dict.fromkeys(params, "ffd")))
    assert [sweep.parameter for sweep in found] == ["s", "tail"]
    assert [series.name for series in found[0].series] == ["ffd tail=0.0", "ffd tail=1.0"]


def test_methods_without_a_number_that_varies_make_no_sweep():
    params = {"ewd": {"k": 10}, "efd": {"k": 5}, "ffd a": {"r": "text"}, "ffd b": {"r": "tables"}}
    assert sweeps(FakeEvaluation({}, params, {})) == ()


def test_a_point_without_values_is_left_out_and_means_are_over_the_same_sets():
    params = swept("ffd", (5, 10, 20))
    bias = {
        **{("x", f"ffd {s}"): b for s, b in ((5, 10), (10, 20), (20, None))},
        **{("y", f"ffd {s}"): b for s, b in ((5, 30), (10, 10), (20, 50))},
    }
    evaluation = FakeEvaluation({"x": 9, "y": 9}, params, bias)
    (sweep,) = sweeps(evaluation)
    (series,) = sweep.series
    assert curve(evaluation, series, "x").values("bias") == [
        (5, Fraction(10, 100)),
        (10, Fraction(20, 100)),
    ]
    mean = mean_curve(evaluation, series)
    assert mean.values("bias") == [(5, Fraction(20, 100)), (10, Fraction(15, 100))]
    assert mean.points[0].error == mean.points[0].bias + mean.points[0].variance
    assert cohorts(evaluation, sweep) == (("x", "y"),)


@pytest.fixture
def sizes():
    """Two methods at 10, 100, 1000 and all, on data sets that have 60, 600 and 6000."""
    params = {
        **swept("pd", (10, 100, 1000, 0), "training-size"),
        **swept("efd", (10, 100, 1000, 0), "training-size"),
    }
    values = {
        ("small", "pd"): (30, 20, 20, 20),
        ("small", "efd"): (30, 25, 25, 25),
        ("middle", "pd"): (30, 20, 10, 10),
        ("middle", "efd"): (30, 24, 26, 26),
        ("large", "pd"): (40, 30, 20, 10),
        ("large", "efd"): (40, 38, 36, 40),
    }
    bias = {
        (dataset, f"{name} {n}"): value
        for (dataset, name), row in values.items()
        for n, value in zip((10, 100, 1000, 0), row, strict=True)
    }
    return FakeEvaluation({"small": 90, "middle": 900, "large": 9000}, params, bias)


def test_a_curve_over_the_size_ends_at_all_there_is_to_train_on(sizes):
    pd, _ = sweeps(sizes)[0].series
    assert [training_part(sizes, d) for d in sizes.facts] == [60, 600, 6000]
    small, middle, large = (curve(sizes, pd, dataset) for dataset in sizes.facts)
    assert [point.x for point in small.points] == [10, 60]
    assert [point.x for point in middle.points] == [10, 100, 600]
    assert [point.x for point in large.points] == [10, 100, 1000, 6000]
    assert [point.whole for point in middle.points] == [False, False, True]


def test_means_over_the_size_go_further_over_fewer_data_sets(sizes):
    (sweep,) = sweeps(sizes)
    assert cohorts(sizes, sweep) == (("small", "middle", "large"), ("middle", "large"), ("large",))
    pd = sweep.series[0]
    everything, two = (mean_curve(sizes, pd, cohort) for cohort in cohorts(sizes, sweep)[:2])
    assert everything.values("bias") == [(10, Fraction(100, 300))]
    assert two.values("bias") == [(10, Fraction(35, 100)), (100, Fraction(25, 100))]


def test_a_trend_counts_the_data_sets_in_which_a_metric_falls(sizes):
    pd, efd = sweeps(sizes)[0].series
    falling = trend(sizes, pd, "bias")
    assert (falling.since, falling.datasets) == (10, ("small", "middle", "large"))
    assert (falling.first, falling.last) == (Fraction(100, 300), Fraction(40, 300))
    assert str(falling.record) == "3/0/0"
    later = trend(sizes, efd, "bias", since=100)
    assert later.datasets == ("middle", "large")
    assert str(later.record) == "0/2/0"
    assert trend(sizes, efd, "bias", since=7).datasets == ()


def test_a_lead_is_the_others_share_less_the_own(sizes):
    pd, efd = sweeps(sizes)[0].series
    grown = lead(sizes, pd, efd, "bias", since=100)
    assert grown.datasets == ("middle", "large")
    assert (grown.first, grown.last) == (Fraction(4 + 8, 200), Fraction(16 + 30, 200))
    assert str(grown.record) == "2/0/0"
    assert str(lead(sizes, efd, pd, "bias", since=100).record) == "0/2/0"
