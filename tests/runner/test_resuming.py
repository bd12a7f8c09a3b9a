from __future__ import annotations

from dataclasses import replace

import pytest
from runner_fakes import MadeUp, make_spec, method, noted

from nbexp.errors import SpecError, StoreError
from nbexp.runner.schema import FILE_NAME
from nbexp.runner.store import Store
from nbexp.runner.writing import StoreWriter
from nbexp.spec.spec import DataSetSpec, ProtocolSpec

ALL = 3 * 3 * 2 * 3 * 3


def test_a_finished_run_does_nothing_when_run_again(bench):
    first = bench.run(make_spec())
    bench.forget()
    second = bench.run(make_spec())
    assert (first.units, first.stored, first.done, first.exit_code) == (ALL, 0, ALL, 0)
    assert (second.units, second.stored, second.done, second.exit_code) == (ALL, ALL, ALL, 0)
    assert bench.units_run() == []


def test_data_with_a_declared_digest_are_not_read_again_for_nothing(bench):
    plain = MadeUp("small", 20, 3)
    from runner_fakes import make_data

    source = replace(plain, digest=make_data(plain).digest)
    spec = make_spec(datasets=(DataSetSpec("small", source),))
    bench.run(spec)
    bench.forget()
    bench.run(spec)
    assert noted(bench.folder / "loads.log") == []


@pytest.mark.parametrize(
    "part",
    [
        {"methods": (method("ndd"),)},
        {"datasets": make_spec().datasets[1:2]},
        {"seeds": (2,)},
        {"protocol": ProtocolSpec(trials=1, folds=3)},
        {"methods": make_spec().methods[::-1]},
        {"datasets": make_spec().datasets[::-1]},
    ],
    ids=["method", "data set", "seed", "trial", "methods shuffled", "data sets shuffled"],
)
def test_a_part_run_first_changes_nothing_and_no_unit_is_run_twice(bench, part):
    bench.run(make_spec(), to="whole")
    bench.forget()
    bench.run(make_spec(**part))
    bench.run(make_spec())
    assert len(bench.units_run()) == len(set(bench.units_run())) == ALL
    assert bench.contents() == bench.contents("whole")


def test_a_later_part_does_not_hide_what_was_run_before(bench):
    bench.run(make_spec())
    before = bench.contents()
    bench.forget()
    bench.run(make_spec(methods=(method("ndd"),), protocol=ProtocolSpec(trials=2, folds=3)))
    assert bench.units_run() == []
    assert bench.contents()["units"] == before["units"]


def test_trials_methods_and_seeds_can_be_added(bench):
    bench.run(make_spec(seeds=(1,)))
    bench.forget()
    more = make_spec(
        seeds=(1, 5),
        methods=(method("pd"), *make_spec().methods),
        protocol=ProtocolSpec(trials=4, folds=3),
    )
    bench.run(more)
    assert len(bench.units_run()) == 3 * 4 * 2 * 4 * 3 - ALL // 2
    with Store.open(bench.folder / "out") as store:
        assert store.methods() == ["pd", "ewd", "ffd s=10", "ndd"]
        assert store.trials == 4


def test_a_label_does_not_make_a_unit_anew(bench):
    bench.run(make_spec(methods=(method("ffd"),)))
    bench.forget()
    bench.run(make_spec(methods=(method("thirty", "ffd", s=30), method("ffd"))))
    assert bench.units_run() == []
    with Store.open(bench.folder / "out") as store:
        assert store.methods() == ["thirty", "ffd"]
        first, second = (store.predictions("large", label, 1) for label in store.methods())
    assert (first == second).all()


def test_two_labels_of_one_content_are_run_once(bench):
    bench.run(make_spec(methods=(method("thirty", "ffd", s=30), method("ffd"))))
    assert len(bench.units_run()) == ALL // 3
    assert len(bench.contents()["units"]) == 2 * ALL // 3


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"name": "another"}, "name: made-up in the store, another in the spec"),
        ({"protocol": ProtocolSpec(trials=3, folds=10)}, "folds: 3 in the store, 10 in the spec"),
        ({"protocol": ProtocolSpec(3, 3, stratified=True)}, "stratified: false in the store, true"),
        ({"methods": (method("ndd", "ndd", s=60),)}, "s: 30 in the store, 60 in the spec"),
    ],
)
def test_another_experiment_is_refused_with_the_difference(bench, other, difference):
    bench.run(make_spec())
    before = (bench.folder / "out" / FILE_NAME).read_bytes()
    bench.forget()
    with pytest.raises(SpecError, match=difference) as caught:
        bench.run(make_spec(**other))
    assert "--fresh" in str(caught.value)
    assert "--output" in str(caught.value)
    assert bench.units_run() == []
    assert (bench.folder / "out" / FILE_NAME).read_bytes() == before
    bench.run(make_spec(**other), fresh=True)


def test_changed_data_are_run_anew_and_the_old_units_are_kept_but_not_shown(bench):
    first = make_spec(datasets=(DataSetSpec("small", MadeUp("small", 20, 3)),))
    other = make_spec(datasets=(DataSetSpec("small", MadeUp("small", 22, 8)),))
    bench.run(first)
    before = bench.contents()
    bench.forget()
    bench.run(other)
    assert len(bench.units_run()) == ALL // 3
    bench.run(other, to="fresh")
    shown, alone = bench.contents(), bench.contents("fresh")
    assert shown.pop("digests").items() > alone.pop("digests").items()
    assert shown == alone
    bench.forget()
    bench.run(first)
    assert bench.units_run() == []
    assert bench.contents()["units"] == before["units"]


def test_other_folds_than_those_stored_are_refused(bench, monkeypatch):
    import runner_fakes

    spec = make_spec(datasets=(DataSetSpec("small", MadeUp("small", 20, 3)),))
    bench.run(replace(spec, methods=(method("ewd"),)))

    def other_folds(name, labels, **options):
        return runner_fakes.fold_assignment(name, labels, **{**options, "seed": 99})

    engine = replace(bench.engine(), assign=other_folds)
    from nbexp.runner.run import run

    with pytest.raises(StoreError, match="the folds of trial 0 of seed 1 are not those"):
        run(spec, bench.folder / "out", cache=bench.folder, engine=engine)


def test_an_interrupted_birth_of_a_store_does_no_harm(bench):
    (bench.folder / "out").mkdir()
    (bench.folder / "out" / FILE_NAME).touch()
    bench.run(make_spec())
    assert len(bench.contents()["units"]) == ALL


def test_a_store_without_a_spec_says_so(bench):
    (bench.folder / "out").mkdir()
    StoreWriter.open(bench.folder / "out").close()
    with (
        Store.open(bench.folder / "out") as store,
        pytest.raises(StoreError, match="stopped before it began"),
    ):
        store.methods()
