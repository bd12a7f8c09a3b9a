"""What a run tells while it is at work. The run yields events, a screen prints them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nbexp.runner.records import DataFault, StoredDataSet
from nbexp.runner.soundness import Damage


@dataclass(frozen=True)
class Compiling:
    """The kernels are being compiled, as at the first run."""

    message: str


@dataclass(frozen=True)
class DataSetRead:
    """A data set was read and is as declared.

    `guess` says which kinds of attributes were guessed in a user's own file, if any.
    """

    facts: StoredDataSet
    guess: str
    seconds: float


@dataclass(frozen=True)
class DataSetFaulted:
    """A data set cannot be read."""

    fault: DataFault


@dataclass(frozen=True)
class WorkStarted:
    """The units are known: so many are asked for, so many stored already."""

    units: int
    stored: int


@dataclass(frozen=True)
class UnitsStored:
    """Units of a data set were stored, `failed` of them as failed."""

    dataset: str
    units: int
    failed: int


@dataclass(frozen=True)
class DataSetFinished:
    """The last unit of a data set was stored; `seconds` is the work of all processes."""

    dataset: str
    units: int
    failed: int
    seconds: float


@dataclass(frozen=True)
class DamageFound:
    """Rows of the store are damaged; they were removed and are made anew."""

    damage: tuple[Damage, ...]


Event = (
    Compiling
    | DamageFound
    | DataSetRead
    | DataSetFaulted
    | WorkStarted
    | UnitsStored
    | DataSetFinished
)

Reporter = Callable[[Event], None]
"""Takes the events of a run, in the process that started it."""
