"""Why stored units are used again, or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from runner_fakes import Bench, MadeUp, make_data, make_spec, method

from nbexp.runner.reuse import FAILED, REUSED, Asked, explain, not_asked_for
from nbexp.runner.store import Store
from nbexp.spec.spec import DataSetSpec, ProtocolSpec, Spec

FFD = method("ffd", "ffd", s=10)
SMALL = MadeUp("small", 20, 3)
SPEC = make_spec(
    datasets=(DataSetSpec("small", SMALL),),
    methods=(FFD,),
    protocol=ProtocolSpec(trials=2, folds=3),
    seeds=(1,),
)
UNITS = 2 * 3


def told(bench: Bench, spec: Spec) -> set[tuple[int, bool, str]]:
    with Store.open(bench.folder / "out") as store:
        return {(u.units, u.reused, u.why) for u in explain(store, Asked.by_spec(spec, store))}


def with_digest(source: MadeUp) -> DataSetSpec:
    return DataSetSpec(source.name, replace(source, digest=make_data(source).digest))


OTHER = MadeUp("small", 22, 8)
DIGESTS = tuple(make_data(one).digest[:8] for one in (SMALL, OTHER))

CASES = {
    "nothing changed": ({}, {(UNITS, True, REUSED)}),
    "another label": (
        {"methods": (method("ten", "ffd", s=10),)},
        {(UNITS, True, REUSED)},
    ),
    "another parameter": (
        {"methods": (method("ffd", "ffd", s=20),)},
        {(UNITS, False, "parameter s was 10, is 20")},
    ),
    "another version": (
        {"methods": (replace(FFD, version=FFD.version + 1),)},
        {(UNITS, False, f"the method's version was {FFD.version}, is {FFD.version + 1}")},
    ),
    "another classifier": (
        {"methods": (replace(FFD, classifier="tree"),)},
        {(UNITS, False, "the classifier was nb, is tree")},
    ),
    "another method": ({"methods": (method("ewd"),)}, {(UNITS, False, "the method is new here")}),
    "another data set": (
        {"datasets": (DataSetSpec("large", MadeUp("large", 90, 2)),)},
        {(UNITS, False, "the data set is new here")},
    ),
    "other data": (
        {"datasets": (with_digest(OTHER),)},
        {(UNITS, False, f"the data changed (digest {DIGESTS[0]}, now {DIGESTS[1]})")},
    ),
    "another seed": (
        {"seeds": (1, 5)},
        {(UNITS, True, REUSED), (UNITS, False, "seed 5 is new")},
    ),
    "more trials": (
        {"protocol": ProtocolSpec(trials=3, folds=3)},
        {(UNITS, True, REUSED), (3, False, "its trial was not run yet")},
    ),
    "other folds": (
        {"protocol": ProtocolSpec(trials=2, folds=4)},
        {(8, False, "folds was 3, is 4")},
    ),
    "stratified": (
        {"protocol": ProtocolSpec(trials=2, folds=3, stratified=True)},
        {(UNITS, False, "stratified was False, is True")},
    ),
}


@pytest.mark.parametrize(("changes", "expected"), CASES.values(), ids=CASES.keys())
def test_each_change_is_named(bench: Bench, changes, expected) -> None:
    bench.run(SPEC)
    assert told(bench, replace(SPEC, **changes)) == expected


RUNNABLE = ("nothing changed", "another label", "another seed", "more trials", "another method")


@pytest.mark.parametrize("case", [*RUNNABLE, "another version", "other data"])
def test_a_run_does_what_was_said(bench: Bench, case: str) -> None:
    bench.run(SPEC)
    changes, expected = CASES[case]
    if case == "other data":
        changes = {"datasets": (with_digest(OTHER),)}
    bench.forget()
    outcome = bench.run(replace(SPEC, **changes))
    assert outcome.exit_code == 0
    assert len(bench.units_run()) == sum(units for units, reused, _ in expected if not reused)


def test_a_failed_unit_waits_for_retry_failed(bench: Bench) -> None:
    bench.run(SPEC, behaviour={"failing": ("ffd",)})
    assert told(bench, SPEC) == {(UNITS, True, FAILED)}


def test_a_unit_that_is_gone_is_done_again(bench: Bench) -> None:
    import sqlite3
    from contextlib import closing

    bench.run(SPEC)
    with closing(sqlite3.connect(bench.folder / "out" / "run.sqlite")) as connection:
        connection.execute("DELETE FROM units WHERE rowid = 2")
        connection.commit()
    assert told(bench, SPEC) == {
        (UNITS - 1, True, REUSED),
        (1, False, "not run yet, or damaged"),
    }


def test_units_that_nobody_asks_for_are_counted(bench: Bench) -> None:
    bench.run(make_spec())
    with Store.open(bench.folder / "out") as store:
        assert not_asked_for(store, Asked.by_spec(make_spec(seeds=(1,)), store)) == 81
        assert not_asked_for(store, Asked.by_spec(make_spec(), store)) == 0


def test_a_new_version_of_a_method_is_run_beside_the_old_one(bench: Bench) -> None:
    bench.run(SPEC)
    old = bench.contents()
    newer = replace(SPEC, methods=(replace(FFD, version=FFD.version + 1),))
    bench.forget()
    assert bench.run(newer).exit_code == 0
    assert len(bench.units_run()) == UNITS
    with Store.open(bench.folder / "out") as store:
        assert len(store.statuses()) == 2 * UNITS
        assert len(list(store.units())) == UNITS
    bench.forget()
    bench.run(SPEC)
    assert bench.units_run() == []
    assert bench.contents()["units"] == old["units"]
