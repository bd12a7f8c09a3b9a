"""Files of claims: read as specs are, all faults told with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.compare.subset import Subset
from nbexp.errors import SpecError
from nbexp.spec.claims import read_claims

WHOLE = """\
claims:
  - id: A
    section: "6.4"
    text: "NDD: better"
    kind: count
    expect: lower
    metric: bias
    methods: ndd
    against: [ewd, efd]
    subset: {larger-than: 1200, largest: 4}
    at-least: 3 of 4
    note: a note
  - {id: B, text: grows, kind: trend, expect: lead-grows, methods: pd, against: ewd, split: 1200}
  - {id: C, text: fast, kind: unchecked, why: no times}
"""


def read(tmp_path: Path, text: str):
    path = tmp_path / "claims.yaml"
    path.write_text(text)
    return read_claims(path)


def faults(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(SpecError) as raised:
        read(tmp_path, text)
    lines = str(raised.value).splitlines()
    return [line.strip().removeprefix("claims.yaml:") for line in lines if "claims.yaml:" in line]


def test_every_key_of_a_claim_is_read(tmp_path: Path) -> None:
    first, second, third = read(tmp_path, WHOLE)
    assert (first.id, first.section, first.text, first.note) == (
        "A",
        "6.4",
        "NDD: better",
        "a note",
    )
    assert (first.kind, first.expect, first.metric) == ("count", "lower", "bias")
    assert first.pairs == [("ndd", "ewd"), ("ndd", "efd")]
    assert first.subset == Subset(larger_than=1200, largest=4)
    assert first.at_least == (3, 4)
    assert (second.split, second.metric) == (1200, "error")
    assert third.why == "no times"


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (
            "{id: A, text: t, kind: meen, expect: lower, methods: a, against: b}",
            "2: claims.kind: found 'meen'; did you mean mean?",
        ),
        (
            "{id: A, text: t, kind: wins, expect: lower, methods: a, against: b}",
            "2: claims.expect: found 'lower', expected one of wins, loses",
        ),
        (
            "{id: A, text: t, kind: mean, expect: lower, methods: a, against: b, metric: eror}",
            "2: claims.metric: found 'eror'; did you mean error?",
        ),
        (
            "{id: A, text: t, kind: mean, expect: lower, methods: a}",
            "2: claims: a claim of kind mean needs against",
        ),
        (
            "{id: A, text: t, kind: count, expect: lower, methods: a, against: b}",
            "2: claims: a claim of kind count needs at-least",
        ),
        (
            "{id: A, text: t, kind: mean, expect: lower, methods: a, against: b, split: 9}",
            "2: claims: a claim of kind mean has no split",
        ),
        (
            "{id: A, text: t, kind: unchecked}",
            "2: claims: an unchecked claim needs why: the reason",
        ),
        (
            "{id: A, text: t, kind: unchecked, why: w, at-least: 5 of 4}",
            "2: claims.at-least: found '5 of 4', expected a count as in 9 of 10",
        ),
        (
            "{id: A, text: t, kind: unchecked, why: w, at-least: [9, 4]}",
            "2: claims.at-least: found a list, expected a count as in 9 of 10",
        ),
        ("{id: A, kind: unchecked, why: w}", "2: claims.text: this key is missing"),
        (
            "{id: A, text: t, kind: unchecked, why: w, expct: x}",
            "2: claims.expct: unknown key; did you mean expect?",
        ),
    ],
)
def test_faults_of_a_claim(tmp_path: Path, claim: str, fault: str) -> None:
    told = faults(tmp_path, f"claims:\n  - {claim}\n")
    assert [one.split("; expected one of")[0] for one in told] == [fault]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = (
        "claims:\n"
        "  - {id: A, text: t, kind: unchecked, why: w}\n"
        "  - {id: A, text: t, kind: unchecked, why: w}\n"
        "  - {id: B, text: t, kind: odd}\n"
    )
    told = faults(tmp_path, text)
    assert told[0] == "3: claims.id: A is already in line 2"
    assert told[1].startswith("4: claims.kind: found 'odd'")
    assert len(told) == 2
