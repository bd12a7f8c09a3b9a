"""The functions of the package: load, evaluate, run, and what comes out."""

from __future__ import annotations

import doctest
import importlib
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import nbexp
from nbexp.discretize.frequency import FixedFrequency
from nbexp.errors import DataError, SpecError, StoreError

SPEC = {
    "name": "small",
    "datasets": ["iris", "wine-recognition"],
    "methods": ["ewd", {"discretizer": "ffd", "params": {"s": [10, 30]}}, "ndd", "gaussian"],
    "protocol": {"trials": 3, "folds": 4, "stratified": True},
    "seeds": [7],
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> nbexp.Results:
    with nbexp.run(SPEC, tmp_path_factory.mktemp("results") / "small") as results:
        yield results


@pytest.fixture(scope="module")
def evaluated() -> nbexp.Results:
    data = [nbexp.load_dataset(name) for name in SPEC["datasets"]]
    return nbexp.evaluate(
        data, methods=SPEC["methods"], trials=3, folds=4, stratified=True, seed=7, name="small"
    )


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, nbexp; assert 'evaluate' in dir(nbexp)\n"
        "heavy = {'numpy', 'pandas', 'scipy', 'numba', 'sklearn', 'pydantic', 'nbexp.api'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        nbexp.evaluat  # noqa: B018


def test_an_evaluation_gives_the_numbers_of_a_run(
    ran: nbexp.Results, evaluated: nbexp.Results
) -> None:
    pd.testing.assert_frame_equal(ran.cells(), evaluated.cells(), check_exact=True)
    for metric in ("error", "bias", "variance", "log-loss", "brier", "intervals"):
        ours, theirs = ran.table(metric), evaluated.table(metric)
        pd.testing.assert_frame_equal(ours, theirs, check_exact=True)
    pd.testing.assert_frame_equal(ran.wins(), evaluated.wins())
    for dataset in ran.datasets:
        for method in ran.methods:
            assert np.array_equal(
                ran.predictions(dataset, method), evaluated.predictions(dataset, method)
            )


def test_a_frame_gives_the_numbers_of_its_data_set() -> None:
    iris = nbexp.load_dataset("iris")
    X, y = nbexp.to_frame(iris)
    frame = nbexp.evaluate(X, y, ["ndd", "mdlp"], trials=2, name="iris")
    itself = nbexp.evaluate(iris, methods=["ndd", "mdlp"], trials=2)
    pd.testing.assert_frame_equal(frame.cells(), itself.cells(), check_exact=True)


def test_two_processes_give_the_numbers_of_one() -> None:
    iris = nbexp.load_dataset("iris")
    one, two = (
        nbexp.evaluate(iris, methods=["ewd", "ndd"], trials=3, jobs=jobs) for jobs in (1, 2)
    )
    pd.testing.assert_frame_equal(one.cells(), two.cells(), check_exact=True)


def test_tables_have_a_row_for_each_data_set_and_a_column_for_each_method(
    evaluated: nbexp.Results,
) -> None:
    table = evaluated.table()
    assert list(table.index) == ["iris", "wine-recognition"]
    assert list(table.columns) == ["ewd", "ffd s=10", "ffd s=30", "ndd", "gaussian"]
    total = evaluated.table("bias") + evaluated.table("variance")
    np.testing.assert_allclose(total, table)
    cells = evaluated.cells().set_index(["dataset", "method"])
    errors = cells.loc[("iris", "ewd"), "errors"]
    assert table.loc["iris", "ewd"] == pytest.approx(100 * errors / (150 * 3))


def test_wins_are_counted_over_data_sets(evaluated: nbexp.Results) -> None:
    wins = evaluated.wins().set_index(["method", "against"])
    table = evaluated.table()
    row = wins.loc[("ewd", "ndd")]
    assert row["wins"] == (table["ewd"] < table["ndd"]).sum()
    assert row["wins"] == wins.loc[("ndd", "ewd"), "losses"]
    assert row[["wins", "losses", "ties"]].sum() == row["datasets"] == 2


def test_units_are_a_row_for_each_fold(evaluated: nbexp.Results) -> None:
    units = evaluated.units()
    assert len(units) == 2 * 5 * 3 * 4
    sums = units.groupby(["dataset", "method"])["errors"].sum()
    cells = evaluated.cells().set_index(["dataset", "method"])["errors"]
    assert (sums == cells[sums.index]).all()


def test_predictions_are_those_of_a_root_seed_that_was_run(ran: nbexp.Results) -> None:
    assert np.array_equal(ran.predictions("iris", "ewd", 7), ran.predictions("iris", "ewd"))
    with pytest.raises(SpecError, match="small: no root seed 5; expected one of 7"):
        ran.predictions("iris", "ewd", seed=5)


def test_results_print_as_the_report_does(ran: nbexp.Results) -> None:
    from nbexp.report.report import report

    assert ran.folder is not None
    whole = report(ran.folder, tables=["error"], warn=print)
    assert ran.report("error") == whole
    assert str(ran) == whole
    assert ran.report(form="csv").splitlines()[0].split(",")[:2] == ["dataset", "method"]
    with pytest.raises(SpecError, match="table: found 'erors'"):
        ran.report("erors")


def test_tables_that_the_spec_defines_are_reported_by_name_and_number(tmp_path: Path) -> None:
    from nbexp.report.report import report

    own = {"name": "own-means", "number": "1.2", "show": ["means"]}
    spec = {**SPEC, "methods": ["ewd"], "report": {"define": [own]}}
    with nbexp.run(spec, tmp_path / "results") as results:
        printed = report(tmp_path / "results", tables=["own-means"], warn=print)
        assert "Table 1.2" in printed
        assert results.report("own-means") == results.report("1.2") == printed
        assert results.report("Own means") == printed
        with pytest.raises(SpecError, match="expected one of own-means, datasets"):
            results.report("1.3")


def test_a_notebook_shows_results_as_a_table(evaluated: nbexp.Results) -> None:
    shown = evaluated._repr_html_()
    assert "<p>small: error in %</p><table" in shown
    assert f"<td>{evaluated.table().loc['iris', 'ewd']:.1f}</td>" in shown
    assert repr(evaluated) == "<Results small: 2 data sets × 5 methods>"


def test_a_plot_is_shown_by_notebooks_and_saved_as_its_ending_says(
    evaluated: nbexp.Results, tmp_path: Path
) -> None:
    plot = evaluated.plot()
    assert plot.name == evaluated.plots[0]
    assert plot._repr_svg_().startswith("<?xml")
    assert plot.save(tmp_path / "plot.svg").read_text() == plot.svg
    pytest.importorskip("matplotlib")
    assert plot.save(tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(SpecError, match=r"found the ending '.txt'"):
        plot.save(tmp_path / "plot.txt")
    with pytest.raises(SpecError, match="plot: found 'pie', expected one of"):
        evaluated.plot("pie")


def test_a_run_does_nothing_twice_and_can_be_opened_later(tmp_path: Path) -> None:
    part = {**SPEC, "datasets": ["iris"], "methods": ["ewd"]}
    with nbexp.run(part, tmp_path, trials=1) as first:
        seconds = first.units()["fit_seconds"].tolist()
    with nbexp.run(part, tmp_path) as second:
        assert second.units()["fit_seconds"].tolist()[: len(seconds)] == seconds
    with nbexp.open_results(tmp_path) as opened:
        assert opened.cells()["trials"].tolist() == [3]
    with pytest.raises(StoreError):
        nbexp.open_results(tmp_path / "nowhere")


def test_a_mapping_is_checked_as_a_spec_file_is() -> None:
    with pytest.raises(SpecError, match="did you mean ndd") as caught:
        nbexp.run({**SPEC, "methods": ["nddd"], "seeds": ["x"]})
    assert "seeds" in str(caught.value)


def test_a_data_set_that_cannot_be_had_is_a_fault_of_the_results(tmp_path: Path) -> None:
    spec = {
        **SPEC,
        "datasets": ["iris", {"path": str(tmp_path / "no.csv"), "class": "y", "optional": True}],
        "methods": ["ewd"],
    }
    with nbexp.run(spec, tmp_path / "results") as results:
        assert list(results.faults) == ["no"]
        assert results.table().loc["iris", "ewd"] > 0


def test_results_without_a_data_set_have_tables_without_rows(
    tmp_path: Path, ran: nbexp.Results
) -> None:
    faulty = {"path": str(tmp_path / "no.csv"), "class": "y", "optional": True}
    with nbexp.run({**SPEC, "datasets": [faulty]}, tmp_path / "results") as results:
        cells = results.cells()
        assert len(cells) == 0
        assert list(cells.columns) == list(ran.cells().columns)
        assert len(results.table()) == len(results.units()) == 0


def test_a_failing_method_is_told_and_has_no_values() -> None:
    class Failing(FixedFrequency):
        """Fail."""

        id = "failing"

        def fit(self, sample):
            raise RuntimeError("no good")

    results = nbexp.evaluate(nbexp.load_dataset("iris"), methods=["ewd", Failing], trials=1)
    assert results.failures == {("iris", "failing"): "fit: RuntimeError: no good"}
    assert np.isnan(results.table().loc["iris", "failing"])
    assert results.cells()["status"].tolist() == ["done", "failed: 3 of 3 units"]


def test_methods_may_be_names_mappings_classes_and_objects() -> None:
    iris = nbexp.load_dataset("iris")
    asked = [
        "ewd",
        FixedFrequency,
        FixedFrequency(s=10),
        {"discretizer": "ndd", "label": "mine", "params": {"s": np.int64(15)}},
        "nbexp.discretize.entropy:Mdlp",
    ]
    results = nbexp.evaluate(iris, methods=asked, trials=1)
    labels = ["ewd", "ffd", "ffd s=10", "mine", "nbexp.discretize.entropy:Mdlp"]
    assert list(results.methods) == labels


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"methods": []}, "methods: found none"),
        ({"methods": ["ewd", "ewd"]}, "'ewd' occurs twice"),
        ({"methods": ["nddd"]}, "did you mean ndd"),
        ({"methods": [3]}, "methods: found 3"),
        ({"methods": [{"method": "ndd"}]}, "methods"),
        ({"trials": 0}, "trials: found 0"),
        ({"folds": 1}, "folds: found 1"),
        ({"folds": 1000}, "folds: found 1000"),
        ({"seed": -1}, "seed: found -1"),
        ({"y": [1]}, "found classes beside a DataSet"),
    ],
)
def test_what_cannot_be_evaluated_is_told(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        nbexp.evaluate(nbexp.load_dataset("iris"), **arguments)


@pytest.mark.parametrize("data", ["iris", Path("iris"), ["iris", "sonar"]])
def test_a_name_is_no_data(data: object) -> None:
    with pytest.raises(SpecError, match=r"X: found 'iris', .*nbexp\.load_dataset\('iris'\)"):
        nbexp.evaluate(data)


def test_one_class_is_nothing_to_tell_apart() -> None:
    with pytest.raises(DataError, match="data: found only the class 'a', expected two"):
        nbexp.evaluate([[1.0], [2.0], [3.0]], ["a", "a", "a"])


@pytest.mark.parametrize("spec", [3, None, ["thesis"]])
def test_what_is_no_spec_is_told(spec: Any) -> None:
    with pytest.raises(SpecError, match=r"spec: found .*, expected the name of a spec"):
        nbexp.run(spec)


def test_more_folds_than_instances_are_refused() -> None:
    with pytest.raises(DataError, match="found 3 instances, expected at least one for each of"):
        nbexp.evaluate([[1.0], [2.0], [3.0]], [0, 1, 0], folds=5)


def test_a_file_of_your_own_is_a_data_set(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("id,x,c\n" + "".join(f"{i},{i / 7},{'ab'[i % 2]}\n" for i in range(30)))
    data = nbexp.load_dataset(file, class_="c", ignore=["id"], cache=tmp_path)
    assert (data.name, data.classes, len(data.attributes)) == ("mine", ("a", "b"), 1)
    one = nbexp.load_dataset(file, class_="c", ignore="id", decimal=".", cache=tmp_path)
    assert one.digest == data.digest
    for path in (file, str(file)):
        with pytest.raises(SpecError, match="class_ has to name the class's column"):
            nbexp.load_dataset(path)


def test_results_of_an_evaluation_can_be_kept(evaluated: nbexp.Results) -> None:
    frame = pickle.loads(pickle.dumps(evaluated.cells()))
    pd.testing.assert_frame_equal(frame, evaluated.cells())


@pytest.mark.parametrize(
    "module",
    [
        *("nbexp.api.frames", "nbexp.api.loading", "nbexp.api.methods", "nbexp.api.running"),
        *("nbexp.api.evaluation", "nbexp.sklearn.classifier", "nbexp.sklearn.discretizer"),
        *("nbexp.sklearn.folds", "nbexp.checks.suite"),
    ],
)
def test_examples_in_docstrings_run(module: str) -> None:
    names = {}
    if "sklearn" in module:
        import nbexp.sklearn as estimators

        names = {name: getattr(estimators, name) for name in estimators.__all__}
    found = doctest.testmod(
        importlib.import_module(module),
        extraglobs=names,
        optionflags=doctest.NORMALIZE_WHITESPACE,
    )
    assert found.attempted > 0
    assert found.failed == 0
