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
from importlib.util import find_spec
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

KINDS = {
    ("--jobs", "1"): 6,
    ("--jobs", "2"): 14,
    ("--jobs", "1", "--timeout", "60"): 2,
    ("--jobs", "2", "--timeout", "60"): 4,
    ("--jobs", "2", "--backend", "dask"): 3 if KILLS > 50 else 1,
}
"""What is drawn how often. Dask needs seconds to start: the short form mostly goes without it."""

if find_spec("distributed") is None:
    del KINDS["--jobs", "2", "--backend", "dask"]


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


def changed(before: dict[str, tuple[object, ...]], now: dict[str, tuple[object, ...]]) -> int:
    """Count units that were done and are not what they were; failed ones are done once more."""
    both = before.keys() & now.keys()
    return sum(now[key] != before[key] for key in both if "failed" not in before[key])


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
    kinds: Counter[str] = Counter()
    starts = finished = lost = doubled = 0
    before: dict[str, tuple[object, ...]] = {}
    while kills.total() < KILLS:
        (kind,) = chance.choices(list(KINDS), list(KINDS.values()))
        process = start(folder, "--retry-failed", *kind)
        starts += 1
        try:
            while kills.total() < KILLS and process.poll() is None:
                time.sleep(chance.uniform(0, min(seconds, LONGEST)))
                victim = chance.choice(["parent", "worker", "group"])
                struck = strike(process, victim, chance)
                kills[victim] += struck
                kinds[" ".join(kind)] += struck
                print(f"{kills.total()} kills, {starts} starts", flush=True)
            now = {} if process.poll() is None else stored_units(folder)
        finally:
            if process.poll() is None and kills.total() >= KILLS:
                process.wait(timeout=120)
                now = stored_units(folder)
            kill(process)
        # a unit whose process is struck twice is stored as failed, and done by a later start
        assert process.returncode in (0, 1, -signal.SIGKILL)
        lost += len(before.keys() - now.keys())
        doubled += changed(before, now)
        before = now
        if is_complete(folder) and process.returncode == 0:
            assert results(folder) == expected
            table = chance.choice(TABLES)
            assert report(folder, "csv", table) == reports[table]
            finished += 1
            shutil.rmtree(folder / "out")
            before = {}
    if before or not finished:
        assert start(folder, "--retry-failed", "--jobs", "2").wait() == 0
        starts += 1
        now = stored_units(folder)
        lost += len(before.keys() - now.keys())
        doubled += changed(before, now)
        assert results(folder) == expected
        finished += 1
        assert {table: report(folder, "csv", table) for table in TABLES} == reports
    figures = (
        f"{kills.total()} kills ({dict(sorted(kills.items()))}; {dict(sorted(kinds.items()))}), "
        f"{starts - finished} resumes, "
        f"{finished} experiments finished, {lost} units lost, {doubled} units doubled"
    )
    record_property("figures", figures)
    print(figures)
    assert (lost, doubled) == (0, 0)
    assert finished
