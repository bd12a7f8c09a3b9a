from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from run_processes import is_alive, wait_until
from runner_fakes import make_spec

from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store

ALL = 162

SCRIPT = """
import sys
from pathlib import Path
from runner_fakes import Bench, make_spec

outcome = Bench(Path(sys.argv[1])).run(
    make_spec(), jobs=int(sys.argv[2]), behaviour={"seconds": 0.02}
)
sys.exit(outcome.exit_code)
"""


def start(folder: Path, jobs: int) -> subprocess.Popen[bytes]:
    """Start a slow run in a process group of its own."""
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), str(jobs)],
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
        stderr=subprocess.PIPE,
    )


def stored(folder: Path) -> int:
    path = folder / "out" / FILE_NAME
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM units").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # not born yet


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "parent"])
def test_a_killed_run_goes_on_where_it_was(bench, jobs, whole_group):
    bench.run(make_spec(), to="undisturbed")
    bench.forget()
    with start(bench.folder, jobs) as process:
        wait_until(lambda: stored(bench.folder) >= 27)
        if whole_group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
        wait_until(lambda: not is_alive(process.pid), seconds=4)
    before = stored(bench.folder)
    assert 27 <= before < ALL
    bench.forget()
    outcome = bench.run(make_spec())
    assert outcome.stored == before
    assert len(bench.units_run()) == ALL - before
    assert bench.contents() == bench.contents("undisturbed")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_what_is_done_and_exits_with_130(bench, jobs, how):
    with start(bench.folder, jobs) as process:
        wait_until(lambda: stored(bench.folder) >= 9)
        if how == signal.SIGINT:
            os.killpg(process.pid, how)  # as a terminal does
        else:
            process.send_signal(how)
        assert process.wait(timeout=5) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
        wait_until(lambda: not is_alive(process.pid), seconds=2)
    before = stored(bench.folder)
    assert 9 <= before < ALL
    with Store.open(bench.folder / "out") as store:
        assert [run["exit_code"] for run in store.runs()] == [130]
    bench.forget()
    assert bench.run(make_spec()).exit_code == 0
    assert len(bench.units_run()) == ALL - before


STUBBORN = """
import os, signal, sys, time
from pathlib import Path
from runner_fakes import Bench, make_spec
from nbexp.runner.events import UnitsStored

def stubborn(event):
    if isinstance(event, UnitsStored):
        try:
            print("stored", flush=True)
            time.sleep(100)
        finally:  # what cleaning up may take, if things go badly
            print("stopping", flush=True)
            time.sleep(100)

Bench(Path(sys.argv[1])).run(make_spec(), reporter=stubborn)
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (signal.SIGINT, signal.SIGINT),
        (signal.SIGTERM, signal.SIGTERM),
        (signal.SIGINT, signal.SIGTERM),
    ],
)
def test_a_second_signal_ends_the_run_at_once(bench, first, second):
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", STUBBORN, str(bench.folder)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"stored\n"
        process.send_signal(first)
        assert process.stdout.readline() == b"stopping\n"
        began = time.monotonic()
        process.send_signal(second)
        assert process.wait(timeout=5) == 130
        assert time.monotonic() - began < 2
    assert stored(bench.folder) == 9
    assert bench.run(make_spec()).exit_code == 0


def test_workers_in_compiled_code_end_with_their_parent(bench):
    script = SCRIPT.replace('"seconds": 0.02', '"hanging": ("ndd",), "seconds": 0.02')
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", script, str(bench.folder), "2"],
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    ) as process:
        log = bench.log
        wait_until(lambda: log.exists() and log.read_text().count(" 0 ffd ") >= 2)
        time.sleep(0.3)  # both are now in code that lets no other thread run
        process.kill()
        process.wait()
        wait_until(lambda: not is_alive(process.pid), seconds=2)


ORPHAN = """
import os, sys, time
from nbexp.runner import pool

pool.sys.platform = "elsewhere"  # where no system kills a process with its parent
pool.prepare_worker(os.getppid())
print("ready", flush=True)
time.sleep(100)
"""


def test_where_the_system_does_not_end_workers_they_end_by_themselves(tmp_path):
    (tmp_path / "orphan.py").write_text(ORPHAN)
    with subprocess.Popen(
        ["sh", "-c", f"'{sys.executable}' '{tmp_path}/orphan.py'; exit"], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        began = time.monotonic()
        assert parent.stdout.read() == b""  # the last one that could write has gone
        assert time.monotonic() - began < 4
