"""The tables of an answer."""

from __future__ import annotations

from nbexp.compare.resampled import RESAMPLED_TEST
from nbexp.compare.wins import LEVEL
from nbexp.data.dataset import Quantitative
from nbexp.recommend.answer import Answer
from nbexp.recommend.plan import SCORED_TRIALS
from nbexp.recommend.verdict import Standing
from nbexp.report.table import Column, Number, Probability, Row, Table, Text, percent
from nbexp.spec.summary import counted

SIGNS = {
    "best": "best",
    "not told apart": "=",
    "worse": "worse",
    "better": "better",
}


def comparison_table(answer: Answer) -> Table:
    """Return methods and yardsticks by error, each beside the best method."""
    columns = (
        Column("method", ("method",), left=True),
        Column("error %", ("error",)),
        Column("bias %", ("bias",)),
        Column("variance %", ("variance",)),
        Column("to best", ("difference",)),
        Column("p", ("p",)),
        Column("", ("place",), left=True),
    )
    best = answer.verdict.best.heading
    groups = [tuple(_compared(one) for one in answer.verdict.methods)]
    if answer.verdict.yardsticks:
        groups.append(tuple(_compared(one) for one in answer.verdict.yardsticks))
    fewer = answer.plan.yardsticks
    of_yardsticks = (
        f" Yardsticks have the first {counted(fewer, 'trial')} only, and are compared on these."
        if 0 < fewer < answer.plan.trials
        else ""
    )
    notes = (
        f"to best: the error less that of {best}, in points. {RESAMPLED_TEST} Adjusted for the "
        "number of methods, of yardsticks for theirs (Holm). =: not told apart from the best at "
        f"{LEVEL:.2f}.",
        f"{counted(answer.plan.trials, 'trial')} of {answer.plan.folds} folds; "
        f"error = bias + variance, by Webb's definition.{of_yardsticks}",
    )
    return Table("comparison", "Error, beside the best method", columns, tuple(groups), notes)


def _compared(one: Standing) -> Row:
    contender = one.contender
    difference = one.test.mean if one.test else None
    return (
        Text(contender.heading),
        percent(contender.error),
        percent(contender.bias),
        percent(contender.variance),
        percent(difference),
        Probability(one.p),
        Text(SIGNS[one.place.value]),
    )


def probability_table(answer: Answer) -> Table:
    """Return how good the probabilities are, what was made of the numbers, and the time."""
    pair = answer.dataset.n_classes == 2
    columns = [
        Column("method", ("method",), left=True),
        Column("log-loss", ("log-loss",)),
        Column("Brier", ("brier",)),
        Column("ECE", ("ece",)),
        *([Column("AUC", ("auc",))] if pair else []),
        Column("intervals", ("intervals",)),
        Column("ms/fold", ("milliseconds",)),
    ]

    def row(one: Standing) -> Row:
        found = one.contender
        seconds = None if found.seconds is None else found.seconds * 1000
        return (
            Text(found.heading),
            _loss(found.log_loss),
            Number(found.brier, 3),
            Number(found.ece, 3),
            *([Number(found.auc, 3)] if pair else []),
            Number(found.intervals, 1),
            Number(seconds, 1),
        )

    groups = [tuple(row(one) for one in answer.verdict.methods)]
    if answer.verdict.yardsticks:
        groups.append(tuple(row(one) for one in answer.verdict.yardsticks))
    scored = min(SCORED_TRIALS, answer.plan.trials)
    area = " and AUC (area under the ROC curve, a mean over folds)" if pair else ""
    first = "trial" if scored == 1 else f"{scored} trials"
    notes = (
        "log-loss in nats; Brier: squared distance to the truth, 0 to 2. Less is better in both. "
        f"ECE: how far confidence and share of right predictions are apart, in {10} bins. "
        f"ECE{area} are of the first {first}.",
        "intervals: mean of an attribute. ms/fold: processor time to train and test a fold, each "
        "method and yardstick by itself, in one thread; the median of the first trial's folds.",
    )
    return Table(
        "probabilities", "Probabilities, intervals, time", tuple(columns), tuple(groups), notes
    )


def _loss(value: float | None) -> Number | Text:
    """Return a log-loss; one that is out of all proportion is only roughly told."""
    return Number(value, 3) if value is None or value < 1000 else Text(f"{value:.0e}")


def attribute_table(answer: Answer) -> Table:
    """Return the attributes with the kinds they were taken for."""
    columns = (
        Column("attribute", ("attribute",), left=True),
        Column("taken for", ("kind",), left=True),
        Column("distinct", ("distinct",)),
        Column("missing %", ("missing",)),
        Column("values", ("values",), left=True, wrap=True),
    )
    n = answer.dataset.n_instances
    rows = tuple(
        (
            Text(attribute.name),
            Text("quantitative" if isinstance(attribute, Quantitative) else "qualitative"),
            Number(len(attribute.values)),
            percent(attribute.n_missing / n),
            Text(answer.roles.examples.get(attribute.name, "")),
        )
        for attribute in answer.dataset.attributes
    )
    return Table("attributes", "Attributes", columns, (rows,))
