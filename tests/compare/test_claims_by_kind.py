"""Each kind of claim, on a few values that are easily gone over by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from nbexp.compare.claims import Claim, Evidence, Outcome, check
from nbexp.compare.means import Floor, LeaveOut
from nbexp.compare.wins import EXACT

SIZES = {"a": 100, "b": 200, "c": 2000, "d": 4000}


def percents(*values: float) -> dict[str, Fraction]:
    return {name: Fraction(str(v)) / 100 for name, v in zip(SIZES, values, strict=False)}


COLUMNS = {
    "new": percents(10, 20, 10, 4),
    "old": percents(12, 21, 16, 10),
    "same": percents(10, 20, 10, 4),
    "mixed": percents(9, 21, 8, 6.4),
}


def outcome(kind, expect, method="new", against="old", columns=None, **others):
    against = (against,) if isinstance(against, str) else against
    claim = Claim("1", "", "text", kind, expect, methods=(method,), against=against, **others)
    found = check(claim, Evidence(columns or COLUMNS, SIZES), of=4)
    return found.outcome == Outcome.HOLDS, found.detail


@pytest.mark.parametrize(
    ("expect", "method", "against", "holds"),
    [
        ("lower", "new", "old", True),
        ("lower", "old", "new", False),
        ("lower", "new", "same", False),
        ("lower", "new", ("old", "mixed"), True),
        ("lower", "mixed", ("old", "new"), False),
        ("higher", "old", ("new", "mixed"), True),
        ("higher", "new", "same", False),
        ("higher-than-most", "mixed", ("new", "old", "same"), True),
        ("higher-than-most", "mixed", ("new", "old"), False),
        ("lower-than-most", "mixed", ("new", "old", "same"), False),
        ("equal", "new", "same", True),
        ("equal", "new", "mixed", False),
        ("nearly-equal", "new", "mixed", True),
        ("nearly-equal", "new", "old", False),
    ],
)
def test_means(expect, method, against, holds) -> None:
    assert outcome("mean", expect, method, against)[0] == holds


def test_means_are_told_in_percent() -> None:
    # (10 + 20 + 10 + 4) / 4, and (9 + 21 + 8 + 6.4) / 4
    assert outcome("mean", "lower", "new", ("old", "mixed"))[1] == (
        "NEW 11.00; OLD 14.75, MIXED 11.10"
    )


def test_geometric_means() -> None:
    holds, detail = outcome("geomean", "lower")
    assert holds
    # the fourth root of 8,000 and of 40,320
    assert detail == "NEW 9.46; OLD 14.17"


def test_a_mean_is_compared_unrounded_but_equal_as_printed() -> None:
    close = {"new": percents(10.04), "old": percents(10.01)}
    assert not outcome("mean", "lower", columns=close)[0]
    claim = Claim("1", "", "t", "mean", "equal", methods=("new",), against=("old",))
    assert check(claim, Evidence(close, SIZES), of=1).outcome == Outcome.HOLDS


def test_wins_need_no_significance() -> None:
    assert outcome("wins", "wins") == (True, "NEW–OLD 4/0/0, p 0.0625")
    assert not outcome("wins", "loses")[0]
    assert outcome("wins", "loses", "old", "new")[0]
    assert not outcome("wins", "wins", "new", ("old", "mixed"))[0]  # 2/2 against mixed
    assert not outcome("wins", "wins", "new", "same")[0]


@pytest.mark.parametrize(
    ("expect", "seven", "six", "tied"),
    # records 7/0/0 (p 1/128), 4/2/1 (p 11/32), 0/0/7 (p 1)
    [
        ("wins", True, False, False),
        ("loses", False, False, False),
        ("no-difference", False, True, True),
        ("does-not-win", False, True, True),
        ("does-not-lose", True, True, True),
        ("leads", False, True, False),
    ],
)
def test_the_sign_test(expect, seven, six, tied) -> None:
    names = [f"s{i}" for i in range(7)]
    columns = {
        "new": dict.fromkeys(names, Fraction(1, 10)),
        "worse": dict.fromkeys(names, Fraction(2, 10)),
        "equal": dict.fromkeys(names, Fraction(1, 10)),
        "mixed": dict(zip(names, [Fraction(k, 10) for k in (2, 2, 2, 2, 0, 0, 1)], strict=True)),
    }
    evidence = Evidence(columns, dict.fromkeys(names, 1))
    for against, holds in (("worse", seven), ("mixed", six), ("equal", tied)):
        claim = Claim("1", "", "t", "sign", expect, methods=("new",), against=(against,))
        assert (check(claim, evidence, of=7).outcome == Outcome.HOLDS) == holds


def test_losing_significantly_is_the_other_side_of_winning() -> None:
    names = [f"s{i}" for i in range(7)]
    columns = {
        "new": dict.fromkeys(names, Fraction(1, 10)),
        "worse": dict.fromkeys(names, Fraction(2, 10)),
    }
    for expect, holds in (("loses", True), ("does-not-lose", False), ("does-not-win", True)):
        claim = Claim("1", "", "t", "sign", expect, methods=("worse",), against=("new",))
        found = check(claim, Evidence(columns), of=7)
        assert (found.outcome == Outcome.HOLDS) == holds
        assert found.detail == "WORSE–NEW 0/7/0, p 0.0078"


def test_records_follow_the_rule_of_win_lose_tie() -> None:
    close = {"new": percents(10.01, 10), "old": percents(10.02, 20)}
    claim = Claim("1", "", "t", "wins", "wins", methods=("new",), against=("old",))
    assert check(claim, Evidence(close), of=2).detail == "NEW–OLD 1/0/1, p 0.5000"
    assert check(claim, Evidence(close, rule=EXACT), of=2).detail == "NEW–OLD 2/0/0, p 0.2500"


def test_a_count_is_held_to_its_share_where_data_sets_are_absent() -> None:
    assert outcome("count", "lower", at_least=(4, 4)) == (True, "NEW lower than OLD on 4 of 4")
    assert not outcome("count", "lower", "new", "mixed", at_least=(3, 4))[0]  # 2 of 4
    assert outcome("count", "higher", "new", "mixed", at_least=(2, 4))[0]
    three = {method: dict(list(c.items())[:3]) for method, c in COLUMNS.items()}
    assert outcome("count", "lower", columns=three, at_least=(4, 4)) == (
        True,
        "NEW lower than OLD on 3 of 3",
    )
    assert not outcome("count", "lower", "new", "mixed", three, at_least=(3, 4))[0]  # 1 of 3


def test_a_lead_grows_if_gap_and_ratio_say_so() -> None:
    # gaps 1.5 and 6; ratios sqrt(200/252) and sqrt(40/160)
    holds, detail = outcome("trend", "lead-grows", split=1200)
    assert (holds, detail) == (True, "OLD: gap 1.50 to 6.00, ratio 0.891 to 0.500")
    assert not outcome("trend", "lead-grows", "new", ("old", "same"), split=1200)[0]
    only = {method: dict(list(c.items())[:2]) for method, c in COLUMNS.items()}
    claim = Claim("1", "", "t", "trend", "lead-grows", methods=("new",), against=("old",), split=9)
    found = check(claim, Evidence(only, SIZES), of=2)
    assert found.outcome == Outcome.UNCHECKED
    assert found.detail == "no data sets on one side of 9 instances"


def test_a_data_set_of_the_size_that_parts_them_is_a_larger_one() -> None:
    columns = {"new": percents(10, 10), "old": percents(20, 40)}
    # a has 100 instances, b has 200: gaps 10 and 30, ratios 1/2 and 1/4
    at_split = outcome("trend", "lead-grows", columns=columns, split=200)
    assert at_split == (True, "OLD: gap 10.00 to 30.00, ratio 0.500 to 0.250")
    assert at_split == outcome("trend", "lead-grows", columns=columns, split=150)
    assert outcome("trend", "lead-grows", columns=columns, split=100) == (
        False,
        "no data sets on one side of 100 instances",
    )


@pytest.mark.parametrize(("kind", "expect"), [("geomean", "lower"), ("trend", "lead-grows")])
def test_zeros_left_out_may_leave_no_geometric_mean(kind, expect) -> None:
    columns = {"new": percents(0, 10), "old": percents(20, 10)}
    claim = Claim("1", "", "t", kind, expect, methods=("new",), against=("old",), split=200)
    evidence = Evidence(columns, SIZES, zero_rule=LeaveOut())
    found = check(claim, evidence.over(["a"]) if kind == "geomean" else evidence, of=1)
    assert found.outcome == Outcome.UNCHECKED
    assert found.detail == "no geometric mean of NEW: all its values are zero"
    assert check(claim, replace(evidence, zero_rule=Floor()), of=1).outcome != Outcome.UNCHECKED


@pytest.mark.parametrize(
    ("kind", "expect", "outcome", "detail"),
    [
        ("wins", "wins", Outcome.HOLDS, "NEW–OLD 2/0/0, p 0.2500"),
        ("mean", "lower", Outcome.HOLDS, "NEW 6.00 µs; OLD 7.00 µs"),
        ("geomean", "lower", Outcome.HOLDS, "NEW 5.66 µs; OLD 6.71 µs"),
        ("trend", "lead-grows", Outcome.FAILS, "OLD: gap 1.00 µs to 1.00 µs, ratio 0.800 to 0.889"),
        ("mean", "nearly-equal", Outcome.UNCHECKED,
         "nearly-equal is said of percentages as they are printed, not of seconds"),
    ],
)  # fmt: skip
def test_seconds_are_compared_and_told_as_seconds(kind, expect, outcome, detail) -> None:
    micro = Fraction(1, 10**6)
    columns = {"new": {"a": 4 * micro, "b": 8 * micro}, "old": {"a": 5 * micro, "b": 9 * micro}}
    claim = Claim("1", "", "t", kind, expect, methods=("new",), against=("old",), split=200)
    found = check(claim, Evidence.of_seconds(columns, SIZES), of=2)
    assert (found.outcome, found.detail) == (outcome, detail)


def test_what_cannot_be_checked_says_why() -> None:
    claim = Claim("1", "", "t", "unchecked", why="no times")
    found = check(claim, Evidence({}), of=4)
    assert (found.outcome, found.detail) == (Outcome.UNCHECKED, "no times")
    claim = Claim("1", "", "t", "mean", "lower", methods=("new",), against=("other",))
    found = check(claim, Evidence({"new": percents(1)}), of=1)
    assert found.detail == "no values of OTHER"


def test_fewer_than_half_of_the_data_sets_are_another_claim() -> None:
    claim = Claim("1", "", "t", "mean", "lower", methods=("new",), against=("old",))
    assert check(claim, Evidence(COLUMNS, SIZES), of=8).outcome == Outcome.HOLDS
    found = check(claim, Evidence(COLUMNS, SIZES), of=9)
    assert (found.outcome, found.detail) == (Outcome.UNCHECKED, "values for 4 of 9 data sets")
    assert (found.sets, found.of) == (4, 9)


def test_a_zero_in_a_geometric_mean_follows_the_rule() -> None:
    columns = {"new": percents(0, 20), "old": percents(1, 20)}
    claim = Claim("1", "", "t", "geomean", "lower", methods=("new",), against=("old",))
    # 0 counts as 0.05: sqrt(0.05 * 20) = 1
    assert check(claim, Evidence(columns), of=2).detail == "NEW 1.00; OLD 4.47"
