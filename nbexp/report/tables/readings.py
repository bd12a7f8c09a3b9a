"""Readings of a method, ranked by their agreement with the printed tables."""

from __future__ import annotations

from nbexp.compare.agreement import DISTANCES
from nbexp.compare.metrics import METRICS
from nbexp.compare.readings import CAP
from nbexp.report.evaluation import Evaluation
from nbexp.report.readings import ALL, MethodReadings, Reading, read_readings
from nbexp.report.table import (
    NOTHING,
    Column,
    Number,
    OutOf,
    Probability,
    Row,
    Table,
    Text,
    Value,
    WinLoseTie,
    percent,
)
from nbexp.report.tables.notes import absence_notes, protocol_note

_NAMES = (
    Column("method", ("method",), left=True),
    Column("reading", ("reading",), left=True),
    Column("is", ("role",), left=True),
)


def reading_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the readings by score, by shares of close cells, and each against the default."""
    if evaluation.published is None or evaluation.is_print or evaluation.settings.is_stream:
        return ()
    found = read_readings(evaluation)
    if not found:
        return ()
    tables = [_scores(evaluation, found), _shares(evaluation, found)]
    if any(one.against_default for of in found for one in of.readings):
        tables.append(_pairs(evaluation, found))
    return tuple(tables)


def _scores(evaluation: Evaluation, found: tuple[MethodReadings, ...]) -> Table:
    columns = (
        *_NAMES,
        Column("cells", ("cells",)),
        *(Column(metric, (f"{metric}_score",)) for metric in METRICS),
        Column("seeds apart", ("seeds_lowest", "seeds_highest")),
        Column("left-out wins", ("rounds_won", "rounds")),
    )

    def row(reading: Reading) -> Row:
        return (
            Number(len(reading.cells)),
            *(Number(reading.score(metric), 2) for metric in METRICS),
            _Spread(reading.seed_scores),
            OutOf(reading.support.wins, reading.support.rounds) if reading.support else _Nothing(2),
        )

    published = evaluation.settings.published_name
    return Table(
        "readings",
        f"Readings by their score against {published}; 1 is luck alone",
        columns,
        tuple(tuple(_named(evaluation, of, one) + row(one) for one in of.readings) for of in found),
        (
            protocol_note(evaluation),
            "Score: the root of the mean over cells of ((ours − printed)/noise)²; a cell counts "
            f"as {CAP:.0f} at most. Noise is a standard deviation: the standard error of ours, "
            "that of a printed value had by one experiment like ours, and 0.1/√12 points for the "
            "rounding to tenths, root of the sum of their squares. The standard error of the "
            "error is s/√T over the trials; that of bias and variance is the jackknife's of the "
            "default, larger or smaller as that of the error. Seeds apart: the lowest and the "
            "highest score on the error of a root seed alone.",
            "First stands the reading under which the printed errors are likeliest (normal, with "
            "that noise). Left-out wins: each data set in turn is left out; so often is no other "
            "reading of the method likelier over those that remain. All readings of a method are "
            "compared over the data sets that all of them have values for.",
            f"All: {BEST_NOTE}",
            *absence_notes(evaluation),
        ),
    )


BEST_NOTE = (
    "every method by default, by its literal text, and by the reading that stands first, which is "
    "chosen on the very cells it is scored on."
)


def _shares(evaluation: Evaluation, found: tuple[MethodReadings, ...]) -> Table:
    within = [f"{distance / 10:.1f}" for distance in DISTANCES]
    columns = (
        *_NAMES,
        *(Column(f"≤ {points}", (f"within_{points}",)) for points in within),
        Column("% agrees", ("share_agreeing",)),
        Column("% agrees or near", ("share_close",)),
        Column("furthest off", ("furthest",), left=True),
        Column("by", ("furthest_points",)),
    )

    def row(reading: Reading) -> Row:
        key = reading.furthest
        cell = reading.cells[key] if key else None
        name = "" if key is None else key[0]
        if key is not None and _is_of_all(found, reading):
            name = f"{key[0]} {key[1].upper()}"
        return (
            *(percent(reading.close.share(index)) for index in range(len(DISTANCES))),
            percent(reading.tally.share_agreeing),
            percent(reading.tally.share_close),
            Text(name),
            _signed(percent(cell.ours["error"] - cell.printed["error"]) if cell else Number(None)),
        )

    return Table(
        "readings",
        "Readings by the share of errors close to the printed ones, in %",
        columns,
        tuple(tuple(_named(evaluation, of, one) + row(one) for one in of.readings) for of in found),
        (
            "Within 0.3, 0.5 and 1.0 points, ours rounded to printed tenths; agrees and near as in "
            "the table `verdict`. Furthest off: in units of noise; by: ours less the printed "
            "value, in points.",
        ),
    )


def _pairs(evaluation: Evaluation, found: tuple[MethodReadings, ...]) -> Table:
    columns = (
        *_NAMES,
        Column("closer/further/same", ("closer", "further", "same")),
        Column("p", ("p",)),
        Column("gain", ("gain",)),
        Column("±", ("gain_error",)),
        Column("moves", ("moves",)),
    )

    def row(reading: Reading) -> Row:
        told = reading.against_default
        if told is None:
            return ()
        return (
            WinLoseTie(told.record),
            Probability(told.record.p),
            _signed(Number(told.gain, 2)),
            Number(told.gain_error, 2),
            Number(told.moves, 2),
        )

    groups = (
        tuple(_named(evaluation, of, one) + row(one) for one in of.readings if one.against_default)
        for of in found
    )
    return Table(
        "readings",
        "Readings against the default of their method, on the same folds",
        columns,
        tuple(group for group in groups if group),
        (
            "Closer/further/same: the data sets in which the error is closer to print than that "
            "of the default, by printed tenths; p: one-tailed sign test. Gain: mean over the data "
            "sets of the natural logarithm of how many times likelier the printed error is under "
            "the reading than under the default; ± its standard error over the data sets. Moves: "
            "by how much of its noise the reading moves the error of the default at all (root of "
            "the mean square): well below 1, the tables cannot decide.",
        ),
    )


def _named(evaluation: Evaluation, of: MethodReadings, reading: Reading) -> Row:
    method = of.method if of.method == ALL else of.method.upper()
    return Text(method), Text(short_label(of, reading)), Text(", ".join(reading.roles))


def short_label(of: MethodReadings, reading: Reading) -> str:
    """Return a label without the method's id, which stands beside it."""
    label = reading.label.removeprefix(of.method).strip()
    return label or NOTHING


