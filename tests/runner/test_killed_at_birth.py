"""A process killed while it makes, opens or closes a store: the same command goes on by itself."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from runner_fakes import Bench, make_spec

from nbexp.errors import StoreError
from nbexp.runner import schema
from nbexp.runner.merge import merge
from nbexp.runner.preview import preview
from nbexp.runner.salvage import repair, verify
from nbexp.runner.schema import FILE_NAME, TABLES
from nbexp.runner.store import Store

ALL = 162

SPIN = """
import sys
from nbexp.runner.writing import StoreWriter

print("ready", flush=True)
for number in range(10**6):
    StoreWriter.open(sys.argv[1]).close()
"""


def make_hot(path: Path, *statements: str) -> None:
    """Leave the file as a process does that is killed while it writes these changes."""
    path.parent.mkdir(exist_ok=True)
    journal = path.with_name(f"{path.name}-journal")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # the changes go to the file at once
        connection.execute("PRAGMA cache_spill = 1")
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        contents = path.read_bytes(), journal.read_bytes()
        connection.execute("ROLLBACK")
    for place, content in zip((path, journal), contents, strict=True):
        place.write_bytes(content)
    assert contents[0]
    assert contents[1][:8] == bytes.fromhex("d9d505f920a163d7")


CHANGES = ("UPDATE units SET content = 'x', phase = hex(zeroblob(900))", "DELETE FROM plan")
BIRTH = (
    *filter(str.strip, TABLES.split(";")),
    "INSERT INTO meta VALUES ('x', hex(zeroblob(9999)))",
)


def test_a_change_that_a_kill_cut_off_is_undone_by_whoever_comes_next(bench: Bench) -> None:
    bench.run(make_spec())
    before = bench.contents()
    for number, attempt in enumerate(
        (
            lambda to: verify(to).sound,
            lambda to: Store.open(to).close() or True,
            lambda to: preview(make_spec(), to)[0].missing == 0,
            lambda to: bench.run(make_spec(), to=to.name).stored == ALL,
            lambda to: repair(to).is_file(),
            lambda to: merge([to, bench.folder / "out"], bench.folder / "joined").units == ALL,
        )
    ):
        copy = bench.folder / f"copy-{number}"
        shutil.copytree(bench.folder / "out", copy)
        make_hot(copy / FILE_NAME, *CHANGES)
        assert attempt(copy)
        assert bench.contents(copy.name) == before


def test_a_store_whose_birth_was_cut_off_is_none(bench: Bench) -> None:
    place = bench.folder / "out"
    make_hot(place / FILE_NAME, *BIRTH)
    with pytest.raises(StoreError, match="no results here"):
        Store.open(place)
    make_hot(place / FILE_NAME, *BIRTH)
    assert bench.run(make_spec()).done == ALL
    make_hot(bench.folder / "joined" / FILE_NAME, *BIRTH)
    merge([place], bench.folder / "joined")
    assert bench.contents("joined") == bench.contents()


def test_fresh_undoes_what_was_cut_off_before_it_looks_whose_file_it_is(bench: Bench) -> None:
    path = bench.folder / "out" / FILE_NAME
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE precious (thing TEXT)")
        connection.commit()
    before = path.read_bytes()
    make_hot(path, "INSERT INTO precious VALUES (hex(zeroblob(20000)))")
    with pytest.raises(StoreError, match="not a result store"):
        bench.run(make_spec(), fresh=True)
    assert path.read_bytes() == before


def test_where_nothing_can_be_written_a_change_cut_off_is_told(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.run(make_spec())
    make_hot(bench.folder / "out" / FILE_NAME, *CHANGES)
    # Root may write everywhere: so that nothing is undone, all only read.
    read_only = schema.connect
    monkeypatch.setattr(schema, "connect", lambda path, mode: read_only(path, "ro"))
    with pytest.raises(StoreError, match=r"left run\.sqlite-journal beside it, .*copy") as caught:
        verify(bench.folder / "out")
    assert caught.value.exit_code == 4


@pytest.mark.parametrize("ending", ["", "-journal"])
@pytest.mark.parametrize("born", [False, True])
def test_killed_at_any_moment_of_opening_and_closing_a_run_goes_on(
    bench: Bench, ending: str, born: bool
) -> None:
    bench.run(make_spec(), to="whole")
    watched = bench.folder / "out" / f"{FILE_NAME}{ending}"
    for _ in range(6):
        shutil.rmtree(bench.folder / "out", ignore_errors=True)
        (bench.folder / "out").mkdir()
        if born:
            shutil.copy(bench.folder / "whole" / FILE_NAME, bench.folder / "out")
        with subprocess.Popen(
            [sys.executable, "-c", SPIN, str(bench.folder / "out")], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                if watched.exists() and watched.stat().st_size:
                    break
            process.send_signal(signal.SIGKILL)
        findings = verify(bench.folder / "out") if born else None
        assert findings is None or (findings.sound and findings.units == ALL)
        assert bench.run(make_spec()).stored == (ALL if born else 0)
        assert bench.contents() == bench.contents("whole")
