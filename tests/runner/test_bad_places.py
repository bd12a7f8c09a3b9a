"""Full disks, folders that cannot be locked, a dead owner's lock, stores of other times."""

from __future__ import annotations

import errno
import fcntl
import os
import platform
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from runner_fakes import Bench, make_spec

from nbexp.errors import StoreError
from nbexp.runner import lock
from nbexp.runner.lock import sole_run
from nbexp.runner.salvage import verify
from nbexp.runner.schema import FILE_NAME

ALL = 162


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for a store's beginning only."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=280k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def grow(place: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=20m", str(place)], check=True)


def test_a_full_disk_ends_the_run_and_after_making_room_it_goes_on(
    bench: Bench, small_disk: Path
) -> None:
    bench.run(make_spec(), to="undisturbed")
    bench.forget()
    with pytest.raises(StoreError, match=r"full; .*make room on the disk and run again") as caught:
        bench.run(make_spec(), to="small/out")
    assert caught.value.exit_code == 4
    findings = verify(small_disk / "out")
    assert findings.sound
    assert 0 < findings.units < ALL
    with pytest.raises(StoreError, match="full"):
        bench.run(make_spec(), to="small/out")
    assert verify(small_disk / "out").units >= findings.units
    before = verify(small_disk / "out").units
    grow(small_disk)
    bench.forget()
    outcome = bench.run(make_spec(), to="small/out")
    assert (outcome.exit_code, outcome.stored) == (0, before)
    assert len(bench.units_run()) == ALL - before
    assert bench.contents("small/out") == bench.contents("undisturbed")


def test_a_disk_full_from_the_start_is_told(bench: Bench, small_disk: Path) -> None:
    filler = os.open(small_disk / "filler", os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while True:
            os.write(filler, b"x" * 512)
    os.close(filler)
    with pytest.raises(StoreError):
        bench.run(make_spec(), to="small/out")
    (small_disk / "filler").unlink()
    grow(small_disk)
    assert bench.run(make_spec(), to="small/out").exit_code == 0


HOLD = """
import sys, time
from pathlib import Path
from nbexp.runner.lock import sole_run

with sole_run(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(100)
"""


def test_a_lock_is_held_by_the_living_only(bench: Bench) -> None:
    place = bench.folder / "out"
    place.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(place)], stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"held\n"
        who = f"process {owner.pid} on {platform.node()}"
        with pytest.raises(StoreError, match=f"at work here .{who}"):
            bench.run(make_spec())
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        end = time.monotonic() + 2
        assert f"process {owner.pid} " in (place / lock.FILE_NAME).read_text()
        assert bench.run(make_spec()).exit_code == 0
        assert f"process {os.getpid()} " in (place / lock.FILE_NAME).read_text()
        assert time.monotonic() < end + 60


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_told(tmp_path: Path, monkeypatch, number: int) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with (
        pytest.raises(StoreError, match=r"cannot be locked: .*; choose another"),
        sole_run(tmp_path),
    ):
        pass


def test_a_lock_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / lock.FILE_NAME).mkdir()
    with pytest.raises(StoreError, match="cannot be locked: "), sole_run(tmp_path):
        pass


def test_a_lock_that_cannot_be_signed_is_held_all_the_same(tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with (
        sole_run(tmp_path),
        pytest.raises(StoreError, match=r"at work here \(another process\)"),
        sole_run(tmp_path),
    ):
        pass


@pytest.mark.parametrize("number", ["0", "2", "99"])
def test_a_store_of_another_schema_says_what_to_do(bench: Bench, number: str) -> None:
    bench.run(make_spec())
    with closing(sqlite3.connect(bench.folder / "out" / FILE_NAME)) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (number,))
        connection.commit()
    for attempt in (lambda: bench.run(make_spec()), lambda: verify(bench.folder / "out")):
        with pytest.raises(StoreError, match=f"schema {number}, .*read it with the nbexp that"):
            attempt()
    assert bench.run(make_spec(), fresh=True).done == ALL


@pytest.mark.parametrize("fresh", [True, False])
def test_a_folder_where_the_store_should_be_is_told(bench: Bench, fresh: bool) -> None:
    (bench.folder / "out" / FILE_NAME).mkdir(parents=True)
    with pytest.raises(StoreError, match=rf"{FILE_NAME}: .*(removed|unable to open)") as caught:
        bench.run(make_spec(), to="out", fresh=fresh)
    assert caught.value.exit_code == 4
