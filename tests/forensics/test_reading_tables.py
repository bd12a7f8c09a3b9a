"""The table of readings and its figures, from a tiny experiment."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from nbexp.report.figures.drawing import Dot
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.readings import reading_figures
from nbexp.report.readings import DEFAULT, TEXT, read_readings
from nbexp.report.tables import TABLES


def rows_of(table: Any) -> dict[str, list[str]]:
    """Return the rows of a table for people, by reading."""
    return {row[1].parts()[0]: ["/".join(value.parts()) for value in row[2:]] for row in table.rows}


def test_default_and_text_are_told_by_their_parameters(evaluate):
    (ffd,) = read_readings(evaluate())
    roles = {one.label: one.roles for one in ffd.readings}
    assert roles["ffd"] == (DEFAULT,)
    assert roles["ffd reading=text"] == (TEXT,)
    assert roles["ffd parts=ceil"] == ()


def test_scores_are_in_the_noise_of_the_default(evaluate):
    (ffd,) = read_readings(evaluate())
    # The default's two trials differ by 2 points: s = sqrt(2), standard error 1, both sides and
    # rounding. It is 0.0 off on small and 1.0 off on large.
    noise = sqrt(1 + 1 + 0.01 / 12)
    assert ffd.find(DEFAULT).score("error") == pytest.approx(sqrt((1 / noise) ** 2 / 2))
    # The text is 5.0 and 0.0 off.
    assert ffd.find(TEXT).score("error") == pytest.approx(sqrt((5 / noise) ** 2 / 2))


def test_readings_stand_in_the_order_of_their_scores(evaluate):
    (ffd,) = read_readings(evaluate())
    assert [one.label for one in ffd.readings] == ["ffd", "ffd parts=ceil", "ffd reading=text"]


def test_the_table_shows_scores_support_and_shares(evaluate):
    scores, shares, against = TABLES["readings"](evaluate())
    found = rows_of(scores)
    assert found["–"][:3] == ["default", "2", "0.50"]
    # large left out: the default is 0.0 off and wins; small left out: the text is 0.0 off
    assert found["–"][-1] == "1 of 2"
    assert found["reading=text"][-1] == "1 of 2"
    assert found["parts=ceil"][-1] == "0 of 2"
    assert rows_of(shares)["–"][1:4] == ["50.0", "50.0", "100.0"]
    assert rows_of(shares)["–"][-2:] == ["large", "+1.0"]
    assert rows_of(shares)["reading=text"][-2:] == ["small", "+5.0"]
    assert "–" not in rows_of(against)
    assert rows_of(against)["reading=text"][1] == "1/1/0"
    assert rows_of(against)["parts=ceil"][1] == "0/2/0"


def test_a_reading_that_gains_has_a_plus(evaluate):
    errors = {
        ("small", "ffd"): (150, 170),
        ("small", "ffd reading=text"): (100, 120),
        ("small", "ffd parts=ceil"): (150, 170),
    }
    *_, against = TABLES["readings"](evaluate(errors))
    told = rows_of(against)
    assert told["reading=text"][3].startswith("+")
    assert told["parts=ceil"][1:] == ["0/0/1", "1.0000", "0.00", "–", "0.00"]


def test_a_variant_of_a_data_set_is_not_scored(evaluate):
    errors = {
        (dataset, label): (110, 110)
        for dataset in ("small", "other")
        for label in ("ffd", "ffd reading=text", "ffd parts=ceil")
    }
    evaluation = evaluate(errors, {"other": "small"})
    assert evaluation.printed_share("other", "ffd", "error") is not None
    (ffd,) = read_readings(evaluation)
    assert [dataset for dataset, _ in ffd.reference.cells] == ["small"]


def test_without_published_values_there_is_no_table(evaluate):
    evaluation = evaluate()
    evaluation.published = None
    assert TABLES["readings"](evaluation) == ()
    assert reading_figures(Experiment(evaluation)) == []


def test_the_figure_has_a_dot_for_each_reading(evaluate):
    drawn = {one.name: one for one in reading_figures(Experiment(evaluate()))}
    assert set(drawn) == {"readings", "readings-ffd"}
    error = drawn["readings"].panels[0].drawing
    tips = [mark.tip for mark in error.marks if isinstance(mark, Dot)]
    assert tips == ["ffd parts=ceil: 1.12", "ffd reading=text: 2.50", "ffd: 0.50"]
    by_dataset = drawn["readings-ffd"].panels[0].drawing
    assert sum(isinstance(mark, Dot) for mark in by_dataset.marks) == 6


def test_the_figure_of_variants_has_print_beside_both(evaluate):
    errors = {
        (dataset, label): (110, 110)
        for dataset in ("small", "other")
        for label in ("ffd", "ffd reading=text", "ffd parts=ceil")
    }
    drawn = reading_figures(Experiment(evaluate(errors, {"other": "small"})))
    variants = next(one for one in drawn if one.name == "variants")
    assert len(variants.panels) == 1
    assert "ffd" in variants.panels[0].alt.lower()
