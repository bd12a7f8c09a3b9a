"""Runs are killed at random moments, again and again: nothing is lost, nothing done twice.

``NBEXP_KILLS`` says how often (by default a few times; ``make torture``: 200).
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from experiment import (
    UNITS,
    kill,
    report,
    results,
    start,
    stored_units,
    wait_until_gone,
    workers,
    write_experiment,
)

KILLS = int(os.environ.get("NBEXP_KILLS", "5"))
SEED = int(os.environ.get("NBEXP_KILL_SEED", "1"))
LONGEST = 6.0
"""Seconds between two kills, at most."""

TABLES = ("error", "bias-variance", "cells")


@pytest.fixture
def undisturbed(tmp_path: Path) -> Path:
    folder = tmp_path / "undisturbed"
    write_experiment(folder)
    began = time.monotonic()
    assert start(folder, "--jobs", "2").wait() == 0
    (folder / "seconds").write_text(str(time.monotonic() - began))
    return folder


def is_complete(folder: Path) -> bool:
    return len(stored_units(folder)) == UNITS


def strike(process, victim: str, chance: random.Random) -> bool:
    """Kill the parent, a worker or all; tell whether there was somebody to kill."""
    if process.poll() is not None:
        return False
    if victim == "worker":
        alive = workers(process)
        if not alive:
            return False
        with suppress(ProcessLookupError):
            os.kill(chance.choice(alive), signal.SIGKILL)
        return True
    if victim == "group":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    wait_until_gone(process.pid, seconds=2)
    return True


def test_a_run_killed_again_and_again_gives_what_an_undisturbed_one_gives(
    tmp_path: Path, undisturbed: Path, record_property
) -> None:
    chance = random.Random(SEED)
    seconds = float((undisturbed / "seconds").read_text())
    expected = results(undisturbed)
    reports = {table: report(undisturbed, "csv", table) for table in TABLES}
    folder = tmp_path / "killed"
    write_experiment(folder)
    kills: Counter[str] = Counter()
    starts = finished = lost = doubled = 0
    before: dict[str, tuple[object, ...]] = {}
    while kills.total() < KILLS:
        jobs = chance.choice(["1", "2", "2", "2"])
        process = start(folder, "--jobs", jobs)
        starts += 1
        try:
            while kills.total() < KILLS and process.poll() is None:
                time.sleep(chance.uniform(0, min(seconds, LONGEST)))
                victim = chance.choice(["parent", "worker", "group"])
                kills[victim] += strike(process, victim, chance)
                print(f"{kills.total()} kills, {starts} starts", flush=True)
            now = {} if process.poll() is None else stored_units(folder)
        finally:
            if process.poll() is None and kills.total() >= KILLS:
                assert process.wait(timeout=120) == 0
                now = stored_units(folder)
            kill(process)
        lost += len(before.keys() - now.keys())
        doubled += sum(now[key] != before[key] for key in before.keys() & now.keys())
        before = now
        if is_complete(folder) and process.returncode == 0:
            assert results(folder) == expected
            table = chance.choice(TABLES)
            assert report(folder, "csv", table) == reports[table]
            finished += 1
            shutil.rmtree(folder / "out")
            before = {}
    if before or not finished:
        assert start(folder, "--jobs", "2").wait() == 0
        starts += 1
        now = stored_units(folder)
        lost += len(before.keys() - now.keys())
        doubled += sum(now[key] != before[key] for key in before.keys() & now.keys())
        assert results(folder) == expected
        finished += 1
        assert {table: report(folder, "csv", table) for table in TABLES} == reports
    figures = (
        f"{kills.total()} kills ({dict(sorted(kills.items()))}), {starts - finished} resumes, "
        f"{finished} experiments finished, {lost} units lost, {doubled} units doubled"
    )
    record_property("figures", figures)
    print(figures)
    assert (lost, doubled) == (0, 0)
    assert finished
