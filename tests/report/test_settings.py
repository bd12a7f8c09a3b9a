"""What a stored spec says about its report."""

from __future__ import annotations

from fractions import Fraction

import pytest

from nbexp.compare.means import Floor, LeaveOut
from nbexp.compare.wins import EXACT, PRINTED
from nbexp.errors import SpecError
from nbexp.report.settings import Pairs, read_settings


def test_a_whole_spec():
    settings = read_settings(
        {
            "name": "mine",
            "title": "My experiment",
            "datasets": [{"name": "iris", "optional": False}],
            "methods": [{"label": "ffd s=10", "method": "ffd", "params": {"s": 10}}],
            "protocol": {"kind": "cross-validation", "trials": 4, "folds": 5, "stratified": True},
            "report": {
                "compare": "printed",
                "geometric-mean": {"floor": 0.1},
                "tables": ["error"],
                "pairs": [
                    {
                        "title": "T",
                        "methods": ["pd"],
                        "against": ["ewd"],
                        "metric": ["error", "bias"],
                    }
                ],
            },
            "published": {"table": "t.csv", "name": "Yang 2003"},
        }
    )
    assert settings.title == "My experiment"
    assert settings.datasets == ("iris",)
    assert settings.methods == {"ffd s=10": "ffd"}
    assert (settings.trials, settings.folds, settings.stratified) == (4, 5, True)
    assert settings.comparison is PRINTED
    assert settings.zero_rule == Floor(Fraction(1, 1000))
    assert settings.tables == ("error",)
    assert settings.pairs == (Pairs(("pd",), ("ewd",), ("error", "bias"), "T"),)
    assert (settings.published, settings.published_name) == ("t.csv", "Yang 2003")


def test_what_a_spec_does_not_say():
    settings = read_settings({"name": "mine", "published": None})
    assert settings.title == "mine"
    assert settings.comparison is EXACT
    assert settings.zero_rule == Floor(Fraction(5, 10_000))
    assert (settings.pairs, settings.tables, settings.published) == ((), (), None)


def test_zeros_left_out():
    assert read_settings({"report": {"geometric-mean": "leave-out"}}).zero_rule == LeaveOut()


@pytest.mark.parametrize("rule", [{"floor": 0}, {"floor": "x"}, "maybe"])
def test_an_unknown_zero_rule(rule):
    with pytest.raises(SpecError, match="geometric-mean: found"):
        read_settings({"report": {"geometric-mean": rule}})


def test_an_unknown_comparison():
    with pytest.raises(SpecError, match="compare: found 'about', expected one of exact, printed"):
        read_settings({"report": {"compare": "about"}})


def test_the_settings_of_a_spec_as_it_is_stored():
    from nbexp.spec.spec import PairsSpec, ReportSpec

    stored = ReportSpec("printed", None, ("wlt",), (PairsSpec(("pd",), ("ewd",)),)).resolved()
    settings = read_settings({"name": "mine", "report": stored})
    assert settings.comparison is PRINTED
    assert settings.zero_rule == LeaveOut()
    assert settings.pairs == (Pairs(("pd",), ("ewd",), ("error",)),)
