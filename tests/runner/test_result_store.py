from __future__ import annotations

import os
import platform
import sqlite3

import numpy as np
import pytest
from runner_fakes import MadeUp, make_data, make_spec, noted

from nbexp.errors import StoreError
from nbexp.protocol.folds import fold_assignment
from nbexp.runner.events import UnitsStored
from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store
from nbexp.runner.writing import StoreWriter
from nbexp.spec.spec import DataSetSpec


def test_a_folder_without_results_is_told(tmp_path):
    with pytest.raises(StoreError, match="no results here"):
        Store.open(tmp_path)


def test_the_store_shows_what_was_run(bench):
    spec = make_spec()
    bench.run(spec)
    data = make_data(MadeUp("small", 20, 3))
    with Store.open(bench.folder / "out") as store:
        assert store.spec == spec.resolved()
        assert store.methods() == ["ewd", "ffd s=10", "ndd"]
        assert store.seeds() == [1, 2]
        assert [one.name for one in store.datasets()] == ["large", "small", "middle"]
        small = store.datasets()[1]
        assert small.title == "Made-up small"
        assert (small.instances, small.quantitative, small.qualitative) == (20, 2, 1)
        assert small.missing == sum(a.n_missing for a in data.attributes) > 1
        assert small.classes == ("a", "b", "c", "never")
        assert small.n_classes == 4
        assert small.digest == data.digest
        assert store.labels("small").tolist() == data.labels.tolist()
        assert store.faults() == []
        assert store.environment["numpy"] == np.__version__
        assert store.environment["jobs"] == 1
        assert [run["exit_code"] for run in store.runs()] == [0]


def test_predictions_stand_at_their_instances(bench):
    bench.run(make_spec())
    labels = make_data(MadeUp("small", 20, 3)).labels
    with Store.open(bench.folder / "out") as store:
        predictions = store.predictions("small", "ndd", 2)
        assert predictions.dtype == np.int16
        assert predictions.shape == (3, 20)
        units = [u for u in store.units() if (u.dataset, u.method, u.seed) == ("small", "ndd", 2)]
        for trial in range(3):
            assignment = fold_assignment(
                "small", labels, seed=2, trial=trial, folds=3, stratified=False
            )
            assert store.assignment("small", 2, trial).tolist() == assignment.tolist()
            for unit in units:
                if unit.trial == trial:
                    tested = assignment == unit.fold
                    wrong = predictions[trial, tested] != labels[tested]
                    assert unit.errors == np.count_nonzero(wrong)
                    assert unit.instances == np.count_nonzero(tested)


def test_units_come_in_the_order_of_the_spec(bench):
    bench.run(make_spec())
    with Store.open(bench.folder / "out") as store:
        units = list(store.units())
    assert len(units) == 3 * 3 * 2 * 3 * 3
    order = [(u.dataset, u.method, u.seed, u.trial, u.fold) for u in units]
    names = {name: rank for rank, name in enumerate(["large", "small", "middle"])}
    labels = {name: rank for rank, name in enumerate(["ewd", "ffd s=10", "ndd"])}
    assert order == sorted(order, key=lambda u: (names[u[0]], labels[u[1]], *u[2:]))
    unit = units[0]
    assert unit.status == "done"
    assert unit.log_loss == unit.errors / 3
    assert unit.brier == unit.errors / 7
    assert len(unit.intervals) == 2
    assert unit.shared_seconds == 0.5
    assert unit.phase is None


def test_missing_and_failed_units_have_no_predictions(bench):
    bench.run(make_spec(), behaviour={"failing": ("ndd",)})
    bench.run(
        make_spec(protocol=make_spec().protocol.__class__(trials=4, folds=3)),
        behaviour={"failing": ("ndd", "ewd")},
    )
    with Store.open(bench.folder / "out") as store:
        assert (store.predictions("small", "ndd", 1) == -1).all()
        ewd = store.predictions("small", "ewd", 1)
        assert (ewd[:3] >= 0).all()
        assert (ewd[3] == -1).all()


def test_a_finished_run_leaves_one_file_besides_the_lock(bench):
    bench.run(make_spec())
    found = {path.name for path in (bench.folder / "out").iterdir()}
    assert found == {"run.lock", FILE_NAME}


def test_a_store_can_be_read_where_nothing_can_be_written(bench):
    bench.run(make_spec())
    folder = bench.folder / "out"
    (folder / FILE_NAME).chmod(0o444)
    folder.chmod(0o555)
    try:
        assert len(bench.contents()["units"]) == 162
    finally:
        folder.chmod(0o755)


def test_a_store_of_another_schema_is_refused(bench):
    bench.run(make_spec())
    path = bench.folder / "out" / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    connection.close()
    with pytest.raises(StoreError, match="schema 99, this nbexp reads schema 1"):
        Store.open(bench.folder / "out")
    with pytest.raises(StoreError, match="schema 99"):
        bench.run(make_spec())


