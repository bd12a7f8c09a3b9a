"""Tables that a spec defines, of a made-up run."""

from __future__ import annotations

from fractions import Fraction

import pytest
from click.testing import CliRunner

from nbexp.cli.report import command
from nbexp.errors import SpecError
from nbexp.report.document import chapter, has_table, table_names
from nbexp.report.evaluation import Evaluation
from nbexp.report.formats.latex import latex_table
from nbexp.report.formats.text import text_table
from nbexp.report.opening import Sources, opened_evaluation
from nbexp.report.published import Published, PublishedCell
from nbexp.report.table import Column, Number, Table, Text
from nbexp.timing.records import AS_NBEXP, PER_INSTANCE, TimedFold, write_times

SIZES = {"iris": 100, "wine": 200, "musk": 1000}
COUNTS = {
    ("iris", "ewd"): (10, 10),
    ("iris", "ndd"): (40, 40),
    ("wine", "ewd"): (20, 20),
    ("wine", "ndd"): (30, 30),
    ("musk", "ewd"): (100, 100),
    ("musk", "ndd"): (50, 52),
}
DEFINE = [
    {
        "name": "small",
        "number": "6.8",
        "title": "Smaller sets",
        "show": ["means", "records"],
        "metric": ["error", "bias"],
        "pairs": [{"methods": ["ewd"], "against": ["ndd", "gone"]}],
        "subset": {"smaller-than": 1000},
    },
    {"name": "largest", "show": ["values"], "methods": ["ndd"], "subset": {"largest": 2}},
    {"name": "error", "number": "6.1", "title": "My error"},
    {"name": "seconds", "show": ["time"], "methods": ["ewd", "ndd"], "subset": {"largest": 1}},
]


def printed():
    values = {"iris": ("10.1", "39.0"), "wine": ("9.0", "16.0"), "tiny": ("1.0", "2.0")}
    cells = {
        (dataset, method): PublishedCell({"error": Fraction(value) / 100})
        for dataset, row in values.items()
        for method, value in zip(("ewd", "ndd"), row, strict=True)
    }
    return Published("t.csv", cells, {}, {**SIZES, "tiny": 5})


@pytest.fixture
def evaluation(make_store):
    store = make_store(SIZES, COUNTS, report={"define": DEFINE, "tables": ["6.8", "wlt"]})
    return Evaluation("mine", store)


def shown(evaluation, name, number=0, width=100):
    return text_table(chapter(evaluation, [name]).tables[number], width)


def test_means_and_records_of_a_part(evaluation) -> None:
    assert (
        shown(evaluation, "6.8")
        == """\
Table 6.8: Smaller sets: means in %

on     mean   EWD   NDD
-----------------------
error  ME    10.0  27.5
error  GE    10.0  24.5
-----------------------
bias   ME    10.0  27.5
bias   GE    10.0  24.5

2 trials of 2-fold cross-validation, root seed 7.
ME: arithmetic mean, GE: geometric mean, over the 2 data sets."""
    )
    records = shown(evaluation, "Small", 1)
    assert records.startswith("Table 6.8: Smaller sets\n")
    assert "EWD     NDD      error     2  2/0/0  0.2500\n" in records
    assert "gone" not in records.lower()


def test_values_of_the_largest(evaluation) -> None:
    text = shown(evaluation, "largest")
    assert text.startswith("largest: error in %\n\ndata set   NDD\n")
    assert "wine      15.0\nmusk       5.1\n" in text
    assert "iris" not in text


def test_a_definition_takes_the_place_of_a_table_of_that_name(evaluation) -> None:
    assert shown(evaluation, "error").startswith("Table 6.1: My error in %\n")
    names = [name for _, name, _ in table_names(evaluation)]
    assert names.count("error") == 1
    assert names[:4] == ["small", "largest", "error", "seconds"]


def test_published_values_stand_beside_those_of_a_part(make_store) -> None:
    store = make_store(
        SIZES, COUNTS, report={"define": DEFINE}, faulty=[("tiny", True, "not to be had")]
    )
    evaluation = Evaluation("mine", store, printed())
    text = shown(evaluation, "6.8")
    assert "error  ME              10.0/9.6  27.5/27.5\n" in text
    assert "error  ME, all 3 sets     –/6.7     –/19.0\n" in text
    assert "over the 2 data sets with values for all methods" in text
    assert "Not available: tiny" in text
    assert "2      2/0/0  0.2500     3          3/0/0  0.1250" in shown(evaluation, "6.8", 1)
    assert "tiny" not in shown(evaluation, "largest")


def test_times_say_how_to_have_them_measured(evaluation) -> None:
    text = shown(evaluation, "seconds")
    assert "musk        –    –" in text
    assert "`nbexp time` measures each alone" in " ".join(text.split())


def timed(method, way, repeat, seconds):
    return TimedFold("musk", method, way, repeat, 0, 667, 333, 9, seconds, 0.5, 0.0, 0.0)


def test_measured_times_beside_each_other(make_store, tmp_path) -> None:
    rows = [
        *(timed("ewd", AS_NBEXP, repeat, s) for repeat, s in enumerate((0.5, 1.5, 0.0))),
        timed("ndd", AS_NBEXP, 0, 1.5),
        timed("ndd", PER_INSTANCE, 0, 19.5),
    ]
    write_times(tmp_path, rows)
    store = make_store(SIZES, COUNTS, report={"define": DEFINE})
    text = shown(Evaluation("mine", store, folder=tmp_path), "seconds")
    assert "data set    EWD     NDD  NDD as nbexp  NDD : EWD\n" in text
    assert "musk      1.000  20.000         2.000       20.0\n" in text
    assert "median over repeats" in text


