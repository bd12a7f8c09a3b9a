from __future__ import annotations

from dataclasses import replace

import pytest
from runner_fakes import MadeUp, execute, load, make_data, make_spec, method, noted

from nbexp.errors import SpecError, StoreError
from nbexp.runner.events import DataSetFaulted, DataSetFinished, UnitsStored, WorkStarted
from nbexp.runner.run import run
from nbexp.runner.store import Store
from nbexp.runner.work import Desk
from nbexp.spec.spec import DataSetSpec, MethodSpec


def spec_with(*sources, optional=()):
    return make_spec(
        datasets=tuple(DataSetSpec(s.name, s, optional=s.name in optional) for s in sources)
    )


SMALL = MadeUp("small", 20, 3)
WRONG = MadeUp("wrong", fault="wrong")
GONE = MadeUp("gone", fault="unavailable")
BUG = MadeUp("bug", fault="bug")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failed_unit_is_kept_with_phase_and_cause_and_the_others_run(bench, jobs):
    outcome = bench.run(make_spec(), behaviour={"failing": ("ndd",)}, jobs=jobs)
    assert (outcome.exit_code, outcome.done, outcome.failed) == (1, 108, 54)
    with Store.open(bench.folder / "out") as store:
        failed = [unit for unit in store.units() if unit.status == "failed"]
    assert {unit.method for unit in failed} == {"ndd"}
    assert {(unit.phase, unit.cause) for unit in failed} == {("fit", "too hard")}
    assert all(unit.instances > 0 for unit in failed)


def test_failed_units_are_tried_again_only_when_told(bench):
    bench.run(make_spec(), behaviour={"failing": ("ndd",)})
    bench.forget()
    again = bench.run(make_spec())
    assert again.exit_code == 1
    assert bench.units_run() == []
    retried = bench.run(make_spec(), retry_failed=True)
    assert (retried.exit_code, retried.failed) == (0, 0)
    assert len(bench.units_run()) == 54
    bench.run(make_spec(), to="undisturbed")
    assert bench.contents() == bench.contents("undisturbed")


def test_an_engine_that_breaks_down_fails_the_units_of_its_trial(bench):
    outcome = bench.run(make_spec(), behaviour={"broken": ("small",)})
    assert (outcome.exit_code, outcome.failed) == (1, 54)
    with Store.open(bench.folder / "out") as store:
        failed = [unit for unit in store.units() if unit.status == "failed"]
    assert {unit.dataset for unit in failed} == {"small"}
    assert failed[0].phase == "trial"
    assert failed[0].cause.startswith("MemoryError: no room (runner_fakes.py:")


def test_results_of_the_wrong_size_are_failed_units(bench):
    def short(dataset, assignment, wanted):
        results = execute(dataset, assignment, wanted, log=bench.log)
        return [replace(result, predictions=result.predictions[1:]) for result in results]

    engine = replace(bench.engine(), execute=short)
    outcome = run(spec_with(SMALL), bench.folder / "out", cache=bench.folder, engine=engine)
    assert outcome.failed == 54
    with Store.open(bench.folder / "out") as store:
        assert next(store.units()).cause == "found 6 predictions for 7 test instances"


@pytest.mark.parametrize(
    ("sources", "optional", "code", "jobs"),
    [
        ((SMALL, WRONG), (), 3, 1),
        ((SMALL, GONE), (), 3, 1),
        ((SMALL, BUG), (), 3, 1),
        ((SMALL, GONE), ("gone",), 0, 1),
        ((SMALL, WRONG), ("wrong",), 3, 1),
        ((SMALL, GONE, WRONG), ("gone",), 3, 1),
        ((SMALL, GONE, WRONG), ("gone",), 3, 2),
        ((WRONG,), (), 3, 1),
    ],
)
def test_a_data_fault_is_told_and_the_other_data_sets_run(bench, jobs, sources, optional, code):
    events = []
    outcome = bench.run(spec_with(*sources, optional=optional), jobs=jobs, reporter=events.append)
    assert outcome.exit_code == code
    bad = {source.name for source in sources} - {"small"}
    assert {fault.dataset for fault in outcome.faults} == bad
    assert {e.fault.dataset for e in events if isinstance(e, DataSetFaulted)} == bad
    assert outcome.done == (54 if SMALL in sources else 0)
    with Store.open(bench.folder / "out") as store:
        assert {fault.dataset for fault in store.faults()} == bad


