"""A report of results that the runner wrote: the two sides of the store fit."""

from __future__ import annotations

import csv

import pytest
from click.testing import CliRunner

from nbexp.cli import cli


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    arguments = ["run", "quick", "--datasets", "iris,wine-recognition", "--trials", "2"]
    result = CliRunner().invoke(cli, [*arguments, "--jobs", "1", "--output", str(folder / "quick")])
    assert result.exit_code == 0, result.output
    return folder


def report(*arguments):
    result = CliRunner().invoke(cli, ["report", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_usual_report_fits_a_usual_screen(results):
    text = report(results)
    assert "Error in %" in text
    assert "Win/lose/tie on error" in text
    assert max(map(len, text.splitlines())) <= 120


def test_all_cells_are_done_and_error_is_bias_plus_variance(results):
    rows = list(csv.DictReader(report(results, "--format", "csv").splitlines()))
    assert [row["dataset"] for row in rows] == ["iris"] * 10 + ["wine-recognition"] * 10
    for row in rows:
        assert row["status"] == "done"
        assert (row["trials"], row["folds"]) == ("2", "3")
        tests = int(row["instances"]) * int(row["trials"])
        assert float(row["error"]) == pytest.approx(100 * int(row["errors"]) / tests, abs=5e-4)
        parts = float(row["bias"]) + float(row["variance"])
        assert parts == pytest.approx(float(row["error"]), abs=1.1e-3)


@pytest.mark.parametrize(
    "table",
    [
        *("error", "bias-variance", "wlt", "time", "datasets", "cells"),
        *("agreement", "scores", "intervals", "kohavi-wolpert"),
    ],
)
@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv"])
def test_every_table_in_every_format(results, table, form):
    text = report(results / "quick", "--table", table, "--format", form)
    assert ("iris" in text or "EWD" in text or "ewd" in text) == (table != "agreement")
