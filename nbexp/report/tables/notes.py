"""Footnotes: what a reader must know to trust a number, and what is not there and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from nbexp.report.cells import DONE, UNAVAILABLE, UnitSums
from nbexp.report.evaluation import Evaluation
from nbexp.report.source import DataFault


def protocol_note(evaluation: Evaluation) -> str:
    """Return how the numbers were had, as one sentence."""
    if evaluation.provenance:
        return evaluation.provenance
    settings, seeds = evaluation.settings, evaluation.seeds
    trials = "1 trial" if settings.trials == 1 else f"{settings.trials} trials"
    kind = "stratified " if settings.stratified else ""
    of = f"{trials} of {kind}{settings.folds}-fold cross-validation"
    if settings.is_stream:
        order = "as stored" if settings.order == "as-stored" else "each in a random order"
        of = (
            f"{trials} of each data set as a stream, {order}: {settings.initial:,} instances are "
            "learnt at first, then each is classified and learnt after"
        )
    if len(seeds) == 1:
        return f"{of}, root seed {seeds[0]}."
    listed = ", ".join(map(str, seeds))
    return f"{of} for each of {len(seeds)} root seeds ({listed}), pooled."


def absence_notes(
    evaluation: Evaluation,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
) -> list[str]:
    """Return what has no values and why: data sets first, then single cells.

    Only of the data sets and methods that a table shows, where it does not show all.
    """
    notes = [
        f"Not available: {fault.dataset}{' (optional)' if fault.optional else ''}: "
        f"{_reason(fault)}."
        for fault in evaluation.faults
        if datasets is None or fault.dataset in datasets
    ]
    lacking: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (dataset, method), cell in evaluation.cells.items():
        shown = dataset in (datasets or evaluation.datasets) and method in (
            methods or evaluation.methods
        )
        if shown and cell.status not in (DONE, UNAVAILABLE):
            why = cell.status + _cause(evaluation, dataset, method)
            lacking[dataset, why].append(evaluation.heading(method))
    notes += [
        f"No value: {dataset} {', '.join(names)}: {why}."
        for (dataset, why), names in lacking.items()
    ]
    return notes


def print_fault_notes(
    evaluation: Evaluation, datasets: Sequence[str], methods: Sequence[str]
) -> list[str]:
    """Return what is wrong with published cells that a table shows."""
    published = evaluation.published
    if published is None:
        return []
    shown = {evaluation.printed_method(method): method for method in methods}
    return [
        f"The published value of {dataset} {evaluation.heading(shown[method])} {cell.note}."
        for (dataset, method), cell in published.cells.items()
        if cell.note and dataset in datasets and method in shown
    ]


def several(names: Iterable[tuple[str, str]]) -> str:
    """Write pairs of data set and method, the methods gathered by data set."""
    gathered: dict[str, list[str]] = defaultdict(list)
    for dataset, method in names:
        gathered[dataset].append(method)
    return "; ".join(f"{dataset} {', '.join(methods)}" for dataset, methods in gathered.items())


def _cause(evaluation: Evaluation, dataset: str, method: str) -> str:
    """Return the first cause of failure of a cell's units, to follow its status."""
    for seed in evaluation.seeds:
        failures = evaluation.sums.get((dataset, method, seed), UnitSums()).failures
        if failures:
            return f" ({_first_line(failures[0])})"
    return ""


def _reason(fault: DataFault) -> str:
    """Return what was wrong, without the remedy and details; the table of data sets has all."""
    return _first_line(fault.message).removeprefix(f"{fault.dataset}: ").split("; ")[0]


def _first_line(message: str) -> str:
    lines = message.strip().splitlines()
    return lines[0].rstrip(".:") if lines else ""
