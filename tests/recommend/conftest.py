"""A file as people have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_file import write_customers


@pytest.fixture(scope="session")
def customers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_customers(tmp_path_factory.mktemp("own") / "customers.csv")
