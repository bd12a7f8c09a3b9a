"""The tables of a report, as a reader sees them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from nbexp.report.document import Chapter, chapter, chapter_for_people
from nbexp.report.evaluation import Evaluation
from nbexp.report.formats.text import text_table
from nbexp.report.published import Published, PublishedCell
from nbexp.report.settings import read_settings
from nbexp.report.tables import TABLES
from nbexp.report.tables.long import COLUMNS

SIZES = {"wine-recognition": 20, "iris": 30, "satimage": 2400}
COUNTS = {
    ("wine-recognition", "ewd"): (0, 0),
    ("wine-recognition", "ndd"): (1, 0),
    ("iris", "ewd"): (3, 6),
    ("iris", "ndd"): (3, 3),
    ("satimage", "ewd"): (450, 452),
    ("satimage", "ndd"): (420, 424),
}


def printed(**cells):
    """Published values: {data set: ((error, bias, variance) for each method)}."""
    values = {}
    for name, rows in cells.items():
        for method, row in zip(("ewd", "ndd"), rows, strict=True):
            shares = [Fraction(str(value)) / 100 for value in row]
            metrics = dict(zip(("error", "bias", "variance"), shares, strict=True))
            values[name.replace("_", "-"), method] = PublishedCell(metrics)
    means = {
        ("mean", "ewd"): PublishedCell({"error": Fraction(16, 100)}),
        ("mean", "ndd"): PublishedCell({"error": Fraction(15, 100)}),
    }
    return Published("table.csv", values, means, {"ipums": 2500})


PRINTED = printed(
    wine_recognition=((3.3, 2.4, 1.0), (1.9, 1.4, 0.4)),
    iris=((14.8, 12.5, 2.5), (10.5, 9.0, 1.5)),
    satimage=((18.8, 18.0, 0.8), (17.6, 16.8, 0.8)),
    ipums=((21.0, 16.9, 4.1), (17.0, 12.7, 4.3)),
)


@pytest.fixture
def evaluation(make_store):
    store = make_store(SIZES, COUNTS, faulty=[("ipums", True, "no source has it.\nMore.")])
    return Evaluation("thesis", store, PRINTED)


def shown(evaluation, name, number=0, width=100):
    return text_table(TABLES[name](evaluation)[number], width)


def test_the_table_of_errors_beside_published_values(evaluation):
    assert (
        shown(evaluation, "error")
        == """\
Error in %; ours/published

data set                EWD        NDD
--------------------------------------
wine-recognition   0.0/3.3    2.5/1.9
iris              15.0/14.8  10.0/10.5
satimage          18.8/18.8  17.6/17.6
ipums                –/21.0     –/17.0
--------------------------------------
ME                11.3/12.3  10.0/10.0
GE                 2.4/9.7    7.6/7.1
ME, all 4 sets       –/16.0     –/15.0

2 trials of 2-fold cross-validation, root seed 7.
ME: arithmetic mean, GE: geometric mean, over the 3 data sets with values for all methods, on both
  sides.
wine-recognition EWD: below 0.05 %: taken as 0.05 % in the geometric mean.
Not available: ipums (optional): no source has it."""
    )


def test_the_table_of_errors_alone(make_store):
    evaluation = Evaluation("thesis", make_store(SIZES, COUNTS))
    assert (
        shown(evaluation, "error")
        == """\
Error in %

data set           EWD   NDD
----------------------------
wine-recognition   0.0   2.5
iris              15.0  10.0
satimage          18.8  17.6
----------------------------
ME                11.3  10.0
GE                 2.4   7.6

2 trials of 2-fold cross-validation, root seed 7.
ME: arithmetic mean, GE: geometric mean, over the 3 data sets.
wine-recognition EWD: below 0.05 %: taken as 0.05 % in the geometric mean."""
    )


def test_bias_and_variance_are_two_tables(evaluation):
    titles = [table.title for table in TABLES["bias-variance"](evaluation)]
    assert titles == ["Bias in %; ours/published", "Variance in %; ours/published"]
    assert "iris              12.5/12.5  10.0/9.0\n" in shown(evaluation, "bias-variance")
    assert "iris              2.5/2.5  0.0/1.5\n" in shown(evaluation, "bias-variance", 1)


def test_means_are_over_the_data_sets_that_have_all_values(make_store):
    failed = {("iris", "ndd", 7, 1, 0): ("fit", "MemoryError: too much\nTraceback")}
    text = shown(Evaluation("x", make_store(SIZES, COUNTS, failed=failed)), "error")
    assert "iris              15.0     –\n" in text
    assert "ME                 9.4  10.0\n" in text  # (0 + 18.79...) / 2, (2.5 + 17.58...) / 2
    assert "over the 2 data sets with values for all methods." in text
    assert "No value: iris NDD: failed: 1 of 4 units (fit: MemoryError: too much)." in text


def test_records_ours_and_published(evaluation):
    assert (
        shown(evaluation, "wlt")
        == """\
Win/lose/tie on error

