"""A spec may name a class in a module that lies beside it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from nbexp.discretize.registry import method_class, modules_beside
from nbexp.errors import SpecError
from nbexp.spec.reader import read_spec

MODULE = """
import {helper}
from nbexp.discretize.equal_width import EqualWidth


class Twenty(EqualWidth):
    '''Twenty intervals.'''

    id = "twenty"

    def fit(self, sample):
        assert {helper}.K == 20
        self.k = {helper}.K
        return super().fit(sample)
"""

SPEC = """
name: beside
datasets: [iris]
methods: [ewd, "{module}:Twenty"]
protocol: {{trials: 2, folds: 3}}
seeds: [1]
"""


def write(folder: Path, module: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{module}.py").write_text(MODULE.format(helper=f"helper_of_{module}"))
    (folder / f"helper_of_{module}.py").write_text("K = 20\n")
    spec = folder / "spec.yaml"
    spec.write_text(SPEC.format(module=module))
    return spec


def console(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run nbexp as its console script does: the current folder is not searched for modules."""
    code = "import sys; sys.path.remove(''); from nbexp.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_finds_a_module_beside_the_spec_wherever_it_is_started(
    tmp_path: Path, jobs: str
) -> None:
    write(tmp_path / "specs", "beside_the_spec")
    ran = console("run", "specs/spec.yaml", "--jobs", jobs, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    report = console("report", "results/beside", "--table", "error", cwd=tmp_path)
    assert "beside_the_spec:Twenty" in report.stdout


def test_a_module_elsewhere_is_not_found_and_told(tmp_path: Path) -> None:
    spec = write(tmp_path / "specs", "not_beside")
    (tmp_path / "specs" / "not_beside.py").rename(tmp_path / "not_beside.py")
    ran = console("run", str(spec), cwd=tmp_path)
    assert ran.returncode == 2
    assert "No module named 'not_beside'" in ran.stderr


def test_a_spec_may_name_the_folder_of_its_modules(tmp_path: Path) -> None:
    spec = write(tmp_path / "specs", "in_another_folder")
    (tmp_path / "own").mkdir()
    for name in ("in_another_folder.py", "helper_of_in_another_folder.py"):
        (tmp_path / "specs" / name).rename(tmp_path / "own" / name)
    spec.write_text(spec.read_text() + "modules: ../own\n")
    ran = console("run", "specs/spec.yaml", "--jobs", "2", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_folder_of_modules_that_is_not_there_is_told(tmp_path: Path) -> None:
    spec = write(tmp_path, "beside_as_ever")
    spec.write_text(spec.read_text() + "modules: nowhere\n")
    with pytest.raises(SpecError, match="modules: there is no folder 'nowhere'"):
        read_spec(str(spec))


def test_a_spec_imports_nothing_that_it_does_not_name(tmp_path: Path) -> None:
    spec = write(tmp_path, "never_named")
    spec.write_text(
        SPEC.format(module="nbexp.discretize.equal_width").replace("Twenty", "EqualWidth")
    )
    for name in ("never_named", "polars", "numpy", "yaml"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    ran = console("check", str(spec), cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_folder_is_searched_no_longer_than_needed(tmp_path: Path) -> None:
    before = list(sys.path)
    with modules_beside(tmp_path), pytest.raises(SpecError, match="cannot be imported"):
        method_class("no_such_module_here:Class")
    assert sys.path == before


def test_what_is_installed_goes_before_what_lies_beside(tmp_path: Path) -> None:
    (tmp_path / "nbexp.py").write_text("raise SystemExit('imported')")
    with modules_beside(tmp_path):
        assert method_class("nbexp.discretize.equal_width:EqualWidth").id == "ewd"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nbexp.discretize.equal_width:Nothing", "cannot be imported"),
        ("nbexp.discretize.equal_width:K", "expected a subclass of Method"),
        ("nbexp.discretize.equal_width:", "cannot be imported"),
    ],
)
def test_a_path_that_leads_to_no_method_is_told(path: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        method_class(path)
