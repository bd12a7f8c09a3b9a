"""What a process asks of the system before it starts, and what its children inherit."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from nbexp.runner import environment
from nbexp.runner.process import give_back_large_blocks, use_one_thread

CODE = """
import resource, sys
from nbexp.runner.process import give_back_large_blocks
give_back_large_blocks()
import numpy as np
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
np.ones(4 * 2**20).sum()  # 32 MB: from here on, the C library would keep such blocks
before = resident()
blocks = [(np.ones(5 * 2**19), bytearray(64)) for _ in range(10)]
pins = [pin for _, pin in blocks]
del blocks
print(resident() - before)
"""


def test_the_user_may_say_how_many_threads(monkeypatch):
    monkeypatch.setattr(os, "environ", {"OMP_NUM_THREADS": "3"})
    use_one_thread()
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert os.environ["NUMBA_NUM_THREADS"] == "1"


def test_the_user_may_say_what_the_c_library_does(monkeypatch):
    monkeypatch.setenv("MALLOC_MMAP_THRESHOLD_", "123")
    give_back_large_blocks()
    assert os.environ["MALLOC_MMAP_THRESHOLD_"] == "123"


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux is asked")
def test_large_arrays_that_are_done_with_go_back_to_the_system():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40 << 20  # of 200 MB


def test_a_c_library_that_cannot_be_asked_is_left_alone(monkeypatch):
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    give_back_large_blocks()
    assert int(os.environ["MALLOC_MMAP_THRESHOLD_"]) == 16 << 20  # for children all the same


def test_a_system_that_tells_little_is_described_all_the_same(monkeypatch):
    def unknown(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(environment, "version", unknown)
    monkeypatch.setattr(environment, "Path", lambda path: Path("/nowhere"))
    described = environment.describe_environment(2)
    assert described["numpy"] is None
    assert described["jobs"] == 2
    assert described["cpu"]
