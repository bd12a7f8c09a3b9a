"""The intervals of one attribute as tables, for a screen."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nbexp.discretize.describe import Intervals
from nbexp.discretize.sample import Sample
from nbexp.report.formats.text import text_table
from nbexp.report.table import Column, Number, Row, Table, Text, Value
from nbexp.spec.summary import counted

WIDTH = 100
MOST_ROWS = 20
"""With more intervals than these, the first and the last are shown."""

_ENDS = 8
_CLASS_WIDTH = 44
"""Letters for the classes of an interval, where there are too many for a column each."""

_TITLES = {
    "disjoint": "{name}: {intervals}",
    "overlapping": "{name}: {rows} atomic intervals, {values}",
    "fuzzy": "{name}: {intervals}",
    "lazy": "{name}: an interval about each value asked, here the deciles; {values}",
}
_NOTES = {
    "disjoint": (),
    "overlapping": (
        "Values in an atomic interval are given the counts of a wider one (counted), which "
        "overlaps those of its neighbours.",
    ),
    "fuzzy": ("The counts are sums of influences: every value has some on every interval.",),
    "lazy": (
        "An interval is laid only when a value is asked for, with the value in its middle; it "
        "holds the instances from the first to the last value counted.",
    ),
}


def sample_line(name: str, attribute: str, classes: Sequence[str], sample: Sample) -> str:
    """Return what the intervals are made of, in one or more lines."""
    total = int(sample.class_totals.sum())
    missing = total - sample.n_known
    lowest, highest = _written(np.array([sample.values[0], sample.values[-1]]))
    facts = (
        f"{name}, {attribute}: {total:,} instances, {missing:,} missing, "
        f"{len(sample.values):,} distinct values from {lowest} to {highest}"
    )
    largest = _largest(sample.class_totals, classes, WIDTH - 9)
    return f"{textwrap.fill(facts, WIDTH, subsequent_indent='  ')}\nclasses: {largest}"


def intervals_text(
    name: str, intervals: Intervals, classes: Sequence[str], *, everything: bool = False
) -> str:
    """Return the intervals of a method for a screen of 100 columns.

    Parameters
    ----------
    name : str
        As the method is called.
    intervals : Intervals
    classes : sequence of str
    everything : bool
        Whether all intervals are shown, however many.
    """
    limit = len(intervals.asked) if everything else MOST_ROWS
    table = intervals_table(name, intervals, classes, limit=limit)
    wide = text_table(table, 10 * WIDTH).splitlines()
    if max(map(len, wide[:3])) > WIDTH:
        table = intervals_table(name, intervals, classes, limit=limit, together=True)
    return text_table(table, WIDTH)


def intervals_table(
    name: str,
    intervals: Intervals,
    classes: Sequence[str],
    *,
    limit: int = MOST_ROWS,
    together: bool = False,
) -> Table:
    """Return the intervals of a method as a table.

    Parameters
    ----------
    name, intervals, classes
        As in `intervals_text`.
    limit : int
        With more intervals, the first and the last are shown.
    together : bool
        Whether the classes of an interval share a column, the most frequent first.
    """
    n = len(intervals.asked)
    bounds = _bounds(intervals)
    rows: list[Row] = [
        (
            *(Text(column[index]) for _, column in bounds),
            _count(intervals.frequencies[index].sum()),
            *_classes(intervals.frequencies[index], classes, together),
        )
        for index in range(n)
    ]
    groups: tuple[tuple[Row, ...], ...] = (tuple(rows),)
    notes = _NOTES[intervals.kind]
    if n > limit:
        groups = tuple(rows[:_ENDS]), tuple(rows[-_ENDS:])
        notes = (f"{n - 2 * _ENDS:,} intervals between these are not shown (--all).", *notes)
    heads = ("classes",) if together else tuple(classes)
    columns = (
        *(Column(heading, (heading,)) for heading, _ in bounds),
        Column("n", ("n",)),
        *(Column(head, (head,), left=together) for head in heads),
    )
    return Table("cuts", _title(name, intervals), columns, groups, notes)


def _title(name: str, intervals: Intervals) -> str:
    sizes = intervals.frequencies.sum(axis=1)
    count = counted(len(sizes), "interval")
    least, most = (f"{size:,.0f}" for size in (sizes.min(), sizes.max()))
    spread = f"{least} to {most} instances, median {np.median(sizes):,.0f}"
    if least == most:
        spread = f"{least} instances"
    return _TITLES[intervals.kind].format(
        name=name,
        rows=f"{len(sizes):,}",
        intervals=f"{count} of {spread}",
        values=f"counting as {counted(intervals.n_intervals, 'value')}",
    )


def _bounds(intervals: Intervals) -> list[tuple[str, list[str]]]:
    """Return the columns that tell which values are meant."""
    if intervals.kind == "lazy":
        everything = np.column_stack((intervals.asked[:, :1], intervals.reach))
        texts = _written(everything.ravel())
        heads = ("value", "from", "to")
        return [(head, texts[i :: len(heads)]) for i, head in enumerate(heads)]
    texts = _written(intervals.asked.ravel())
    columns = [("above", texts[0::2]), ("up to", texts[1::2])]
    if intervals.kind == "overlapping":
        reach = _written(intervals.reach.ravel())
        columns += [("counted above", reach[0::2]), ("up to", reach[1::2])]
    return columns


def _written(values: NDArray[np.float64]) -> list[str]:
    """Write numbers with as many digits as tell different ones apart, at least five."""
    different = len(np.unique(values))
    texts: list[str] = []
    for digits in range(5, 18):
        texts = [_number(value, digits) for value in values.tolist()]
        if len(set(texts)) == different:
            break
    return texts


def _number(value: float, digits: int) -> str:
    if np.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.{digits}g}"


def _count(number: np.generic) -> Number:
    if isinstance(number, np.integer):
        return Number(int(number))
    return Number(float(number), 1)


def _classes(
    frequencies: NDArray[np.int64] | NDArray[np.float64], classes: Sequence[str], together: bool
) -> tuple[Value, ...]:
    if together:
        return (Text(_largest(frequencies, classes, _CLASS_WIDTH)),)
    return tuple(_count(frequency) for frequency in frequencies)


def _largest(
    frequencies: NDArray[np.int64] | NDArray[np.float64], classes: Sequence[str], width: int
) -> str:
    """Write the classes that occur, the most frequent first, as many as fit."""
    order = np.argsort(-frequencies, kind="stable")
    found = [
        f"{classes[c]} {_count(frequencies[c]).parts()[0]}" for c in order if frequencies[c] > 0
    ]
    for shown in range(len(found), 0, -1):
        rest = len(found) - shown
        text = ", ".join(found[:shown]) + (f" and {rest} more" if rest else "")
        if len(text) <= width:
            return text
    return f"{len(found)} classes"
