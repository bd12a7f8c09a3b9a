"""Tables that a spec defines, and the files it names beside the published table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nbexp.compare.subset import Subset
from nbexp.report.definitions import find_definition
from nbexp.report.settings import read_settings
from nbexp.spec.publications import published_files
from nbexp.spec.reader import read_spec
from nbexp.spec.spec import Spec, TableSpec
from nbexp.spec.vocabulary import Vocabulary

Read = Callable[[str], Spec]
Faults = Callable[[str], list[str]]

HEAD = "name: x\ndatasets: [iris]\nmethods: [ewd, ndd, {discretizer: ffd, params: {s: [10, 30]}}]\n"
DEFINED = (
    HEAD
    + """\
report:
  tables: [t, "6.10", error]
  define:
    - name: t
      number: "6.10"
      title: "Mine: a table"
      show: [means, records]
      metric: [error, bias]
      methods: ndd
      pairs: [{methods: ndd, against: others}, {methods: ewd, against: ffd}]
      subset: {smaller-than: 1200, largest: 3}
    - name: plain
"""
)


def test_a_table_is_read_with_its_pieces(read: Read) -> None:
    table, plain = read(DEFINED).report.define
    assert table == TableSpec(
        "t",
        "6.10",
        "Mine: a table",
        ("means", "records"),
        ("error", "bias"),
        ("ndd",),
        (
            (("ndd",), ("ewd", "ffd s=10", "ffd s=30")),
            (("ewd",), ("ffd s=10", "ffd s=30")),
        ),
        Subset(smaller_than=1200, largest=3),
    )
    assert plain == TableSpec("plain")


def test_a_report_reads_back_what_a_spec_resolved(read: Read) -> None:
    settings = read_settings(read(DEFINED).resolved())
    assert settings.tables == ("t", "6.10", "error")
    table = find_definition(settings.definitions, "6.10")
    assert table is not None
    assert table.heading == "Table 6.10: Mine: a table"
    assert table.subset == Subset(smaller_than=1200, largest=3)
    assert table.pairs[:2] == (("ndd", "ewd"), ("ndd", "ffd s=10"))
    assert len(table.pairs) == 5


@pytest.mark.parametrize(
    ("report", "fault"),
    [
        ("tables: [eror]", "report.tables: found 'eror', which is no table; did you mean error?"),
        (
            "define: [{name: a, show: records}]",
            "report.define: the table a needs pairs, as it shows records",
        ),
        (
            "define: [{name: a, pairs: [{methods: ewd, against: ndd}]}]",
            "report.define: the table a needs show: records, for pairs",
        ),
        (
            "define: [{name: a}, {name: b, number: a}]",
            "report.define: a table a is already defined in line 4",
        ),
        (
            "define: [{name: a, subset: {largest: 0}}]",
            "report.define.subset.largest: found '0', expected a number of at least 1",
        ),
        (
            "define: [{name: a, subset: {bigest: 3}}]",
            "report.define.subset.bigest: unknown key; did you mean largest?",
        ),
        (
            "define: [{name: a, methods: nd}]",
            "report.define.methods: no method of this spec is called 'nd'; did you mean ndd?",
        ),
        (
            "define: [{name: A b}]",
            "report.define.name: found 'A b', expected small letters, digits, points and hyphens",
        ),
    ],
)
def test_faults_of_a_table(faults: Faults, report: str, fault: str) -> None:
    told = faults(f"{HEAD}report: {{{report}}}\n")
    assert told == [f"4: {fault}"]


def test_the_tables_of_chapter_6_are_defined_by_number_and_name() -> None:
    settings = read_settings(read_spec("thesis").resolved())
    numbers = [table.number for table in settings.definitions if table.number]
    assert numbers == [f"6.{i}" for i in range(1, 11)]
    for number, name in (("6.5", "wlt bias"), ("6.4", "Time-lazy"), ("6.1", "error")):
        found = find_definition(settings.definitions, name)
        assert found is not None
        assert found.number == number


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "tables").mkdir(parents=True)
    (folder / "tables" / "values.csv").write_text("dataset,method,error\n")
    (folder / "claims.yaml").write_text("claims: [{id: A, text: t, kind: unchecked, why: w}]\n")
    return folder


def test_files_of_ones_own_are_to_be_copied_and_found_by_name(
    own: Path, vocabulary: Vocabulary
) -> None:
    (own / "mine.yaml").write_text(
        HEAD + "published: {table: tables/values.csv, claims: claims.yaml}\n"
    )
    spec = read_spec(str(own / "mine.yaml"), vocabulary=vocabulary)
    shipped = vocabulary.configs / "published"
    assert published_files(spec, shipped) == [own / "tables" / "values.csv", own / "claims.yaml"]
    assert spec.resolved()["published"] == {
        "table": "values.csv",
        "claims": "claims.yaml",
        "name": "published",
    }


def test_files_that_come_with_nbexp_are_found_without_a_copy(
    read: Read, vocabulary: Vocabulary
) -> None:
    spec = read(HEAD + "published: {table: tables.csv}\n")
    assert published_files(spec, vocabulary.configs / "published") == []
    assert published_files(read(HEAD)) == []
    assert published_files(read_spec("thesis")) == []


def test_faults_of_claims_are_faults_of_the_spec(own: Path, faults: Faults) -> None:
    told = faults(HEAD + "published: {table: tables.csv, claims: clams.yaml}\n")
    assert told[0].startswith("4: published.claims: there is no file clams.yaml in ")


def test_a_claims_file_at_fault_is_told_with_its_own_lines(
    own: Path, vocabulary: Vocabulary
) -> None:
    from nbexp.errors import SpecError

    (own / "claims.yaml").write_text("claims: [{id: A, text: t, kind: odd}]\n")
    (own / "mine.yaml").write_text(HEAD + "published: {table: tables.csv, claims: claims.yaml}\n")
    with pytest.raises(SpecError, match=r"published\.claims: claims\.yaml:1: claims\.kind"):
        read_spec(str(own / "mine.yaml"), vocabulary=vocabulary)
