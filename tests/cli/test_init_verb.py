"""`nbexp init`: a spec to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbexp.cli import cli
from nbexp.spec.reader import read_spec


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rows = "\n".join(
        f"{100 + i},{i * 0.37 % 5:.2f},{'rgb'[i % 3]},{'ab'[i % 2]}" for i in range(60)
    )
    (tmp_path / "Own Data.csv").write_text(f"id,size,colour,class\n{rows}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def init(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["init", *arguments])


def test_a_spec_for_a_file_can_be_run_as_it_is(here: Path) -> None:
    result = init("Own Data.csv", "--class", "class")
    assert result.exit_code == 0, result.output
    assert "nbexp run own-data.yaml" in result.stdout
    assert "ignored: id: looks like an identifier" in result.stderr
    spec = read_spec("own-data.yaml")
    (dataset,) = spec.datasets
    assert dataset.source.quantitative == ("size",)
    assert dataset.source.qualitative == ("colour",)
    assert dataset.source.ignore == ("id",)
    assert (spec.protocol.trials, spec.protocol.folds) == (10, 3)
    part = ["run", "own-data.yaml", "--trials", "1", "--methods", "ewd", "--cache", str(here / "c")]
    assert CliRunner().invoke(cli, part).exit_code == 0


def test_the_decimal_mark_is_told_or_guessed_and_stands_in_the_spec(here: Path) -> None:
    text = (here / "Own Data.csv").read_text()
    (here / "europe.csv").write_text(text.replace(",", ";").replace(".", ","))
    guessed = init("europe.csv", "--class", "class", "-o", "-")
    assert '\n    decimal: ","\n' in guessed.stdout
    assert "note: numbers are taken to have decimal commas, as 0,00" in guessed.stderr
    plain = init("europe.csv", "--class", "class", "--decimal", ".", "-o", "-")
    assert '\n    decimal: "."\n' in plain.stdout
    assert "ignored: size: holds numbers written as '0,00'" in plain.stderr


def test_the_decimal_mark_goes_with_a_file(here: Path) -> None:
    result = init("--paper", "thesis", "--decimal", ",")
    assert result.exit_code == 2
    assert "--decimal goes with a DATA file" in result.stderr


def test_a_paper_lends_its_methods_and_protocol_to_a_file(here: Path) -> None:
    assert init("Own Data.csv", "--class", "class", "--paper", "quick").exit_code == 0
    spec, paper = read_spec("own-data.yaml"), read_spec("quick")
    assert [m.label for m in spec.methods] == [m.label for m in paper.methods]
    assert spec.seeds == paper.seeds


def test_the_comments_of_a_spec_are_about_the_file_that_was_asked_for(here: Path) -> None:
    (here / "in").mkdir()
    for paper in ((), ("--paper", "quick")):
        out = ("-o", "in/two words.yaml", "--force")
        result = init("Own Data.csv", "--class", "class", *paper, *out)
        assert "nbexp run 'in/two words.yaml'" in result.stdout
        text = (here / "in" / "two words.yaml").read_text()
        assert "#     nbexp check 'in/two words.yaml'" in text
        assert "#     nbexp run 'in/two words.yaml'" in text
        assert "#     nbexp report results/own-data" in text


def test_the_comments_of_a_copied_paper_are_about_the_copy(here: Path) -> None:
    assert init("--paper", "thesis", "-o", "mine.yaml").exit_code == 0
    text = (here / "mine.yaml").read_text()
    assert "nbexp run mine.yaml --jobs 2" in text
    assert text.count("results/my-thesis") == 2
    assert "results/thesis" not in text
    assert "nbexp run thesis" not in text


def test_remarks_fit_the_terminal(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    result = init("Own Data.csv", "--class", "class")
    assert max(map(len, result.stderr.splitlines())) <= 50


def test_a_paper_alone_is_copied_under_another_name(here: Path) -> None:
    assert init("--paper", "thesis").exit_code == 0
    spec, paper = read_spec("my-thesis.yaml"), read_spec("thesis")
    assert spec.name == "my-thesis"
    assert spec.output != paper.output
    assert spec.methods == paper.methods
    assert [one.name for one in spec.datasets] == [one.name for one in paper.datasets]


def test_a_file_that_is_there_is_not_written_over(here: Path) -> None:
    (here / "mine.yaml").write_text("precious")
    refused = init("--paper", "quick", "--out", "mine.yaml")
    assert "is there already" in str(refused.exception)
    assert (here / "mine.yaml").read_text() == "precious"
    assert init("--paper", "quick", "--out", "mine.yaml", "--force").exit_code == 0


def test_a_hyphen_prints_it(here: Path) -> None:
    result = init("Own Data.csv", "--class", "class", "--out", "-")
    assert result.stdout.startswith("# Discretization methods on own-data.")
    assert not list(here.glob("*.yaml"))


@pytest.mark.parametrize("arguments", [[], ["--class", "x", "--paper", "quick"]])
def test_what_cannot_be_meant_is_refused(here: Path, arguments: list[str]) -> None:
    assert init(*arguments).exit_code == 2
