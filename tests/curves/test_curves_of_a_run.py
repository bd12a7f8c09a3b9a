"""Curves of real runs: what is shown is what the cells hold, and the specs that come with nbexp."""

from __future__ import annotations

import csv

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.spec.reader import read_spec

SIZES = """\
name: sizes
datasets: [iris, wine-recognition]
methods: [efd, pd]
protocol: {kind: training-size, sizes: [30, 90, 110, 5000, all], trials: 2}
report:
  tables: [curves]
  pairs: [{methods: pd, against: efd, metric: bias}]
"""
PLAIN = """\
name: plain
datasets: [iris, wine-recognition]
methods: [pd, efd, {discretizer: ffd, params: {s: [5, 20, 60]}, label: fixed}]
protocol: {trials: 2}
"""


def nbexp(*arguments):
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("curves")
    for name, text in (("sizes", SIZES), ("plain", PLAIN)):
        (place / f"{name}.yaml").write_text(text)
        nbexp("run", place / f"{name}.yaml", "--output", place / name)
    return place


def rows(*arguments):
    return list(csv.DictReader(nbexp("report", *arguments, "--format", "csv").splitlines()))


def test_points_are_the_cells(folder):
    cells = {(r["dataset"], r["method"]): r for r in rows(folder / "plain")}
    points = rows(folder / "plain", "--table", "curve-points")
    alone = [r for r in points if " " not in r["datasets"]]
    assert [(r["datasets"], r["series"], r["x"]) for r in alone[:3]] == [
        ("iris", "ffd", "5"),
        ("iris", "ffd", "20"),
        ("iris", "ffd", "60"),
    ]
    for point in alone:
        cell = cells[point["datasets"], f"fixed s={point['x']}"]
        for metric in ("error", "bias", "variance"):
            assert point[metric] == cell[metric]
    means = [r for r in points if r["datasets"] == "iris wine-recognition"]
    assert [r["x"] for r in means] == ["5", "20", "60"]


def test_all_there_is_gives_the_cell_of_plain_cross_validation(folder):
    plain = {(r["dataset"], r["method"]): r for r in rows(folder / "plain")}
    curve = {(r["dataset"], r["method"]): r for r in rows(folder / "sizes")}
    for dataset in ("iris", "wine-recognition"):
        for method in ("efd", "pd"):
            for metric in ("errors", "bias", "variance"):
                whole = curve[dataset, f"{method} n=all"][metric]
                assert whole == curve[dataset, f"{method} n=5000"][metric]
                assert whole == plain[dataset, method][metric]


def test_a_curve_ends_at_the_training_part_once(folder):
    points = rows(folder / "sizes", "--table", "curve-points")
    of_pd = [r for r in points if r["series"] == "pd"]
    assert [r["x"] for r in of_pd if r["datasets"] == "iris"] == ["30", "90", "100"]
    wine = [(r["x"], r["whole"]) for r in of_pd if r["datasets"] == "wine-recognition"]
    assert wine == [("30", "no"), ("90", "no"), ("110", "no"), ("118", "yes")]


def test_tables_of_curves_tell_metrics_changes_and_leads(folder):
    text = nbexp("report", folder / "sizes", "--table", "curves")
    for title in (
        "Error in % against training-size",
        "Bias in % against training-size",
        "Variance in % against training-size",
        "Error of the central tendency in % against training-size",
        "Change along training-size, to all there is",
        "Change of leads along training-size, to all there is",
    ):
        assert title in text
    assert "mean of 2" in text
    assert max(map(len, text.splitlines())) <= 120


def test_methods_that_are_not_swept_stand_beside(folder):
    text = nbexp("report", folder / "plain", "--table", "curves")
    heading = next(line for line in text.splitlines() if line.startswith("data set"))
    assert heading.split()[2:] == ["s", "FFD", "pd", "efd"] or heading.split()[2:] == [
        *("s", "FFD", "PD", "EFD")
    ]


def test_an_experiment_without_a_sweep_has_no_curves(folder):
    (folder / "none.yaml").write_text("name: none\ndatasets: [iris]\nmethods: [pd]\n")
    nbexp("run", folder / "none.yaml", "--output", folder / "none", "--trials", "1")
    result = CliRunner().invoke(cli, ["report", str(folder / "none"), "--table", "curves"])
    assert result.exit_code == 0
    assert "by the name of curves" in result.stderr


def test_the_specs_of_curves_ask_for_what_they_say():
    sizes = read_spec("training-size")
    assert len(sizes.methods) == 10 * 9
    assert {method.settings["training-size"] for method in sizes.methods} == {
        *(100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 0)
    }
    tradeoff = read_spec("tradeoff")
    assert [m.settings["s"] for m in tradeoff.methods if m.method == "ffd"][:2] == [5, 10]
    assert {m.method for m in tradeoff.methods} == {"ffd", "efd", "ewd", "pd"}
