from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from nbexp.cli import main
from nbexp.data.dataset import DataSet, Quantitative
from nbexp.data.fetch import Unavailable
from nbexp.errors import DataError
from nbexp.protocol.folds import fold_assignment
from nbexp.protocol.trial import run_trial
from nbexp.runner.progress import Bar
from nbexp.runner.work import Engine

SPEC = """
name: small
title: A small experiment
datasets: [iris, sonar, {name: vehicle, optional: true}]
methods: [ewd, {discretizer: ffd, params: {s: [10, 30]}}, ndd]
protocol: {kind: cross-validation, trials: 2, folds: 3, stratified: false}
seeds: [7]
"""


class Nbexp:
    """The command line in a folder of its own, with readers that a test may spoil."""

    def __init__(self, folder: Path, capsys) -> None:
        self.folder = folder
        self.capsys = capsys
        self.faults: dict[str, Exception] = {}
        self.failing: set[str] = set()
        self.mirrors: set[tuple[str, ...]] = set()

    def engine(self) -> Engine:
        return Engine(self.load, fold_assignment, self.execute, lambda tell: None)

    def load(self, source, *, cache, mirrors):
        self.mirrors.add(mirrors)
        if source.name in self.faults:
            raise self.faults[source.name]
        random = np.random.default_rng(len(source.name))
        x = Quantitative.from_floats("x", random.normal(size=60))
        return DataSet(source.name, (x,), ("a", "b"), random.integers(0, 2, 60).astype(np.int8))

    def execute(self, dataset, assignment, wanted):
        from dataclasses import replace

        return [
            replace(unit, status="failed", predictions=None, phase="fit", cause="too hard")
            if unit.method in self.failing
            else unit
            for unit in run_trial(dataset, assignment, wanted)
        ]

    def __call__(self, *arguments: str, monkeypatch) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["nbexp", *arguments])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        out, err = self.capsys.readouterr()
        return code, out, err


@pytest.fixture
def nbexp(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NBEXP_MIRROR", raising=False)
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "small.yaml").write_text(SPEC)
    made = Nbexp(tmp_path, capsys)
    monkeypatch.setattr("nbexp.runner.run.default_engine", made.engine)
    for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
        monkeypatch.setenv(f"{library}_NUM_THREADS", "1")
    return lambda *arguments: made(*arguments, monkeypatch=monkeypatch), made


def test_a_run_prints_a_line_a_data_set_and_how_to_see_the_tables(nbexp):
    call, _ = nbexp
    code, out, err = call("run", "small.yaml")
    assert code == 0
    lines = err.splitlines()
    assert len(lines) == 3
    assert all(line.endswith(" s") for line in lines)
    assert {line.split(",")[0] for line in lines} == {
        "iris: 24 units",
        "sonar: 24 units",
        "vehicle: 24 units",
    }
    assert out.splitlines()[0].startswith("small: 72 of 72 units done; ")
    assert out.splitlines()[1] == "Tables: nbexp report results/small"


def test_a_dry_run_tells_what_would_be_done_and_does_nothing(nbexp):
    call, made = nbexp
    code, out, _ = call("run", "small.yaml", "--dry-run")
    assert code == 0
    assert [line.split() for line in out.splitlines()[2:6]] == [
        ["iris", "24", "0", "0", "24"],
        ["sonar", "24", "0", "0", "24"],
        ["vehicle", "(optional)", "24", "0", "0", "24"],
        ["total", "72", "0", "0", "72"],
    ]
    assert not (made.folder / "results").exists()
    assert not made.mirrors


def test_a_dry_run_knows_what_is_stored(nbexp):
    call, made = nbexp
    made.failing = {"ndd"}
    own = ", ".join(f"{{path: {name}.csv, class: c}}" for name in ("iris", "sonar"))
    (made.folder / "small.yaml").write_text(SPEC.replace("iris, sonar", own))
    for name in ("iris", "sonar"):
        (made.folder / f"{name}.csv").write_text("x,c\n")
    call("run", "small.yaml", "--methods", "ewd,ndd", "--datasets", "iris,sonar")
    code, out, _ = call("run", "small.yaml", "--dry-run")
    assert code == 0
    assert [line.split() for line in out.splitlines()[2:6]] == [
        ["iris", "24", "6", "6", "12"],
        ["sonar", "24", "6", "6", "12"],
        ["vehicle", "(optional)", "24", "0", "0", "24"],
        ["total", "72", "12", "12", "48"],
    ]
    fresh = call("run", "small.yaml", "--dry-run", "--fresh")[1]
    assert fresh.splitlines()[5].split() == ["total", "72", "0", "0", "72"]


def test_a_run_continued_says_what_was_stored(nbexp):
    call, _ = nbexp
    call("run", "small.yaml", "--methods", "ffd")
    code, out, err = call("run", "small.yaml")
    assert code == 0
    assert err.splitlines()[0] == "36 of 72 units are stored already"
    assert out.startswith("small: 72 of 72 units done, 36 of them before; ")


