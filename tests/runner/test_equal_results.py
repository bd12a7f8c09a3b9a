from __future__ import annotations

from dataclasses import replace

import pytest
from runner_fakes import MadeUp, make_data, make_spec, method

from nbexp.discretize.thesis import THESIS
from nbexp.protocol.folds import fold_assignment
from nbexp.runner.run import run
from nbexp.runner.store import Store
from nbexp.runner.work import default_engine
from nbexp.spec.spec import DataSetSpec, ProtocolSpec

METHODS = tuple(map(method, THESIS))
SPEC = make_spec(
    datasets=tuple(
        DataSetSpec(source.name, source)
        for source in (MadeUp("first", 120, 2), MadeUp("second", 61, 3))
    ),
    methods=METHODS,
    protocol=ProtocolSpec(trials=2, folds=3),
)


def load(source, *, cache, mirrors):
    return make_data(source)


def run_really(bench, to, spec=SPEC, jobs=1):
    """Run with nbexp's own methods and protocol, on made-up data."""
    engine = replace(default_engine(), load=load, warm_up=lambda tell: None)
    outcome = run(spec, bench.folder / to, cache=bench.folder, jobs=jobs, engine=engine)
    assert outcome.exit_code == 0


def test_results_do_not_depend_on_jobs_order_or_what_was_run_first(bench):
    run_really(bench, "one")
    run_really(bench, "two", jobs=2)
    run_really(bench, "shuffled", replace(SPEC, methods=METHODS[3:] + METHODS[2::-1]))
    run_really(bench, "parts", replace(SPEC, methods=METHODS[4:6]))
    run_really(bench, "parts", jobs=2)
    one = bench.contents("one")
    assert len(one["units"]) == 2 * 10 * 2 * 2 * 3
    for other in ("two", "shuffled", "parts"):
        assert bench.contents(other) == one


@pytest.mark.parametrize("jobs", [1, 2])
def test_fake_results_do_not_depend_on_jobs(bench, jobs):
    bench.run(make_spec(), to="plain")
    bench.run(make_spec(), to="other", jobs=jobs)
    assert bench.contents("other") == bench.contents("plain")


def test_errors_of_units_are_those_of_their_predictions(bench):
    run_really(bench, "out")
    with Store.open(bench.folder / "out") as store:
        units = list(store.units())
        for dataset in store.datasets():
            labels = store.labels(dataset.name)
            for label in store.methods():
                for seed in store.seeds():
                    wrong = int((store.predictions(dataset.name, label, seed) != labels).sum())
                    here = [
                        u
                        for u in units
                        if (u.dataset, u.method, u.seed) == (dataset.name, label, seed)
                    ]
                    assert sum(unit.errors for unit in here) == wrong
                    assert sum(unit.instances for unit in here) == 2 * len(labels)


def test_all_methods_share_the_stored_folds(bench):
    run_really(bench, "out")
    labels = make_data(MadeUp("second", 61, 3)).labels
    with Store.open(bench.folder / "out") as store:
        expected = fold_assignment("second", labels, seed=2, trial=1, folds=3, stratified=False)
        assert store.assignment("second", 2, 1).tolist() == expected.tolist()