method  against  on     sets   ours       p  sets  published       p  sets  all published       p
-------------------------------------------------------------------------------------------------
EWD     NDD      error     3  1/2/0  0.5000     3      0/3/0  0.1250     4          0/4/0  0.0625

2 trials of 2-fold cross-validation, root seed 7.
Win/lose/tie: exact shares are compared, as counts of errors over counts of tests; the lower wins.
p: one-tailed sign test for the side with more wins: the chance of at least so many wins among the
  untied data sets (binomial, ties dropped; without an untied one p = 1).
Published: the same records from the published values, which are printed tenths: over the same data
  sets as ours, then over all.
Not available: ipums (optional): no source has it."""
    )


@pytest.fixture
def with_variant(make_store):
    """The experiment with Iris once more, as a variant that print knows as Iris."""
    counts = COUNTS | {("iris-too", method): COUNTS["iris", method] for method in ("ewd", "ndd")}
    definition = {"name": "small", "show": ["means", "records"], "subset": {"smaller-than": 100}}
    pairs = [{"methods": ["ndd"], "against": ["ewd"]}]
    store = make_store(
        SIZES | {"iris-too": 30}, counts, report={"define": [definition | {"pairs": pairs}]}
    )
    settings = replace(read_settings(store.spec), published_as={"iris-too": "iris"})
    return Evaluation("thesis", store, PRINTED, settings=settings)


def test_a_variant_is_no_further_data_set_of_print(with_variant):
    row = " ".join(shown(with_variant, "wlt").splitlines()[4].split())
    # ours and print over our four; print alone over its own four: Iris, Wine, Satimage, Ipums
    assert row == "EWD NDD error 4 1/3/0 0.3125 4 0/4/0 0.0625 4 0/4/0 0.0625"
    rows = PRINTED.cells | {("gone", m): PRINTED.cells["iris", m] for m in ("ewd", "ndd")}
    with_variant.published = replace(PRINTED, cells=rows)
    assert shown(with_variant, "wlt").splitlines()[4].split()[-3] == "5"


def test_a_variant_is_no_further_data_set_of_a_part_of_print(with_variant):
    means, records = (text_table(one, 120) for one in chapter(with_variant, ["small"]).tables)
    # our three are Wine, Iris and its variant; in print they are two
    assert "NDD     EWD      error     3  2/1/0  0.5000     3      3/0/0  0.1250     2" in records
    assert "ME, all 2 sets" in means
    assert "–/9.1" in means.split("ME, all 2 sets")[1].splitlines()[0]  # (3.3 + 14.8) / 2


def test_records_are_those_the_spec_asks_for(make_store):
    pairs = [
        {"title": "New", "methods": ["ndd"], "against": ["ewd", "ld"], "metric": ["error", "bias"]},
        {"title": "Not run", "methods": ["ld"], "against": ["ewd"], "metric": ["error"]},
    ]
    store = make_store(SIZES, COUNTS, report={"pairs": pairs, "compare": "printed"})
    (table,) = TABLES["wlt"](Evaluation("x", store))
    assert table.title == "New"
    assert [[value.parts() for value in row] for row in table.rows] == [
        [("NDD",), ("EWD",), ("error",), ("3",), ("2", "1", "0"), ("0.5000",)],
        [("NDD",), ("EWD",), ("bias",), ("3",), ("2", "1", "0"), ("0.5000",)],
    ]


def test_agreement_with_the_published_values(evaluation):
    assert (
        shown(evaluation, "agreement")
        == """\
Agreement: % of cells within 0.3, 0.5 and 1.0 points of the published value

data sets      method cells error 0.3   0.5   1.0 bias 0.3  0.5   1.0 variance 0.3  0.5   1.0
---------------------------------------------------------------------------------------------
all            all        6      50.0  66.7  83.3     33.3 33.3  83.3         16.7 16.7  83.3
all            EWD        3      66.7  66.7  66.7     33.3 33.3  66.7         33.3 33.3 100.0
all            NDD        3      33.3  66.7 100.0     33.3 33.3 100.0          0.0  0.0  66.7
---------------------------------------------------------------------------------------------
2,000 and more all        2     100.0 100.0 100.0      0.0  0.0 100.0          0.0  0.0 100.0
2,000 and more EWD        1     100.0 100.0 100.0      0.0  0.0 100.0          0.0  0.0 100.0
2,000 and more NDD        1     100.0 100.0 100.0      0.0  0.0 100.0          0.0  0.0 100.0

