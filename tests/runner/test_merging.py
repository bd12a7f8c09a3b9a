"""Runs of one experiment made apart are joined; others are refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from runner_fakes import Bench, MadeUp, make_spec, method

from nbexp.errors import SpecError, StoreError
from nbexp.runner.merge import merge
from nbexp.runner.salvage import verify
from nbexp.runner.schema import FILE_NAME
from nbexp.spec.spec import DataSetSpec, ProtocolSpec, PublishedSpec

ALL = 162
PARTS = {
    "methods": ({"methods": make_spec().methods[:1]}, {"methods": make_spec().methods[1:]}),
    "data sets": ({"datasets": make_spec().datasets[2:]}, {"datasets": make_spec().datasets[:2]}),
    "seeds": ({"seeds": (1,)}, {"seeds": (2,)}),
    "trials": ({"protocol": ProtocolSpec(trials=1, folds=3)}, {}),
    "overlap": ({"methods": make_spec().methods[:2]}, {"methods": make_spec().methods[1:]}),
}


def merged(bench: Bench, *names: str, to: str = "joined"):
    return merge([bench.folder / name for name in names], bench.folder / to)


@pytest.mark.parametrize("parts", PARTS.values(), ids=PARTS.keys())
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_parts_make_the_whole(bench: Bench, parts, order) -> None:
    for name, part in zip("ab", parts, strict=True):
        bench.run(make_spec(**part), to=name)
    found = merged(bench, *order)
    assert found.units == sum(found.taken) == ALL
    bench.forget()
    outcome = bench.run(make_spec(), to="joined")
    assert (outcome.stored, outcome.exit_code) == (ALL, 0)
    assert bench.units_run() == []
    bench.run(make_spec(), to="whole")
    assert bench.contents("joined") == bench.contents("whole")
    assert verify(bench.folder / "joined").sound


def test_a_failed_unit_gives_way_to_a_done_one(bench: Bench) -> None:
    bench.run(make_spec(), to="a", behaviour={"failing": ("ndd",)})
    bench.run(make_spec(), to="b", behaviour={"failing": ("ewd",)})
    bench.run(make_spec(), to="whole")
    for to, order in (("ab", "ab"), ("ba", "ba")):
        assert merged(bench, *order, to=to).units == ALL
        assert bench.contents(to) == bench.contents("whole")


def test_a_fault_of_one_is_no_fault_where_the_other_has_the_data(bench: Bench) -> None:
    gone = DataSetSpec("late", MadeUp("late", 30, 5, fault="unavailable"))
    there = DataSetSpec("late", MadeUp("late", 30, 5))
    bench.run(make_spec(datasets=(gone,)), to="a")
    bench.run(make_spec(datasets=(there,)), to="b")
    merged(bench, "a", "b")
    assert bench.contents("joined")["faults"] == []


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"name": "another"}, "name: made-up in the store, another"),
        ({"title": "Another"}, "title, report or published values differ"),
        ({"protocol": ProtocolSpec(trials=3, folds=4)}, "folds: 3 in the store, 4"),
        ({"methods": (method("ndd", "ndd", s=60),)}, "s: 30 in the store, 60"),
        (
            {"methods": (replace(method("ndd"), version=99),)},
            r"methods\.ndd\.version: \d there, 99 here",
        ),
        (
            {"datasets": (DataSetSpec("small", MadeUp("small", 22, 8)),)},
            "the data set small has other data here",
        ),
    ],
)
def test_another_experiment_is_refused(bench: Bench, other, told) -> None:
    bench.run(make_spec(), to="a")
    bench.run(make_spec(**other), to="b")
    with pytest.raises(SpecError, match=told):
        merged(bench, "a", "b")
    assert not (bench.folder / "joined" / FILE_NAME).exists()


def test_two_results_of_one_unit_are_refused(bench: Bench) -> None:
    bench.run(make_spec(), to="a")

    from runner_fakes import execute

    from nbexp.runner.run import run

    def other(dataset, assignment, wanted):
        results = execute(dataset, assignment, wanted, log=bench.log)
        return [replace(result, log_loss=0.25) for result in results]

    engine = replace(bench.engine(), execute=other)
    run(make_spec(), bench.folder / "b", cache=bench.folder, engine=engine)
    with pytest.raises(StoreError, match="has another result than in the other stores"):
        merged(bench, "a", "b")
    assert not (bench.folder / "joined" / FILE_NAME).exists()


def test_other_folds_are_refused(bench: Bench) -> None:
    import runner_fakes

    from nbexp.runner.run import run

    def other_folds(name, labels, **options):
        return runner_fakes.fold_assignment(name, labels, **{**options, "seed": 99})

    bench.run(make_spec(methods=(method("ewd"),)), to="a")
    engine = replace(bench.engine(), assign=other_folds)
    spec = make_spec(methods=(method("ndd"),))
    run(spec, bench.folder / "b", cache=bench.folder, engine=engine)
    with pytest.raises(StoreError, match="the folds of trial 0 of seed 1 are not those"):
        merged(bench, "a", "b")


def test_a_damaged_store_and_an_output_in_use_are_refused(bench: Bench) -> None:
    bench.run(make_spec(), to="a")
    bench.run(make_spec(), to="b")
    with pytest.raises(StoreError, match="holds results already"):
        merged(bench, "a", "b", to="b")
    with closing(sqlite3.connect(bench.folder / "b" / FILE_NAME)) as connection:
        connection.execute("UPDATE units SET errors = 0 WHERE rowid = 3")
        connection.commit()
    with pytest.raises(StoreError, match="damaged; put it right first"):
        merged(bench, "a", "b")


def test_published_values_beside_the_results_come_along(bench: Bench, tmp_path) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("dataset,method,error,bias,variance\n")
    spec = make_spec(published=PublishedSpec("mine.csv", "Mine", table))
    for name in ("a", "b"):
        bench.run(spec, to=name)
    (bench.folder / "b" / "mine.csv").unlink()  # one of them is enough
    merged(bench, "a", "b")
    assert (bench.folder / "joined" / "mine.csv").read_text() == table.read_text()


def test_a_merge_that_is_killed_is_done_again_by_the_same_command(bench: Bench) -> None:
    import signal
    import subprocess
    import sys

    for name, part in zip("ab", PARTS["methods"], strict=True):
        bench.run(make_spec(**part), to=name)
    # Killed when all is taken, but for the last step.
    dying = (
        "import os, sys; from pathlib import Path; from nbexp.runner import merge\n"
        "merge._copy_published = lambda *_: os.kill(os.getpid(), 9)\n"
        "a, b, to = map(Path, sys.argv[1:]); merge.merge([a, b], to)"
    )
    folders = [str(bench.folder / name) for name in ("a", "b", "joined")]
    done = subprocess.run([sys.executable, "-c", dying, *folders], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not (bench.folder / "joined" / FILE_NAME).exists()
    assert merged(bench, "a", "b").units == ALL
    found = {path.name for path in (bench.folder / "joined").iterdir()}
    assert found == {"run.lock", FILE_NAME}
