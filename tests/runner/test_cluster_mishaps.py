"""Work that ends its worker on a Dask cluster: the same outcome as with processes."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec

import pytest
from runner_fakes import MadeUp, make_spec, misbehave, note, noted

from nbexp.runner.cluster import connected
from nbexp.runner.endure import Care
from nbexp.runner.store import Store
from nbexp.runner.work import Desk
from nbexp.spec.spec import DataSetSpec, ProtocolSpec

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed"),
    pytest.mark.slow,
]

SMALL = DataSetSpec("small", MadeUp("small", 20, 3))
DEADLY = DataSetSpec("deadly", MadeUp("deadly", fault="deadly"))
SPEC = make_spec(datasets=(SMALL,), protocol=ProtocolSpec(trials=2, folds=2), seeds=(1,))
UNITS = 3 * 2 * 2
BAD = UNITS // 3


def test_units_that_end_their_worker_fail_and_all_others_are_done(bench):
    behaviour = {"deadly": ("ndd",)}
    with connected(None, 2) as cluster:
        outcome = bench.run(SPEC, cluster=cluster, behaviour=behaviour)
        assert (outcome.done, outcome.failed, outcome.exit_code) == (UNITS - BAD, BAD, 1)
        with Store.open(bench.folder / "out") as store:
            failed = {(u.method, u.phase, u.cause) for u in store.units() if u.status == "failed"}
        told = "was killed (signal 9), most likely because memory ran out, also when it ran alone"
        assert failed == {("ndd", "process", f"the process that ran it {told}")}
        bench.run(SPEC, to="processes", jobs=2, behaviour=behaviour)
        assert bench.contents() == bench.contents("processes")
        again = bench.run(SPEC, cluster=cluster, retry_failed=True)
    assert (again.done, again.failed, again.exit_code) == (UNITS, 0, 0)
    bench.run(SPEC, to="undisturbed")
    assert bench.contents() == bench.contents("undisturbed")


def test_a_data_set_that_kills_its_reader_is_a_fault_and_the_others_run(bench):
    spec = make_spec(datasets=(SMALL, DEADLY))
    with connected(None, 2) as cluster:
        outcome = bench.run(spec, cluster=cluster)
    assert (outcome.exit_code, outcome.done) == (3, 54)
    (fault,) = outcome.faults
    assert fault.message == (
        "deadly: the process that read it was killed (signal 9), most likely because memory ran "
        "out, twice"
    )


def work(desk, job):
    """Do a job; `kill` takes any process along, `both` also the worker that sees to it."""
    import distributed

    note(desk.cache / "tries.log", job)
    if job == "both":
        try:
            distributed.get_worker()
        except ValueError:  # alone, in a process that the worker has started
            os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
    for part in job.split("+"):
        misbehave("", part, {"deadly": ("kill",)})
    return job.upper()


def test_parts_are_done_alone_and_given_up_when_they_take_even_the_worker_along(bench):
    care = Care(
        parts=lambda job: job.split("+"),
        give_up=lambda job, ended: f"{job} {ended}",
        wanted=lambda job: job != "unwanted",
    )
    desk = Desk(bench.engine(), bench.folder, ())
    jobs = ["a", "unwanted", "b+unwanted+kill", "both"]
    with connected(None, 2) as cluster, cluster.results_of(work, jobs, desk, care) as results:
        assert sorted(results) == [
            "A",
            "B",
            "both was lost with its worker again and again",
            "kill was killed (signal 9), most likely because memory ran out",
        ]
    tries = noted(bench.folder / "tries.log")
    assert "unwanted" not in tries
    assert 3 <= tries.count("both") <= 4  # once with others, then alone
