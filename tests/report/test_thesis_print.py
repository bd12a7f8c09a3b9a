"""The thesis's tables and claims from its published values alone: no run, the same code.

The records are those that the thesis quotes, or that follow from its printed cells.
"""

from __future__ import annotations

import csv
from functools import cache

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.compare.claims import Outcome
from nbexp.errors import SpecError
from nbexp.report.document import chapter
from nbexp.report.formats import FORMATS
from nbexp.report.opening import Sources, printed_evaluation
from nbexp.report.published import read_published
from nbexp.spec.reader import read_spec

PREVIOUS = ("ewd", "efd", "fld", "emd", "ld")
FAILING = {"C21", "C71", "C115"}
UNCHECKED = {*(f"C0{i}" for i in range(1, 8)), "C14", "C33", "C100", "C101"}


@cache
def thesis():
    return printed_evaluation("thesis", Sources())


def report(*arguments):
    result = CliRunner().invoke(cli, ["report", "--published-only", "thesis", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@cache
def records(table):
    """Return the records of a table: {(metric, method, against): (record, p)}."""
    text = report("--table", table, "--format", "csv")
    sheet = next(part for part in text.split("\n\n") if part.startswith("method,against"))
    return {
        (row["metric"], row["method"].lower(), row["against"].lower()): (
            f"{row['wins']}/{row['losses']}/{row['ties']}",
            f"{float(row['p']):.4f}",
        )
        for row in csv.DictReader(sheet.splitlines())
    }


@pytest.mark.parametrize(
    ("table", "metric", "first", "second", "record", "p"),
    [
        ("6.3", "error", "pd", "ewd", "22/7/0", "0.0041"),
        ("6.3", "error", "pd", "efd", "22/6/1", "0.0019"),
        ("6.3", "error", "pd", "fld", "23/6/0", "0.0012"),
        ("6.3", "error", "pd", "emd", "21/5/3", "0.0012"),
        ("6.3", "error", "pd", "ld", "20/8/1", "0.0178"),
        ("wlt-pd-ffd", "error", "pd", "ffd", "15/12/2", "0.3506"),
        ("wlt-ndd", "error", "ndd", "ffd", "19/5/5", "0.0033"),
        ("wlt-ndd", "error", "ndd", "ld-ffd", "13/9/7", "0.2617"),
        ("6.7", "error", "fld", "ewd", "10/18/1", "0.0925"),
        ("6.7", "error", "ld", "efd", "19/8/2", "0.0261"),
        ("6.7", "error", "ld-ffd", "ld", "21/8/0", "0.0121"),
        ("6.7", "bias", "ld", "efd", "14/12/3", "0.4225"),
        ("6.7", "bias", "fld", "ewd", "9/20/0", "0.0307"),
        ("6.7", "bias", "ld-ffd", "ld", "19/9/1", "0.0436"),
        ("6.7", "variance", "fld", "ewd", "22/2/5", "0.0000"),
        ("6.7", "variance", "ld-ffd", "ld", "12/14/3", "0.4225"),
        ("6.10", "error", "wpd", "ndd", "7/19/3", "0.0145"),
        ("6.5", "bias", "ewd", "pd", "5/24/0", "0.0003"),
        ("6.5", "bias", "emd", "ffd", "11/16/2", "0.2210"),
        ("6.6", "variance", "efd", "pd", "17/6/6", "0.0173"),
        ("6.6", "variance", "emd", "ffd", "13/15/1", "0.4253"),
        ("6.8", "error", "pd", "ffd", "11/5/1", "0.1051"),
        ("6.8", "variance", "pd", "ffd", "5/11/1", "0.1051"),
        ("6.9", "error", "ffd", "pd", "7/4/1", "0.2744"),
        ("6.9", "bias", "ffd", "pd", "9/2/1", "0.0327"),
        ("6.9", "variance", "ffd", "pd", "2/9/1", "0.0327"),
        ("wpd-smaller", "variance", "wpd", "pd", "10/5/2", "0.1509"),
        ("wpd-larger", "variance", "wpd", "ffd", "8/2/2", "0.0547"),
        ("emd-ffd-largest", "bias", "emd", "ffd", "1/9/0", "0.0107"),
    ],
)
def test_records(table, metric, first, second, record, p) -> None:
    assert records(table)[metric, first, second] == (record, p)


@pytest.mark.parametrize("new", ["pd", "ffd", "ndd", "wpd"])
def test_each_new_method_wins_significantly_against_all_previous_ones(new) -> None:
    found = records("6.10" if new == "wpd" else "6.3")
    for previous in PREVIOUS:
        record, p = found["error", new, previous]
        wins, losses, _ = map(int, record.split("/"))
        assert wins > losses
        assert float(p) < 0.05


def test_a_record_reads_in_text_as_the_thesis_writes_it() -> None:
    text = report("--table", "6.8", "--table", "6.6")
    for record in ("11/5/1", "5/11/1", "17/6/6"):
        assert f" {record} " in text


def test_means_over_the_smaller_and_the_larger_sets() -> None:
    text = report("--table", "6.8")
    assert "error     ME    18.2  18.6\n" in text
    assert "variance  GE     2.3   2.1\n" in text
    assert "over the 17 data sets" in text
    assert "error     ME    18.5  19.2\n" in report("--table", "6.9")


def test_the_table_of_errors_is_as_printed() -> None:
    text = report("--table", "6.1")
    assert text.count("Table 6.1: Error in %\n") == 1
    assert "ME                          20.1  20.0  21.5  19.6  19.6" in text
    assert "As printed: Yang 2003 (thesis_tables_6_1_6_2.csv)." in text
    assert "ipums-la-99 EMD contradicts itself in print" in text
    assert "Table 6.2: Bias and variance: variance in %" in report("--table", "6.2")


def test_times_that_were_not_published_are_said_to_be_so() -> None:
    text = report("--table", "6.4")
    assert "No times are published there." in text
    largest = ["adult", "ipums-la-99", "census-income", "forest-covertype"]
    assert [line.split()[0] for line in text.splitlines() if "–" in line] == largest


def test_all_115_claims_are_checked_and_three_fail_in_print_itself() -> None:
    outcomes = {result.claim.id: result.printed.outcome for result in thesis().claim_results}
    assert len(outcomes) == 115
    assert {name for name, one in outcomes.items() if one == Outcome.FAILS} == FAILING
    assert {name for name, one in outcomes.items() if one == Outcome.UNCHECKED} == UNCHECKED


@pytest.mark.parametrize(
    ("claim", "detail"),
    [
        ("C13", "EWD: gap 0.81 to 2.18, ratio 0.898 to 0.776; EFD: gap 0.38 to 2.96"),
        ("C21", "FFD–FLD 6/9/2, p 0.3036"),
        ("C22", "FFD–FLD 1/3/0, p 0.3125"),
        ("C38", "EFD higher than FFD on 14 of 14"),
        ("C47", "EMD higher than FFD on 9 of 10"),
        ("C71", "LD 13.20; EWD 13.47, FLD 14.64, EMD 12.71"),
        ("C82", "PD 18.19; FFD 18.65"),
        ("C115", "NDD–PD 17/10/2, p 0.1239; NDD–FFD 19/5/5, p 0.0033"),
    ],
)
def test_the_numbers_of_a_claim(claim, detail) -> None:
    found = {result.claim.id: result for result in thesis().claim_results}[claim]
    assert detail in found.printed.detail
    assert found.ours is None


def test_claims_name_methods_data_sets_and_metrics_that_there_are() -> None:
    spec = read_spec("thesis")
    labels = {method.label for method in spec.methods}
    for claim in thesis().claims:
        assert {*claim.methods, *claim.against} <= labels
        assert claim.text.endswith(".")
    published = read_published(spec.published.path)
    assert set(published.datasets) == {dataset.name for dataset in spec.datasets}


def test_what_takes_a_run_shows_nothing() -> None:
    evaluation = thesis()
    for name in ("verdict", "verdict-cells", "ranks", "agreement", "scores", "intervals"):
        assert chapter(evaluation, [name]).tables == ()
    for name in ("time", "datasets", "kohavi-wolpert"):
        assert chapter(evaluation, [name]).tables == ()


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_table_in_every_format(form) -> None:
    names = [table.name for table in thesis().settings.definitions]
    for name in [*names, "claims", "wlt", "cells"]:
        text = FORMATS[form]([chapter(thesis(), [name])], 120)
        assert any(method in text.lower() for method in ("ndd", "pd", "ffd"))


def test_the_usual_report_fits_its_width() -> None:
    text = report()
    assert max(map(len, text.splitlines())) <= 120
    assert text.index("Claims of Yang 2003: how many hold") < text.index("Table 6.1:")


@pytest.mark.parametrize("asked", [["results"], ["--seed", "5"], ["--spec", "quick"]])
@pytest.mark.parametrize("form", ["text", "html"])
def test_what_is_said_of_results_is_refused_of_print_alone(asked, form) -> None:
    words = ["report", "--published-only", "thesis", "--format", form, *asked]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 2
    assert "is of no use with --published-only" in result.stderr


def test_a_spec_without_a_publication_says_so() -> None:
    result = CliRunner().invoke(cli, ["report", "--published-only", "quick"])
    assert isinstance(result.exception, SpecError)
    assert "quick: the spec names no published table" in str(result.exception)
