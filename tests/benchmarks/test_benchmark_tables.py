"""The benchmarks' tables, from scores and points as they could have been measured."""

from __future__ import annotations

import json
import math
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import rivals, scale, thesis
from benchmarks.child import Ran, run_child
from benchmarks.contenders.__main__ import NOT_INSTALLED
from benchmarks.problem import Problem
from benchmarks.rivals import TEN, Score


def score(tool: str, work: str, *seconds: float, note: str = "") -> Score:
    times = list(seconds)
    return Score("letter", work, tool, times, [10 * t for t in times], times, 0.25, note)


SCORES = [
    score("nbexp", "proportional", 1.0, 3.0, 2.0),
    score("nbexp", TEN, 4.0),
    score("scikit_learn", "proportional", 12.0),
    score("weka", "proportional", note="not installed: pip install it"),
]


def test_a_tool_is_compared_with_nbexp_at_the_same_work_and_per_method():
    rows = {(row[1], row[2]): row[3:] for row in rivals.table(SCORES)}
    assert rows["proportional", "nbexp"][:2] == ["2.000", "1.0"]
    assert rows["proportional", "scikit-learn"][:3] == ["12.000", "6.0", "30.0"]


def test_a_tool_that_is_missing_is_named_with_what_to_do():
    rows = {row[2]: row for row in rivals.table(SCORES)}
    assert rows["weka"][3] == "not installed: pip install it"


def test_ten_methods_are_compared_with_one():
    assert list(rivals.ten_against_one(SCORES)) == [
        "letter: ten methods take 2.0 times as long as PD"
    ]


def test_a_process_that_takes_too_long_is_ended_and_told():
    ran = run_child([sys.executable, "-c", "import time; time.sleep(60)"], seconds=0.2)
    assert ran.late
    assert ran.wall < 30


def test_a_child_says_what_it_took():
    ran = run_child([sys.executable, "-c", "x = bytearray(60_000_000); print(sum(range(10**6)))"])
    assert ran.code == 0
    assert ran.output == "499999500000\n"
    assert ran.processor > 0
    assert ran.peak > 60_000_000


@pytest.mark.parametrize(
    ("ran", "note"),
    [
        (Ran(3, "", "no Orange", 1, 1, 1, late=False), "not installed: pip install"),
        (Ran(-9, "", "", 9, 9, 1, late=True), "more than 5 s"),
        (Ran(1, "", "a\nMemoryError", 1, 1, 1, late=False), "failed: MemoryError"),
    ],
)
def test_a_round_without_a_result_says_why(ran, note):
    assert rivals._with(score("orange", "entropy"), ran, 100, 5).note.startswith(note)


def test_growth_is_fitted_for_each_kind_of_values():
    points = [
        scale.Point(scale.Shape(n, values=values), seconds(n), 1)
        for values, seconds in (
            (scale.FEW, lambda n: 0.03 + 2e-6 * n),
            (scale.ALL, lambda n: 0.1 + 1e-6 * n * math.log(n)),
        )
        for n in (10_000, 100_000, 1_000_000, 5_000_000)
    ]
    few, every = scale.trends(points)
    assert (few.fixed, few.rate) == pytest.approx((0.03, 2e-6))
    assert (every.fixed, every.rate) == pytest.approx((0.1, 1e-6))
    assert few.worst < 1e-6
    assert 0.9 < few.exponent < 1


def test_growth_is_fitted_in_attributes_and_classes():
    few = scale.Shape(scale.LEAST_FITTED, values=scale.FEW)
    shapes = [few, *(replace(few, attributes=k) for k in (5, 20, 40))]
    shapes += [replace(few, classes=k) for k in (2, 14, 28)]
    points = [scale.Point(s, 0.01 * s.attributes + 0.02 * s.classes, 1) for s in shapes]
    attributes, classes = scale.trends(points)
    assert (attributes.size, classes.size) == ("attributes", "classes")
    assert (attributes.fixed, attributes.rate) == pytest.approx((0.14, 0.01))
    assert (classes.fixed, classes.rate) == pytest.approx((0.1, 0.02))
    assert str(classes).endswith(
        "0.10 s + 20.0 ms × classes, no measured time further than 0 % from it"
    )


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory as Linux tells it")
def test_a_run_is_watched_with_the_memory_of_its_children():
    child = "import time; x = bytearray(80_000_000); time.sleep(0.6)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    run = thesis.watch([sys.executable, "-c", parent], "warm")
    assert run.seconds > 0.6
    assert run.peak > 80_000_000
    with pytest.raises(RuntimeError, match="exit code 3"):
        thesis.watch([sys.executable, "-c", "raise SystemExit(3)"], "warm")


def test_growth_faster_than_linear_shows_as_a_difference():
    points = [scale.Point(scale.Shape(n, values=scale.FEW), n**1.3, 1) for n in (1e4, 1e5, 1e6)]
    (few,) = scale.trends(points)
    assert few.worst > 0.2
    assert few.exponent == pytest.approx(1.3)


def test_made_data_have_the_values_asked_for():
    columns, labels = scale.make_columns(scale.Shape(3_000, attributes=2, classes=5))
    assert len(np.unique(columns[0])) == 3_000
    assert set(labels.tolist()) == set(range(5))
    columns, _ = scale.make_columns(scale.Shape(3_000, attributes=2, values=scale.FEW))
    assert len(np.unique(columns[0])) <= scale.N_DISTINCT + 1


@pytest.mark.parametrize(
    ("tool", "work"),
    [("nbexp", TEN), ("scikit_learn", "proportional"), ("orange", "entropy"), ("weka", "entropy")],
)
def test_contenders_do_about_the_same(tmp_path, tool, work):
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, 900)
    problem = Problem(
        tmp_path,
        (rng.standard_normal((2, 900)) + 2 * labels).T,
        rng.integers(0, 3, (900, 1)).astype(np.int32),
        np.array([3]),
        labels,
        2,
        (np.arange(900) % 3).astype(np.uint8),
    )
    problem.save()
    python = os.environ.get("NBEXP_BENCHMARKS_PYTHON", sys.executable)
    ran = run_child([python, "-m", "benchmarks.contenders", tool, str(tmp_path), work])
    if ran.code == NOT_INSTALLED:
        pytest.skip(f"{ran.complaint.strip()} (NBEXP_BENCHMARKS_PYTHON names a Python that has it)")
    assert ran.code == 0, ran.complaint
    told = json.loads(ran.output)
    assert 40 < told["errors"] < 110  # 8 % is the least possible, 72 of 900
    assert told["seconds"] > 0
