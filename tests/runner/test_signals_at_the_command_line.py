"""``nbexp run`` is stopped or killed: at once, with its exit code, without a word of others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from run_processes import is_alive, wait_until

SPEC = """
name: signals
title: Signals
datasets: [{name: own, path: own.csv, class: kind}]
methods: [ewd, {discretizer: "slow_method:Slow", label: slow}]
protocol: {kind: cross-validation, trials: 400, folds: 2}
seeds: [1]
output: out
"""

METHOD = """
import os, time
from pathlib import Path
from nbexp.discretize.equal_width import EqualWidth

class Slow(EqualWidth):
    id = "slow"

    def fit(self, sample):
        Path(f"at-work-{os.getpid()}").touch()
        WORK
        return super().fit(sample)
"""

SLEEPING = "time.sleep(0.1)"
HANGING = "sum(range(10**12))  # in compiled code that lets no other thread run"

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="dask and distributed are not installed"
)
PROCESSES = [pytest.param(["--jobs", str(jobs)], id=f"processes-{jobs}") for jobs in (1, 2)]
DASK = pytest.param(
    ["--jobs", "2", "--backend", "dask"], id="dask", marks=[needs_dask, pytest.mark.slow]
)


def starting_workers(parent: int) -> list[Path]:
    """Return the processes that a run has started as workers."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            its_parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if its_parent == parent and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(entry)
    return found


@contextmanager
def a_run(folder: Path, options: list[str], work: str, *, starting: bool = False):
    """Start a run in a group of its own, and wait until all its workers are at work, or start."""
    rows = [f"{x % 17},{'ab'[x % 2]}" for x in range(40)]
    (folder / "own.csv").write_text("\n".join(["x,kind", *rows]) + "\n")
    (folder / "spec.yaml").write_text(SPEC)
    (folder / "slow_method.py").write_text(METHOD.replace("WORK", work))
    paths = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-m", "nbexp", "run", "spec.yaml", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "NBEXP_CACHE": str(folder / "cache")},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            if starting:
                wait_until(lambda: len(starting_workers(process.pid)) >= int(options[1]))
            else:
                wait_until(lambda: len(list(folder.glob("at-work-*"))) >= int(options[1]))
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("options", [*PROCESSES[1:], DASK])
@pytest.mark.parametrize("work", [SLEEPING, HANGING], ids=["sleeping", "hanging"])
def test_one_signal_ends_all_within_five_seconds_without_a_traceback(tmp_path, options, work):
    with a_run(tmp_path, options, work) as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.wait(timeout=5) == 130
        wait_until(lambda: not is_alive(process.pid), seconds=2)
        told = process.stderr.read()
    lines = [line for line in told.splitlines() if not line.startswith("own: kinds taken")]
    assert lines == []


@needs_dask
@pytest.mark.slow
def test_a_signal_while_the_cluster_is_being_started_is_one_word(tmp_path):
    options = ["--jobs", "2", "--backend", "dask"]
    with a_run(tmp_path, options, SLEEPING, starting=True) as process:
        time.sleep(0.3)  # the workers load what they need
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=5) == 130
        wait_until(lambda: not is_alive(process.pid), seconds=2)
        assert process.stderr.read() == "\nnbexp: stopped\n"


@pytest.mark.parametrize("options", [*PROCESSES, DASK])
@pytest.mark.parametrize("pause", [0.1, 0.3])
def test_a_second_signal_ends_the_run_at_once(tmp_path, options, pause):
    with a_run(tmp_path, options, SLEEPING) as process:
        process.send_signal(signal.SIGTERM)
        time.sleep(pause)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=5) == 130
        assert time.monotonic() - began < 1
        wait_until(lambda: not is_alive(process.pid), seconds=2)


@needs_dask
@pytest.mark.slow
@pytest.mark.parametrize("work", [SLEEPING, HANGING], ids=["sleeping", "hanging"])
def test_workers_of_a_cluster_started_here_end_with_their_parent(tmp_path, work):
    with a_run(tmp_path, ["--jobs", "2", "--backend", "dask"], work) as process:
        process.kill()
        process.wait()
        wait_until(lambda: not is_alive(process.pid), seconds=2)
