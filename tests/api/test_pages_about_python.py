"""Every block of code in the pages about Python is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli import cli

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOLD = re.compile(r"^(\s*)(.+?)  # → (.+)$", re.MULTILINE)


def blocks(page: str, language: str) -> list[str]:
    found = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    return [text for kind, text in found if kind == language]


def asserting(block: str) -> str:
    """Turn ``value  # → text`` into an assertion that the value prints as that text."""
    return TOLD.sub(r"\1assert repr(\2) == repr(\3), repr(\2)", block)


@pytest.mark.parametrize("page", ["api.md", "sklearn.md"])
def test_the_code_of_a_page_runs_and_gives_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(asserting(block), page, "exec"), names)
    assert "→" in "".join(blocks(page, "python"))


def test_the_method_of_the_tutorial_is_checked_run_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    method, in_python = blocks("own-method.md", "python")
    (spec,) = blocks("own-method.md", "yaml")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mymethods.py").write_text(method, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(spec, encoding="utf-8")
    commands = [
        line.split()[1:]
        for part in blocks("own-method.md", "sh")
        for line in part.split("\n")
        if line
    ]
    outputs = []
    for command in commands:
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 0, result.output
        outputs.append(result.output)
    (printed,) = blocks("own-method.md", "text")
    assert all(line in outputs[0].splitlines() for line in printed.splitlines() if line != "…")
    assert "median depth=4" in outputs[-1]
    names: dict[str, object] = {}
    exec(method, names)
    exec(asserting(in_python), names)


def test_the_method_of_the_tutorial_is_short() -> None:
    method = blocks("own-method.md", "python")[0]
    assert len([line for line in method.splitlines() if line.strip()]) <= 20


def test_the_template_is_the_package_that_is_tested() -> None:
    plugin = Path(__file__).parent.parent / "plugin" / "median_splits" / "median_splits"
    body = blocks("own-method.md", "python")[0].partition("class MedianSplits")[2]
    code = [line for line in (plugin / "__init__.py").read_text().splitlines() if line.strip()]
    assert all(line in code for line in body.splitlines()[1:] if line.strip())
