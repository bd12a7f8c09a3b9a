"""The verdict, ranks and claims of a made-up run, gone over by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from nbexp.compare.claims import Claim, Outcome
from nbexp.compare.subset import Subset
from nbexp.compare.verdict import Verdict
from nbexp.report.document import chapter
from nbexp.report.evaluation import Evaluation
from nbexp.report.formats.text import text_table
from nbexp.report.published import Published, PublishedCell
from nbexp.report.settings import read_settings

SIZES = {"iris": 100, "wine": 200, "musk": 1000}
COUNTS = {
    # errors of two trials
    ("iris", "ewd"): (10, 12),
    ("iris", "ndd"): (8, 8),
    ("wine", "ewd"): (20, 20),
    ("wine", "ndd"): (30, 30),
    ("musk", "ewd"): (100, 100),
    ("musk", "ndd"): (50, 52),
}
PRINT = {
    ("iris", "ewd"): "12.5",
    ("iris", "ndd"): "8.1",
    ("wine", "ewd"): "9.2",
    ("wine", "ndd"): "16.1",
    ("musk", "ewd"): "10.0",
    ("musk", "ndd"): "5.1",
    ("ipums", "ewd"): "20.0",
    ("ipums", "ndd"): "17.0",
}


def published(error=PRINT):
    cells = {
        where: PublishedCell({"error": Fraction(value) / 100}) for where, value in error.items()
    }
    return Published("t.csv", cells, {}, {**SIZES, "ipums": 5000})


def evaluated(make_store, claims=(), counts=COUNTS, **others):
    store = make_store(SIZES, counts, faulty=[("ipums", True, "no source has it")], **others)
    return Evaluation("mine", store, published(), claims=claims)


def shown(evaluation, name, number=0, width=100):
    return text_table(chapter(evaluation, [name]).tables[number], width)


def test_each_cell_has_its_verdict(make_store) -> None:
    cells = evaluated(make_store).verdicts["error"].cells
    # s of 10 and 12 % is 1.414 points: 2 sqrt(2 * 2 / 2) + 0.05 = 2.88
    assert 100 * cells["iris", "ewd"].allowed == pytest.approx(2 * sqrt(2) + 0.05)
    assert cells["iris", "ewd"].apart == Fraction(-15, 1000)
    # without scatter only rounding is forgiven
    assert 100 * cells["iris", "ndd"].allowed == pytest.approx(0.05)
    assert {where: str(cell.verdict.value) for where, cell in cells.items()} == {
        ("iris", "ewd"): "agrees",
        ("iris", "ndd"): "near",
        ("wine", "ewd"): "near",
        ("wine", "ndd"): "differs",
        ("musk", "ewd"): "agrees",
        ("musk", "ndd"): "agrees",
        ("ipums", "ewd"): "missing",
        ("ipums", "ndd"): "missing",
    }


def test_the_verdict_is_summed_up(make_store) -> None:
    text = shown(evaluated(make_store), "verdict")
    assert (
        text.split("\n\n")[1]
        == """\
on        method  cells  agrees  near  differs  missing  % agrees  % agrees or near
-----------------------------------------------------------------------------------
error     all         6       3     2        1        2      50.0              83.3
bias      all         0       0     0        0        0         –                 –
variance  all         0       0     0        0        0         –                 –
-----------------------------------------------------------------------------------
error     EWD         3       2     1        0        1      66.7             100.0
error     NDD         3       1     1        1        1      33.3              66.7"""
    )
    assert "at most 2·√(2 s²/2) + 0.05 points apart" in text
    assert "Not available: ipums (optional): no source has it." in text


def test_the_verdict_by_data_set_names_who_differs(make_store) -> None:
    text = shown(evaluated(make_store), "verdict", 1)
    assert (
        text.split("\n\n")[1]
        == """\