2 trials of 2-fold cross-validation, root seed 7.
Ours are rounded to the printed tenths before the distance is taken. 2,000 and more: data sets of so
  many instances."""
    )


def test_without_published_values_there_is_no_agreement(make_store):
    assert TABLES["agreement"](Evaluation("x", make_store(SIZES, COUNTS))) == ()


def test_several_root_seeds_agree_each_on_its_own(make_store):
    counts = {("iris", "ewd", 1): (4, 5), ("iris", "ewd", 2): (0, 6)}
    table = TABLES["agreement"](Evaluation("x", make_store({"iris": 30}, counts), PRINTED))[0]
    rows = {row[0].text: [value.parts()[0] for value in row[2:6]] for row in table.groups[-1]}
    assert rows["seed 1: all"] == ["1", "100.0", "100.0", "100.0"]
    assert rows["seed 2: all"] == ["1", "0.0", "0.0", "0.0"]
    assert "each of 2 root seeds (1, 2), pooled" in table.notes[0]


def test_time_that_serves_all_methods_is_no_methods_own(evaluation):
    text = shown(evaluation, "time")
    assert "data set          shared     EWD     NDD\n" in text
    assert "iris              2.0000  1.0000  1.0000\n" in text
    assert "sum               6.0000  3.0000  3.0000\n" in text
    assert "no part of it is put down to a method" in " ".join(text.split())


def test_facts_about_data_sets(evaluation):
    text = shown(evaluation, "datasets")
    assert "iris                     30             4            1        3        5" in text
    assert "Not available: ipums (optional data set): no source has it. More." in text


def test_data_sets_of_the_spec_not_run_yet_are_named(make_store):
    store = make_store(SIZES, COUNTS)
    whole = store.datasets()
    store.datasets = lambda: whole[:2]
    assert "In the spec, but not run: satimage" in shown(Evaluation("x", store), "datasets")


def test_scores_and_intervals(evaluation):
    assert [table.title.split()[0] for table in TABLES["scores"](evaluation)] == [
        "Log-loss",
        "Brier",
    ]
    assert "iris              0.5000  0.5000" in shown(evaluation, "scores")
    assert "iris              7.0  7.0" in shown(evaluation, "intervals")


def test_kohavi_wolpert_stands_without_values_published_for_webb(evaluation):
    squared_bias, variance = TABLES["kohavi-wolpert"](evaluation)
    assert squared_bias.title == "Kohavi-Wolpert squared bias (with noise) in %"
    assert ("2.5",) in [value.parts() for value in variance.rows[1]]


def test_the_long_form_has_its_columns_and_three_decimals(evaluation):
    (table,) = TABLES["cells"](evaluation)
    rows = {
        row[0].fields()[0] + " " + row[1].fields()[0]: [
            field for value in row for field in value.fields()
        ]
        for row in table.rows
    }
    assert tuple(field for column in table.columns for field in column.fields) == COLUMNS
    assert ",".join(rows["iris ewd"]) == (
        "iris,ewd,30,2,2,9,15.000,12.500,2.500,14.800,12.500,2.500,done"
    )
    assert ",".join(rows["ipums ndd"]) == ("ipums,ndd,2500,2,2,,,,,17.000,12.700,4.300,unavailable")


def test_methods_with_parameters_keep_their_label_and_are_held_against_their_method(make_store):
    counts = {("iris", "ndd s=10"): (3, 3), ("iris", "ewd"): (3, 6)}
    evaluation = Evaluation("x", make_store({"iris": 30}, counts), PRINTED)
    (table,) = TABLES["error"](evaluation)
    assert [column.heading for column in table.columns] == ["data set", "ndd s=10", "EWD"]
    assert table.rows[0][1].parts() == ("10.0", "10.5")


def test_the_reason_of_a_fault_is_short_but_for_the_table_of_data_sets(make_store):
    message = "ipums: no source could be had; name a mirror:\n  mirror x: has none"
    store = make_store(SIZES, COUNTS, faulty=[("ipums", False, message)])
    evaluation = Evaluation("x", store)
    assert "Not available: ipums: no source could be had.\n" in shown(evaluation, "error") + "\n"
    assert (
        "Not available: ipums (data set): no source could be had; name a mirror: mirror x: has none"
    ) in shown(evaluation, "datasets")


def test_a_printed_cell_known_to_be_wrong_is_named_where_it_is_shown(make_store):
    cell = PublishedCell({"error": Fraction(1, 10)}, "contradicts itself")
    published = Published("t.csv", {("iris", "ewd"): cell, ("sonar", "ewd"): cell}, {}, {})
    store = make_store({"iris": 30}, {("iris", "ewd"): (3, 3)})
    notes = TABLES["error"](Evaluation("x", store, published))[0].notes
    assert notes[-1] == "The published value of iris EWD contradicts itself."


def test_agreement_stands_under_the_errors_for_people_only(evaluation):
    names = [table.name for table in chapter_for_people(evaluation, ["error"]).tables]
    assert names == ["error", "agreement"]
    assert [table.name for table in chapter(evaluation, ["error"]).tables] == ["error"]


def test_the_usual_tables_and_those_the_spec_lists(make_store, evaluation):
    usual = chapter_for_people(evaluation)
    assert isinstance(usual, Chapter)
    assert list(dict.fromkeys(table.name for table in usual.tables)) == [
        "datasets",
        "error",
        "agreement",
        "bias-variance",
        "wlt",
    ]
    store = make_store(SIZES, COUNTS, report={"tables": ["time"]})
    assert [table.name for table in chapter_for_people(Evaluation("x", store)).tables] == ["time"]
