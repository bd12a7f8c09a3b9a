"""A user's own published values are kept beside the results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from runner_fakes import make_spec

from nbexp.errors import SpecError, StoreError
from nbexp.spec.spec import PublishedSpec, Spec


def published(table: Path) -> Spec:
    return replace(make_spec(), published=PublishedSpec("mine.csv", "Mine", table))


def test_own_published_values_are_copied_into_the_results(bench):
    table = bench.folder / "mine.csv"
    table.write_text("dataset,method,error,bias,variance\nsmall,ndd,10.0,8.0,2.0\n")
    assert bench.run(published(table)).exit_code == 0
    assert (bench.folder / "out" / "mine.csv").read_text() == table.read_text()


def test_values_that_lie_in_the_results_already_stay_there(bench):
    (bench.folder / "out").mkdir()
    table = bench.folder / "out" / "mine.csv"
    table.write_text("dataset,method,error,bias,variance\n")
    assert bench.run(published(table)).exit_code == 0
    assert table.read_text() == "dataset,method,error,bias,variance\n"


def test_values_that_cannot_be_kept_there_are_told(bench):
    table = bench.folder / "mine.csv"
    table.write_text("dataset,method,error,bias,variance\n")
    (bench.folder / "out" / "mine.csv").mkdir(parents=True)
    with pytest.raises(StoreError, match=r"out: mine\.csv cannot be kept there: .*directory"):
        bench.run(published(table))
    assert bench.units_run() == []


def test_values_named_like_the_store_do_not_take_its_place(bench):
    table = bench.folder / "run.sqlite"
    table.write_text("dataset,method,error,bias,variance\n")
    assert bench.run(make_spec()).exit_code == 0
    before = (bench.folder / "out" / "run.sqlite").read_bytes()
    with pytest.raises(SpecError, match=r"run\.sqlite: a file of nbexp's own has this name in"):
        bench.run(published(table))
    assert (bench.folder / "out" / "run.sqlite").read_bytes() == before
