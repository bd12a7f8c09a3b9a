"""Reports of prequential runs: errors, costs, growth, curves, claims."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.compare.claims import Claim, Outcome
from nbexp.compare.means import Floor
from nbexp.compare.printed import seconds
from nbexp.compare.wins import PRINTED
from nbexp.report.figures.catalogue import figures
from nbexp.report.figures.drawing import Area, Polyline
from nbexp.report.learning_curves import WINDOW, learning_curve
from nbexp.report.opening import Sources
from nbexp.report.page.build import opened_experiment
from nbexp.report.stream_costs import exponent, growth, stream_cost
from nbexp.report.tables.claims import claim_tables


@pytest.fixture
def experiment(results: Path):
    with opened_experiment(results, Sources(), (), pytest.fail) as (opened, _):
        yield opened


def invoked(*words: str) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_error_is_over_the_instances_tested(experiment) -> None:
    cell = experiment.evaluation.cells["iris", "iffd"]
    assert cell.error == Fraction(sum(cell.trial_errors), 3 * 100)
    assert cell.error_sd is not None
    assert (cell.bias, cell.variance) == (None, None)


def test_the_running_error_ends_at_the_error_of_the_table(experiment) -> None:
    evaluation = experiment.evaluation
    points = learning_curve(evaluation, "iris", "iffd")
    assert [point.seen for point in points] == list(range(60, 151, 10))
    assert points[-1].mean == evaluation.cells["iris", "iffd"].error
    assert all(point.low <= point.mean <= point.high for point in points)
    first = learning_curve(evaluation, "iris", "iffd", WINDOW)[0]
    assert first == points[0]  # the window holds all of the first predictions


def test_costs_are_means_over_instances_and_add_up_along_the_stream(experiment) -> None:
    cost = stream_cost(experiment.evaluation, "own", "gaussian")
    points = growth(experiment.evaluation, "own", "gaussian")
    assert cost is not None
    assert len(points) == 10
    parts = sum(point.cost.learn * 11 for point in points) / 110
    assert parts == pytest.approx(cost.learn)
    assert points[-1].cost.nbytes == cost.nbytes


def test_the_exponent_is_that_of_a_power_law() -> None:
    assert exponent([(x, 5 * x**0.5) for x in (10, 100, 1000)]) == pytest.approx(0.5)
    assert exponent([(10, 1)]) is None
    assert exponent([(10, 1), (10, 2)]) is None


def test_a_report_shows_what_a_stream_has_and_nothing_else(results: Path) -> None:
    text = invoked("report", str(results))
    for heading in ("Error in %", "Win/lose/tie", "Microseconds to learn", "Memory of what"):
        assert heading in text
    assert "Bias" not in text
    assert "Growth of the cost" not in text  # no data set is large
    assert "as a stream, each in a random order: 50 instances are learnt at first" in text
    for other in ("bias-variance", "kohavi-wolpert", "time", "curves"):
        assert "Column" not in invoked("report", str(results), "--table", other)


def test_all_checkpoints_can_be_had_by_programs(results: Path) -> None:
    lines = invoked(
        "report", str(results), "--table", "checkpoints", "--format", "csv"
    ).splitlines()
    assert lines[0] == "dataset,method,stream,seen,error,window_error,log_loss,brier"
    assert len(lines) == 1 + 2 * 3 * 3 * 10


def test_figures_have_a_line_and_a_band_for_each_method(experiment) -> None:
    drawn = figures(experiment)
    assert {"learning-curves", "window-error", "cost-growth"} <= set(drawn)
    assert not {"time", "bias-variance"} & set(drawn)
    panel = drawn["learning-curves"].panels[0]
    assert panel.title == "iris"
    assert sum(isinstance(mark, Area) for mark in panel.drawing.marks) == 3
    assert sum(isinstance(mark, Polyline) for mark in panel.drawing.marks) == 3
    assert "IFFD" in panel.alt


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_figures_are_written(results: Path, tmp_path: Path, ending: str) -> None:
    if ending == "png":
        pytest.importorskip("matplotlib")
    out = tmp_path / f"curves.{ending}"
    invoked("plot", str(results), "learning-curves", "--out", str(out))
    assert out.stat().st_size > 3000


def test_the_page_has_the_curves(results: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    invoked("report", str(results), "--format", "html", "--out", str(out))
    assert 'id="learning-curves"' in out.read_text()


def test_claims_about_time_are_held_against_the_runs_own_clock(
    results: Path, tmp_path: Path
) -> None:
    claims = tmp_path / "claims.yaml"
    claims.write_text(
        "claims:\n  - {id: A, text: FFD rebuilt is slower than the Gaussian., kind: sign, "
        "expect: leads, metric: time, methods: gaussian, against: ffd}\n"
    )
    text = invoked("report", str(results), "--table", "claims", "--claims", str(claims))
    assert "GAUSSIAN–FFD 2/0/0" in text


def test_seconds_are_not_judged_by_the_rules_for_printed_percentages(experiment) -> None:
    claim = Claim("A", "", "t", "wins", "wins", "time", methods=("gaussian",), against=("ffd",))
    evaluation = experiment.evaluation
    evaluation.settings = replace(evaluation.settings, comparison=PRINTED, zero_rule=Floor())
    evaluation.claims = (
        claim,
        replace(claim, id="B", kind="mean", expect="lower"),
        replace(claim, id="C", kind="geomean", expect="equal"),
    )
    wins, mean, equal = (one.ours for one in evaluation.claim_results)
    # In tenths of a per cent the microseconds would tie, and below the floor be equal.
    assert wins.detail == "GAUSSIAN–FFD 2/0/0, p 0.2500"
    costs = [
        [stream_cost(evaluation, dataset, method).both for dataset in evaluation.datasets]
        for method in ("gaussian", "ffd")
    ]
    ours, theirs = (seconds(sum(map(Fraction, of)) / 2) for of in costs)
    assert mean.outcome == Outcome.HOLDS
    assert mean.detail == f"GAUSSIAN {ours}; FFD {theirs}"
    assert equal.outcome == Outcome.UNCHECKED
    (note,) = (one for one in claim_tables(evaluation)[1].notes if one.startswith("Seconds"))
    assert "as they were measured" in note


def test_status_and_export_know_streams(results: Path) -> None:
    assert "protocol: prequential, 3 trials; root seeds 7" in invoked("status", str(results))
    cells = invoked("export", str(results)).splitlines()
    assert cells[0].endswith(",tested")
    rows = invoked("export", str(results), "--what", "predictions").splitlines()
    assert len(rows) == 1 + 3 * 3 * (150 + 160)