data set  instances  error  bias  variance  differing on error
--------------------------------------------------------------
iris            100  1/1/0     –         –
wine            200  0/1/1     –         –  NDD
musk           1000  2/0/0     –         –
ipums          5000      –     –         –"""
    )


def test_the_verdict_of_each_cell(make_store) -> None:
    text = shown(evaluated(make_store), "verdict-cells")
    assert "wine      near     differs\n" in text
    assert "ipums     missing  missing\n" in text


def test_bias_and_variance_are_judged_by_the_jackknife(make_store) -> None:
    evaluation = evaluated(make_store)
    evaluation.published = Published(
        "t.csv",
        {("iris", "ewd"): PublishedCell({"bias": Fraction(10, 100), "variance": Fraction(2, 100)})},
        {},
        SIZES,
    )
    # Ten are wrong in both trials, two more in one: bias 10 + 2 * 1/4 and variance 2 * 1/4.
    # Of each half, a single trial, all errors are bias: 10 and 12, so the same s as the error's.
    bias = evaluation.verdicts["bias"].cells["iris", "ewd"]
    assert bias.ours == Fraction(105, 1000)
    assert 100 * bias.allowed == pytest.approx(2 * sqrt(2) + 0.05)
    variance = evaluation.verdicts["variance"].cells["iris", "ewd"]
    assert 100 * variance.allowed == pytest.approx(0.05)
    assert (bias.verdict, variance.verdict) == (Verdict.AGREES, Verdict.DIFFERS)


def test_several_seeds_are_judged_together(make_store) -> None:
    counts = {("iris", "ewd", 1): (10, 12), ("iris", "ewd", 2): (10, 12)}
    store = make_store({"iris": 100}, counts)
    evaluation = Evaluation("mine", store, published())
    cell = evaluation.verdicts["error"].cells["iris", "ewd"]
    # s of 10 12 10 12 is sqrt(4/3); ours is of four trials, the printed one as of two
    assert 100 * cell.allowed == pytest.approx(2 * sqrt(4 / 3 / 4 + 4 / 3 / 2) + 0.05)
    assert "2·√(s²/4 + s²/2)" in shown(evaluation, "verdict")


def test_a_single_trial_allows_for_rounding_alone(make_store) -> None:
    store = make_store({"iris": 100}, {("iris", "ewd"): (12,)}, trials=1)
    evaluation = Evaluation("mine", store, published())
    assert evaluation.verdicts["error"].cells["iris", "ewd"].verdict == Verdict.NEAR
    assert "With a single trial there is no s" in shown(evaluation, "verdict")


def test_without_published_values_there_is_no_verdict(make_store) -> None:
    evaluation = Evaluation("mine", make_store(SIZES, COUNTS))
    assert chapter(evaluation, ["verdict", "verdict-cells", "ranks", "claims"]).tables == ()


def test_ranks_ours_and_printed(make_store) -> None:
    text = shown(evaluated(make_store), "ranks")
    assert "iris             1.00  1.00" in text
    assert "ipums" not in text
    means = shown(evaluated(make_store), "ranks", 1)
    assert "EWD     1.67/1.67" in means
    assert "NDD     1.33/1.33" in means


CLAIMS = (
    Claim("A", "6.1", "Lower mean.", "mean", "lower", methods=("ndd",), against=("ewd",)),
    Claim("B", "6.1", "Always lower.", "count", "lower", methods=("ndd",), against=("ewd",),
          at_least=(3, 4)),
    Claim("C", "6.2", "Two largest.", "count", "lower", methods=("ndd",), against=("ewd",),
          subset=Subset(largest=2), at_least=(2, 2), note="a note"),
    Claim("D", "6.2", "Fast.", "unchecked", why="no times"),
    Claim("E", "6.2", "Others.", "mean", "lower", methods=("ndd",), against=("pd",)),
)  # fmt: skip


def test_claims_over_the_data_sets_that_both_have(make_store) -> None:
    results = {one.claim.id: one for one in evaluated(make_store, CLAIMS).claim_results}
    a = results["A"]
    assert (a.ours.outcome, a.ours.sets, a.ours.of) == (Outcome.HOLDS, 3, 4)
    # (8 + 15 + 5.1) / 3 and (11 + 10 + 10) / 3
    assert a.ours.detail == "NDD 9.37; EWD 10.33"
    assert a.printed.detail == "NDD 11.58; EWD 12.93"
    b = results["B"]
    assert (b.ours.outcome, b.printed.outcome) == (Outcome.FAILS, Outcome.HOLDS)
    assert b.printed_same.outcome == Outcome.FAILS
    assert b.turns
    c = results["C"]  # the largest two in print are musk and ipums
    assert (c.ours.detail, c.ours.sets, c.ours.of) == ("NDD lower than EWD on 1 of 1", 1, 2)
    assert results["D"].ours.outcome == Outcome.UNCHECKED
    assert results["E"].ours.detail == "no values of PD"


def test_claims_are_told_with_their_numbers(make_store) -> None:
    evaluation = evaluated(make_store, CLAIMS)
    assert (
        shown(evaluation, "claims").split("\n\n")[1]
        == """\
