"""`nbexp doctor` and `nbexp --version`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import nbexp
from nbexp import doctor
from nbexp.cli import cli


def run_doctor(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["doctor", "--offline", *arguments])


def test_all_is_well_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NBEXP_MIRROR", raising=False)
    result = run_doctor("--cache", str(tmp_path / "cache"))
    assert result.exit_code == 0, result.output
    for what in ("nbexp: ", "numpy: ", "cache: ", "threads: ", "disk of results: ", "kernels: "):
        assert what in result.output
    assert result.output.endswith("No fault found.\n")
    assert not (tmp_path / "cache").exists()


def test_a_mirror_that_is_not_there_is_a_fault_with_advice(tmp_path: Path) -> None:
    result = run_doctor("--mirror", str(tmp_path / "none"), "--cache", str(tmp_path))
    assert result.exit_code == 1
    assert "fault mirror: " in result.output
    assert "correct NBEXP_MIRROR" in result.output


def test_a_mirror_is_told_with_how_it_is_searched(tmp_path: Path) -> None:
    (tmp_path / "MANIFEST.csv").write_text("file,sha256\n")
    result = run_doctor("--mirror", str(tmp_path), "--cache", str(tmp_path))
    assert "is there, with a MANIFEST.csv" in result.output


def test_a_cache_tells_its_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 2048)
    assert "1 files, 2.0 KiB" in run_doctor("--cache", str(tmp_path)).output


def test_offline_asks_no_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no(*arguments: object, **options: object) -> None:
        raise AssertionError("a server was asked")

    monkeypatch.setattr(doctor, "urlopen", no)
    result = run_doctor("--mirror", "https://mirror.invalid/x", "--cache", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "not asked" in result.output


def test_a_server_that_does_not_answer_is_a_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def unreachable(*arguments: object, **options: object) -> None:
        raise OSError("no route")

    monkeypatch.setattr(doctor, "urlopen", unreachable)
    result = CliRunner().invoke(cli, ["doctor", "--cache", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "cannot be reached (no route)" in result.output


def test_the_version_names_what_results_rest_on() -> None:
    result = CliRunner().invoke(cli, ["--version"])
    assert result.exit_code == 0
    assert result.output.startswith(f"nbexp {nbexp.__version__} (Python 3.")
    for name in ("numpy", "numba", "scipy", "pandas"):
        assert f"{name} " in result.output


def test_the_version_imports_nothing_heavy() -> None:
    code = (
        "import sys; from nbexp.cli import cli\n"
        "cli(['--version'], standalone_mode=False)\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy', 'pydantic', 'sklearn'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
