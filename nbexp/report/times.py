"""Seconds measured by ``nbexp time``: each method alone, training and testing a fold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nbexp.report.evaluation import Evaluation
from nbexp.timing.records import AS_NBEXP, PER_INSTANCE, load_times
from nbexp.timing.summary import median_times

TIME = "time"
"""What a claim about seconds has as its metric."""

HOW_TO = (
    "No times were measured. A run times the methods together, which is no method's own cost; "
    "`nbexp time` measures each alone and keeps the seconds with the results."
)

PROVENANCE = (
    "Processor seconds of each method alone, training and testing one fold, median over repeats, "
    "as nbexp time measured them. Lazy methods make an interval for every test instance, as the "
    "thesis describes them; beside it, one for every distinct value, as nbexp does."
)


def measured_seconds(evaluation: Evaluation, label: str) -> Mapping[str, Fraction]:
    """Return a method's seconds for a fold by data set, as far as they were measured.

    Of a lazy method these are the seconds as the thesis describes it; of a stream, those to
    classify and learn an instance, which its run measures.
    """
    if evaluation.settings.is_stream:
        from nbexp.report.stream_costs import seconds_an_instance

        return seconds_an_instance(evaluation, label)
    return {
        **seconds_by_way(evaluation, label, AS_NBEXP),
        **seconds_as_described(evaluation, label),
    }


def seconds_as_described(evaluation: Evaluation, label: str) -> Mapping[str, Fraction]:
    """Return a lazy method's seconds with an interval for every test instance."""
    return seconds_by_way(evaluation, label, PER_INSTANCE)


def seconds_as_here(evaluation: Evaluation, label: str) -> Mapping[str, Fraction]:
    """Return a method's seconds as nbexp does it."""
    return seconds_by_way(evaluation, label, AS_NBEXP)


def seconds_by_way(evaluation: Evaluation, label: str, way: str) -> Mapping[str, Fraction]:
    """Return a method's median seconds by data set, done in one of the ways."""
    if evaluation.folder is None:
        return {}
    return {
        time.dataset: Fraction(time.seconds)
        for time in median_times(load_times(evaluation.folder))
        if time.method == label and time.way == way
    }
