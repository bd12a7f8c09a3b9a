"""A guardian ends what a killed run left behind, even workers that have hardly started."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from nbexp.runner import guardian
from nbexp.runner.guardian import MARK, guarded, marked, watch

SLEEP = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(100)"]


@pytest.fixture
def sleeper():
    with subprocess.Popen(SLEEP, env={**os.environ, MARK: "abc"}) as process:
        while process.pid not in marked("abc"):  # it is being started
            assert process.poll() is None
            time.sleep(0.01)
        yield process
        process.kill()


def ends_of_a_run(monkeypatch, last_words: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(last_words)))


def test_what_bears_the_mark_of_a_killed_run_is_killed(sleeper, monkeypatch):
    ends_of_a_run(monkeypatch, b"")
    watch("other")
    assert sleeper.poll() is None
    watch("abc")
    assert sleeper.wait(timeout=2) == -9
    assert marked("abc") == []


def test_a_run_that_says_that_it_is_done_is_left_alone(sleeper, monkeypatch):
    ends_of_a_run(monkeypatch, b"done")
    watch("abc")
    assert sleeper.poll() is None


def test_those_that_clear_up_are_left_alone():
    words = [*SLEEP, "resource_tracker"]
    with subprocess.Popen(words, env={**os.environ, MARK: "abc"}) as process:
        time.sleep(0.3)
        assert marked("abc") == []
        process.kill()


def test_the_mark_is_gone_when_the_work_is_done():
    with guarded():
        mark = os.environ[MARK]
        assert len(mark) == 32
    assert MARK not in os.environ


def test_a_guardian_that_was_killed_does_no_harm(monkeypatch):
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1]
    )
    with guarded():
        started[0].kill()
        started[0].wait()


def test_where_there_is_no_proc_there_is_no_guardian(monkeypatch):
    monkeypatch.setattr(guardian.sys, "platform", "darwin")
    with guarded():
        assert MARK not in os.environ


def test_a_parent_killed_while_its_workers_start_leaves_none(tmp_path):
    script = (
        "import os, subprocess, sys, time\n"
        "from nbexp.runner.guardian import guarded\n"
        "with guarded():\n"
        f"    subprocess.Popen({SLEEP!r})\n"
        "    print(os.environ['NBEXP_RUN'], flush=True)\n"
        "    time.sleep(100)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        mark = parent.stdout.readline().decode().strip()
        while not marked(mark):
            time.sleep(0.01)
        parent.kill()
        parent.wait()
        end = time.monotonic() + 2
        while marked(mark):
            assert time.monotonic() < end
            time.sleep(0.02)
