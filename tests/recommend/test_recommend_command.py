"""`nbexp recommend` from a file to an answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from own_file import write_customers

from nbexp.api import open_results
from nbexp.cli import cli
from nbexp.spec.reader import read_spec

METHODS = "ewd,ndd,gaussian"


def recommend(path: Path, folder: Path, *more: str) -> Result:
    arguments = ["recommend", str(path), "--class", "left", "--cache", str(folder / "cache")]
    return CliRunner().invoke(cli, [*arguments, *more])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recommended")


@pytest.fixture(scope="module")
def output(folder: Path) -> Path:
    return folder / "out"


@pytest.fixture(scope="module")
def answered(customers: Path, folder: Path, output: Path) -> Result:
    options = ["--methods", METHODS, "--trials", "2", "--ignore", "refund", "-o", str(output)]
    result = recommend(customers, folder, *options)
    assert result.exit_code == 0, result.output
    return result


def test_the_answer_names_the_best_method_and_the_yardsticks(answered: Result) -> None:
    pytest.importorskip("sklearn")
    assert re.search(r"(EWD|NDD|Gaussian) \(.*\) errs least, in \d+\.\d %", answered.stdout)
    assert "Always guessing" in answered.stdout
    assert "logistic regression" in answered.stdout
    assert "decision tree" in answered.stdout
    assert "Nadeau & Bengio" in answered.stdout


def test_columns_that_tell_nothing_are_named(answered: Result) -> None:
    for name in ("customer", "since", "comment", "country"):
        assert f"ignored: {name}:" in answered.stdout


def test_the_numbers_are_those_of_the_stored_run(answered: Result, output: Path) -> None:
    with open_results(output) as results:
        errors = results.table().loc["customers"]
    for label, heading in (("ewd", "EWD"), ("ndd", "NDD"), ("gaussian", "Gaussian")):
        found = re.search(rf"^{heading} +(\d+\.\d) ", answered.stdout, re.MULTILINE)
        assert found is not None
        assert float(found[1]) == pytest.approx(errors[label], abs=0.051)


def test_the_spec_that_was_run_is_there_and_has_nothing_left_to_do(
    answered: Result, output: Path, folder: Path
) -> None:
    spec = read_spec(str(output / "spec.yaml"))
    assert [method.label for method in spec.methods] == METHODS.split(",")
    again = CliRunner().invoke(
        cli, ["run", str(output / "spec.yaml"), "-o", str(output), "--cache", str(folder / "cache")]
    )
    assert again.exit_code == 0, again.output
    assert "18 of 18 units done, 18 of them before" in again.stdout


def test_the_usual_report_works_on_it(answered: Result, output: Path) -> None:
    result = CliRunner().invoke(cli, ["report", str(output), "--table", "error"])
    assert result.exit_code == 0, result.output
    assert "customers" in result.output


def test_the_page_needs_nothing_else_and_says_the_same(answered: Result, output: Path) -> None:
    page = (output / "recommend.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"(?!#|data:)", page)
    (headline,) = re.findall(r"<h2 id=\"answer-heading\">([^<]+)</h2>", page)
    assert headline in answered.stdout
    for name in ("errors", "differences", "reliability", "table-1", "table-2", "table-3"):
        assert f'id="{name}"' in page
    assert page.count("<svg") >= 4


def test_the_learning_curve_is_a_run_of_its_own(answered: Result, output: Path) -> None:
    del answered
    assert not (output / "learning-curve").exists()  # 200 training instances are too few


def test_more_trials_add_to_what_is_stored(
    answered: Result, customers: Path, folder: Path, output: Path
) -> None:
    del answered
    options = ["--methods", "ewd", "--trials", "1", "--ignore", "refund", "-o", str(output)]
    result = recommend(customers, folder, *options)
    assert result.exit_code == 0, result.output
    assert "2 trials of 3 folds" in result.stdout
    assert "EWD: the only method tried" in result.stdout


def test_other_columns_go_to_another_folder(
    customers: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder / "work"
    place.mkdir()
    monkeypatch.chdir(place)
    options = ["--methods", "ewd", "--trials", "1", "--no-curve"]
    first = recommend(customers, folder, *options)
    second = recommend(customers, folder, *options, "--ignore", "refund")
    third = recommend(customers, folder, *options, "--ignore", "refund")
    assert [one.exit_code for one in (first, second, third)] == [0, 0, 0]
    assert "Beware! refund:" in first.stdout
    assert "Beware!" not in second.stdout
    folders = sorted(path.name for path in (place / "results").iterdir())
    assert folders == ["recommend-customers", "recommend-customers-2"]


def test_a_folder_with_another_experiment_is_refused_and_left_as_it_is(
    answered: Result, customers: Path, folder: Path, output: Path
) -> None:
    del answered
    before = (output / "spec.yaml").read_bytes()
    result = recommend(customers, folder, "--methods", "ewd", "--trials", "1", "-o", str(output))
    assert result.exception is not None
    assert "ignore" in str(result.exception)
    assert (output / "spec.yaml").read_bytes() == before


def test_an_unknown_method_is_told_before_anything_is_done(
    customers: Path, folder: Path, tmp_path: Path
) -> None:
    result = recommend(customers, folder, "--methods", "ewdd", "-o", str(tmp_path / "new"))
    assert "did you mean ewd" in str(result.exception)
    assert not (tmp_path / "new").exists()


def test_a_learning_curve_is_drawn_where_there_is_enough(tmp_path: Path, folder: Path) -> None:
    path = write_customers(tmp_path / "more.csv", 650)
    page = tmp_path / "answer.html"
    options = ["--methods", "ewd,pd", "--trials", "1", "-o", str(tmp_path / "out")]
    result = recommend(path, folder, *options, "--html", str(page))
    assert result.exit_code == 0, result.output
    assert "training instances the error of" in result.stdout
    assert 'id="learning-curve"' in page.read_text(encoding="utf-8")
    assert read_spec(str(tmp_path / "out" / "learning-curve" / "spec.yaml"))


def test_a_file_that_pandas_wrote_with_its_index_is_read(
    customers: Path, tmp_path: Path, folder: Path
) -> None:
    import pandas as pd

    path = tmp_path / "indexed.csv"
    pd.read_csv(customers).to_csv(path)
    options = ["--methods", "ewd", "--trials", "1", "--no-curve", "-o", str(tmp_path / "out")]
    result = recommend(path, folder, *options)
    assert result.exit_code == 0, result.output
    assert "ignored: a column without a name" in result.stdout
    assert read_spec(str(tmp_path / "out" / "spec.yaml")).datasets[0].source.ignore[0] == ""


def test_a_file_as_excel_writes_it_in_europe_is_read(
    customers: Path, tmp_path: Path, folder: Path, answered: Result
) -> None:
    path = tmp_path / "customers.csv"
    text = customers.read_text(encoding="utf-8")
    path.write_text("sep=;\n" + text.replace(",", ";").replace(".", ","), encoding="utf-8")
    out = tmp_path / "out"
    options = ["--methods", METHODS, "--trials", "2", "--ignore", "refund", "-o", str(out)]
    result = recommend(path, folder, *options)
    assert result.exit_code == 0, result.output
    assert "note: numbers are taken to have decimal commas" in result.stdout
    rows = re.findall(r"^(?:EWD|NDD|Gaussian) +\d+\.\d ", answered.stdout, re.MULTILINE)
    assert re.findall(r"^(?:EWD|NDD|Gaussian) +\d+\.\d ", result.stdout, re.MULTILINE) == rows
    assert read_spec(str(out / "spec.yaml")).datasets[0].source.decimal == ","
    again = ["run", str(out / "spec.yaml"), "-o", str(out), "--cache", str(folder / "cache")]
    assert "18 of 18 units done, 18 of them before" in CliRunner().invoke(cli, again).stdout


def test_the_code_of_the_page_about_it_gives_what_it_says() -> None:
    page = Path(__file__).parents[2] / "docs" / "recommend.md"
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    code, told = block.rstrip().rsplit("  # → ", 1)
    names: dict[str, object] = {}
    lines = code.splitlines()
    exec("\n".join(lines[:-1]), names)
    assert repr(eval(lines[-1], names)) == told
