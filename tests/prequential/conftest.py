"""A small prequential run, made once: three methods on a bundled data set and an own file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nbexp.runner.run import Outcome, run
from nbexp.spec.reader import read_spec

SPEC = """\
name: small-stream
datasets:
  - iris
  - {name: own, path: own.csv, class: y}
methods: [iffd, gaussian, ffd]
protocol: {kind: prequential, initial: 50, trials: 3, window: 40, checkpoints: 10}
seeds: [7]
report:
  pairs: [{methods: [iffd], against: [gaussian]}]
"""

Run = Callable[..., Outcome]


@pytest.fixture(scope="session")
def spec_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams")
    numbers = np.random.default_rng(0)
    labels = numbers.integers(0, 3, 160)
    rows = [
        f"{numbers.normal(y):.1f},{numbers.normal():.2f},{'uvw'[numbers.integers(0, 3)]},c{y}"
        for y in labels
    ]
    (folder / "own.csv").write_text("\n".join(["a,b,q,y", *rows]) + "\n")
    (folder / "spec.yaml").write_text(SPEC)
    return folder / "spec.yaml"


@pytest.fixture
def make(spec_file: Path, tmp_path: Path) -> Run:
    """Run the spec, or another text of it, into a folder."""

    def made(output: Path, change: tuple[str, str] = ("", ""), **options: object) -> Outcome:
        text = spec_file.read_text()
        assert change[0] in text
        changed = spec_file.with_name(f"changed-{output.name}.yaml")
        changed.write_text(text.replace(*change) if change[0] else text)
        return run(read_spec(str(changed)), output, cache=tmp_path / "cache", **options)  # type: ignore[arg-type]

    return made


@pytest.fixture(scope="session")
def results(spec_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("results") / "small-stream"
    outcome = run(read_spec(str(spec_file)), output, cache=tmp_path_factory.mktemp("cache"))
    assert outcome.exit_code == 0
    return output
