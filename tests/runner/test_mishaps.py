"""Workers that are killed, crash, leave, or hang: only their own units fail, and say why."""

from __future__ import annotations

import signal
import threading

import pytest
from runner_fakes import Bench, MadeUp, make_spec, misbehave, note, noted

from nbexp.runner import alone, endure
from nbexp.runner.alone import Alone, Ended
from nbexp.runner.endure import Care, enduring_results
from nbexp.runner.notes import Notes
from nbexp.runner.pool import WorkerDied
from nbexp.runner.store import Store
from nbexp.runner.work import Desk
from nbexp.signals import stopping_on_signals
from nbexp.spec.spec import DataSetSpec, ProtocolSpec

SMALL = DataSetSpec("small", MadeUp("small", 20, 3))
SPEC = make_spec(datasets=(SMALL,), protocol=ProtocolSpec(trials=2, folds=2), seeds=(1,))
UNITS = 3 * 2 * 2
BAD = UNITS // 3


def failures(bench: Bench) -> set[tuple[str, str, str]]:
    with Store.open(bench.folder / "out") as store:
        return {(u.method, u.phase, u.cause) for u in store.units() if u.status == "failed"}


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("deadly", "was killed (signal 9), most likely because memory ran out"),
        ("crashing", "crashed (signal 11, Segmentation fault)"),
        ("leaving", "ended by itself (exit code 7)"),
        ("leaving in peace", "ended by itself (exit code 0)"),
    ],
)
def test_units_that_take_their_process_along_fail_and_all_others_are_done(bench, how, told):
    outcome = bench.run(SPEC, jobs=2, behaviour={how: ("ndd",)})
    assert (outcome.done, outcome.failed, outcome.exit_code) == (UNITS - BAD, BAD, 1)
    cause = f"the process that ran it {told}, also when it ran alone"
    assert failures(bench) == {("ndd", "process", cause)}
    again = bench.run(SPEC, retry_failed=True)
    assert (again.done, again.failed, again.exit_code) == (UNITS, 0, 0)
    bench.run(SPEC, to="undisturbed")
    assert bench.contents() == bench.contents("undisturbed")


@pytest.mark.parametrize("how", ["sleeping", "hanging"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_unit_that_takes_too_long_fails_and_all_others_are_done(bench, how, jobs):
    spec = make_spec(datasets=(SMALL,), protocol=ProtocolSpec(trials=1, folds=2), seeds=(1,))
    outcome = bench.run(spec, jobs=jobs, timeout=0.4, behaviour={how: ("ndd",)})
    assert (outcome.done, outcome.failed, outcome.exit_code) == (4, 2, 1)
    assert failures(bench) == {("ndd", "time", "took longer than 0.4 s (--timeout)")}


def test_a_run_with_time_enough_is_as_one_without_a_limit(bench):
    bench.run(SPEC, to="free")
    outcome = bench.run(SPEC, timeout=60)
    assert outcome.exit_code == 0
    assert bench.contents() == bench.contents("free")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_method_that_calls_for_the_exit_does_not_end_the_run(bench, jobs):
    outcome = bench.run(SPEC, jobs=jobs, behaviour={"exiting": ("ndd",)})
    assert outcome.exit_code == 1
    assert all(cause.startswith("SystemExit: no more (") for _, _, cause in failures(bench))


def test_a_data_set_that_kills_its_reader_twice_is_a_fault_and_the_others_run(bench):
    datasets = (SMALL, DataSetSpec("deadly", MadeUp("deadly", fault="deadly")))
    outcome = bench.run(make_spec(datasets=datasets), jobs=2)
    assert outcome.exit_code == 3
    assert outcome.done == 54
    (fault,) = outcome.faults
    assert fault.message == (
        "deadly: the process that read it was killed (signal 9), most likely because memory ran "
        "out, twice"
    )


def work(desk, job):
    desk.begun()
    misbehave("", job, {"deadly": ("kill",), "sleeping": ("sleep",)})
    return job.upper()


def desk(bench) -> Desk:
    return Desk(bench.engine(), bench.folder, ())


def test_a_process_alone_is_begun_anew_after_it_was_killed(bench):
    lone = Alone(work, desk(bench))
    try:
        assert lone.result("a", None) == "A"
        with pytest.raises(Ended, match="killed"):
            lone.result("kill", None)
        assert lone.result("b", 30) == "B"
        with pytest.raises(alone.OutOfTime, match=r"took longer than 0\.2 s"):
            lone.result("sleep", 0.2)
        assert lone.result("c", None) == "C"
    finally:
        lone.end()


def test_a_process_alone_ends_when_nobody_has_work_for_it_any_more(bench):
    connection, process = Alone(work, desk(bench))._started()
    connection.send("a")
    while connection.recv() is None:  # it has begun
        pass
    connection.close()
    process.join(20)
    assert process.exitcode == 0


def test_without_notes_all_jobs_handed_out_are_tried_alone(bench, monkeypatch):
    monkeypatch.setattr(Notes, "read", lambda self: [])
    care = Care(parts=lambda job: [job], give_up=lambda job, ended: f"gave up {job}")
    jobs = ["a", "kill", "b"]
    with enduring_results(work, jobs, desk(bench), 2, care) as results:
        assert sorted(results) == ["A", "B", "gave up kill"]


def test_workers_that_cannot_even_start_are_told(bench, monkeypatch):
    def no_workers(*_):
        raise WorkerDied("a worker process ended unexpectedly")

    monkeypatch.setattr(endure, "results_of", no_workers)
    care = Care(parts=lambda job: [job], give_up=lambda job, ended: "gave up")
    with (
        pytest.raises(WorkerDied),
        enduring_results(work, ["a", "b"], desk(bench), 2, care) as results,
    ):
        list(results)


def test_what_is_not_wanted_any_more_is_not_done(bench):
    care = Care(lambda job: [job], lambda job, ended: "gave up", wanted=lambda job: job != "b")
    for processes in (1, 2):
        with enduring_results(work, ["a", "b", "c"], desk(bench), processes, care) as results:
            assert sorted(results) == ["A", "C"]


def noting_work(desk, job):
    desk.begun()
    note(desk.cache / "tries.log", job)
    misbehave("", job, {"sleeping": ("sleep",)})
    return job.upper()


@pytest.mark.parametrize("processes", [1, 2])
def test_what_took_too_long_by_itself_is_not_tried_again(bench, processes):
    care = Care(
        parts=lambda job: [job],
        give_up=lambda job, ended: f"gave up {job}, it {ended}",
        seconds=lambda job: 0.3,
    )
    with enduring_results(noting_work, ["a", "sleep"], desk(bench), processes, care) as results:
        assert sorted(results) == ["A", "gave up sleep, it took longer than 0.3 s"]
    assert noted(bench.folder / "tries.log").count("sleep") == 1


def test_notes_that_cannot_be_written_or_read_do_no_harm(tmp_path):
    nowhere = Notes(tmp_path / "nowhere")
    nowhere.write(1, begun=True)
    nowhere.clear()
    notes = Notes(tmp_path)
    notes.write(3, begun=False)
    (tmp_path / "123").write_text("")
    (note,) = notes.read()
    assert (note.job, note.begun) == (3, None)
    notes.clear()
    assert notes.read() == []


def test_only_the_main_thread_handles_signals():
    before = signal.getsignal(signal.SIGTERM)

    def look() -> None:
        with stopping_on_signals():
            assert signal.getsignal(signal.SIGTERM) is before

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    with stopping_on_signals():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before
