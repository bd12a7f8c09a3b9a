"""Readings of a method beside each other, and which of them the printed tables support.

The readings of a method are the methods of an experiment that have its id, told apart by their
parameters; one of them is the default, one the literal text (`reading: text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt

from nbexp.compare.agreement import Agreement, agreement
from nbexp.compare.metrics import METRICS
from nbexp.compare.readings import (
    Paired,
    Support,
    Trio,
    leave_one_out,
    loss,
    noise,
    paired,
    score,
)
from nbexp.compare.verdict import Tally, Verdict, judge, tolerance
from nbexp.report.cells import DONE, Cell
from nbexp.report.evaluation import Evaluation

DEFAULT, TEXT, BEST = "default", "text", "best of each"
ALL = "all"
"""What all methods together are called."""

Key = tuple[str, str]
"""Data set and method."""


@dataclass(frozen=True)
class ReadCell:
    """A cell under a reading, and what is printed of it.

    Attributes
    ----------
    ours, printed : mapping of metric to Fraction
    noise : mapping of metric to float
        How far they may be apart by luck, as a share: one standard deviation.
    seeds : tuple of Fraction
        The error of each root seed alone.
    seed_noise : float
        The noise of such an error.
    verdict : Verdict
        On the error, as in all tables.
    """

    ours: Mapping[str, Fraction]
    printed: Mapping[str, Fraction]
    noise: Mapping[str, float]
    seeds: tuple[Fraction, ...]
    seed_noise: float
    verdict: Verdict

    def distance(self, metric: str) -> float:
        """Return how far ours is from the printed value, in units of noise."""
        return float(self.ours[metric] - self.printed[metric]) / self.noise[metric]

    @property
    def loss(self) -> float:
        """How unlikely the reading makes the printed error."""
        return loss(self.distance("error"), self.noise["error"])


Cells = Mapping[Key, ReadCell]


@dataclass(frozen=True)
class Reading:
    """A reading of a method, or of all methods together, and how it fares.

    Attributes
    ----------
    label : str
    roles : tuple of str
        Of ``default`` and ``text`` what it is.
    cells : mapping of (data set, method) to ReadCell
        Those that all readings of the method have.
    support : Support or None
        None of all methods together.
    against_default : Paired or None
        On the error; None of the default (or, without it, of the spec's first reading).
    """

    label: str
    roles: tuple[str, ...]
    cells: Cells
    support: Support | None = None
    against_default: Paired | None = None

    def score(self, metric: str) -> float | None:
        """Return the score on a metric; 1 is luck alone."""
        return score(cell.distance(metric) for cell in self.cells.values())

    @property
    def loss(self) -> float:
        """How unlikely the reading makes the printed errors, together."""
        return fsum(cell.loss for cell in self.cells.values())

    @property
    def seed_scores(self) -> tuple[float, ...]:
        """The score on the error of each root seed alone."""
        seeds = min((len(cell.seeds) for cell in self.cells.values()), default=0)
        found = (
            score(
                float(cell.seeds[seed] - cell.printed["error"]) / cell.seed_noise
                for cell in self.cells.values()
            )
            for seed in range(seeds)
        )
        return tuple(one for one in found if one is not None)

    @property
    def close(self) -> Agreement:
        """How many errors lie within 0.3, 0.5 and 1.0 points of the printed ones."""
        return agreement(
            (cell.ours["error"], cell.printed["error"]) for cell in self.cells.values()
        )

    @property
    def tally(self) -> Tally:
        """The verdicts on the errors."""
        return Tally.of(cell.verdict for cell in self.cells.values())

    @property
    def furthest(self) -> Key | None:
        """The cell whose error is furthest off, in units of noise."""
        return max(self.cells, key=lambda key: abs(self.cells[key].distance("error")), default=None)


@dataclass(frozen=True)
class MethodReadings:
    """The readings of a method, the one first that makes the printed errors likeliest."""

    method: str
    readings: tuple[Reading, ...]

    def find(self, role: str) -> Reading | None:
        """Return the reading with a role."""
        return next((one for one in self.readings if role in one.roles), None)

    @property
    def reference(self) -> Reading:
        """The reading the others are held against: the default, or the first of the spec."""
        return next(one for one in self.readings if one.against_default is None)


def read_readings(evaluation: Evaluation) -> tuple[MethodReadings, ...]:
    """Return the readings of each method that has published values; of all together first."""
    found = []
    for method, labels in _labels(evaluation).items():
        made = _readings_of(evaluation, method, labels)
        if made.readings:
            found.append(made)
    return (_together(found), *found) if len(found) > 1 else tuple(found)


def _labels(evaluation: Evaluation) -> dict[str, list[str]]:
    """Return the labels of the readings of each method."""
    labels: dict[str, list[str]] = {}
    for label in evaluation.methods:
        method = evaluation.settings.methods.get(label, label)
        labels.setdefault(method, []).append(label)
    return labels


def roles_of(evaluation: Evaluation, label: str) -> tuple[str, ...]:
    """Tell by its parameters whether a method is the default reading, the literal text, or both."""
    from nbexp.discretize.parameters import READING
    from nbexp.discretize.registry import create_method
    from nbexp.errors import NbexpError

    params = evaluation.settings.params.get(label, {})
    roles: list[str] = []
    if not params:  # the store does not tell
        return ()
    for role, chosen in ((DEFAULT, {}), (TEXT, {READING: TEXT})):
        try:
            made = create_method(evaluation.settings.methods.get(label, label), chosen)
        except (NbexpError, ImportError):
            continue
        plain = made.resolved_params()
        if all(plain.get(name) == value for name, value in params.items()):
            roles.append(role)
    return tuple(roles)


def _readings_of(evaluation: Evaluation, method: str, labels: Sequence[str]) -> MethodReadings:
    roles = {label: roles_of(evaluation, label) for label in labels}
    reference = next((label for label in labels if DEFAULT in roles[label]), labels[0])
    cells = {label: _cells(evaluation, method, label, reference) for label in labels}
    cells = {label: of for label, of in cells.items() if of}
    common = [key for key in cells.get(reference, {}) if all(key in of for of in cells.values())]
    cells = {label: {key: of[key] for key in common} for label, of in cells.items()}
    support = leave_one_out(
        {
            label: {dataset: cell.loss for (dataset, _), cell in of.items()}
            for label, of in cells.items()
        }
    )
    readings = [
        Reading(
            label,
            roles[label],
            of,
            support[label],
            None if label == reference else _against(of, cells[reference]),
        )
        for label, of in cells.items()
        if common
    ]
    return MethodReadings(method, tuple(sorted(readings, key=lambda one: one.loss)))


def _cells(evaluation: Evaluation, method: str, label: str, reference: str) -> dict[Key, ReadCell]:
    """Return the cells of a reading that are printed in full; variants of data sets apart."""
    found = {}
    for dataset in evaluation.facts:
        cell = evaluation.cells[dataset, label]
        printed = {m: evaluation.printed_share(dataset, label, m) for m in METRICS}
        known = {m: share for m, share in printed.items() if share is not None}
        measured = evaluation.cells[dataset, reference].status == DONE
        variant = dataset in evaluation.settings.published_as
        if cell.status == DONE and measured and len(known) == len(METRICS) and not variant:
            found[dataset, method] = _read(evaluation, cell, reference, known)
    return found


def _read(
    evaluation: Evaluation, cell: Cell, reference: str, printed: Mapping[str, Fraction]
) -> ReadCell:
    several = sqrt(len(evaluation.seeds))
    own = None if cell.error_sd is None else cell.error_sd / sqrt(len(cell.trial_errors))
    single = None if own is None else own * several
    ours = {metric: cell.share(metric) or Fraction(0) for metric in METRICS}
    by_seed = (evaluation.seed_cells[seed][cell.dataset, cell.method] for seed in evaluation.seeds)
    return ReadCell(
        ours,
        printed,
        _noises(evaluation, cell.dataset, reference, own),
        tuple(one.error or Fraction(0) for one in by_seed),
        noise(single, single),
        judge(ours["error"], printed["error"], tolerance(own, single)),
    )


def _noises(
    evaluation: Evaluation, dataset: str, reference: str, own: float | None
) -> dict[str, float]:
    """Return the noise of a cell, by metric.

    The jackknife takes its time, so only the reference's bias and variance have one of their
    own; those of another reading are taken to vary more or less as its error does.
    """
    several = sqrt(len(evaluation.seeds))
    errors = evaluation.standard_errors(dataset, reference)
    wider = own / errors.error if own and errors.error else 1.0
    found = {"error": noise(own, None if own is None else own * several)}
    for metric in ("bias", "variance"):
        error = errors.of(metric)
        scaled = None if error is None else error * wider
        found[metric] = noise(scaled, None if scaled is None else scaled * several)
    return found


def _against(cells: Cells, reference: Cells) -> Paired:
    return paired(
        Trio(
            cell.ours["error"],
            cell.noise["error"],
            reference[key].ours["error"],
            reference[key].noise["error"],
            cell.printed["error"],
        )
        for key, cell in cells.items()
    )


def _together(methods: Sequence[MethodReadings]) -> MethodReadings:
    """Return all methods by default, by the literal text, and each by its best reading.

    A method whose text is not among its readings is taken by default.
    """
    plain = [one.reference for one in methods]
    literal = [one.find(TEXT) or reading for one, reading in zip(methods, plain, strict=True)]
    best = [one.readings[0] for one in methods]
    default = _union(plain)
    readings = [Reading(DEFAULT, (DEFAULT,), default)]
    for label, roles, chosen in ((TEXT, (TEXT,), literal), (BEST, (), best)):
        if chosen != plain:
            cells = _union(chosen)
            readings.append(Reading(label, roles, cells, None, _against(cells, default)))
    return MethodReadings(ALL, tuple(readings))


def _union(readings: Iterable[Reading]) -> dict[Key, ReadCell]:
    return {key: cell for reading in readings for key, cell in reading.cells.items()}