def _is_of_all(found: tuple[MethodReadings, ...], reading: Reading) -> bool:
    return found[0].method == ALL and reading in found[0].readings


class _Nothing:
    """No value, where programs have several fields."""

    def __init__(self, fields: int) -> None:
        self._fields = fields

    def parts(self) -> tuple[str, ...]:
        """Return a dash."""
        return (NOTHING,)

    def fields(self) -> tuple[str, ...]:
        """Return empty fields."""
        return ("",) * self._fields


class _Spread:
    """The lowest and the highest of some scores."""

    def __init__(self, scores: tuple[float, ...]) -> None:
        self._scores = scores

    def parts(self) -> tuple[str, ...]:
        """Return both for people; a dash where there is only one."""
        if len(self._scores) < 2:
            return (NOTHING,)
        return ("–".join(self.fields()),)

    def fields(self) -> tuple[str, ...]:
        """Return both for programs."""
        if not self._scores:
            return "", ""
        return f"{min(self._scores):.2f}", f"{max(self._scores):.2f}"


class _Signed:
    """A number with its sign."""

    def __init__(self, number: Number) -> None:
        self._number = number

    def parts(self) -> tuple[str, ...]:
        """Return the number, a plus before what is above zero."""
        (text,) = self._number.parts()
        above = self._number.value is not None and self._number.value > 0
        return (f"+{text}" if above and text.strip("0.") else text,)

    def fields(self) -> tuple[str, ...]:
        """Return the number."""
        return self._number.fields()


def _signed(number: Number) -> Value:
    return _Signed(number)
