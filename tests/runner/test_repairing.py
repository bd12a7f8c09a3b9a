"""A damaged file is repaired: what is sound in it is saved, and the run does the rest."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from runner_fakes import Bench, change, make_spec

from nbexp.errors import StoreError
from nbexp.runner.salvage import repair, verify
from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store
from nbexp.runner.writing import StoreWriter

ALL = 162
UNIT = "WHERE rowid = 5"


def spoil_pages(path: Path, pages: range, size: int = 4096) -> None:
    chance = random.Random(1)
    content = bytearray(path.read_bytes())
    for page in pages:
        for at in range(page * size, min(len(content), (page + 1) * size)):
            content[at] = chance.randrange(256)
    path.write_bytes(content)


def check_repair(done: Bench, before: object, stored: int) -> None:
    """Check that a run is refused, repaired, and then gives what it gave before."""
    with pytest.raises(StoreError, match=r"nbexp verify .* --repair saves what is sound in it"):
        done.run(make_spec())
    repair(done.folder / "out")
    assert verify(done.folder / "out").sound
    assert done.run(make_spec()).stored == stored
    assert done.contents() == before


@pytest.mark.parametrize("pages", [range(12, 13), range(20, 40), range(8, 300), range(1, 4)])
def test_a_damaged_file_is_repaired_and_what_is_missing_is_done_again(
    done: Bench, pages: range
) -> None:
    before = done.contents()
    path = done.folder / "out" / FILE_NAME
    spoil_pages(path, pages)
    with pytest.raises(StoreError, match=r"nbexp verify .* --repair saves what is sound in it"):
        done.run(make_spec())
    spoilt = path.read_bytes()
    findings = verify(done.folder / "out")
    assert findings.pages
    kept = repair(done.folder / "out")
    assert kept.read_bytes() == spoilt
    findings = verify(done.folder / "out")
    assert findings.sound
    outcome = done.run(make_spec())
    assert outcome.exit_code == 0
    assert outcome.stored == findings.units
    assert len(done.units_run()) == ALL - findings.units
    now = done.contents()
    assert now == before


def test_a_file_that_is_no_database_any_more_is_put_aside(done: Bench) -> None:
    path = done.folder / "out" / FILE_NAME
    path.write_bytes(b"x" * 50_000)
    assert verify(done.folder / "out").pages
    with pytest.raises(StoreError, match=r"nbexp verify .* --repair"):
        done.run(make_spec())
    assert repair(done.folder / "out").name == "run.sqlite.damaged-1"
    assert verify(done.folder / "out").units == 0
    assert done.run(make_spec()).done == ALL
    path.write_bytes(b"x" * 50_000)
    assert repair(done.folder / "out").name == "run.sqlite.damaged-2"


def test_a_file_cut_short_is_repaired(done: Bench) -> None:
    before = done.contents()
    path = done.folder / "out" / FILE_NAME
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert not verify(done.folder / "out").sound
    repair(done.folder / "out")
    assert done.run(make_spec()).exit_code == 0
    assert done.contents() == before


def test_a_sound_store_survives_its_repair(done: Bench) -> None:
    before = done.contents()
    repair(done.folder / "out")
    assert done.contents() == before
    assert done.run(make_spec()).stored == ALL


def test_what_stands_in_the_log_of_a_killed_run_is_saved_too(done: Bench) -> None:
    import shutil

    store = StoreWriter.open(done.folder / "out")
    store.start_run("2026-01-01", {})  # in the log, not in the file
    copy = done.folder / "copy"
    shutil.copytree(done.folder / "out", copy)
    store.close()
    assert (copy / f"{FILE_NAME}-wal").stat().st_size > 0
    repair(copy)
    assert verify(copy).units == ALL
    with closing(sqlite3.connect(copy / FILE_NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    assert not (copy / f"{FILE_NAME}-wal").exists()


def test_nothing_and_other_files_are_neither_verified_nor_repaired(tmp_path: Path) -> None:
    for attempt in (verify, repair):
        with pytest.raises(StoreError, match="no results here"):
            attempt(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("CREATE TABLE precious (thing TEXT)")
        connection.commit()
    before = (tmp_path / FILE_NAME).read_bytes()
    for attempt in (verify, repair):
        with pytest.raises(StoreError, match="not a result store"):
            attempt(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "stored"),
    [
        (f"UPDATE units SET intervals = CAST(x'ff' AS TEXT) {UNIT}", ALL - 1),
        ("UPDATE trials SET dataset = CAST(x'ff' AS TEXT) WHERE rowid = 1", ALL - 9),
        ("UPDATE datasets SET title = CAST(x'ff' AS TEXT) WHERE name = 'small'", ALL),
        ("UPDATE meta SET value = CAST(x'ff' AS TEXT) WHERE key = 'spec'", ALL),
    ],
)
def test_text_that_is_none_is_damage_that_is_repaired(
    done: Bench, statement: str, stored: int
) -> None:
    before = done.contents()
    assert change(done, statement) == 1
    (found,) = verify(done.folder / "out").pages
    assert "Could not decode" in found
    check_repair(done, before, stored=stored)


def test_the_log_of_a_file_that_somebody_reads_is_put_aside_with_it(done: Bench) -> None:
    writer = StoreWriter.open(done.folder / "out")
    writer.start_run("2026-01-01", {})
    with Store.open(done.folder / "out") as reader:
        writer.close()  # but the reader holds the log
        kept = repair(done.folder / "out")
        assert kept.with_name(f"{kept.name}-wal").is_file()
        assert not kept.with_name(f"{FILE_NAME}-wal").exists()
        assert len(list(reader.units())) == ALL
    with Store.open(done.folder / "out") as store:
        assert len(store.runs()) == 2
    assert done.run(make_spec()).stored == ALL


def test_a_file_that_cannot_be_opened_is_not_taken_for_an_empty_one(
    done: Bench, monkeypatch
) -> None:
    path = done.folder / "out" / FILE_NAME
    before, connect = path.read_bytes(), sqlite3.connect

    def refusing(place: object, **options: object) -> sqlite3.Connection:
        if "mode=rw" in str(place) and "repaired" not in str(place):
            raise sqlite3.OperationalError("unable to open database file")
        return connect(place, **options)

    monkeypatch.setattr(sqlite3, "connect", refusing)
    with pytest.raises(StoreError, match=r"run\.sqlite: unable to open"):
        repair(done.folder / "out")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        ("DROP TABLE plan", 0),
        ("DROP TABLE trials", ALL),
        ("ALTER TABLE meta RENAME COLUMN value TO worth", 0),
        ("ALTER TABLE units RENAME COLUMN errors TO mistakes", 0),
        ("ALTER TABLE runs ADD COLUMN more TEXT", 0),
        ("DELETE FROM meta WHERE key = 'schema'", 0),
        ("PRAGMA application_id = 7", 0),
    ],
)
def test_a_store_that_lacks_a_part_is_repaired(done: Bench, statement: str, lost: int) -> None:
    before = done.contents()
    change(done, statement)
    assert len(verify(done.folder / "out").pages) == 1
    check_repair(done, before, stored=ALL - lost)


@pytest.mark.parametrize(
    ("name", "damaged", "stored"),
    [
        (b"environment TEXT", b"environ\xedent TEXT", ALL),
        (b"UNIQUE (dataset, label, seed", b"UNIQUE (dataset, label, s\xe5ed", 0),
    ],
)
def test_a_name_that_is_no_text_is_told_and_repaired(
    done: Bench, name: bytes, damaged: bytes, stored: int
) -> None:
    before = done.contents()
    path = done.folder / "out" / FILE_NAME
    path.write_bytes(path.read_bytes().replace(name, damaged, 1))
    assert len(verify(done.folder / "out").pages) == 1
    check_repair(done, before, stored=stored)