def test_another_database_is_neither_read_nor_removed(bench):
    (bench.folder / "out").mkdir()
    path = bench.folder / "out" / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE precious (thing TEXT)")
    connection.close()
    before = path.read_bytes()
    for attempt in (
        lambda: Store.open(bench.folder / "out"),
        lambda: bench.run(make_spec(), fresh=True),
        lambda: bench.run(make_spec()),
    ):
        with pytest.raises(StoreError, match="not a result store"):
            attempt()
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_told(bench):
    (bench.folder / "out").mkdir()
    (bench.folder / "out" / FILE_NAME).write_text("not a database at all" * 100)
    with pytest.raises(StoreError, match="not a database"):
        bench.run(make_spec())
    bench.run(make_spec(), fresh=True)
    assert len(bench.contents()["units"]) == 162


def test_fresh_removes_the_store_and_nothing_else(bench):
    bench.run(make_spec())
    (bench.folder / "out" / "notes.txt").write_text("mine")
    bench.forget()
    bench.run(make_spec(), fresh=True)
    assert len(bench.units_run()) == 162
    assert (bench.folder / "out" / "notes.txt").read_text() == "mine"


def test_reading_sees_one_moment_while_a_run_goes_on(bench):
    opened = []

    def look(event):
        if isinstance(event, UnitsStored) and not opened:
            opened.append(Store.open(bench.folder / "out"))

    bench.run(make_spec(), reporter=look)
    (store,) = opened
    with store:
        assert len(list(store.units())) == 9
        assert sum(progress.done for progress in store.progress().values()) == 9
    assert len(bench.contents()["units"]) == 162


def test_a_data_set_without_units_is_not_among_those_that_ran(bench):
    sources = (MadeUp("small", 20, 3), MadeUp("gone", fault="unavailable"))
    datasets = tuple(DataSetSpec(s.name, s, optional=True) for s in sources)
    bench.run(make_spec(datasets=datasets))
    with Store.open(bench.folder / "out") as store:
        assert [one.name for one in store.datasets()] == ["small"]
        (fault,) = store.faults()
        assert (fault.dataset, fault.optional, fault.unavailable) == ("gone", True, True)
        assert fault.message == "gone: no source could be reached"
        progress = store.progress()
        assert (progress["small"].planned, progress["small"].missing) == (54, 0)
        assert (progress["gone"].planned, progress["gone"].missing) == (54, 54)


def test_a_second_run_in_the_same_directory_is_refused(bench):
    from nbexp.runner.lock import sole_run

    (bench.folder / "out").mkdir()
    with sole_run(bench.folder / "out"):
        who = f"process {os.getpid()} on {platform.node()}"
        with pytest.raises(StoreError, match=f"at work here .{who}"):
            bench.run(make_spec())
        assert noted(bench.log) == []
    bench.run(make_spec())


def test_a_change_that_fails_halfway_changes_nothing(bench):
    from nbexp.runner.plan import plan_units

    bench.run(make_spec())
    before = bench.contents()
    resolved = make_spec(title="Another title").resolved()
    with StoreWriter.open(bench.folder / "out") as store:
        unit, *_ = plan_units(resolved, {"small": "d" * 64})
        with pytest.raises(StoreError, match="UNIQUE"):
            store.write_experiment(resolved, [unit, unit])
    assert bench.contents() == before


def test_what_the_store_has_not_is_told(bench):
    bench.run(make_spec())
    with Store.open(bench.folder / "out") as store:
        with pytest.raises(StoreError, match=r"run\.sqlite: no data set 'iris'"):
            store.labels("iris")
        with pytest.raises(StoreError, match=r"run\.sqlite: no data set 'iris'"):
            store.predictions("iris", "ndd", 1)
        with pytest.raises(StoreError, match="small: no trial 3 of seed 1"):
            store.assignment("small", 1, 3)


def test_a_store_whose_run_never_began_tells_so(bench):
    (bench.folder / "out").mkdir()
    StoreWriter.open(bench.folder / "out").close()
    with Store.open(bench.folder / "out") as store:
        assert (store.environment, store.runs()) == ({}, [])
        with pytest.raises(StoreError, match="its run stopped before it began; run it again"):
            store.methods()


def test_a_closed_store_is_let_go_also_while_a_cursor_is_held(bench):
    bench.run(make_spec())
    with Store.open(bench.folder / "out") as store:
        half_read = store.units()
        next(half_read)
    bench.run(make_spec())
    found = {path.name for path in (bench.folder / "out").iterdir()}
    assert found == {"run.lock", FILE_NAME}  # the log could be folded into the file
    half_read.close()
