"""Damage of every kind is found, and a run does again what was damaged, and nothing else."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import pytest
from runner_fakes import Bench, change, contents, make_spec

from nbexp.errors import StoreError
from nbexp.runner.events import DamageFound
from nbexp.runner.packing import pack
from nbexp.runner.salvage import repair, verify
from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store

ALL = 162


def unseal(bench: Bench) -> None:
    """Make the store what it would be if an nbexp without seals had written it."""
    change(bench, "DELETE FROM meta WHERE key LIKE 'seal of %'")
    change(bench, "PRAGMA user_version = 0")


def test_a_sound_store_is_found_sound(done: Bench) -> None:
    findings = verify(done.folder / "out")
    assert findings.sound
    assert findings.units == ALL


UNIT = "WHERE rowid = 5"


@pytest.mark.parametrize(
    ("statement", "table", "found", "redone"),
    [
        (f"UPDATE units SET errors = errors + 1 {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET log_loss = 0.1 {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET log_loss = NULL {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET intervals = '[1, 1]' {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET status = 'failed' {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET content = 'x' {UNIT}", "units", "digest", 1),
        (f"UPDATE units SET predictions = NULL {UNIT}", "units", "", 1),
        (f"UPDATE units SET predictions = x'0102' {UNIT}", "units", "damaged", 1),
        (f"UPDATE units SET seed = 77 {UNIT}", "units", "key", 1),
        (f"UPDATE units SET version = 2 {UNIT}", "units", "key", 1),
        (f"UPDATE units SET params = '{{}}' {UNIT}", "units", "key", 1),
        (f"UPDATE units SET dataset = 'other' {UNIT}", "units", "key", 1),
        ("UPDATE trials SET assignment = x'01' WHERE rowid = 1", "trials", "damaged", 9),
        ("DELETE FROM trials WHERE rowid = 1", "units", "folds of its trial", 9),
        ("UPDATE datasets SET labels = x'01' WHERE name = 'small'", "datasets", "damaged", 0),
    ],
)
def test_each_damage_is_found_and_only_what_it_hit_is_done_again(
    done: Bench, statement: str, table: str, found: str, redone: int
) -> None:
    before = done.contents()
    assert change(done, statement) == 1
    findings = verify(done.folder / "out")
    assert not findings.sound
    assert table in {one.table for one in findings.damage}
    assert any(found in one.found for one in findings.damage)
    events = []
    outcome = done.run(make_spec(), reporter=events.append)
    assert outcome.exit_code == 0
    assert len(done.units_run()) == redone
    (event,) = (one for one in events if isinstance(one, DamageFound))
    assert event.damage == findings.damage
    assert verify(done.folder / "out").sound
    assert done.contents() == before


@pytest.mark.parametrize(
    "spec",
    [
        *("'{'", "'[]'", "'{\"name\": 1}'", "x'00'"),
        "replace(value, '\"trials\": 3', '\"trials\": 4')",
        'replace(value, \'"name": "small"\', \'"name": "smell"\')',
        "replace(value, '[1, 2]', '[1, \"x\"]')",
        'replace(value, \'"label": "ndd"\', \'"label": "mdd"\')',
        'replace(value, \'"method": "ndd", "version": 1\', \'"method": 7, "version": 1\')',
        'replace(value, \'"protocol": {\', \'"protocol": 3, "was": {\')',
        "replace(value, '\"datasets\": [', '\"datasets\": [7, ')",
    ],
)
@pytest.mark.parametrize("sealed", [True, False])
def test_a_damaged_spec_is_told_and_repaired(done: Bench, spec: str, sealed: bool) -> None:
    before = done.contents()
    if not sealed:
        unseal(done)
    assert change(done, f"UPDATE meta SET value = {spec} WHERE key = 'spec'") == 1
    damage = verify(done.folder / "out").damage
    assert "the stored spec" in {one.what for one in damage}
    assert verify(done.folder / "out").needs_repair
    try:
        done.run(make_spec())
    except StoreError as error:
        assert "the stored spec is damaged" in str(error)  # noqa: PT017
        assert "--repair saves" in str(error)  # noqa: PT017
        repair(done.folder / "out")
    else:
        assert not sealed  # what contradicts the plan is stored anew
    assert done.run(make_spec()).stored == ALL
    assert done.units_run() == []
    assert verify(done.folder / "out").sound
    assert done.contents() == before


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE datasets SET quantitative = 99 WHERE name = 'small'", "data set small"),
        ("UPDATE datasets SET title = 'zzz' WHERE name = 'small'", "data set small"),
        ("UPDATE datasets SET title = x'ff' WHERE name = 'small'", "data set small"),
        ("UPDATE datasets SET name = 'smell' WHERE name = 'small'", "data set small"),
        ("DELETE FROM datasets WHERE name = 'small'", "data set small"),
        ("UPDATE meta SET value = 'x' WHERE key = 'seal of data set small'", "data set small"),
        ("UPDATE plan SET label = 'mdd' WHERE position = 5", "the plan of units"),
        ("UPDATE plan SET key = 'x' WHERE position = 5", "the plan of units"),
        ("DELETE FROM plan WHERE position = 5", "the plan of units"),
        ("DELETE FROM plan", "the plan of units"),
        ("DELETE FROM meta WHERE key = 'seal of plan'", "the plan of units"),
        ("UPDATE runs SET environment = 'x'", "run 1"),
        ("UPDATE runs SET environment = '[]'", "run 1"),
        ("UPDATE runs SET started = x'ff'", "run 1"),
        ("UPDATE units SET fit_seconds = 'long' WHERE rowid = 5", "small"),
        ("INSERT INTO faults VALUES ('small', 'x', 0, 'm')", "the fault of data set small"),
    ],
)
def test_damage_beside_the_units_is_told_and_made_good(
    done: Bench, statement: str, what: str
) -> None:
    before = done.contents()
    assert change(done, statement) > 0
    damage = verify(done.folder / "out").damage
    assert any(what in one.what for one in damage) or "units" in {one.table for one in damage}
    assert done.run(make_spec()).exit_code == 0
    assert len(done.units_run()) == ("units" in statement)
    assert verify(done.folder / "out").sound
    assert done.contents() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE datasets SET quantitative = 99 WHERE name = 'small'",
        "UPDATE plan SET label = 'mdd' WHERE position = 5",
        "DELETE FROM trials WHERE rowid = 1",
        "UPDATE trials SET assignment = x'01' WHERE rowid = 1",
        "UPDATE units SET intervals = NULL WHERE rowid = 5",
        "UPDATE units SET predictions = NULL WHERE rowid = 5",
        "UPDATE runs SET environment = 'x'",
        "UPDATE datasets SET classes = 'x' WHERE name = 'small'",
        "DROP TABLE plan",
    ],
)
def test_what_reads_a_damaged_store_says_so(done: Bench, statement: str) -> None:
    change(done, statement)

    def read() -> None:
        with Store.open(done.folder / "out") as store:
            assert store.environment
            contents(store)

    with pytest.raises(StoreError, match=r"run\.sqlite: .*nbexp verify .* --repair saves"):
        read()


def test_a_plan_of_an_older_store_is_held_against_its_spec(done: Bench) -> None:
    before = done.contents()
    unseal(done)
    assert verify(done.folder / "out").sound
    change(done, "UPDATE plan SET label = 'mdd' WHERE position = 5")
    found = verify(done.folder / "out").damage
    assert [one.what for one in found] == ["the stored spec", "the plan of units"]
    change(done, "UPDATE runs SET exit_code = NULL, finished = NULL")  # killed: it may be behind
    assert verify(done.folder / "out").sound
    assert done.run(make_spec()).stored == ALL
    assert done.contents() == before
    change(done, "UPDATE datasets SET quantitative = 99 WHERE name = 'small'")
    assert not verify(done.folder / "out").sound  # it has seals now


@pytest.mark.parametrize("sealed", [True, False])
def test_an_older_store_is_repaired_and_sealed(done: Bench, sealed: bool) -> None:
    before = done.contents()
    if not sealed:
        unseal(done)
    change(done, f"UPDATE units SET errors = errors + 1 {UNIT}")
    repair(done.folder / "out")
    assert verify(done.folder / "out").units == ALL - 1
    assert done.run(make_spec()).stored == ALL - 1
    assert done.contents() == before


def spoil_index(bench: Bench, name: str) -> None:
    """Turn a bit of a key in the middle of an index."""
    path = bench.folder / "out" / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = connection.execute(query, (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    while content[(page - 1) * size] == 2:  # an inner page: its last child
        page = int.from_bytes(content[(page - 1) * size + 8 : (page - 1) * size + 12], "big")
    assert content[(page - 1) * size] == 10
    content[page * size - 3] ^= 4
    path.write_bytes(content)


@pytest.mark.parametrize("table", ["units", "plan", "trials", "datasets", "meta"])
def test_a_damaged_index_hides_nothing_and_is_mended_by_the_next_run(
    done: Bench, table: str
) -> None:
    before = done.contents()
    spoil_index(done, f"sqlite_autoindex_{table}_1")
    (line, *_) = verify(done.folder / "out").pages
    assert "index" in line
    with pytest.raises(StoreError, match="--repair saves what is sound"):
        done.contents()
    events = []
    assert done.run(make_spec(), reporter=events.append).stored == ALL
    assert done.units_run() == []
    (event,) = (one for one in events if isinstance(one, DamageFound))
    assert {one.table for one in event.damage} == {"index"}
    assert verify(done.folder / "out").sound
    assert done.contents() == before


def test_a_row_that_could_never_have_been_stored_is_done_again(done: Bench) -> None:
    before = done.contents()
    with closing(sqlite3.connect(done.folder / "out" / FILE_NAME)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        connection.execute(f"UPDATE units SET status = 'dome' {UNIT}")
        connection.commit()
    assert not verify(done.folder / "out").sound
    assert done.run(make_spec()).stored == ALL - 1
    assert done.contents() == before


def test_a_key_that_is_another_in_table_and_index_is_done_again(done: Bench) -> None:
    before = done.contents()
    path = done.folder / "out" / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        (key,) = connection.execute("SELECT key FROM units WHERE rowid = 9").fetchone()
    content = path.read_bytes()
    at = content.index(f"{key}small".encode()) if f"{key}small".encode() in content else -1
    at = at if at >= 0 else content.index(f"{key}large".encode())
    path.write_bytes(content[:at] + b"z" + content[at + 1 :])
    assert done.run(make_spec()).stored == ALL - 1
    assert len(done.units_run()) == 1
    assert done.contents() == before


def test_far_rows_after_a_damaged_page_are_saved_without_counting_up_to_them(done: Bench) -> None:
    before = done.contents()
    change(
        done, "UPDATE units SET rowid = 1099511627776 WHERE rowid = (SELECT max(rowid) FROM units)"
    )
    path = done.folder / "out" / FILE_NAME
    content = bytearray(path.read_bytes())
    page = next(
        at
        for at in range(40 * 4096, len(content), 4096)
        if content[at] == 13 and b"cross-validation" in content[at : at + 4096]
    )
    content[page : page + 100] = bytes(100)
    path.write_bytes(content)
    repair(done.folder / "out")
    units = verify(done.folder / "out").units
    assert ALL - 20 < units < ALL
    assert done.run(make_spec()).stored == units
    assert done.contents() == before


def test_sound_rows_that_contradict_each_other_are_found(done: Bench) -> None:
    before = done.contents()
    unseal(done)
    wrong = np.zeros(20, dtype=np.int8)
    assert change(done, "UPDATE datasets SET labels = ? WHERE name = 'small'", pack(wrong)) == 1
    findings = verify(done.folder / "out")
    assert {one.table for one in findings.damage} == {"datasets", "trials", "units"}
    assert all("small" in one.what for one in findings.damage)
    assert done.run(make_spec()).exit_code == 0
    assert len(done.units_run()) == ALL // 3
    assert done.contents() == before


def test_other_folds_behind_the_units_are_found(done: Bench) -> None:
    before = done.contents()
    change(done, "UPDATE trials SET assignment = ? WHERE rowid = 2", pack(np.arange(90) % 3))
    findings = verify(done.folder / "out")
    assert {one.table for one in findings.damage} == {"trials", "units"}
    assert done.run(make_spec()).exit_code == 0
    assert len(done.units_run()) == 9
    assert done.contents() == before


def test_folds_of_other_sizes_behind_the_units_are_found(done: Bench) -> None:
    folds = pack(np.array([0] * 10 + [1] * 20 + [2] * 60))
    change(done, "UPDATE trials SET assignment = ? WHERE rowid = 2", folds)
    found = {one.found for one in verify(done.folder / "out").damage if one.table == "units"}
    assert found == {f"30 predictions for {size} test instances" for size in (10, 20, 60)}
    assert done.run(make_spec()).exit_code == 0
    assert len(done.units_run()) == 9


def test_of_a_damaged_data_set_with_wrong_folds_all_is_done_again(done: Bench) -> None:
    before = done.contents()
    change(done, "UPDATE datasets SET labels = x'01' WHERE name = 'small'")
    wrong = pack(np.array([0] * 2 + [1] * 3 + [2] * 15))
    assert change(done, "UPDATE trials SET assignment = ? WHERE dataset = 'small'", wrong) == 6
    assert done.run(make_spec()).exit_code == 0
    assert len(done.units_run()) == ALL // 3
    assert done.contents() == before


def test_sealed_classes_are_made_good_and_no_unit_is_done_again(done: Bench) -> None:
    before = done.contents()
    wrong = pack(np.zeros(20, dtype=np.int8))
    assert change(done, "UPDATE datasets SET labels = ? WHERE name = 'small'", wrong) == 1
    (damage,) = verify(done.folder / "out").damage
    assert (damage.what, damage.table) == ("data set small", "datasets")
    assert done.run(make_spec()).exit_code == 0
    assert done.units_run() == []
    assert done.contents() == before


def test_codes_outside_of_the_classes_are_found(done: Bench) -> None:
    change(done, "UPDATE datasets SET labels = ? WHERE name = 'small'", pack(np.full(20, 9)))
    assert any("outside" in one.found for one in verify(done.folder / "out").damage)
    change(done, "UPDATE datasets SET labels = ? WHERE name = 'small'", pack(np.zeros(19, int)))
    assert any("found 19 labels" in one.found for one in verify(done.folder / "out").damage)
    change(done, "UPDATE trials SET assignment = ? WHERE rowid = 1", pack(np.zeros(9, int)))
    assert any("found 9 instances" in one.found for one in verify(done.folder / "out").damage)


def test_units_of_former_data_are_sound(bench: Bench) -> None:
    from runner_fakes import MadeUp

    from nbexp.spec.spec import DataSetSpec

    for seed in (3, 8):
        datasets = (DataSetSpec("small", MadeUp("small", 20 + seed, seed)),)
        bench.run(make_spec(datasets=datasets))
    findings = verify(bench.folder / "out")
    assert findings.sound
    assert findings.units == 2 * ALL // 3


def test_results_that_are_not_numbers_are_sound(done: Bench) -> None:
    from runner_fakes import execute

    from nbexp.runner.run import run

    def endless(dataset, assignment, wanted):
        from dataclasses import replace

        results = execute(dataset, assignment, wanted, log=done.log)
        return [replace(result, log_loss=float("nan"), brier=float("inf")) for result in results]

    from dataclasses import replace

    engine = replace(done.engine(), execute=endless)
    run(make_spec(), done.folder / "other", cache=done.folder, engine=engine)
    assert verify(done.folder / "other").sound
