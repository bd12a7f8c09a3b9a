"""Work on a Dask cluster: the same store, also when a worker is lost on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import StoreError
from nbexp.runner.cluster import NoCluster, connected
from nbexp.runner.store import Store

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="dask and distributed are not installed"
)

SPEC = """
name: cluster
title: Cluster
datasets:
  - {{name: one, path: {folder}/one.csv, class: target}}
  - {{name: two, path: {folder}/two.csv, class: target}}
methods: [pd, ndd, ld, kernel]
protocol: {{kind: cross-validation, trials: 12, folds: 3, stratified: false}}
seeds: [1]
"""

PATIENCE_SECONDS = 120


def write_spec(folder: Path) -> Path:
    rng = np.random.default_rng(4)
    for name, n in (("one", 4_000), ("two", 300)):
        labels = rng.integers(0, 3, n)
        columns = np.column_stack((*(rng.standard_normal((3, n)) + labels), labels))
        lines = [",".join(f"{x:.6f}" for x in row[:-1]) + f",c{row[-1]:.0f}" for row in columns]
        (folder / f"{name}.csv").write_text("\n".join(["a,b,c,target", *lines]) + "\n")
    spec = folder / "spec.yaml"
    spec.write_text(SPEC.format(folder=folder))
    return spec


def nbexp(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "nbexp", *map(str, arguments)]


def wait_until(true, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert process.poll() is None, process.stderr
        assert time.monotonic() < end
        time.sleep(0.02)


class LoopbackCluster:
    """A scheduler and two workers on this machine."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.log = (folder / "cluster.log").open("w")
        self.processes = [self._start("scheduler", "--no-dashboard", "--port", "0")]
        self.workers = [
            self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(2)
        ]
        self.processes += self.workers

    def _start(self, role: str, *options: str) -> subprocess.Popen[str]:
        place = ["--host", "127.0.0.1"] if role == "scheduler" else []
        command = [sys.executable, "-m", "distributed.cli.dask_" + role, *options, *place]
        command += ["--scheduler-file", str(self.file)]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, text=True)

    def address(self) -> str:
        import json

        wait_until(self.file.is_file, self.processes[0])
        return str(json.loads(self.file.read_text())["address"])

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path):
    found = LoopbackCluster(tmp_path)
    yield found
    found.end()


def done_units(directory: Path) -> int:
    try:
        with Store.open(directory) as store:
            return sum(progress.done for progress in store.progress().values())
    except StoreError:
        return 0


@needs_dask
@pytest.mark.slow
def test_a_worker_lost_on_the_way_changes_nothing_in_the_store(tmp_path, cluster):
    spec, alone, together = write_spec(tmp_path), tmp_path / "alone", tmp_path / "together"
    common = ("--cache", tmp_path / "cache")
    subprocess.run(nbexp("run", spec, "-o", alone, *common), check=True, capture_output=True)
    options = ("--backend", "dask", "--scheduler", cluster.address())
    run = subprocess.Popen(
        nbexp("run", spec, "-o", together, *common, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: done_units(together) > 0, run)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert done_units(together) < 288
    told = run.communicate(timeout=PATIENCE_SECONDS)
    assert run.returncode == 0, told
    with Store.open(alone) as one, Store.open(together) as other:
        digests = one.content_digests()
        assert len(digests) == 288
        assert digests == other.content_digests()
        assert one.spec == other.spec
        assert one.labels("one").tolist() == other.labels("one").tolist()


@needs_dask
@pytest.mark.slow
def test_a_scheduler_lost_on_the_way_is_one_message_and_costs_nothing_stored(tmp_path, cluster):
    spec, out = write_spec(tmp_path), tmp_path / "out"
    options = ("--backend", "dask", "--scheduler", cluster.address())
    run = subprocess.Popen(
        nbexp("run", spec, "-o", out, "--trials", 400, "--cache", tmp_path / "cache", *options),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: done_units(out) > 0, run)
    cluster.processes[0].kill()
    told = run.communicate(timeout=PATIENCE_SECONDS)[1].splitlines()
    assert run.returncode == 1
    (line,) = [line for line in told if not line.startswith(("one: kinds", "two: kinds"))]
    assert line.startswith("nbexp: error: --backend dask: the scheduler was lost on the way; what")
    assert done_units(out) > 0


@needs_dask
@pytest.mark.slow
def test_without_an_address_a_cluster_is_started_here(tmp_path):
    spec = write_spec(tmp_path)
    options = ("--trials", 1, "--datasets", "two", "--backend", "dask", "--cache", tmp_path / "c")
    command = nbexp("run", spec, "-o", tmp_path / "out", *options)
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert done.returncode == 0, done.stderr
    assert done_units(tmp_path / "out") == 12


@needs_dask
def test_a_scheduler_that_does_not_answer_is_one_message(tmp_path, monkeypatch):
    monkeypatch.setattr("nbexp.runner.cluster._CONNECT_SECONDS", 1)
    options = ("--backend", "dask", "--scheduler", "nowhere", "-o", str(tmp_path / "out"))
    result = CliRunner().invoke(cli, ["run", str(write_spec(tmp_path)), *options])
    assert "no Dask scheduler answers" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_an_address_is_of_no_use_without_dask(tmp_path):
    result = CliRunner().invoke(cli, ["run", "quick", "--scheduler", "tcp://localhost:8786"])
    assert result.exit_code == 2
    assert "--backend dask" in result.output


@needs_dask
def test_a_cluster_without_workers_is_one_message(monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr("nbexp.runner.cluster._CONNECT_SECONDS", 1)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty,
        pytest.raises(NoCluster, match="the cluster has no workers"),
        connected(empty.scheduler_address, 1),
    ):
        pass


@needs_dask
def test_a_cluster_that_cannot_be_started_here_is_one_message(tmp_path, monkeypatch):
    def no_room(**options: object) -> None:
        raise RuntimeError("Cluster failed to start: no room")

    monkeypatch.setattr("distributed.LocalCluster", no_room)
    options = ["--backend", "dask", "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(cli, ["run", str(write_spec(tmp_path)), *options])
    assert "no cluster can be started here: Cluster failed to start: no room" in str(
        result.exception
    )


def test_without_dask_the_way_to_install_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    spec = str(write_spec(tmp_path))
    result = CliRunner().invoke(cli, ["run", spec, "--backend", "dask", "-o", str(tmp_path)])
    assert "nbexp[dask]" in str(result.exception)
