"""Prequential runs: what is stored is what the protocol gives, once and for all."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from nbexp.errors import SpecError, StoreError
from nbexp.incremental.registry import create_learner
from nbexp.protocol.prequential import run_prequential, stream_order
from nbexp.runner.artefacts import pack_course, unpack_course
from nbexp.runner.merge import merge
from nbexp.runner.salvage import repair, verify
from nbexp.runner.store import Store

ALL = 2 * 3 * 3


def of_iris(results: Path):
    """Return iris's trial 1 as the protocol gives it, and the order of its instances."""
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.load import load

    dataset = load(find_recipe("iris"), cache=results / "cache")
    order = stream_order("iris", 150, seed=7, trial=1)
    learners = {name: create_learner(name, {}) for name in ("iffd", "ffd")}
    stops = tuple(range(60, 151, 10))
    return run_prequential(
        dataset, order, learners, initial=50, checkpoints=stops, window=40
    ), order


def test_a_store_holds_what_the_protocol_gives(results: Path, tmp_path: Path) -> None:
    expected, order = of_iris(tmp_path)
    with Store.open(results) as store:
        for result in expected:
            found = store.predictions("iris", result.method, 7)[1]
            assert found.tolist() == result.by_instance(order).tolist()
            course = store.courses("iris", result.method, 7)[1]
            assert course.checkpoints == result.checkpoints
            assert course.instances == 100
            assert all(cost.learn_seconds > 0 for cost in course.costs)


def test_the_initial_instances_are_tested_by_no_unit(results: Path) -> None:
    with Store.open(results) as store:
        predictions = store.predictions("iris", "gaussian", 7)
        for trial, row in enumerate(predictions):
            order = stream_order("iris", 150, seed=7, trial=trial)
            assert np.flatnonzero(row < 0).tolist() == sorted(order[:50].tolist())
        assert {unit.instances for unit in store.units() if unit.dataset == "iris"} == {100}


def test_a_run_is_not_done_again_and_may_grow(make, tmp_path: Path) -> None:
    output = tmp_path / "grown"
    assert make(output, ("trials: 3", "trials: 1")).done == 6
    grown = make(output)
    assert (grown.done, grown.stored) == (ALL, 6)
    assert make(output).stored == ALL


def test_two_processes_give_the_same_as_one(make, results: Path, tmp_path: Path) -> None:
    make(tmp_path / "two", jobs=2)
    with Store.open(results) as one, Store.open(tmp_path / "two") as two:
        assert one.content_digests() == two.content_digests()
        for name in ("iris", "own"):
            courses = (store.courses(name, "iffd", 7) for store in (one, two))
            first, second = ([c.checkpoints for c in each.values()] for each in courses)
            assert first == second


def test_another_protocol_is_another_experiment(make, tmp_path: Path) -> None:
    make(tmp_path / "out", ("trials: 3", "trials: 1"))
    with pytest.raises(SpecError, match=r"protocol\.initial: 50 in the store, 60 in the spec"):
        make(tmp_path / "out", ("initial: 50", "initial: 60"))


def test_a_data_set_no_larger_than_the_initial_instances_fails_with_the_reason(
    make, tmp_path: Path
) -> None:
    outcome = make(tmp_path / "out", ("initial: 50", "initial: 155"))
    assert (outcome.done, outcome.failed) == (9, 9)
    with Store.open(tmp_path / "out") as store:
        causes = {unit.cause for unit in store.units() if unit.dataset == "iris"}
    assert len(causes) == 1
    assert "found 150 instances, expected more than the 155" in causes.pop()


