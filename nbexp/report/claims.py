"""The claims of a publication, held against our results and against its own tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.claims import Claim, Evidence, Finding, check
from nbexp.report.evaluation import Evaluation
from nbexp.report.times import TIME, measured_seconds

Columns = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class ClaimResult:
    """What was found about a claim.

    Attributes
    ----------
    claim : Claim
    ours : Finding or None
        In our results, over the data sets that have values on both sides; None where there
        are no results.
    printed : Finding or None
        In the printed tables, over all data sets that these have; None where there are none.
    printed_same : Finding or None
        In the printed tables, over the data sets of `ours`; None where either is.
    """

    claim: Claim
    ours: Finding | None
    printed: Finding | None
    printed_same: Finding | None = None

    @property
    def turns(self) -> bool:
        """Whether print itself says otherwise over our data sets than over all."""
        whole, same = self.printed, self.printed_same
        return whole is not None and same is not None and whole.outcome != same.outcome


def check_claims(evaluation: Evaluation) -> tuple[ClaimResult, ...]:
    """Check all claims of an experiment."""
    return tuple(_check(evaluation, claim) for claim in evaluation.claims)


def _check(evaluation: Evaluation, claim: Claim) -> ClaimResult:
    sizes = _sizes(evaluation)
    about = claim.subset.select(sizes)
    methods = list(dict.fromkeys((*claim.methods, *claim.against)))
    printed = _printed_columns(evaluation, methods, claim.metric)
    shown = _with_all(printed, about)

    def found(columns: Columns, names: Sequence[str]) -> Finding:
        taken = {
            method: {name: column[name] for name in names} for method, column in columns.items()
        }
        return check(claim, _evidence(evaluation, claim.metric, taken, sizes), len(about))

    in_print = found(printed, shown) if evaluation.published else None
    if evaluation.is_print:
        return ClaimResult(claim, None, in_print)
    own = _own_columns(evaluation, methods, claim.metric)
    both = _with_all(own, about)
    if len(printed) < len(methods):
        return ClaimResult(claim, found(own, both), in_print)
    both = [name for name in both if name in shown]
    return ClaimResult(claim, found(own, both), in_print, found(printed, both))


def _evidence(
    evaluation: Evaluation, metric: str, columns: Columns, sizes: Mapping[str, int]
) -> Evidence:
    if metric == TIME:
        return Evidence.of_seconds(columns, sizes)
    settings = evaluation.settings
    return Evidence(columns, sizes, settings.comparison, settings.zero_rule)


def _sizes(evaluation: Evaluation) -> dict[str, int]:
    """Return the sizes of the data sets that claims are about: all that are printed.

    A subset as "the 10 largest" is so the same whatever part of them was run.
    """
    names = evaluation.published.datasets if evaluation.published else evaluation.datasets
    printed = evaluation.published.instances if evaluation.published else {}
    ours = {original: variant for variant, original in _stand_ins(evaluation).items()}
    return {name: printed.get(name) or evaluation.size(ours.get(name, name)) for name in names}


def _stand_ins(evaluation: Evaluation) -> dict[str, str]:
    """Return the variants that claims are checked on, and the printed data sets they stand for.

    A variant stands for its original where the spec has not the original itself; of several
    variants the first does.
    """
    if evaluation.published is None:
        return {}
    taken = set(evaluation.settings.datasets)
    found = {}
    for variant, original in evaluation.settings.published_as.items():
        if original not in taken:
            taken.add(original)
            found[variant] = original
    return found


def _with_all(columns: Columns, names: Sequence[str]) -> list[str]:
    return [name for name in names if all(name in column for column in columns.values())]


def _own_columns(evaluation: Evaluation, methods: Sequence[str], metric: str) -> Columns:
    """Return our values by method and data set, a stand-in under the name of its original."""
    labels = {method: label_of(evaluation, method) for method in methods}
    named = _stand_ins(evaluation)
    columns: dict[str, Mapping[str, Fraction]] = {}
    for method, label in labels.items():
        if label is not None:
            column = (
                measured_seconds(evaluation, label)
                if metric == TIME
                else evaluation.column(label, metric)
            )
            if column:
                columns[method] = {named.get(name, name): value for name, value in column.items()}
    return columns


def _printed_columns(evaluation: Evaluation, methods: Sequence[str], metric: str) -> Columns:
    if evaluation.published is None or metric == TIME:
        return {}
    columns = {method: evaluation.published.column(method, metric) for method in methods}
    return {method: column for method, column in columns.items() if column}


def label_of(evaluation: Evaluation, method: str) -> str | None:
    """Return the label under which a published method was run; None if none, or one of many."""
    if method in evaluation.methods:
        return method
    labels = [
        label for label in evaluation.methods if evaluation.settings.methods.get(label) == method
    ]
    return labels[0] if len(labels) == 1 else None
