"""Ranks over data sets: against scipy, and the worked example of Demšar's paper."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare

from nbexp.compare.friedman import critical_difference, holm, rank
from nbexp.compare.wins import EXACT, PRINTED

# Table 6 of Demšar 2006: AUC of C4.5 and three variants on 14 data sets (higher is better). On
# voting two are printed alike, 0.975, but ranked 2 and 3: the first has a bit added here.
DEMSAR = {
    "C4.5": "763 599 954 628 882 936 661 583 775 1000 940 619 972 957",
    "C4.5+m": "768 591 971 661 888 931 668 583 838 1000 962 666 981 978",
    "C4.5+cf": "771 590 968 654 886 916 609 563 866 1000 965 614 975.1 946",
    "C4.5+m+cf": "798 569 967 657 898 931 685 625 875 1000 962 669 975 970",
}


def demsar():
    return {name: [1 - Fraction(auc) / 1000 for auc in row.split()] for name, row in DEMSAR.items()}


def test_demsars_example():
    found = rank(demsar())
    ranks = dict(zip(found.methods, found.mean_ranks, strict=True))
    assert {name: round(float(mean), 3) for name, mean in ranks.items()} == {
        "C4.5": 3.143,
        "C4.5+m": 2.0,
        "C4.5+cf": 2.893,
        "C4.5+m+cf": 1.964,
    }
    assert found.methods[0] == "C4.5+m+cf"
    assert found.distance == pytest.approx(1.25, abs=0.005)


@pytest.mark.parametrize(("k", "n", "q"), [(2, 10, 1.960), (5, 30, 2.728), (10, 29, 3.164)])
def test_nemenyis_distance_has_demsars_critical_values(k, n, q):
    """His Table 5 has q at 0.05: 1.960, 2.343, 2.569, 2.728, …, 3.164."""
    assert critical_difference(k, n) == pytest.approx(q * (k * (k + 1) / (6 * n)) ** 0.5, rel=5e-4)


@given(
    st.integers(3, 6).flatmap(
        lambda k: st.lists(
            st.lists(st.integers(0, 9), min_size=k, max_size=k), min_size=2, max_size=12
        )
    )
)
def test_the_statistic_is_scipys(rows):
    columns = {f"m{i}": [Fraction(v, 10) for v in c] for i, c in enumerate(zip(*rows, strict=True))}
    found = rank(columns)
    k = len(columns)
    assert sum(found.mean_ranks) == Fraction(k * (k + 1), 2)
    if all(len(set(row)) == 1 for row in rows):
        assert (found.chi_square, found.p) == (0, 1)
        return
    theirs = friedmanchisquare(*np.asarray(rows, dtype=float).T)
    assert found.chi_square == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-9)
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-7, abs=1e-12)


def test_what_counts_as_equal_is_the_rule_of_the_records():
    columns = {
        "a": [Fraction(1001, 10000), Fraction(1, 2)],
        "b": [Fraction(1002, 10000), Fraction(1, 3)],
    }
    assert rank(columns, EXACT).mean_ranks == (Fraction(3, 2), Fraction(3, 2))
    assert rank(columns, PRINTED).methods == ("b", "a")
    assert rank(columns, PRINTED).mean_ranks == (Fraction(5, 4), Fraction(7, 4))


def test_groups_are_the_largest_runs_within_the_distance():
    clear = {"a": [Fraction(1)] * 40, "b": [Fraction(2)] * 40, "c": [Fraction(3)] * 40}
    assert rank(clear).groups == ()
    blurred = {"a": [Fraction(1)] * 40, "b": [Fraction(1)] * 40, "c": [Fraction(3)] * 40}
    found = rank(blurred)
    assert found.methods == ("a", "b", "c")
    assert found.groups == ((0, 1),)
    assert found.against_best()[0] == pytest.approx(1.0)
    assert found.against_best()[1] < 0.001


def test_holms_steps_never_fall():
    assert holm([0.04, 0.001, 0.03]) == (0.06, 0.003, 0.06)
    assert holm([]) == ()
    assert holm([0.9, 0.8]) == (1.0, 1.0)


def test_one_method_or_no_data_set_cannot_be_ranked():
    with pytest.raises(ValueError, match="cannot rank 1 methods"):
        rank({"a": [Fraction(1)]})
    with pytest.raises(ValueError, match="over 0 data sets"):
        rank({"a": [], "b": []})
