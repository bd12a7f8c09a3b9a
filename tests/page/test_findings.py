"""The words and figures at the head of the page are those of the tables."""

from __future__ import annotations

import pytest

from nbexp.compare.claims import Claim
from nbexp.report.evaluation import Evaluation
from nbexp.report.figures.experiment import Experiment, written
from nbexp.report.opening import Sources
from nbexp.report.page.build import opened_experiment
from nbexp.report.page.claims import claim_groups
from nbexp.report.page.findings import paragraphs, tiles
from nbexp.report.tables import TABLES

CLAIMS = (
    Claim("1", "6", "PD has the lower error.", "mean", "lower", methods=("pd",), against=("ewd",)),
    Claim("2", "6", "PD has the higher one.", "mean", "higher", methods=("pd",), against=("ewd",)),
    Claim("3", "5", "It takes n log n.", "unchecked", why="no table tells"),
)


@pytest.fixture(scope="module")
def experiment(results):
    sources = Sources(published=results.parent / "published.csv")
    with opened_experiment(results, sources, (), pytest.fail) as (opened, store):
        evaluation = Evaluation(
            "small", store, opened.evaluation.published, claims=CLAIMS, folder=results
        )
        yield Experiment(evaluation, store.spec)


def test_the_share_that_agrees_is_that_of_the_table_of_verdicts(experiment):
    table = TABLES["verdict"](experiment.evaluation)[0]
    whole = [value.parts()[0] for value in table.rows[0]]
    cells, agrees, near, differs, missing, share = whole[2:8]
    agreeing, close = tiles(experiment.evaluation)[:2]
    assert agreeing.figure == f"{share}\u00a0%"
    assert close.figure == f"{whole[8]}\u00a0%"
    text = paragraphs(experiment)[0]
    assert f"Of {cells} errors that stand in published" in text
    assert f", {agrees} ({share}\u00a0%) agree" in text
    assert f"{near} more are within one point" in text
    assert (differs, missing) == ("1", "0")
    assert "and one differs by more." in text


def test_the_methods_named_first_and_last_have_the_means_of_the_error_table(experiment):
    table = TABLES["error"](experiment.evaluation)[0]
    means = {}
    evaluation = experiment.evaluation
    for method in evaluation.methods:
        column = evaluation.column(method, "error")
        means[evaluation.heading(method)] = sum(column.values()) / len(column)
    best, worst = min(means, key=means.get), max(means, key=means.get)
    text = paragraphs(experiment)[1]
    assert f"that of {best}, {written(means[best])}\u00a0%, before " in text
    assert f"the highest that of {worst}, {written(means[worst])}\u00a0%." in text
    assert {column.heading for column in table.columns[1:]} == set(means)


def test_claims_that_do_not_hold_come_first_and_are_open(experiment):
    groups = claim_groups(experiment.evaluation)
    outcomes = [(g.heading, [c.id for c in g.claims], g.open) for g in groups]
    held = "1" if experiment.evaluation.claim_results[0].ours.outcome == "holds" else "2"
    assert outcomes == [
        ("Do not hold here", ["21".replace(held, "")], True),
        ("Hold here", [held], False),
        ("Cannot be checked here", ["3"], False),
    ]
    assert tiles(experiment.evaluation)[2].figure == "1 of 2"
    assert "Of 2 claims that could be checked, 1 hold here." in paragraphs(experiment)[0]
