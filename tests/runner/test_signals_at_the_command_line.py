"""``nbexp run`` is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
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


@contextmanager
def a_run(folder: Path, options: list[str], work: str):
    """Start a run in a group of its own, and wait until all its workers are at work."""
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
            wait_until(lambda: len(list(folder.glob("at-work-*"))) >= int(options[1]))
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@needs_dask
@pytest.mark.slow
@pytest.mark.parametrize("work", [SLEEPING, HANGING], ids=["sleeping", "hanging"])
def test_workers_of_a_cluster_started_here_end_with_their_parent(tmp_path, work):
    with a_run(tmp_path, ["--jobs", "2", "--backend", "dask"], work) as process:
        process.kill()
        process.wait()
        wait_until(lambda: not is_alive(process.pid), seconds=2)
