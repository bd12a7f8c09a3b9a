"""The verb ``report``, on stores made up in memory."""

from __future__ import annotations

import csv
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli.report import _FORMATS, command
from nbexp.errors import NbexpError, SpecError, StoreError
from nbexp.report import opening as module
from nbexp.report.formats import FORMATS
from nbexp.report.source import STORE_FILE
from nbexp.report.tables import TABLES
from nbexp.report.tables.long import COLUMNS

COUNTS = {("iris", "ewd"): (3, 6), ("iris", "ndd"): (3, 3)}


@pytest.fixture
def results(tmp_path, make_store, monkeypatch):
    """A results folder with two experiments and something else."""
    stores = {}

    def add(name, store=None):
        folder = tmp_path / "results" / name
        folder.mkdir(parents=True)
        (folder / STORE_FILE).touch()
        stores[name] = store or make_store({"iris": 30}, COUNTS, title=f"About {name}")
        return folder

    @contextmanager
    def opened(folder):
        if stores[folder.name] == "broken":
            raise StoreError(f"{folder}: is broken")
        yield stores[folder.name]

    monkeypatch.setattr(module, "opened_store", opened)
    add("thesis")
    add("quick")
    (tmp_path / "results" / "notes").mkdir()
    add.path = tmp_path / "results"
    return add


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_every_experiment_of_a_folder_is_reported_under_its_name(results):
    text = run(results.path).stdout
    assert text.index("quick: About quick\n") < text.index("thesis: About thesis\n")
    assert text.count("Error in %") == 2


def test_a_result_folder_itself(results):
    text = run(results.path / "thesis").stdout
    assert text.startswith("thesis: About thesis\n====================\n")
    assert "quick" not in text


def test_a_named_table_alone(results):
    text = run(results.path / "thesis", "--table", "time").stdout
    assert "Seconds for a fold" in text
    assert "Error in %" not in text


def test_the_plain_long_form_as_csv(results):
    rows = list(csv.DictReader(run(results.path / "quick", "--format", "csv").stdout.splitlines()))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["error"] == "15.000"
    named = run(results.path / "quick", "--table", "cells", "--format", "csv").stdout
    assert named == run(results.path / "quick", "--format", "csv").stdout


def test_a_file_is_written_whole_and_nothing_printed(results, tmp_path):
    out = tmp_path / "report.md"
    out.write_text("old")
    result = run(results.path, "--format", "markdown", "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text().startswith("## quick: About quick\n")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["report.md"]


def test_a_file_that_cannot_be_written_is_one_message(results, tmp_path):
    error = run(results.path, "--out", tmp_path / "nowhere" / "report.md").exception
    assert isinstance(error, SpecError)
    assert str(error).startswith(f"--out {tmp_path}/nowhere/report.md: cannot be written: No such")


def test_one_root_seed_of_several(results, make_store):
    counts = {("iris", "ewd", 1): (3, 3), ("iris", "ewd", 2): (6, 6)}
    folder = results("seeds", make_store({"iris": 30}, counts))
    assert "15.0" in run(folder, "--table", "error").stdout
    assert "20.0" in run(folder, "--table", "error", "--seed", 2).stdout
    assert isinstance(run(folder, "--seed", 3).exception, SpecError)


def test_no_results_say_what_to_do(tmp_path):
    result = run(tmp_path)
    assert isinstance(result.exception, NbexpError)
    assert "nbexp run quick" in str(result.exception)
    assert "found nothing" in str(run(tmp_path / "nowhere").exception)


def test_a_broken_experiment_does_not_hide_the_others(results):
    results("broken", "broken")
    result = run(results.path)
    assert result.stdout.count("Error in %") == 2
    assert "left out:" in result.stderr
    assert "is broken" in result.stderr
    assert isinstance(run(results.path / "broken").exception, StoreError)


def test_published_values_by_the_specs_name_and_by_option(results, make_store, tmp_path):
    named = {"table": "thesis_tables_6_1_6_2.csv", "name": "Yang 2003"}
    folder = results("named", make_store({"iris": 30}, COUNTS, published=named))
    text = run(folder, "--table", "error").stdout
    assert "Error in %; ours/Yang 2003" in text
    assert "15.0/5.7" in text
    own = tmp_path / "own.csv"
    own.write_text("dataset,method,error,bias,variance\niris,ewd,14.9,12.4,2.5\n")
    text = run(folder, "--table", "error", "--published", own).stdout
    assert "15.0/14.9" in text
    assert "10.0/–" in text


def test_published_values_that_are_gone_leave_a_report_without(results, make_store):
    store = make_store({"iris": 30}, COUNTS, published={"table": "gone.csv", "name": "x"})
    result = run(results("gone", store), "--table", "error")
    assert "Error in %\n" in result.stdout
    assert "no file gone.csv" in result.stderr


def test_a_table_that_has_nothing_to_show_is_told(results):
    result = run(results.path / "thesis", "--table", "agreement")
    assert "nothing to show by the name of agreement" in result.stderr


def test_the_command_offers_every_format():
    assert set(_FORMATS) == {*FORMATS, "html"}


def test_help_does_not_load_the_numbers():
    code = (
        "import sys, nbexp.cli.report; "
        "sys.exit(any(name in sys.modules for name in ('numpy', 'nbexp.report.report')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("package", ["runner", "report", "cli", "spec", "data"])
def test_statistics_know_nothing_of_experiments(package):
    code = (
        "import sys, pkgutil, importlib, nbexp.compare as c; "
        "names = [module.name for module in pkgutil.iter_modules(c.__path__)]; "
        "[importlib.import_module(f'nbexp.compare.{name}') for name in names]; "
        f"sys.exit('nbexp.{package}' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_page_about_results_names_every_table_and_format():
    page = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    for name in (*TABLES, *_FORMATS):
        assert f"`{name}`" in page