def test_parts_seeds_trials_output_and_mirrors_are_taken(nbexp):
    call, made = nbexp
    code, out, _ = call(
        *("run", "small.yaml", "--datasets", "iris, sonar", "--methods", "ndd,ffd s=30"),
        *("--trials", "1", "--seeds", "1,2,3", "--output", "elsewhere"),
        *("--mirror", "/a", "--mirror", "/b"),
    )
    assert code == 0
    assert out.startswith("small: 36 of 36 units done")
    assert (made.folder / "elsewhere" / "run.sqlite").is_file()
    assert made.mirrors == {("/a", "/b")}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--datasets", "irsi"), "did you mean iris"),
        (("--methods", "nd"), "did you mean ndd"),
        (("--seeds", "one"), "expected whole numbers"),
        (("--trials", "0"), "0 is not in the range"),
        (("--jobs", "0"), "0 is not in the range"),
    ],
)
def test_bad_usage_exits_with_2(nbexp, arguments, words):
    call, made = nbexp
    code, _, err = call("run", "small.yaml", *arguments)
    assert code == 2
    assert words in err
    assert not (made.folder / "results").exists()


def test_another_spec_in_the_same_directory_exits_with_2(nbexp):
    call, made = nbexp
    call("run", "small.yaml")
    (made.folder / "other.yaml").write_text(SPEC.replace("folds: 3", "folds: 4"))
    code, _, err = call("run", "other.yaml")
    assert code == 2
    assert "protocol.folds: 3 in the store, 4 in the spec" in err
    assert call("run", "other.yaml", "--dry-run")[0] == 2
    assert call("run", "other.yaml", "--fresh")[0] == 0


@pytest.mark.parametrize(
    ("faults", "failing", "code"),
    [
        ({}, {"ndd"}, 1),
        ({"sonar": DataError("sonar: wrong digest")}, {"ndd"}, 3),
        ({"sonar": Unavailable("sonar: not found")}, set(), 3),
        ({"vehicle": Unavailable("vehicle: not found")}, set(), 0),
        ({"vehicle": Unavailable("vehicle: not found")}, {"ndd"}, 1),
        ({"vehicle": DataError("vehicle: wrong digest")}, set(), 3),
    ],
)
def test_exit_codes(nbexp, faults, failing, code):
    call, made = nbexp
    made.faults, made.failing = faults, failing
    found, out, err = call("run", "small.yaml")
    assert found == code
    for name, fault in faults.items():
        excused = code < 3 and name == "vehicle"
        what = "not available (optional)" if excused else "data fault"
        assert f"{name}: {what}: {str(fault).split(': ')[1]}\n" in err
        summary = "Not available (optional)" if excused else "Could not be read"
        assert f"{summary}: {name}\n" in out
    assert ("nbexp status results/small" in out) == bool(failing or faults)


def test_a_store_that_cannot_be_written_exits_with_4(nbexp):
    call, made = nbexp
    (made.folder / "results").write_text("a file in the way")
    code, _, err = call("run", "small.yaml")
    assert code == 4
    assert err.startswith("nbexp: error: results/small: cannot be made")


def test_status_tells_done_failed_and_missing_units(nbexp):
    call, made = nbexp
    made.faults = {"vehicle": Unavailable("vehicle: not found")}
    made.failing = {"ndd"}
    call("run", "small.yaml", "--methods", "ewd,ndd")
    call("run", "small.yaml", "--datasets", "iris")
    code, out, _ = call("status", "results/small")
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    assert ["iris", "24", "18", "6", "0"] in rows
    assert ["sonar", "24", "6", "6", "12"] in rows
    assert ["vehicle", "24", "0", "0", "24"] in rows
    assert ["total", "72", "24", "12", "36"] in rows
    assert "vehicle: not available (optional): not found" in out
    assert "  iris, ndd, seed 7, trial 0, fold 0: fit: too hard" in out
    assert "exit code 1" in out
    assert "numpy " in out


def test_status_of_nothing_exits_with_4(nbexp):
    call, _ = nbexp
    code, _, err = call("status", "results/none")
    assert code == 4
    assert "no results here" in err


def test_on_a_terminal_a_bar_shows_units_and_failures(nbexp):
    from nbexp.runner import events
    from nbexp.runner.records import DataFault

    stream = io.StringIO()
    bar = Bar(stream)
    bar(events.Compiling("compiling"))
    bar(events.WorkStarted(units=10, stored=4))
    bar(events.DataSetFaulted(DataFault("sonar", False, True, "sonar: not found")))
    bar(events.UnitsStored("iris", 4, 2))
    assert "10/10" not in stream.getvalue()
    bar(events.UnitsStored("iris", 2, 0))
    shown = stream.getvalue()
    assert shown.startswith("compiling\n")
    assert "sonar: data fault: not found\n" in shown
    assert "10/10" in shown
    assert "iris, 2 failed" in shown


def test_where_all_is_stored_no_bar_is_shown():
    from nbexp.runner import events

    stream = io.StringIO()
    Bar(stream)(events.WorkStarted(units=10, stored=10))
    assert stream.getvalue() == ""


def test_the_stored_spec_is_the_resolved_one(nbexp):
    from nbexp.runner.store import Store
    from nbexp.spec.reader import read_spec

    call, _ = nbexp
    call("run", "small.yaml")
    with Store.open("results/small") as store:
        assert store.spec == json.loads(json.dumps(read_spec("small.yaml").resolved()))
