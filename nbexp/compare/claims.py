"""Claims about methods, and whether values bear them out.

A claim says of a method how it stands against others on a metric, over some data sets. What
kind of claim it is decides how it is put to the test; `EVALUATORS` has them all. A claim about
several methods holds if it holds of each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from nbexp.compare.means import Floor, LeaveOut, ZeroRule, exact_mean, geometric_mean
from nbexp.compare.printed import percent, seconds, tenths
from nbexp.compare.subset import Subset
from nbexp.compare.wins import EXACT, LEVEL, PRINTED, Comparison, Record, compare

Column = Mapping[str, Fraction]


class Outcome(StrEnum):
    """What became of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    UNCHECKED = "cannot be checked"


@dataclass(frozen=True)
class Claim:
    """A claim.

    Attributes
    ----------
    id : str
    section : str
        Where it is made.
    text : str
    kind : str
        A key of `EVALUATORS`, or ``unchecked``.
    expect : str
        What is claimed of the method, one of the words the kind knows.
    metric : str
        ``error``, ``bias``, ``variance``, or ``time``.
    methods, against : tuple of str
    subset : Subset
        Over which data sets.
    at_least : (int, int)
        For a count: on so many of so many data sets.
    split : int
        For a trend: the size from which on data sets are the larger ones.
    why : str
        Why it cannot be checked, if it cannot.
    note : str
        What should be known of it: a figure in print, a choice of reading.
    """

    id: str
    section: str
    text: str
    kind: str
    expect: str = ""
    metric: str = "error"
    methods: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    subset: Subset = field(default_factory=Subset)
    at_least: tuple[int, int] = (1, 1)
    split: int = 0
    why: str = ""
    note: str = ""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each method with each that it is held against."""
        return [(first, second) for first in self.methods for second in self.against]


@dataclass(frozen=True)
class Evidence:
    """What a claim is held against.

    Attributes
    ----------
    columns : mapping of method to (mapping of data set to Fraction)
        Values of the claim's metric, over the same data sets for all methods.
    sizes : mapping of data set to int
    rule : Comparison
    zero_rule : ZeroRule
    write : function
        How a value or a mean of values is told.
    are_shares : bool
        Whether values are shares, for which there are printed tenths that may be equal.
    """

    columns: Mapping[str, Column]
    sizes: Mapping[str, int] = field(default_factory=dict)
    rule: Comparison = PRINTED
    zero_rule: ZeroRule = field(default_factory=Floor)
    write: Callable[[Fraction], str] = percent
    are_shares: bool = True

    @classmethod
    def of_seconds(cls, columns: Mapping[str, Column], sizes: Mapping[str, int]) -> Evidence:
        """Return seconds as evidence: the rules for printed percentages do not go for them."""
        return cls(columns, sizes, EXACT, LeaveOut(), seconds, are_shares=False)

    @property
    def sets(self) -> int:
        """How many data sets there are values for."""
        return min((len(column) for column in self.columns.values()), default=0)

    def record(self, first: str, second: str) -> Record:
        """Return the record of a method against another."""
        left, right = self.columns[first], self.columns[second]
        return compare(list(left.values()), [right[name] for name in left], self.rule)

    def over(self, datasets: Sequence[str]) -> Evidence:
        """Return the same evidence over fewer data sets."""
        columns = {
            method: {name: column[name] for name in datasets if name in column}
            for method, column in self.columns.items()
        }
        return replace(self, columns=columns)


@dataclass(frozen=True)
class Finding:
    """What was found about a claim.

    Attributes
    ----------
    outcome : Outcome
    detail : str
        The numbers it rests on, or why it cannot be checked.
    sets, of : int
        Data sets it was checked on, of how many it is about.
    """

    outcome: Outcome
    detail: str
    sets: int = 0
    of: int = 0


Tested = tuple[bool, str]
"""Whether it holds, and the numbers."""

Mean = Callable[[Evidence, str], Fraction]


def _mean(evidence: Evidence, method: str) -> Fraction:
    return exact_mean(list(evidence.columns[method].values()))


def _geomean(evidence: Evidence, method: str) -> Fraction:
    """Return a geometric mean that there is: `check` looks before a claim is put to the test."""
    mean = geometric_mean(evidence.columns[method], evidence.zero_rule).value
    if mean is None:
        raise ValueError(f"{method}: no geometric mean of zeros that are left out")
    return Fraction(mean)


def _by_means(claim: Claim, evidence: Evidence, mean: Mean) -> Tested:
    """Hold the method's mean against each other's."""
    held, texts = [], []
    for method in claim.methods:
        own = mean(evidence, method)
        others = {name: mean(evidence, name) for name in claim.against}
        held.append(_stands(own, list(others.values()), claim.expect))
        listed = ", ".join(
            f"{name.upper()} {evidence.write(value)}" for name, value in others.items()
        )
        texts.append(f"{method.upper()} {evidence.write(own)}; {listed}")
    return all(held), "; ".join(texts)


def _stands(own: Fraction, others: Sequence[Fraction], expect: str) -> bool:
    lower, higher = sum(own < other for other in others), sum(own > other for other in others)
    apart = max(abs(tenths(own) - tenths(other)) for other in others)
    return {
        "lower": lower == len(others),
        "higher": higher == len(others),
        "lower-than-most": 2 * lower > len(others),
        "higher-than-most": 2 * higher > len(others),
        "equal": apart == 0,
        "nearly-equal": apart <= 1,
    }[expect]


def _by_mean(claim: Claim, evidence: Evidence) -> Tested:
    return _by_means(claim, evidence, _mean)


def _by_geomean(claim: Claim, evidence: Evidence) -> Tested:
    return _by_means(claim, evidence, _geomean)


def _records(claim: Claim, evidence: Evidence) -> Iterator[tuple[Record, str]]:
    for first, second in claim.pairs:
        record = evidence.record(first, second)
        chance = float(record.p)
        p = "<0.0001" if 0 < chance < 0.00005 else f"{chance:.4f}"
        yield record, f"{first.upper()}–{second.upper()} {record}, p {p}"


def _by_record(claim: Claim, evidence: Evidence) -> Tested:
    """Look at the records alone, without a test."""
    held, texts = [], []
    for record, text in _records(claim, evidence):
        wins, losses = record.wins, record.losses
        held.append({"wins": wins > losses, "loses": wins < losses}[claim.expect])
        texts.append(text)
    return all(held), "; ".join(texts)


def _by_sign_test(claim: Claim, evidence: Evidence) -> Tested:
    """Look at the records and whether they are significant."""
    held, texts = [], []
    for record, text in _records(claim, evidence):
        significant = record.p < LEVEL
        wins = significant and record.wins > record.losses
        loses = significant and record.wins < record.losses
        meets = {
            "wins": wins,
            "loses": loses,
            "no-difference": not significant,
            "does-not-win": not wins,
            "does-not-lose": not loses,
            "leads": record.wins > record.losses and not significant,
        }
        held.append(meets[claim.expect])
        texts.append(text)
    return all(held), "; ".join(texts)


def _by_count(claim: Claim, evidence: Evidence) -> Tested:
    """Count the data sets; fewer of them than the claim is about are held to the same share."""
    need = Fraction(*claim.at_least)
    held, texts = [], []
    for first, second in claim.pairs:
        record = evidence.record(first, second)
        count = {"lower": record.wins, "higher": record.losses}[claim.expect]
        held.append(count >= need * record.n)
        texts.append(
            f"{first.upper()} {claim.expect} than {second.upper()} on {count} of {record.n}"
        )
    return all(held), "; ".join(texts)


def _by_trend(claim: Claim, evidence: Evidence) -> Tested:
    """Ask whether the lead is larger on the larger sets.

    It is if both the gap of the means and the ratio of the geometric means say so.
    """
    parts = _parts(claim, evidence)
    held, texts = [], []
    for first, second in claim.pairs:
        gaps = [_mean(part, second) - _mean(part, first) for part in parts]
        ratios = [float(_geomean(part, first) / _geomean(part, second)) for part in parts]
        held.append(gaps[1] > gaps[0] and ratios[1] < ratios[0])
        texts.append(
            f"{second.upper()}: gap {evidence.write(gaps[0])} to {evidence.write(gaps[1])}, "
            f"ratio {ratios[0]:.3f} to {ratios[1]:.3f}"
        )
    return all(held), "; ".join(texts)


def _parts(claim: Claim, evidence: Evidence) -> tuple[Evidence, Evidence]:
    """Part the smaller data sets from the larger ones, which begin at the claim's split."""
    names = list(evidence.columns[claim.methods[0]])
    smaller = [name for name in names if evidence.sizes[name] < claim.split]
    larger = [name for name in names if name not in smaller]
    return evidence.over(smaller), evidence.over(larger)


