"""The same bits and bytes for any number of jobs, any order, any hash seed, stopped or not."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from experiment import call, kill, report, results, start, stored_units, write_experiment

TABLES = ("bias-variance", "wlt", "datasets", "cells", "scores", "intervals")
FORMATS = ("text", "markdown", "latex", "csv")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The experiment run by one process."""
    folder = tmp_path_factory.mktemp("plain")
    write_experiment(folder)
    (folder / "slow_method.py").write_text(
        (folder / "slow_method.py").read_text().replace("time.sleep(0.03)", "pass")
    )
    assert start(folder, PYTHONHASHSEED="0").wait() == 0
    return folder


def twin(plain: Path, folder: Path, *options: str, **more: str) -> Path:
    """Run the same experiment in another way."""
    write_experiment(folder)
    for name in ("slow_method.py", "spec.yaml", "own.csv"):
        (folder / name).write_text((plain / name).read_text())
    assert start(folder, *options, **more).wait() == 0
    return folder


def everything(folder: Path, **more: str) -> dict[str, str]:
    """Return tables in every format, and all figures as SVG."""
    wanted = [("error", form) for form in FORMATS] + [(table, "csv") for table in TABLES]
    told = {f"{table}.{form}": report(folder, form, table, **more) for table, form in wanted}
    for form in FORMATS:
        whole = call(folder, "report", "out", "--format", form, **more)
        assert whole.returncode == 0, whole.stderr
        told[f"whole.{form}"] = whole.stdout
    for line in call(folder, "plot", "out", **more).stdout.splitlines():
        figure = line.split()[0]
        if figure == "time":
            continue  # which no two runs share
        done = call(folder, "plot", "out", figure, "--out", "figure.svg", **more)
        assert done.returncode == 0, done.stderr
        told[f"{figure}.svg"] = (folder / "figure.svg").read_text()
    return told


@pytest.mark.parametrize("jobs", ["2", "4"])
def test_any_number_of_jobs_and_any_hash_seed_give_the_same(
    plain: Path, tmp_path: Path, jobs: str
) -> None:
    other = twin(plain, tmp_path / "other", "--jobs", jobs, PYTHONHASHSEED=jobs)
    assert results(other) == results(plain)


def test_a_run_in_parts_and_in_another_order_gives_the_same(plain: Path, tmp_path: Path) -> None:
    folder = twin(plain, tmp_path / "parts", "--methods", "ndd,slow", "--datasets", "own")
    text = (folder / "spec.yaml").read_text()
    (folder / "spec.yaml").write_text(text.replace("[ewd, ffd, ndd,", "[ndd, ffd, ewd,"))
    assert start(folder, "--jobs", "2", PYTHONHASHSEED="7").wait() == 0
    mine, theirs = results(folder), results(plain)
    assert mine["digests"] == theirs["digests"]
    assert mine["predictions"] == theirs["predictions"]
    assert sorted(mine["units"]) == sorted(theirs["units"])


def test_reports_and_figures_are_the_same_bytes(plain: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    write_experiment(folder)
    first = start(folder, "--jobs", "2")
    try:
        end = time.monotonic() + 60
        while len(stored_units(folder)) < 30:
            assert time.monotonic() < end
            assert first.poll() is None
            time.sleep(0.05)
        os.killpg(first.pid, signal.SIGINT)
        assert first.wait(timeout=10) == 130
    finally:
        kill(first)
    (folder / "slow_method.py").write_text((plain / "slow_method.py").read_text())
    assert start(folder, PYTHONHASHSEED="3").wait() == 0
    assert results(folder) == results(plain)
    mine, theirs = everything(folder, PYTHONHASHSEED="5"), everything(plain, PYTHONHASHSEED="6")
    assert mine.keys() == theirs.keys()
    assert sum(name.endswith(".svg") for name in theirs) >= 2
    for name, text in theirs.items():
        assert mine[name] == text, name
