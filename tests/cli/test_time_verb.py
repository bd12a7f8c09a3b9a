"""`nbexp time`: the time each method takes by itself."""

from __future__ import annotations

import os

import numpy as np
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.timing import load_growth, load_times

SPEC = """
name: times
title: Times
datasets:
  - {{name: made, path: {data}, class: target}}
methods: [ndd, ld-ffd]
protocol: {{kind: cross-validation, trials: 1, folds: 3, stratified: false}}
seeds: [1]
output: {output}
"""


def test_time_makes_table_6_4_and_keeps_every_measurement(tmp_path, monkeypatch):
    libraries = [f"{name}_NUM_THREADS" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")]
    for name in libraries:
        monkeypatch.delenv(name, raising=False)
    rng = np.random.default_rng(3)
    lines = [f"{x:.3f},{'a' if x > 0 else 'b'}" for x in rng.standard_normal(900)]
    (tmp_path / "made.csv").write_text("\n".join(["x,target", *lines]) + "\n")
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC.format(data=tmp_path / "made.csv", output=tmp_path / "out"))
    arguments = ["time", str(spec), "--repeats", "2", "--growth", "made"]
    result = CliRunner().invoke(cli, [*arguments, "--cache", str(tmp_path / "cache")])
    assert result.exit_code == 0, result.output
    assert {os.environ[name] for name in libraries} == {"1"}  # one thread
    assert "Table 6.4" in result.output
    assert "ld-ffd (per-instance)" in result.output
    assert "n log n + n l" in result.output
    rows = load_times(tmp_path / "out")
    assert len(rows) == 2 * 3
    assert {row.errors for row in rows if row.method == "ld-ffd" and row.fold == 0}
    assert {row.trained for row in load_growth(tmp_path / "out")} == {300, 600}


def test_a_stream_has_no_folds_to_time(tmp_path):
    spec = tmp_path / "spec.yaml"
    spec.write_text("name: s\ndatasets: [iris]\nmethods: [iffd]\nprotocol: {kind: prequential}\n")
    result = CliRunner().invoke(cli, ["time", str(spec), "--cache", str(tmp_path / "cache")])
    assert isinstance(result.exception, SpecError)
    assert "found protocol kind prequential, expected cross-validation" in str(result.exception)