def test_a_damaged_course_is_found_and_done_anew(make, tmp_path: Path) -> None:
    output = tmp_path / "out"
    make(output, ("trials: 3", "trials: 1"))
    with closing(sqlite3.connect(output / "run.sqlite")) as connection:
        query = "UPDATE artefacts SET content = x'00' WHERE key IN (SELECT min(key) FROM artefacts)"
        connection.execute(query)
        connection.commit()
    (damage,) = verify(output).damage
    assert (damage.table, damage.found) == ("units", "the course of its stream is damaged or gone")
    assert make(output, ("trials: 3", "trials: 1")).stored == 5
    assert verify(output).sound


def test_merged_and_repaired_stores_keep_the_courses(make, results: Path, tmp_path: Path) -> None:
    make(tmp_path / "a", ("  - iris\n", ""))
    make(tmp_path / "b", ("  - {name: own, path: own.csv, class: y}\n", ""))
    merge([tmp_path / "a", tmp_path / "b"], tmp_path / "joined")
    repair(tmp_path / "joined")
    with Store.open(tmp_path / "joined") as joined, Store.open(results) as whole:
        for name in ("iris", "own"):
            first, second = (s.courses(name, "iffd", 7) for s in (joined, whole))
            assert [c.checkpoints for c in first.values()] == [
                c.checkpoints for c in second.values()
            ]


def test_a_store_of_cross_validation_has_no_table_of_artefacts(make, tmp_path: Path) -> None:
    change = ("kind: prequential, initial: 50, trials: 3, window: 40, checkpoints: 10", "trials: 1")
    output = tmp_path / "plain"
    with pytest.raises(SpecError, match="no method is called 'iffd'"):
        make(output, change)
    path = output.with_name("plain.yaml")
    path.write_text("name: plain\ndatasets: [iris]\nmethods: [ffd]\nprotocol: {trials: 1}\n")
    from nbexp.runner.run import run
    from nbexp.spec.reader import read_spec

    run(read_spec(str(path)), output, cache=tmp_path / "cache")
    with Store.open(output) as store:
        assert not store.has_artefacts
        assert store.courses("iris", "ffd", 20030703) == {}


def test_a_course_is_packed_without_loss_and_damage_is_told(results: Path) -> None:
    with Store.open(results) as store:
        course = store.courses("iris", "iffd", 7)[0]
    blob = pack_course(course)
    assert unpack_course(blob) == course
    with pytest.raises(StoreError, match="damaged"):
        unpack_course(blob[:-5])


def test_the_course_of_another_format_is_not_read(results: Path) -> None:
    with Store.open(results) as store:
        blob = pack_course(store.courses("iris", "iffd", 7)[0])
    other = zlib.compress(zlib.decompress(blob).replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(StoreError, match="an artefact has format 2, this nbexp reads 1"):
        unpack_course(other)


def test_stock_is_taken_where_the_spec_says_as_far_as_the_stream_goes(make, tmp_path: Path) -> None:
    make(tmp_path / "out", ("checkpoints: 10", "checkpoints: [40, 75, 120, 999]"))
    with Store.open(tmp_path / "out") as store:
        course = store.courses("iris", "iffd", 7)[0]
    assert [checkpoint.seen for checkpoint in course.checkpoints] == [75, 120, 150]


def test_a_method_that_fails_in_a_stream_fails_with_the_reason(
    make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "failing_in_streams.py").write_text(
        "from nbexp.discretize.frequency import FixedFrequency\n\n\n"
        "class Failing(FixedFrequency):\n"
        "    def fit(self, sample):\n"
        "        raise ValueError('too hard')\n"
    )
    outcome = make(tmp_path / "out", ("gaussian, ffd]", "gaussian, failing_in_streams:Failing]"))
    assert (outcome.done, outcome.failed, outcome.exit_code) == (2 * ALL // 3, ALL // 3, 1)
    with Store.open(tmp_path / "out") as store:
        failed = [unit for unit in store.units() if unit.status == "failed"]
        assert store.courses("iris", "failing_in_streams:Failing", 7) == {}
    assert {unit.method for unit in failed} == {"failing_in_streams:Failing"}
    assert all("too hard" in unit.cause for unit in failed)
