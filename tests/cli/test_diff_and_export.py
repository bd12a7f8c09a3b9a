"""`nbexp diff` and `nbexp export`: results compared, and written for other programs."""

from __future__ import annotations

import csv
import io
import shutil
import sqlite3

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.report.evaluation import Evaluation
from nbexp.runner.store import Store

SPEC = """\
name: small
datasets: [iris, wine-recognition]
methods: [ewd, pd, {discretizer: ffd, params: {s: [10, 30]}}]
protocol: {trials: 2, folds: 3}
"""


def invoke(*arguments):
    return CliRunner().invoke(cli, list(map(str, arguments)))


def output_of(*arguments):
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    place = tmp_path_factory.mktemp("results")
    (place / "small.yaml").write_text(SPEC)
    output_of("run", place / "small.yaml", "--output", place / "first")
    return place / "first"


@pytest.fixture
def second(first, tmp_path):
    return shutil.copytree(first, tmp_path / "second")


def spoil(folder, statement):
    connection = sqlite3.connect(folder / "run.sqlite")
    with connection:
        connection.execute(statement)
    connection.close()


def test_equal_results_leave_exit_code_0(first, second):
    text = output_of("diff", first, second)
    assert "cells: 8 in both, 8 of them equal; 0 only in A, 0 only in B" in text
    assert "units: 48 with the same key in both, 48 of them equal" in text
    assert text.endswith("The results are equal.\n")


def test_times_are_not_compared(first, second):
    spoil(second, "UPDATE units SET fit_seconds = 99, shared_seconds = 99")
    assert invoke("diff", first, second).exit_code == 0


def test_the_same_key_with_another_content_is_an_alarm(first, second):
    spoil(
        second,
        "UPDATE units SET log_loss = 5.5, content = 'x' "
        "WHERE dataset = 'iris' AND method = 'pd' AND trial = 1 AND fold = 2",
    )
    result = invoke("diff", first, second)
    assert result.exit_code == 1
    assert "ALARM: the same key, another content" in result.stdout
    assert "iris, pd, seed 20030703, trial 1, fold 2: log-loss" in result.stdout
    assert "units: 48 with the same key in both, 47 of them equal" in result.stdout
    assert "log-loss or Brier score" in result.stdout


def test_other_folds_differ_cell_by_cell_without_an_alarm(first, tmp_path):
    (tmp_path / "small.yaml").write_text(SPEC.replace("small", "other"))
    spec = tmp_path / "small.yaml"
    output_of("run", spec, "--output", tmp_path / "b", "--seeds", "1", "--methods", "pd,ewd")
    result = invoke("diff", first, tmp_path / "b")
    assert result.exit_code == 1
    assert "ALARM" not in result.stdout
    assert "seeds: [20030703] in A, [1] in B" in result.stdout
    assert "cells: 4 in both" in result.stdout
    assert "4 only in A, 0 only in B" in result.stdout
    assert "units: 0 with the same key in both" in result.stdout


def test_more_trials_are_told_as_such(first, tmp_path):
    (tmp_path / "small.yaml").write_text(SPEC)
    spec = tmp_path / "small.yaml"
    output_of("run", spec, "--output", tmp_path / "b", "--trials", "1")
    result = invoke("diff", first, tmp_path / "b")
    assert result.exit_code == 1
    assert "other instances, trials or folds" in result.stdout
    assert "units: 24 with the same key in both, 24 of them equal" in result.stdout


def test_diff_as_csv_lists_all_cells(first, second):
    found = list(csv.DictReader(io.StringIO(output_of("diff", first, second, "--format", "csv"))))
    assert len(found) == 8
    assert all(row["errors_a"] == row["errors_b"] and not row["difference"] for row in found)


def test_diff_of_nothing_is_a_store_fault(first, tmp_path):
    assert "no results here" in str(invoke("diff", first, tmp_path).exception)


def exported(folder, what, form, *more):
    file = folder / f"{what}.{form}"
    output_of("export", folder, "--what", what, "--format", form, "--out", file, *more)
    return pd.read_csv(file) if form == "csv" else pd.read_parquet(file)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_predictions_are_those_of_the_store(second, form):
    table = exported(second, "predictions", form)
    with Store.open(second) as store:
        for dataset in store.datasets():
            classes = np.array(dataset.classes)
            for method in store.methods():
                part = table[(table.dataset == dataset.name) & (table.method == method)]
                found = store.predictions(dataset.name, method, 20030703)
                assert part.predicted.astype(str).tolist() == classes[found].ravel().tolist()
                assert part.instance.tolist() == list(range(dataset.instances)) * 2
    assert len(table) == 4 * 2 * (150 + 178)


def test_a_prediction_of_a_failed_unit_is_missing(second):
    spoil(
        second,
        "UPDATE units SET status = 'failed', predictions = NULL "
        "WHERE dataset = 'iris' AND method = 'pd' AND trial = 0 AND fold = 0",
    )
    table = exported(second, "predictions", "csv", "--datasets", "iris", "--methods", "pd")
    gone = table[table.predicted.isna()]
    assert len(gone) == 50
    assert set(zip(gone.trial, gone.fold, strict=True)) == {(0, 0)}


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_cells_are_those_of_the_report(second, form):
    table = exported(second, "cells", form).set_index(["dataset", "method"])
    with Store.open(second) as store:
        cells = Evaluation("x", store).cells
    assert len(table) == len(cells) == 8
    for where, cell in cells.items():
        row = table.loc[where]
        assert (row["errors"], row["bias"]) == (cell.errors, pytest.approx(float(cell.bias)))


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("what", ["cells", "units"])
def test_an_experiment_without_a_data_set_gives_a_table_without_rows(first, tmp_path, what, form):
    spec = tmp_path / "empty.yaml"
    spec.write_text("name: empty\ndatasets: [{path: one.csv, class: y}]\nmethods: [pd, ewd]\n")
    (tmp_path / "one.csv").write_text("a,y\n1,p\n2,p\n")  # a single class
    assert invoke("run", spec, "--output", tmp_path / "empty").exit_code == 3
    table = exported(tmp_path / "empty", what, form)
    assert len(table) == 0
    full = tmp_path / "full"
    output_of("export", first, "--what", what, "--out", full)
    assert list(table.columns) == list(pd.read_csv(full).columns)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_units_and_folds_are_complete(second, form):
    units = exported(second, "units", form)
    assert len(units) == 48
    assert set(units.status) == {"done"}
    folds = exported(second, "folds", form)
    assert len(folds) == 2 * (150 + 178)
    assert folds.groupby(["dataset", "trial", "fold"]).size().min() == 50


def test_csv_goes_to_standard_output_without_a_file(first):
    text = output_of("export", first, "--what", "cells", "--methods", "pd")
    assert len(text.splitlines()) == 3
    assert text.startswith("dataset,method,")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--format", "parquet"), "a Parquet file needs a name"),
        (("--datasets", "irs"), "no data set irs; expected one of iris, wine-recognition"),
        (("--methods", "ffd"), "no method ffd; expected one of ewd, pd, ffd s=10"),
        (("--out", "nowhere/x.csv"), "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_exported_is_refused(first, arguments, told):
    result = invoke("export", first, *arguments)
    assert isinstance(result.exception, SpecError)
    assert told in str(result.exception)
