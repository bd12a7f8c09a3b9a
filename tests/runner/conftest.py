from __future__ import annotations

from pathlib import Path

import pytest
from runner_fakes import Bench, make_spec


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def done(bench: Bench) -> Bench:
    """Return a bench whose run is done."""
    bench.run(make_spec())
    bench.forget()
    return bench