def test_a_data_fault_wins_over_failed_units(bench):
    outcome = bench.run(spec_with(SMALL, WRONG), behaviour={"failing": ("ndd",)})
    assert outcome.failed
    assert outcome.exit_code == 3


def test_an_unforeseen_error_of_a_reader_is_told_as_a_fault(bench):
    (fault,) = bench.run(spec_with(BUG)).faults
    assert fault.message.startswith("bug: ZeroDivisionError: a reader's bug (runner_fakes.py:")


def test_a_data_set_that_can_be_had_later_is_no_fault_any_more(bench):
    bench.run(spec_with(SMALL, MadeUp("late", 30, 5, fault="unavailable")))
    outcome = bench.run(spec_with(SMALL, MadeUp("late", 30, 5)))
    assert outcome.exit_code == 0
    with Store.open(bench.folder / "out") as store:
        assert store.faults() == []
        assert [one.name for one in store.datasets()] == ["small", "late"]


def test_a_faulty_data_set_is_looked_at_once(bench):
    bench.run(spec_with(SMALL, WRONG))
    assert noted(bench.folder / "loads.log").count("wrong") == 1


def test_a_data_set_that_changes_during_the_run_is_a_fault(bench):
    def changing(source, *, cache, mirrors):
        load(source, cache=cache, mirrors=mirrors)
        reads = len(noted(cache / "loads.log"))
        return make_data(replace(source, seed=reads))

    sources = (MadeUp("first", 20), MadeUp("second", 20))
    engine = replace(bench.engine(), load=changing)
    outcome = run(spec_with(*sources), bench.folder / "out", cache=bench.folder, engine=engine)
    assert outcome.exit_code == 3
    assert "changed while the run was at work" in outcome.faults[0].message


def changed_after_the_first_look(source, *, cache, mirrors):
    load(source, cache=cache, mirrors=mirrors)
    seen = len(noted(cache / "loads.log"))
    return make_data(replace(source, seed=source.seed + (seen > 1)))


def test_a_fault_that_several_workers_meet_is_told_once(bench):
    events = []
    outcome = run(
        spec_with(SMALL),
        bench.folder / "out",
        cache=bench.folder,
        jobs=2,
        reporter=events.append,
        engine=replace(bench.engine(), load=changed_after_the_first_look),
    )
    assert (outcome.exit_code, outcome.done) == (3, 0)
    (fault,) = (event.fault for event in events if isinstance(event, DataSetFaulted))
    assert outcome.faults == (fault,)
    assert "changed while the run was at work" in fault.message
    assert len(noted(bench.folder / "loads.log")) > 2


def test_data_kept_from_before_are_read_anew_when_others_are_wanted(bench):
    desk = Desk(bench.engine(), bench.folder, ())
    desk.read("small", SMALL)
    other = replace(SMALL, seed=8)
    wanted = make_data(other).digest
    assert desk.dataset("small", other, wanted).digest == wanted
    assert desk.dataset("small", other, wanted) is desk.dataset("small", other, wanted)


def test_a_bad_parameter_stops_the_run_before_it_begins(bench):
    bad = MethodSpec("ffd", "ffd", {"s": -1})
    with pytest.raises(SpecError, match="parameter s: found -1"):
        bench.run(make_spec(methods=(bad,)))
    assert not (bench.folder / "out").exists()


def test_a_results_directory_that_cannot_be_made_is_told(bench):
    (bench.folder / "out").write_text("a file in the way")
    with pytest.raises(StoreError, match="cannot be made"):
        bench.run(make_spec())


def test_events_add_up(bench):
    events = []
    bench.run(make_spec(methods=(method("ewd"),)))
    bench.run(make_spec(), reporter=events.append)
    (start,) = (event for event in events if isinstance(event, WorkStarted))
    assert (start.units, start.stored) == (162, 54)
    assert sum(event.units for event in events if isinstance(event, UnitsStored)) == 108
    finished = [event for event in events if isinstance(event, DataSetFinished)]
    assert [(event.dataset, event.units) for event in finished] == [
        ("large", 36),
        ("middle", 36),
        ("small", 36),
    ]
