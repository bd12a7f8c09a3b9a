"""A method of another package is listed, run and reported like nbexp's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "median_splits"

SPEC = """
name: plugin
datasets: [iris]
methods:
  - ewd
  - {discretizer: median, params: {depth: [2, 4]}}
protocol: {trials: 2, folds: 3}
seeds: [1]
"""

BROKEN = """
[nbexp.methods]
ewd = thief:Thief
missing = nowhere_at_all:Method
crashing = crashing:Method
not-a-method = thief:not_a_method
renamed = thief:Thief
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which pip has installed the plugin."""
    folder = tmp_path_factory.mktemp("site")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quiet, *offline, "--target", folder, PLUGIN],
        check=True,
        capture_output=True,
    )
    return folder


def nbexp(site: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nbexp", *arguments],
        env=os.environ | {"PYTHONPATH": str(site)},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_listed_shown_and_passes_its_check(site: Path, tmp_path: Path) -> None:
    listed = nbexp(site, "methods", cwd=tmp_path)
    assert listed.returncode == 0
    assert "Median splits" in listed.stdout
    assert listed.stderr == ""
    assert "how often to halve" in nbexp(site, "methods", "show", "median", cwd=tmp_path).stdout
    checked = nbexp(site, "check-method", "median", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout


def test_it_runs_in_worker_processes_and_has_its_column_in_the_report(
    site: Path, tmp_path: Path
) -> None:
    (tmp_path / "plugin.yaml").write_text(SPEC)
    ran = nbexp(site, "run", "plugin.yaml", "--jobs", "2", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    report = nbexp(site, "report", "results/plugin", "--table", "error", cwd=tmp_path)
    assert "median depth=2" in report.stdout
    without = nbexp(tmp_path, "report", "results/plugin", "--table", "error", cwd=tmp_path)
    assert without.stdout == report.stdout


def test_plugins_that_are_broken_are_told_and_harm_nobody(site: Path, tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(BROKEN)
    (tmp_path / "crashing.py").write_text("1 / 0\n")
    (tmp_path / "thief.py").write_text(
        "from nbexp.discretize.equal_width import EqualWidth\n"
        "class Thief(EqualWidth):\n    id = 'thief'\nnot_a_method = 3\n"
    )
    places = Path(f"{site}{os.pathsep}{tmp_path}")
    listed = nbexp(places, "methods", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert "Median splits" in listed.stdout
    told = listed.stderr.splitlines()
    assert len(told) == 5
    assert all("of the package broken cannot be used: " in line for line in told)
    for words in (
        "'ewd' of the package broken cannot be used: nbexp has a method of this name",
        "ModuleNotFoundError: No module named 'nowhere_at_all'",
        "ZeroDivisionError",
        "found 3, expected a subclass of Method",
        "its id is 'thief', the entry point's name must be the same",
    ):
        assert words in listed.stderr
    asked = nbexp(places, "methods", "show", "crashing", cwd=tmp_path)
    assert asked.returncode == 2
    assert "of the package broken cannot be used: ZeroDivisionError" in asked.stderr
    (tmp_path / "plugin.yaml").write_text(SPEC)
    assert nbexp(places, "run", "plugin.yaml", "--trials", "1", cwd=tmp_path).returncode == 0


def test_a_name_that_two_packages_claim_belongs_to_neither(site: Path, tmp_path: Path) -> None:
    info = tmp_path / "rival-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[nbexp.methods]\nmedian = rival:Median\n")
    places = Path(f"{site}{os.pathsep}{tmp_path}")
    listed = nbexp(places, "methods", cwd=tmp_path)
    assert "Median splits" not in listed.stdout
    assert listed.stderr.count("two packages have a method of this name") == 2
    path = "median_splits:MedianSplits"
    assert nbexp(places, "methods", "show", path, cwd=tmp_path).returncode == 0
