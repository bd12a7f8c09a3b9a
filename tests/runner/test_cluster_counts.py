"""What a Dask cluster costs: how often data are read, and what a lost worker was at."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from importlib.util import find_spec

import pytest
from runner_fakes import Bench, make_spec

from nbexp.runner.cluster import connected
from nbexp.runner.events import UnitsStored, WorkStarted

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed"),
    pytest.mark.slow,
]

UNITS, OF_A_TRIAL = 162, 9


def when_units_begin(bench: Bench, then=lambda event: None):
    """Return a reporter that forgets what was noted while the data sets were looked at first."""

    def reporter(event) -> None:
        if isinstance(event, WorkStarted):
            bench.forget()
        then(event)

    return reporter


def test_each_worker_reads_each_data_set_once_for_all_its_trials(bench):
    with connected(None, 2) as cluster:
        outcome = bench.run(
            make_spec(),
            cluster=cluster,
            reporter=when_units_begin(bench),
            behaviour={"seconds": 0.01},
        )
    assert outcome.done == UNITS
    units = bench.units_of_workers()
    assert len(units) == 2
    assert units.total() == UNITS == len(set(bench.units_run()))
    names = ("large", "middle", "small")
    assert bench.reads() == Counter(f"{process} {name}" for process in units for name in names)


def test_a_lost_worker_costs_no_more_than_what_it_was_at_and_had_not_handed_in(bench):
    lost: list[int] = []

    def lose_one_at_work(event) -> None:
        """Kill a worker in the middle of a trial: it has done some units of it, and not all."""
        while isinstance(event, UnitsStored) and not lost:
            for process, units in bench.units_of_workers().items():
                if 1 <= units % OF_A_TRIAL <= OF_A_TRIAL - 3:
                    os.kill(process, signal.SIGKILL)
                    lost.append(process)
                    break
            time.sleep(0.01)

    with connected(None, 2) as cluster:
        outcome = bench.run(
            make_spec(),
            cluster=cluster,
            reporter=when_units_begin(bench, lose_one_at_work),
            behaviour={"seconds": 0.03},
        )
    assert (outcome.done, outcome.exit_code) == (UNITS, 0)
    done_twice = len(bench.units_run()) - UNITS
    assert len(set(bench.units_run())) == UNITS
    assert 1 <= done_twice < 2 * OF_A_TRIAL  # the trial before it may not have been handed in yet
    assert bench.units_of_workers()[lost[0]] < UNITS / 2
    readers = {read.split()[0] for read in bench.reads()}
    assert bench.reads().total() <= 3 * len(readers)
    bench.run(make_spec(), to="undisturbed")
    assert bench.contents() == bench.contents("undisturbed")