@dataclass(frozen=True)
class Kind:
    """A kind of claim: how it is put to the test, and what it can expect."""

    evaluate: Callable[[Claim, Evidence], Tested]
    expects: tuple[str, ...]


_STANDING = ("lower", "higher", "lower-than-most", "higher-than-most", "equal", "nearly-equal")

EVALUATORS = {
    "mean": Kind(_by_mean, _STANDING),
    "geomean": Kind(_by_geomean, _STANDING),
    "wins": Kind(_by_record, ("wins", "loses")),
    "sign": Kind(
        _by_sign_test, ("wins", "loses", "no-difference", "does-not-win", "does-not-lose", "leads")
    ),
    "count": Kind(_by_count, ("lower", "higher")),
    "trend": Kind(_by_trend, ("lead-grows",)),
}
"""The kinds of claims. ``unchecked`` is one that no table can bear out."""


def check(claim: Claim, evidence: Evidence, of: int) -> Finding:
    """Check a claim that is about `of` data sets.

    With values for fewer than half of these it is not checked: it would be another claim.

    >>> column = {"pd": {"iris": Fraction(1, 10)}, "efd": {"iris": Fraction(2, 10)}}
    >>> claim = Claim("1", "", "PD has the lower mean error.", "mean", "lower",
    ...               methods=("pd",), against=("efd",))
    >>> check(claim, Evidence(column), of=1).detail
    'PD 10.00; EFD 20.00'
    """
    reason = _reason_not_to(claim, evidence, of)
    if reason is not None:
        return Finding(Outcome.UNCHECKED, reason, evidence.sets, of)
    holds, detail = EVALUATORS[claim.kind].evaluate(claim, evidence)
    return Finding(Outcome.HOLDS if holds else Outcome.FAILS, detail, evidence.sets, of)


def _reason_not_to(claim: Claim, evidence: Evidence, of: int) -> str | None:
    """Return why a claim cannot be checked, None if it can."""
    if claim.kind not in EVALUATORS:
        return claim.why
    absent = [name for name in (*claim.methods, *claim.against) if name not in evidence.columns]
    if absent:
        return f"no values of {', '.join(absent).upper()}"
    if not evidence.sets or 2 * evidence.sets < of:
        return f"values for {evidence.sets} of {of} data sets"
    if claim.expect in ("equal", "nearly-equal") and not evidence.are_shares:
        return f"{claim.expect} is said of percentages as they are printed, not of seconds"
    parts = _parts(claim, evidence) if claim.kind == "trend" else (evidence,)
    if not all(part.sets for part in parts):
        return f"no data sets on one side of {claim.split:,} instances"
    if claim.kind in ("geomean", "trend"):
        for method in (*claim.methods, *claim.against):
            if any(_is_without_geomean(part, method) for part in parts):
                return f"no geometric mean of {method.upper()}: all its values are zero"
    return None


def _is_without_geomean(evidence: Evidence, method: str) -> bool:
    return geometric_mean(evidence.columns[method], evidence.zero_rule).value is None
