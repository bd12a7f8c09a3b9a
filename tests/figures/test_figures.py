"""The figures of a run: which there are, and that what they draw is what tables say."""

from __future__ import annotations

import pytest

from nbexp.report.curves import curve, sweeps
from nbexp.report.figures.bars import mean_bars
from nbexp.report.figures.curves import curve_figures
from nbexp.report.figures.drawing import Box, Dot, Polyline
from nbexp.report.figures.experiment import written
from nbexp.report.figures.ranking import ranking
from nbexp.report.figures.scatter import Pair, positions, scatter, usual_pair
from nbexp.report.tables import TABLES


def marks(figure, kind, panel=0):
    return [mark for mark in figure.panels[panel].drawing.marks if isinstance(mark, kind)]


def test_each_figure_has_a_name_of_its_own_and_what_it_needs_to_be_read(drawn):
    assert list(drawn) == [
        "scatter",
        "bias-variance",
        "trade-off-ffd-s",
        "bias-variance-by-set",
        "ranks",
        "time",
    ]
    for figure in drawn.values():
        assert figure.caption
        assert figure.title
        assert all(len(panel.alt) > 20 for panel in figure.panels)


def test_every_mark_lies_on_its_sheet(drawn):
    for figure in drawn.values():
        for panel in figure.panels:
            wide, tall = panel.drawing.width, panel.drawing.height
            for mark in panel.drawing.marks:
                if isinstance(mark, Box):
                    assert 0 <= mark.x <= mark.x + mark.width <= wide
                    assert 0 <= mark.y <= mark.y + mark.height <= tall
                if isinstance(mark, Dot):
                    assert 0 <= mark.centre[0] <= wide
                    assert 0 <= mark.centre[1] <= tall


def test_the_scatter_says_which_method_is_lower_as_the_record_does(experiment):
    table = TABLES["wlt"](experiment.evaluation)[0]
    row = next(r for r in table.rows if [v.parts()[0] for v in r[:2]] == ["EWD", "PD"])
    wins, losses, ties = row[4].parts()
    caption = scatter(experiment, Pair("pd", "ewd")).caption
    assert (
        f"EWD has the lower error on {wins} of 3 data sets, PD on {losses}, ties {ties}." in caption
    )


def test_points_below_the_line_are_wins_of_the_method_up(experiment):
    column = experiment.evaluation.column
    for dot in marks(scatter(experiment, Pair("ewd", "ndd")), Dot):
        dataset = dot.key.removeprefix("dot:")
        off = dot.centre[0] - 46 + dot.centre[1] - 354
        apart = column("ewd", "error")[dataset] - column("ndd", "error")[dataset]
        assert (off > 1e-6) == (apart > 0)


def test_a_script_finds_the_places_where_the_drawing_has_them(experiment):
    data = positions(experiment)
    methods = experiment.evaluation.methods
    first, second = methods.index("pd"), methods.index("ld")
    found = data["metrics"]["variance"]
    dots = {d.key: d.centre for d in marks(scatter(experiment, Pair("pd", "ld", "variance")), Dot)}
    for place, dataset in enumerate(data["datasets"]):
        x, y = dots[f"dot:{dataset}"]
        assert found["x"][first][place] == pytest.approx(x, abs=0.051)
        assert found["y"][second][place] == pytest.approx(y, abs=0.051)


def test_a_spec_without_pairs_starts_with_its_first_two_methods(experiment):
    assert usual_pair(experiment) == Pair(*experiment.evaluation.methods[:2])


def test_stacked_bars_are_as_long_as_the_error_and_its_parts(experiment):
    figure = mean_bars(experiment)
    boxes = marks(figure, Box)
    table = TABLES["error"](experiment.evaluation)[0]
    means = [value.parts()[0] for value in table.groups[1][0][1:]]
    for bias, variance, mean in zip(boxes[::2], boxes[1::2], means, strict=True):
        assert bias.tip == variance.tip
        assert f"error {mean}, " in bias.tip
        assert variance.x == pytest.approx(bias.x + bias.width)
    longest = max(boxes[1::2], key=lambda box: box.x + box.width)
    errors = [float(mean) for mean in means]
    assert f"error {max(errors)}" in longest.tip


def test_ranks_are_those_of_the_table_where_print_has_all(experiment):
    found = ranking(experiment)
    assert found.n == 3
    assert set(found.methods) == set(experiment.evaluation.methods)
    assert float(sum(found.mean_ranks)) == pytest.approx(sum(range(1, 9)))


def test_curves_draw_the_points_of_the_sweep(experiment, drawn):
    (sweep,) = sweeps(experiment.evaluation)
    figure = next(f for f in curve_figures(experiment) if f.name == "trade-off-ffd-s")
    assert figure.panels[0].title == "mean of 3 data sets"
    panel = next(p for p in figure.panels if p.title == "iris")
    points = curve(experiment.evaluation, sweep.series[0], "iris").values("bias")
    for s, share in points:
        assert f"{written(share)} at {s}" in panel.alt
    assert len([m for m in panel.drawing.marks if isinstance(m, Polyline)]) == 3


def test_times_have_a_point_for_each_data_set_and_method(experiment, drawn):
    dots = marks(drawn["time"], Dot)
    assert len(dots) == 3 * (1 + len(experiment.evaluation.methods))