def test_a_table_is_found_however_it_is_written(evaluation) -> None:
    for name in ("6.8", "Table 6.8", "SMALL", "verdict", "Bias variance"):
        assert has_table(evaluation, name)
    assert not has_table(evaluation, "6.9")


@pytest.fixture
def results(tmp_path, make_store, monkeypatch):
    """A folder of one result, opened as a made-up store."""
    from contextlib import contextmanager

    from nbexp.report import opening
    from nbexp.report.source import STORE_FILE

    store = make_store(SIZES, COUNTS, report={"define": DEFINE, "tables": ["6.8", "wlt"]})
    (tmp_path / STORE_FILE).touch()

    @contextmanager
    def opened(folder):
        yield store

    monkeypatch.setattr(opening, "opened_store", opened)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_the_spec_says_which_tables_are_shown(results) -> None:
    text = run(results).stdout
    assert text.index("Table 6.8: Smaller sets: means") < text.index("Win/lose/tie on error")
    assert "My error" not in text


def test_the_tables_can_be_listed(results) -> None:
    text = run(results, "--table", "list").stdout
    assert "6.8     small" in text
    assert "claims          which claims of the publication hold" in text


def test_an_unknown_table_is_an_error_with_the_nearest_name(results) -> None:
    result = run(results, "--table", "smal")
    assert isinstance(result.exception, SpecError)
    assert "--table smal: no such table in this spec; did you mean small?" in str(result.exception)


def test_another_spec_lays_out_the_results(results, tmp_path) -> None:
    spec = tmp_path / "other.yaml"
    (tmp_path / "print").mkdir()
    values = "dataset,method,error,bias,variance\niris,ewd,9.9,,\n"
    (tmp_path / "print" / "values.csv").write_text(values)
    (tmp_path / "claims.yaml").write_text(
        "claims:\n  - {id: A, text: t, kind: mean, expect: lower, methods: ndd, against: ewd}\n"
    )
    spec.write_text(
        "name: other\ndatasets: [iris]\nmethods: [ewd, ndd]\n"
        "report: {tables: [mine], define: [{name: mine, title: Another}]}\n"
        "published: {table: print/values.csv, claims: claims.yaml, name: Them}\n"
    )
    text = run(results, "--spec", spec).stdout
    assert "Another in %; ours/Them" in text
    assert "10.0/9.9" in text
    with opened_evaluation(results, Sources(spec=str(spec)), (), print) as evaluation:
        assert [claim.id for claim in evaluation.claims] == ["A"]
        assert evaluation.settings.trials == 2  # of the run, not of the other spec


def test_claims_of_a_file_that_an_option_names(results, tmp_path) -> None:
    claims = tmp_path / "claims.yaml"
    claims.write_text(
        "claims:\n  - {id: A, text: t, kind: mean, expect: lower, methods: ndd, against: ewd}\n"
    )
    text = run(results, "--claims", claims, "--table", "claims").stdout
    assert "DOES NOT HOLD  3 of 3" in text


def test_a_long_table_goes_over_several_pages_in_latex() -> None:
    rows = tuple((Text(f"a_{i}"), Number(i)) for i in range(120))
    columns = (Column("name", ("name",), left=True), Column("n", ("n",)))
    text = latex_table(Table("t", "Long", columns, (rows,), ("A note.",)), "x")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 3
    assert text.count("(continued)") == 2
    assert text.count("A note.") == 1
    assert [text.count(f"a\\_{i} &") for i in (0, 49, 50, 119)] == [1, 1, 1, 1]


def test_sentences_are_broken_within_their_column() -> None:
    columns = (
        Column("id", ("id",), left=True),
        Column("claim", ("claim",), left=True, wrap=True),
        Column("n", ("n",)),
        Column("why", ("why",), left=True, below=True),
    )
    rows = (
        (Text("A"), Text("a sentence of several words"), Number(5), Text("for a reason")),
        (Text("B"), Text("short"), Number(12), Text("")),
    )
    table = Table("t", "Title", columns, (rows,))
    assert (
        text_table(table, 32)
        == """\
Title

id  claim                      n
--------------------------------
A   a sentence of several      5
    words
    why: for a reason
B   short                     12"""
    )
    latex = latex_table(table, "x")
    assert r"\multicolumn{2}" in latex
    assert r"{\raggedright why: for a reason} \\" in latex


def test_files_of_a_run_are_found_in_its_folder(make_store, tmp_path, monkeypatch) -> None:
    from contextlib import contextmanager

    from nbexp.report import opening

    named = {"table": "values.csv", "claims": "claims.yaml", "name": "Them"}
    store = make_store(SIZES, COUNTS, published=named)

    @contextmanager
    def opened(folder):
        yield store

    monkeypatch.setattr(opening, "opened_store", opened)
    told: list[str] = []
    with opened_evaluation(tmp_path, Sources(), (), told.append) as evaluation:
        assert evaluation.published is None
        assert evaluation.claims == ()
    assert [message.split(" in ")[0] for message in told] == [
        "published values: no file values.csv",
        "published values: no file claims.yaml",
    ]
    (tmp_path / "values.csv").write_text("dataset,method,error,bias,variance\niris,ewd,9.9,,\n")
    (tmp_path / "claims.yaml").write_text("claims: [{id: A, text: t, kind: unchecked, why: w}]\n")
    with opened_evaluation(tmp_path, Sources(), (), told.append) as evaluation:
        assert evaluation.printed_share("iris", "ewd", "error") == Fraction(99, 1000)
        assert len(evaluation.claims) == 1
