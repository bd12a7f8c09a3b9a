"""Which of several readings of a text agrees best with what the text's own author printed.

The measure is the distance of a value from the printed one in units of the noise that lies in
both: a score of 1 is what two runs of the same program would have, that differ by their folds
alone. A reading whose errors vary much from trial to trial comes within its own noise of anything,
so readings are ranked by how likely they make the printed value, and not by distance alone: wide
noise is near to much, but to nothing very likely. What a reading is, only the caller knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, hypot, log, sqrt

from nbexp.compare.printed import TENTH, tenths
from nbexp.compare.wins import Record

ROUNDING_NOISE = float(TENTH) / sqrt(12)
"""Standard deviation of what rounding to a printed tenth takes away: 0.029 points."""

CAP = 8.0
"""A cell that is further off counts as this: wrong is wrong, and no one cell shall decide."""

Losses = Mapping[str, float]
"""By data set: how unlikely a reading makes the printed value (`loss`)."""


def noise(standard_error: float | None, printed_standard_error: float | None = None) -> float:
    """Return how far a value and a printed one may be apart by luck, as a share.

    It is one standard deviation of their difference: the luck of our folds, the luck of theirs,
    and what the rounding to tenths takes away.

    Parameters
    ----------
    standard_error : float or None
        Of our value; None if it is not known: then there is but rounding.
    printed_standard_error : float, optional
        Of the printed value; that of ours if left out.

    Examples
    --------
    With a standard deviation of 1 point over ten trials on both sides:

    >>> round(100 * noise(0.01 / sqrt(10)), 4)
    0.4481
    """
    ours = standard_error or 0.0
    theirs = ours if printed_standard_error is None else printed_standard_error
    return hypot(ours, theirs, ROUNDING_NOISE)


def score(distances: Iterable[float]) -> float | None:
    """Return the root of the mean square of distances, each at most `CAP`; None of none.

    >>> score([1.0, -1.0]), score([100.0])
    (1.0, 8.0)
    """
    squares = [squared(distance) for distance in distances]
    return sqrt(fsum(squares) / len(squares)) if squares else None


def squared(distance: float) -> float:
    """Return the square of a distance that counts as `CAP` at most."""
    return float(min(abs(distance), CAP)) ** 2


def loss(distance: float, noise: float) -> float:
    """Return how unlikely a reading makes a printed value: less its log likelihood, in nats.

    The normal distribution is that of `noise` about our value; as print knows but tenths, an
    additive constant makes it 0 for a value that is met with no noise but that of rounding.

    >>> loss(0.0, ROUNDING_NOISE), round(loss(2.0, 10 * ROUNDING_NOISE), 3)
    (0.0, 4.303)
    """
    return squared(distance) / 2 + log(noise / ROUNDING_NOISE)


@dataclass(frozen=True)
class Support:
    """How a reading fares as each data set in turn is left out.

    Attributes
    ----------
    wins : int
        Rounds in which no other reading is likelier; a tie is a win of all in it.
    rounds : int
        Data sets that all readings have.
    """

    wins: int
    rounds: int


def leave_one_out(readings: Mapping[str, Losses]) -> dict[str, Support]:
    """Return the support of each reading, over the data sets that all of them have.

    A choice that hangs on one data set loses its lead when this is left out.

    >>> told = leave_one_out({"a": {"x": 0.0, "y": 1.0}, "b": {"x": 2.0, "y": 0.0}})
    >>> told["a"], told["b"]
    (Support(wins=1, rounds=2), Support(wins=1, rounds=2))
    """
    common = shared_datasets(readings)
    wins = dict.fromkeys(readings, 0)
    for absent in common:
        totals = {
            name: fsum(found[dataset] for dataset in common if dataset != absent)
            for name, found in readings.items()
        }
        least = min(totals.values())
        for name, total in totals.items():
            wins[name] += total <= least + 1e-9
    return {name: Support(count, len(common)) for name, count in wins.items()}


def shared_datasets(readings: Mapping[str, Losses]) -> list[str]:
    """Return the data sets that all readings have, in the order of the first."""
    all_of_them = list(readings.values())
    if not all_of_them:
        return []
    return [d for d in all_of_them[0] if all(d in found for found in all_of_them)]


@dataclass(frozen=True)
class Paired:
    """A reading against another on the same folds, data set by data set.

    Attributes
    ----------
    record : Record
        Its wins are the data sets in which the first is closer to print, by printed tenths.
    gain : float or None
        Mean over data sets of the other's loss less that of the first's: above zero the first
        makes the printed values likelier, exp(gain) times in each data set.
    gain_error : float or None
        Standard error of that mean, over the data sets.
    moves : float or None
        Root of the mean square of their difference, in units of the other's noise: what is
        small here, no table of this precision can decide.
    """

    record: Record
    gain: float | None
    gain_error: float | None
    moves: float | None


@dataclass(frozen=True)
class Trio:
    """Two readings' values in a cell with the noise of each, and the printed one, as shares."""

    first: Fraction
    first_noise: float
    second: Fraction
    second_noise: float
    printed: Fraction


def paired(cells: Iterable[Trio]) -> Paired:
    """Compare a first reading with a second one.

    Both were run on the same folds, so the luck of these is in both, and not in the difference.

    >>> cell = Trio(Fraction(10, 100), 0.01, Fraction(12, 100), 0.01, Fraction(10, 100))
    >>> told = paired([cell])
    >>> told.record.wins, told.gain, told.moves
    (1, 2.0, 2.0)
    """
    found = list(cells)
    if not found:
        return Paired(Record(0, 0, 0), None, None, None)
    nearer = [_nearer(cell) for cell in found]
    gains = [
        loss(float(cell.second - cell.printed) / cell.second_noise, cell.second_noise)
        - loss(float(cell.first - cell.printed) / cell.first_noise, cell.first_noise)
        for cell in found
    ]
    mean = fsum(gains) / len(gains)
    error = None
    if len(gains) > 1:
        spread = fsum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        error = sqrt(spread / len(gains))
    steps = [float(cell.first - cell.second) / cell.second_noise for cell in found]
    moves = sqrt(fsum(step**2 for step in steps) / len(steps))
    record = Record(nearer.count(1), nearer.count(-1), nearer.count(0))
    return Paired(record, mean, error, moves)


def _nearer(cell: Trio) -> int:
    """Return 1 if the first is closer to print by printed tenths, -1 if the second is, else 0."""
    printed = tenths(cell.printed)
    first, second = (abs(tenths(value) - printed) for value in (cell.first, cell.second))
    return (first < second) - (second < first)
