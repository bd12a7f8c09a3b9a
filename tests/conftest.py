"""What all tests share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the slow twins in tests/twin


@pytest.fixture
def mirror() -> Path:
    """Return the mirror of the UCI files named by NBEXP_MIRROR, or skip the test."""
    named = os.environ.get("NBEXP_MIRROR")
    if not named:
        pytest.skip("no mirror of the UCI files at hand: NBEXP_MIRROR is not set")
    return Path(named)


@pytest.fixture(autouse=True)
def width_of_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing but a test itself say how wide the terminal is."""
    monkeypatch.delenv("COLUMNS", raising=False)
