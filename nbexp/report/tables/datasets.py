"""Facts about the data sets of an experiment, and those that could not be had."""

from __future__ import annotations

from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Column, Number, Row, Table, Text

_DIGITS = 12
"""Hexadecimal digits of a digest that are shown: enough to tell files apart."""


def dataset_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the table of facts."""
    if evaluation.is_print:
        return ()
    columns = (
        Column("data set", ("dataset",), left=True),
        Column("instances", ("instances",)),
        Column("quantitative", ("quantitative",)),
        Column("qualitative", ("qualitative",)),
        Column("classes", ("classes",)),
        Column("missing", ("missing",)),
        Column("digest", ("digest",), left=True),
    )
    rows: list[Row] = [
        (
            Text(facts.name),
            Number(facts.instances),
            Number(facts.quantitative),
            Number(facts.qualitative),
            Number(facts.n_classes),
            Number(facts.missing),
            Text(facts.digest[:_DIGITS]),
        )
        for facts in evaluation.facts.values()
    ]
    notes = [
        "Quantitative, qualitative: attributes of that kind. Missing: values, all attributes. "
        "Digest: of the parsed data."
    ]
    for fault in evaluation.faults:
        kind = "optional data set" if fault.optional else "data set"
        message = " ".join(fault.message.split()).removeprefix(f"{fault.dataset}: ")
        notes.append(f"Not available: {fault.dataset} ({kind}): {message}")
    accounted = {*evaluation.facts, *(fault.dataset for fault in evaluation.faults)}
    waiting = [name for name in evaluation.settings.datasets if name not in accounted]
    if waiting:
        notes.append(f"In the spec, but not run: {', '.join(waiting)}")
    return (Table("datasets", "Data sets", columns, (tuple(rows),), tuple(notes)),)
