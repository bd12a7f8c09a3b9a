"""Whether the methods stand in the same order as in print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.metrics import METRICS
from nbexp.compare.ranks import kendall, mean_ranks, spearman
from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Beside, Column, Number, Row, Table, Text, Value
from nbexp.report.tables.notes import protocol_note


@dataclass(frozen=True)
class Ranking:
    """The values of the methods on a metric, where both sides have all of them.

    Attributes
    ----------
    methods : tuple of str
        Those that are printed.
    ours, printed : mapping of data set to (values by method)
        As the rule of win/lose/tie measures them.
    """

    methods: tuple[str, ...]
    ours: dict[str, list[Fraction | int]]
    printed: dict[str, list[Fraction | int]]

    @property
    def mean_ranks(self) -> tuple[list[Fraction], list[Fraction]]:
        """Our and the printed mean rank of each method; empty without a data set."""
        return mean_ranks(list(self.ours.values())), mean_ranks(list(self.printed.values()))


def ranking(evaluation: Evaluation, metric: str) -> Ranking:
    """Return what the ranks of the methods are taken of."""
    measure = evaluation.settings.comparison.measure
    methods = tuple(m for m in evaluation.methods if evaluation.printed_column(m, metric))
    ours: dict[str, list[Fraction | int]] = {}
    printed: dict[str, list[Fraction | int]] = {}
    columns = [evaluation.column(method, metric) for method in methods]
    prints = [evaluation.printed_column(method, metric) for method in methods]
    for dataset in evaluation.datasets:
        if all(dataset in column for column in (*columns, *prints)):
            ours[dataset] = [measure(column[dataset]) for column in columns]
            printed[dataset] = [measure(column[dataset]) for column in prints]
    return Ranking(methods, ours, printed)


def rank_tables(evaluation: Evaluation) -> tuple[Table, ...]:
    """Return the rank correlations, and the mean ranks they are of in the last row."""
    rankings = {metric: ranking(evaluation, metric) for metric in METRICS}
    if not any(len(found.methods) > 1 and found.ours for found in rankings.values()):
        return ()
    return _correlations(evaluation, rankings), _mean_ranks(evaluation, rankings)


def _correlations(evaluation: Evaluation, rankings: dict[str, Ranking]) -> Table:
    columns = [Column("data set", ("dataset",), left=True)]
    for metric in METRICS:
        columns.append(Column(f"{metric} rho", (f"{metric}_spearman",)))
        columns.append(Column("tau", (f"{metric}_kendall",)))
    rows: list[Row] = []
    for dataset in evaluation.datasets:
        sides = [(f.ours.get(dataset, []), f.printed.get(dataset, [])) for f in rankings.values()]
        if any(left for left, _ in sides):
            rows.append((Text(dataset), *_coefficients(sides)))
    means: Row = (Text("mean ranks"), *_coefficients([f.mean_ranks for f in rankings.values()]))
    return Table(
        "ranks",
        f"Rank correlation of the methods: ours and {evaluation.settings.published_name}",
        tuple(columns),
        (tuple(rows), (means,)),
        (
            protocol_note(evaluation),
            "rho: Spearman's, with average ranks; tau: Kendall's tau-b. Equal values share a rank: "
            + _measured(evaluation)
            + " Mean ranks: of each method over the data sets above.",
        ),
    )


def _measured(evaluation: Evaluation) -> str:
    if evaluation.settings.comparison.name == "printed":
        return "both sides are taken in printed tenths."
    return "ours are taken exactly, the published ones as printed."


def _coefficients(
    sides: Sequence[tuple[Sequence[Fraction | int], Sequence[Fraction | int]]],
) -> list[Number]:
    values: list[Number] = []
    for left, right in sides:
        values += [Number(spearman(left, right), 2), Number(kendall(left, right), 2)]
    return values


def _mean_ranks(evaluation: Evaluation, rankings: dict[str, Ranking]) -> Table:
    columns = [
        Column("method", ("method",), left=True),
        *(Column(metric, (metric, f"{metric} published")) for metric in METRICS),
    ]
    tables = {metric: found.mean_ranks for metric, found in rankings.items()}
    rows: list[Row] = []
    for method in evaluation.methods:
        values: list[Value] = []
        for metric, found in rankings.items():
            ours, printed = tables[metric]
            place = found.methods.index(method) if method in found.methods and ours else None
            values.append(
                Beside(
                    Number(None if place is None else ours[place], 2),
                    Number(None if place is None else printed[place], 2),
                )
            )
        rows.append((Text(evaluation.heading(method)), *values))
    sets = max(len(found.ours) for found in rankings.values())
    return Table(
        "ranks",
        f"Mean ranks of the methods; ours/{evaluation.settings.published_name}",
        tuple(columns),
        (tuple(rows),),
        (f"Rank 1 is the lowest value. Over the {sets} data sets with all values on both sides.",),
    )
