"""What the page says first: shares of cells that agree, claims, and a paragraph of plain words.

Every number is that of a table's object; the words only join them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.claims import Outcome
from nbexp.compare.means import arithmetic_mean
from nbexp.compare.verdict import Tally
from nbexp.report.claims import ClaimResult
from nbexp.report.evaluation import Evaluation
from nbexp.report.figures.experiment import Experiment, written
from nbexp.report.figures.ranking import ranking, told_tests
from nbexp.report.verdicts import Verdicts


@dataclass(frozen=True)
class Tile:
    """A figure in large type, and what it counts."""

    figure: str
    words: str


def marks(evaluation: Evaluation) -> dict[tuple[str, str, str], str]:
    """Return the verdicts by metric, data set and method."""
    return {
        (metric, *where): cell.verdict.value
        for metric, verdicts in _verdicts(evaluation).items()
        for where, cell in verdicts.cells.items()
    }


def _verdicts(evaluation: Evaluation) -> dict[str, Verdicts]:
    """Return the verdicts on the metrics that are printed; none on print itself."""
    if evaluation.is_print:
        return {}
    return {metric: found for metric, found in evaluation.verdicts.items() if found.cells}


def error_tally(evaluation: Evaluation) -> Tally:
    """Return how often each verdict was given on error."""
    found = _verdicts(evaluation).get("error")
    return found.tally() if found else Tally()


def tiles(evaluation: Evaluation) -> list[Tile]:
    """Return what stands in large type."""
    found = []
    tally = error_tally(evaluation)
    if tally.n:
        found += [
            Tile(f"{_percent(tally.share_agreeing)}", f"of {tally.n} errors agree with print"),
            Tile(f"{_percent(tally.share_close)}", "agree or are within one point"),
        ]
    checked = _outcomes(evaluation.claim_results, ours=not evaluation.is_print)
    if checked:
        holds = checked.count(Outcome.HOLDS)
        found.append(Tile(f"{holds} of {len(checked)}", "checked claims hold"))
    return found


def paragraphs(experiment: Experiment) -> list[str]:
    """Return the outcome in plain words: agreement with print, then the methods."""
    evaluation = experiment.evaluation
    agreement = [*_on_cells(evaluation), *_on_claims(evaluation)]
    return [" ".join(part) for part in (agreement, _on_methods(experiment)) if part]


def _on_cells(evaluation: Evaluation) -> list[str]:
    verdicts, tally = _verdicts(evaluation), error_tally(evaluation)
    if not tally.n:
        return []
    name = evaluation.settings.published_name
    sentences = [
        f"Of {tally.n} errors that stand in {name} and were run here, {tally.agrees} "
        f"({_percent(tally.share_agreeing)}) agree with the printed value within what the luck "
        f"of the folds explains, {tally.near} more are within one point, and "
        f"{_differ(tally.differs)}."
    ]
    others = [
        f"of the {plural} {_percent(verdicts[metric].tally().share_agreeing)}"
        for metric, plural in (("bias", "biases"), ("variance", "variances"))
        if metric in verdicts and verdicts[metric].tally().n
    ]
    if others:
        sentences.append(f"Likewise {' and '.join(others)} agree.")
    if tally.missing:
        sentences.append(f"{tally.missing} printed errors have no value here.")
    return sentences


def _differ(count: int) -> str:
    return {0: "none differs by more", 1: "one differs by more"}.get(
        count, f"{count} differ by more"
    )


def _on_claims(evaluation: Evaluation) -> list[str]:
    """Return how many claims hold, and how many that do not fail in print too."""
    claims = evaluation.claim_results
    outcomes = _outcomes(claims, ours=not evaluation.is_print)
    if not outcomes:
        return []
    holds = outcomes.count(Outcome.HOLDS)
    where = "in print" if evaluation.is_print else "here"
    sentences = [f"Of {len(outcomes)} claims that could be checked, {holds} hold {where}."]
    both = [one.ours and one.printed and (one.ours.outcome, one.printed.outcome) for one in claims]
    also = both.count((Outcome.FAILS, Outcome.FAILS))
    if also:
        sentences.append(
            f"Of the {len(outcomes) - holds} that do not, {also} do not hold in the printed tables "
            "either."
        )
    return sentences


def _on_methods(experiment: Experiment) -> list[str]:
    """Return which methods have the lowest mean error, and what the ranks say."""
    evaluation = experiment.evaluation
    common = experiment.common(evaluation.methods)
    if len(evaluation.methods) < 2 or not common:
        return []
    means = {
        method: arithmetic_mean([evaluation.column(method, "error")[d] for d in common])
        or Fraction(0)
        for method in evaluation.methods
    }
    best = sorted(means, key=lambda method: means[method])
    sets = "the data set" if len(common) == 1 else f"{len(common)} data sets"
    sentences = [
        f"Over {sets} the lowest mean error is that of {evaluation.heading(best[0])}, "
        f"{_percent(means[best[0]])}, before {evaluation.heading(best[1])}, "
        f"{_percent(means[best[1]])}, and the highest that of {evaluation.heading(best[-1])}, "
        f"{_percent(means[best[-1]])}."
    ]
    found = ranking(experiment)
    if found is not None:
        sentences.append(f"By mean ranks of error: {told_tests(experiment, found)}")
    return sentences


def _outcomes(claims: Sequence[ClaimResult], *, ours: bool) -> list[Outcome]:
    """Return the outcomes of the claims that could be checked."""
    findings = [one.ours if ours else one.printed for one in claims]
    return [
        finding.outcome
        for finding in findings
        if finding is not None and finding.outcome != Outcome.UNCHECKED
    ]


def _percent(share: Fraction | None) -> str:
    """Return a share in per cent, the sign on the number's line."""
    return f"{written(share)}\u00a0%"