in print           claims  ours: holds  ours: does not hold  ours: cannot be checked
------------------------------------------------------------------------------------
holds                   3            2                    1                        0
does not hold           0            0                    0                        0
cannot be checked       2            0                    0                        2
------------------------------------------------------------------------------------
all                     5            2                    1                        2"""
    )
    text = shown(evaluation, "claims", 1, width=80)
    assert (
        text.split("\n\n")[1]
        == """\
id  section  claim          ours                 sets  in print
------------------------------------------------------------------------
A   6.1      Lower mean.    HOLDS              3 of 4  HOLDS
    our numbers: NDD 9.37; EWD 10.33
    printed numbers: NDD 11.58; EWD 12.93
B   6.1      Always lower.  DOES NOT HOLD      3 of 4  HOLDS
    our numbers: NDD lower than EWD on 2 of 3
    printed numbers: NDD lower than EWD on 3 of 4
    note: print alone, over the same 3 sets: DOES NOT HOLD (NDD lower than EWD
      on 2 of 3)
------------------------------------------------------------------------
C   6.2      Two largest.   HOLDS              1 of 2  HOLDS
    our numbers: NDD lower than EWD on 1 of 1
    printed numbers: NDD lower than EWD on 2 of 2
    note: a note
D   6.2      Fast.          CANNOT BE CHECKED  0 of 4  CANNOT BE CHECKED
    note: no times
E   6.2      Others.        CANNOT BE CHECKED  3 of 4  CANNOT BE CHECKED
    our numbers: no values of PD"""
    )


@pytest.mark.parametrize(
    ("name", "variants", "of_iris"),
    [
        ("iris-too", {"iris-too": "iris"}, "NDD 8.00; EWD 11.00"),
        ("iris-too", {}, "values for 0 of 1 data sets"),
        ("iris", {"wine": "iris"}, "NDD 8.00; EWD 11.00"),  # which stands for itself
    ],
)
def test_a_claim_is_checked_on_a_variant_in_its_originals_place(
    make_store, name, variants, of_iris
) -> None:
    counts = {(d.replace("iris", name), m): pair for (d, m), pair in COUNTS.items()}
    store = make_store({d.replace("iris", name): n for d, n in SIZES.items()}, counts)
    settings = replace(read_settings(store.spec), published_as=variants)
    claim = replace(CLAIMS[0], subset=Subset(names=("iris",)))
    (result,) = Evaluation(
        "mine", store, published(), settings=settings, claims=[claim]
    ).claim_results
    assert result.ours.detail == of_iris


def test_claims_without_published_values_are_held_against_ours_alone(make_store) -> None:
    evaluation = Evaluation("mine", make_store(SIZES, COUNTS), claims=CLAIMS[:1])
    (result,) = evaluation.claim_results
    assert (result.ours.sets, result.ours.of) == (3, 3)
    assert result.printed is None
    assert "HOLDS  3 of 3  –" in shown(evaluation, "claims", 1)


def test_a_claim_is_held_against_the_only_method_of_that_id(make_store) -> None:
    counts = {(d, m.replace("ndd", "ndd s=9")): c for (d, m), c in COUNTS.items()}
    evaluation = evaluated(make_store, CLAIMS[:1], counts)
    assert evaluation.claim_results[0].ours.detail == "NDD 9.37; EWD 10.33"
    two = {**counts, **{(d, "ndd s=3"): c for (d, m), c in COUNTS.items() if m == "ndd"}}
    evaluation = evaluated(make_store, CLAIMS[:1], two)
    assert evaluation.claim_results[0].ours.detail == "no values of NDD"
