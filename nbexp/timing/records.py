"""Measured times as they are kept beside a run's results: two CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from nbexp.errors import StoreError
from nbexp.outfile import write_whole

TIMES_FILE = "time.csv"
GROWTH_FILE = "time-growth.csv"

AS_NBEXP = "nbexp"
"""How nbexp does it: one answer for each distinct value of the test instances."""

PER_INSTANCE = "per-instance"
"""As the thesis describes lazy methods: an interval for every test instance."""


@dataclass(frozen=True)
class TimedFold:
    """One method trained and tested alone on one fold.

    Attributes
    ----------
    dataset, method : str
        `method` is the label.
    way : str
        `AS_NBEXP` or `PER_INSTANCE`.
    repeat, fold : int
    trained, tested : int
        Training and test instances.
    errors : int
        Wrong predictions.
    train_seconds, test_seconds : float
        Processor time; training includes discretization and the sorting it needs.
    train_wall, test_wall : float
        The same by the clock on the wall.
    """

    dataset: str
    method: str
    way: str
    repeat: int
    fold: int
    trained: int
    tested: int
    errors: int
    train_seconds: float
    test_seconds: float
    train_wall: float
    test_wall: float

    @property
    def seconds(self) -> float:
        """Processor time of training and testing."""
        return self.train_seconds + self.test_seconds


_TYPES: dict[str, type] = {"str": str, "int": int, "float": float}
_READERS = {field.name: _TYPES[str(field.type)] for field in fields(TimedFold)}


def write_times(directory: Path, rows: Iterable[TimedFold], file_name: str = TIMES_FILE) -> Path:
    """Write the rows in place of those of an earlier measurement; return the file."""
    path = directory / file_name
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(_READERS))
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.getvalue().encode())
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error}); choose another --output") from error
    return path


def load_times(directory: str | Path) -> list[TimedFold]:
    """Return the times measured by `nbexp time` into a results directory; none: empty."""
    return _load(Path(directory) / TIMES_FILE)


def load_growth(directory: str | Path) -> list[TimedFold]:
    """Return the times measured with growing training sets; none: empty."""
    return _load(Path(directory) / GROWTH_FILE)


def _load(path: Path) -> list[TimedFold]:
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream)
        if reader.fieldnames != list(_READERS):
            raise StoreError(
                f"{path}: found columns {reader.fieldnames}, expected {list(_READERS)}; "
                "measure again by nbexp time"
            )
        try:
            return [_row(values) for values in reader]
        except (ValueError, TypeError) as error:
            raise StoreError(
                f"{path}:{reader.line_num}: {error}; measure again by nbexp time"
            ) from error


def _row(values: dict[str | Any, str | Any]) -> TimedFold:
    return TimedFold(**{name: read(values[name]) for name, read in _READERS.items()})
