"""The claims as the template wants them."""

from __future__ import annotations

from dataclasses import dataclass

from nbexp.compare.claims import Finding, Outcome
from nbexp.report.evaluation import Evaluation

_CLASSES = {Outcome.HOLDS: "holds", Outcome.FAILS: "fails", Outcome.UNCHECKED: "open"}
_SIGNS = {Outcome.HOLDS: "✓", Outcome.FAILS: "✗", Outcome.UNCHECKED: "·"}


@dataclass(frozen=True)
class OutcomeView:
    """What became of a claim: its word, sign and class."""

    word: str
    sign: str
    classes: str


@dataclass(frozen=True)
class ClaimView:
    """A claim.

    Attributes
    ----------
    here : OutcomeView or None
        In our results; None on a page of print alone.
    printed : OutcomeView
    numbers : str
        What the first of these rests on.
    """

    id: str
    section: str
    text: str
    note: str
    here: OutcomeView | None
    printed: OutcomeView
    numbers: str


_NONE = OutcomeView("–", "", "open")


@dataclass(frozen=True)
class ClaimGroup:
    """Claims of which the same became, in the order of the publication."""

    heading: str
    claims: tuple[ClaimView, ...]
    open: bool


_HEADINGS = {
    Outcome.FAILS: "Do not hold",
    Outcome.HOLDS: "Hold",
    Outcome.UNCHECKED: "Cannot be checked",
}


def claim_groups(evaluation: Evaluation) -> list[ClaimGroup]:
    """Return all claims, those that do not hold first."""
    views = claim_views(evaluation)
    groups = []
    for outcome, heading in _HEADINGS.items():
        word = outcome.value.upper()
        claims = tuple(view for view in views if (view.here or view.printed).word == word)
        if claims:
            where = "in print" if evaluation.is_print else "here"
            groups.append(ClaimGroup(f"{heading} {where}", claims, open=outcome == Outcome.FAILS))
    return groups


def claim_views(evaluation: Evaluation) -> list[ClaimView]:
    """Return all claims, in the order of the publication."""
    return [
        ClaimView(
            result.claim.id,
            result.claim.section,
            result.claim.text,
            result.claim.note,
            None if evaluation.is_print else _outcome(result.ours),
            _outcome(result.printed),
            finding.detail if (finding := result.ours or result.printed) else "",
        )
        for result in evaluation.claim_results
    ]


def _outcome(finding: Finding | None) -> OutcomeView:
    if finding is None:
        return _NONE
    return OutcomeView(
        finding.outcome.value.upper(), _SIGNS[finding.outcome], _CLASSES[finding.outcome]
    )
