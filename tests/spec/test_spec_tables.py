"""Tables that a spec defines, and the files it names beside the published table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nbexp.compare.subset import Subset
from nbexp.errors import SpecError
from nbexp.report.definitions import find_definition
from nbexp.report.published import read_published
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
    (folder / "tables" / "values.csv").write_text("dataset,method,error,bias,variance\n")
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
    (own / "claims.yaml").write_text("claims: [{id: A, text: t, kind: odd}]\n")
    (own / "mine.yaml").write_text(HEAD + "published: {table: tables.csv, claims: claims.yaml}\n")
    with pytest.raises(SpecError, match=r"published\.claims: claims\.yaml:1: claims\.kind"):
        read_spec(str(own / "mine.yaml"), vocabulary=vocabulary)


FIRST = "dataset,method,error,bias,variance\n"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("t.csv", b"root:x:0:0::/root:/bin/sh\n", "t.csv:1: columns missing: dataset, method"),
        ("t.csv", FIRST.encode() + b"iris,pd,5,3,2\n\xe9,pd,5,3,2\n", "t.csv:3: found bytes"),
        ("t.csv", FIRST.encode() + b"iris,pd,1e9,3,2\n", "t.csv:2: error: found '1e9', expected"),
        ("t.csv", FIRST.encode() + b"iris\n", "t.csv:2: found no data set or no method"),
        ("t.csv", FIRST.encode() + b"x" * 200_000, "t.csv:2: found no CSV (field larger"),
        ("run.sqlite", FIRST.encode(), "found the name run.sqlite, which a file of nbexp's own"),
        ("Run.sqlite-wal", FIRST.encode(), "found the name Run.sqlite-wal, which"),
        ("run.lock", FIRST.encode(), "found the name run.lock, which"),
        ("time.csv", FIRST.encode(), "found the name time.csv, which"),
    ],
)
def test_a_table_that_no_report_could_show_or_no_run_could_keep_is_a_fault(
    faults: Faults, tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    (found,) = faults(f"{HEAD}published: {{table: {name}}}\n")
    assert found.startswith("4: published.table: ")
    assert told in found


def test_a_table_with_the_mark_of_a_spreadsheet_is_read(read: Read, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"\xef\xbb\xbf" + FIRST.encode())
    assert read(HEAD + "published: {table: t.csv}\n").published is not None


def test_a_table_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"t\.csv: cannot be read \(No such file"):
        read_published(tmp_path / "t.csv")


def test_two_files_of_one_name_cannot_both_be_kept(faults: Faults, tmp_path: Path) -> None:
    for folder, content in (("a", FIRST), ("b", "claims: []\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same").write_text(content)
    (found,) = faults(HEAD + "published: {table: a/same, claims: b/same}\n")
    assert found.startswith("4: published.claims: found the name same for the table too")
