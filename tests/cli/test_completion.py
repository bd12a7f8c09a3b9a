"""What a shell completes, asked as a shell asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from nbexp.cli import cli


def completed(*words: str) -> list[str]:
    """Return what the last word is completed to."""
    complete = BashComplete(cli, {}, "nbexp", "_NBEXP_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


def test_verbs_are_completed() -> None:
    assert {"recommend", "report"} <= set(completed("re"))
    assert completed("check-") == ["check-method"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("run", "thes"), "thesis"),
        (("run", "thesis", "--methods", "ewd,nd"), "ewd,ndd"),
        (("run", "thesis", "--datasets", "iris,wine"), "iris,wine-recognition"),
        (("recommend", "x.csv", "--methods", "gau"), "gaussian"),
        (("methods", "show", "mdl"), "mdlp"),
        (("methods", "show", "iff"), "iffd"),
        (("check-method", "mff"), "mffd"),
        (("stream", "x.csv", "--method", "pi"), "pid"),
        (("datasets", "show", "iri"), "iris"),
        (("fetch", "pio"), "pioneer-mobilerobot"),
        (("cuts", "iri"), "iris"),
        (("check", "qui"), "quick"),
        (("cite", "qui"), "quick"),
        (("init", "--paper", "the"), "thesis"),
        (("time", "thesis", "--growth", "adu"), "adult"),
    ],
)
def test_names_are_completed(words: tuple[str, ...], expected: str) -> None:
    assert expected in completed(*words)


def test_a_name_that_is_in_the_list_is_not_offered_again() -> None:
    assert "ewd,ewd" not in completed("run", "thesis", "--methods", "ewd,e")
    assert "ewd,efd" in completed("run", "thesis", "--methods", "ewd,e")


def test_result_folders_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results" / "mine").mkdir(parents=True)
    (tmp_path / "results" / "mine" / "run.sqlite").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("report", "res") == ["results/mine"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    result = CliRunner().invoke(cli, ["completion", shell])
    assert result.exit_code == 0, result.output
    assert f"_NBEXP_COMPLETE={shell}_complete" in result.output


def test_another_shell_is_refused() -> None:
    assert CliRunner().invoke(cli, ["completion", "tcsh"]).exit_code == 2
