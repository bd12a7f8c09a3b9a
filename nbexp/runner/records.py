"""What a store holds, as it is handed in and out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StoredDataSet:
    """Facts about a data set that was read.

    Attributes
    ----------
    name, title : str
    instances : int
    quantitative, qualitative : int
        Numbers of attributes.
    missing : int
        Number of missing cells in all attributes.
    classes : tuple of str
        Declared classes, in order.
    digest : str
        SHA-256 of the parsed data.
    """

    name: str
    title: str
    instances: int
    quantitative: int
    qualitative: int
    missing: int
    classes: tuple[str, ...]
    digest: str

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        return len(self.classes)


@dataclass(frozen=True)
class DataFault:
    """A data set that could not be read, and why.

    Attributes
    ----------
    dataset : str
    optional : bool
        Whether the spec marks it optional.
    unavailable : bool
        Whether no source could be had (else a source had it, but not as declared).
    message : str
    """

    dataset: str
    optional: bool
    unavailable: bool
    message: str

    @property
    def excused(self) -> bool:
        """Whether the run counts as done without it: optional, and not to be had."""
        return self.optional and self.unavailable


@dataclass(frozen=True)
class UnitRow:
    """A unit that was run, without its predictions.

    Attributes
    ----------
    dataset, method : str
        `method` is the label.
    seed, trial, fold : int
    status : str
        ``done`` or ``failed``.
    instances : int
        Number of test instances.
    errors : int
        Wrong predictions; 0 where failed, as are the two sums.
    log_loss, brier : float
        Sums over the test instances.
    intervals : tuple of int
        Number of intervals for each quantitative attribute.
    fit_seconds, shared_seconds : float
        The method's own time, and its part of what all methods of a fold share.
    phase, cause : str or None
        Where and why a failed unit failed.
    """

    dataset: str
    method: str
    seed: int
    trial: int
    fold: int
    status: str
    instances: int
    errors: int
    log_loss: float
    brier: float
    intervals: tuple[int, ...]
    fit_seconds: float
    shared_seconds: float
    phase: str | None
    cause: str | None


@dataclass(frozen=True)
class PackedResult:
    """A unit's result as a worker hands it in, ready to be stored.

    Attributes
    ----------
    key : str
        The unit's.
    intervals : str
        JSON list.
    predictions : bytes or None
        Packed class codes in order of instance number; None where the unit failed.
    content : str
        SHA-256 of all that must not depend on time or machine.
    artefact : bytes or None
        What else is kept of the unit, as `nbexp.runner.artefacts` packs it.

    The others are as in `UnitRow`.
    """

    key: str
    status: str
    instances: int
    errors: int
    log_loss: float
    brier: float
    intervals: str
    fit_seconds: float
    shared_seconds: float
    phase: str | None
    cause: str | None
    predictions: bytes | None
    content: str
    artefact: bytes | None = None


@dataclass(frozen=True)
class Progress:
    """How far a data set is: units planned, done and failed."""

    planned: int
    done: int
    failed: int

    @property
    def missing(self) -> int:
        """Number of units not yet run."""
        return self.planned - self.done - self.failed
