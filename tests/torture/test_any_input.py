"""Whatever bytes a reader gets, it reads them or refuses them with file and line.

``NBEXP_FUZZ_SECONDS`` says how long for each reader (``make torture``: 600).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from fuzz import fuzz_at_random
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import READERS, SEEDS, check, clear

SECONDS = float(os.environ.get("NBEXP_FUZZ_SECONDS", "2"))


@pytest.fixture(autouse=True, scope="module")
def _scratch() -> Iterator[None]:
    yield
    clear()


@pytest.mark.parametrize("reader", READERS)
def test_sound_bytes_are_read(reader: str) -> None:
    READERS[reader](SEEDS[reader][0])


@pytest.mark.parametrize("reader", READERS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode()))
def test_any_bytes_are_read_or_refused(reader: str, data: bytes) -> None:
    check(reader, data)


@pytest.mark.parametrize("reader", READERS)
def test_damaged_bytes_are_read_or_refused(reader: str) -> None:
    assert fuzz_at_random(reader, SECONDS) > 10
