"""The claims of a publication: which hold, in our results and in its own tables."""

from __future__ import annotations

from nbexp.compare.claims import Finding, Outcome
from nbexp.compare.wins import LEVEL
from nbexp.report.claims import ClaimResult
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import NOTHING, Column, Number, OutOf, Row, Table, Text
from nbexp.report.tables.notes import protocol_note
from nbexp.report.times import TIME


def claim_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return how many claims hold, and each of them; no table without claims."""
    if not evaluation.claims:
        return ()
    results = evaluation.claim_results
    return _counts(evaluation, results), _list(evaluation, results)


def _counts(evaluation: Evaluation, results: tuple[ClaimResult, ...]) -> Table:
    columns = [Column("in print", ("printed",), left=True), Column("claims", ("claims",))]
    if not evaluation.is_print:
        columns += [Column(f"ours: {one.value}", (one.value,)) for one in Outcome]
    rows: list[Row] = []
    for outcome in Outcome:
        rows.append(_count_row(evaluation, outcome.value, _with(results, outcome)))
    without = [result for result in results if result.printed is None]
    if without:
        rows.append(_count_row(evaluation, NOTHING, without))
    groups = (tuple(rows), (_count_row(evaluation, "all", list(results)),))
    title = f"Claims of {evaluation.settings.published_name}: how many hold"
    return Table("claims", title, tuple(columns), groups)


def _with(results: tuple[ClaimResult, ...], outcome: Outcome) -> list[ClaimResult]:
    return [result for result in results if result.printed and result.printed.outcome == outcome]


def _count_row(evaluation: Evaluation, name: str, results: list[ClaimResult]) -> Row:
    row: Row = (Text(name), Number(len(results)))
    if evaluation.is_print:
        return row
    ours = [result.ours.outcome for result in results if result.ours]
    return row + tuple(Number(ours.count(outcome)) for outcome in Outcome)


def _list(evaluation: Evaluation, results: tuple[ClaimResult, ...]) -> Table:
    columns = [
        Column("id", ("id",), left=True),
        Column("section", ("section",), left=True),
        Column("claim", ("claim",), left=True, wrap=True),
    ]
    if not evaluation.is_print:
        columns.append(Column("ours", ("ours",), left=True))
        columns.append(Column("sets", ("sets", "of")))
    columns.append(Column("in print", ("printed",), left=True))
    if not evaluation.is_print:
        columns.append(Column("our numbers", ("numbers",), left=True, below=True))
    columns.append(Column("printed numbers", ("printed_numbers",), left=True, below=True))
    columns.append(Column("note", ("note",), left=True, below=True))
    groups: dict[str, list[Row]] = {}
    for result in results:
        section = result.claim.section.split(",")[0]
        groups.setdefault(section, []).append(_row(evaluation, result))
    return Table(
        "claims",
        f"Claims of {evaluation.settings.published_name}",
        tuple(columns),
        tuple(tuple(rows) for rows in groups.values()),
        (protocol_note(evaluation), *_rules(evaluation)),
    )


def _row(evaluation: Evaluation, result: ClaimResult) -> Row:
    claim, ours, printed = result.claim, result.ours, result.printed
    row: Row = (Text(claim.id), Text(claim.section), Text(claim.text))
    note = Text("; ".join(filter(None, (claim.why or claim.note, _turn(result)))))
    told = printed.detail if printed and not claim.why else ""
    if evaluation.is_print:
        return (*row, Text(_outcome(printed)), Text(told), note)
    own = ours.detail if ours and not claim.why else ""
    return (
        *row,
        Text(_outcome(ours)),
        OutOf(ours.sets, ours.of) if ours else OutOf(0, 0),
        Text(_outcome(printed)),
        Text(own),
        Text("" if told == own else told),  # a reason that holds on both sides is told once
        note,
    )


def _turn(result: ClaimResult) -> str:
    """Return what is to be said where print says otherwise of our data sets than of all."""
    same = result.printed_same
    if not result.turns or same is None:
        return ""
    return f"print alone, over the same {same.sets} sets: {_outcome(same)} ({same.detail})"


def _outcome(finding: Finding | None) -> str:
    return finding.outcome.value.upper() if finding else NOTHING


def _rules(evaluation: Evaluation) -> list[str]:
    rules = [
        f"Significant: at {LEVEL} in the one-tailed sign test (binomial, ties dropped). "
        f"{evaluation.settings.comparison.text} Means are compared unrounded, in % here; equal "
        "are those that print the same tenth.",
    ]
    if any(_compares_seconds(result) for result in evaluation.claim_results):
        rules.append(
            "Seconds are compared as they were measured; "
            "a zero is left out of their geometric mean."
        )
    if not evaluation.is_print:
        rules.append(
            "Ours: over the data sets that have values for all methods of the claim, on both "
            "sides; with fewer than half of those it is about, it cannot be checked. A count is "
            "then held to the same share. In print: from the published cells, over all."
        )
    return rules


def _compares_seconds(result: ClaimResult) -> bool:
    ours = result.ours
    if ours is None or result.claim.metric != TIME:
        return False
    return ours.outcome != Outcome.UNCHECKED
