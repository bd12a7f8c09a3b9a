"""A user's own published values are kept beside the results."""

from __future__ import annotations

from dataclasses import replace

from runner_fakes import make_spec

from nbexp.spec.spec import PublishedSpec


def test_own_published_values_are_copied_into_the_results(bench):
    table = bench.folder / "mine.csv"
    table.write_text("dataset,method,error,bias,variance\nsmall,ndd,10.0,8.0,2.0\n")
    spec = replace(make_spec(), published=PublishedSpec("mine.csv", "Mine", table))
    assert bench.run(spec).exit_code == 0
    assert (bench.folder / "out" / "mine.csv").read_text() == table.read_text()
