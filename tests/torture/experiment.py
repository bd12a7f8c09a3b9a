"""A real experiment of a few seconds, run by the command line in processes that may be killed."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store

SPEC = """\
name: torture
title: An experiment to be killed
datasets: [iris, {path: own.csv, name: own, class: kind}]
methods: [ewd, ffd, ndd, emd, {discretizer: "slow_method:Slow", label: slow}]
protocol: {trials: 6, folds: 3}
seeds: [11]
output: out
"""

SLOW_METHOD = """\
import time
from nbexp.discretize.equal_width import EqualWidth


class Slow(EqualWidth):
    id = "slow"

    def fit(self, sample):
        time.sleep(0.03)
        return super().fit(sample)
"""

UNITS = 2 * 5 * 6 * 3


def write_experiment(folder: Path) -> None:
    """Write the spec, the data and the method that takes its time."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(5)
    rows = [
        f"{chance.gauss(0, 1):.3f},{chance.randrange(9)},"
        f"{chance.choice('rgb')},{chance.choice('xyz')}"
        for _ in range(120)
    ]
    (folder / "own.csv").write_text("width,size,colour,kind\n" + "\n".join(rows) + "\n")
    (folder / "spec.yaml").write_text(SPEC)
    (folder / "slow_method.py").write_text(SLOW_METHOD)


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]),
        "NBEXP_CACHE": str(folder / "cache"),
        "NBEXP_MIRROR": "",
        **more,
    }


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from nbexp.cli import main; main()", *arguments]


def start(folder: Path, *options: str, **more: str) -> subprocess.Popen[bytes]:
    """Start a run in a session of its own; what it says goes to a file."""
    with (folder / "said.txt").open("ab") as said:
        return subprocess.Popen(
            command("run", "spec.yaml", *options),
            cwd=folder,
            env=environment(folder, **more),
            start_new_session=True,
            stdout=said,
            stderr=said,
        )


def call(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run nbexp to its end."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        check=False,
    )


@dataclass(frozen=True)
class Process:
    number: int
    parent: int
    session: int
    state: str
    words: str


def processes(session: int) -> list[Process]:
    """Return the processes of a session that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError, ValueError):
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
                state, parent, own_session = after_name[0], int(after_name[1]), int(after_name[3])
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                one = Process(int(entry.name), parent, own_session, state, words)
                if own_session == session and state not in "ZX":
                    found.append(one)
    return found


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the worker processes of a run, the helpers of their library left out."""
    return [
        one.number
        for one in processes(process.pid)
        if one.number != process.pid and "tracker" not in one.words
    ]


def wait_until_gone(session: int, seconds: float) -> float:
    """Wait until no process of a session is alive; return how long that took."""
    began = time.monotonic()
    while alive := processes(session):
        waited = time.monotonic() - began
        assert waited < seconds, f"alive after {waited:.1f} s: {alive}"
        time.sleep(0.02)
    return time.monotonic() - began


def kill(process: subprocess.Popen[bytes]) -> None:
    """Clear up after a test."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def stored_units(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return what must never change of each stored unit, by key: its row, times, and content."""
    path = folder / "out" / FILE_NAME
    if not path.exists():
        return {}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        try:
            rows = connection.execute(
                "SELECT key, rowid, fit_seconds, shared_seconds, status, content FROM units"
            ).fetchall()
        except sqlite3.OperationalError:
            return {}  # not born yet
    assert len({row[0] for row in rows}) == len(rows)
    return {row[0]: tuple(row[1:]) for row in rows}


def results(folder: Path) -> dict[str, object]:
    """Return all that a store says, times apart."""
    with Store.open(folder / "out") as store:
        return {
            "units": [
                (u.dataset, u.method, u.seed, u.trial, u.fold, u.status, u.errors, u.intervals)
                for u in store.units()
            ],
            "digests": store.content_digests(),
            "predictions": {
                (dataset.name, method): store.predictions(dataset.name, method, 11).tolist()
                for dataset in store.datasets()
                for method in store.methods()
            },
        }


def report(folder: Path, form: str, table: str = "error", **more: str) -> str:
    done = call(folder, "report", "out", "--table", table, "--format", form, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout
