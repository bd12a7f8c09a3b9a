"""A whole spec, from name or path to plain objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from nbexp.data.recipe import Recipe, UserFile
from nbexp.errors import SpecError
from nbexp.spec.override import override
from nbexp.spec.reader import read_spec
from nbexp.spec.spec import PairsSpec, ProtocolSpec, ReportSpec, Spec
from nbexp.spec.summary import summary
from nbexp.spec.vocabulary import Vocabulary
from nbexp.spec.words import parse_methods

Read = Callable[[str], Spec]
Faults = Callable[[str], list[str]]

MINIMAL = "name: x\ndatasets: [iris]\nmethods: [ewd, ffd]\n"

WHOLE = """\
name: whole
title: "All keys: at once"
datasets:
  - iris
  - wine
  - {name: letter, optional: yes}
  - {path: my data.csv, class: no, missing: ?, qualitative: colour, optional: true}
methods:
  - ewd
  - {discretizer: ffd, params: {s: [10, 30]}}
protocol: {kind: cross-validation, trials: 5, folds: 10, stratified: on}
seeds: [1, 2]
report:
  compare: printed
  geometric-mean: leave-out
  tables: error
  pairs:
    - {title: "ours: both", methods: ffd, against: others, metric: [error, bias]}
    - {methods: [ewd], against: [ffd s=30]}
published: {table: tables.csv, name: Yang 2003}
output: out/here
"""


def test_a_minimal_spec_has_the_thesis_protocol(read: Read, tmp_path: Path) -> None:
    spec = read(MINIMAL)
    assert spec.protocol == ProtocolSpec(
        trials=10, folds=3, stratified=False, kind="cross-validation"
    )
    assert spec.seeds == (20030703,)
    assert spec.report == ReportSpec()
    assert spec.published is None
    assert spec.output == Path("results/x")
    assert spec.path == tmp_path / "spec.yaml"
    assert spec.n_units == 1 * 2 * 10 * 3


def test_all_keys_are_read(read: Read, tmp_path: Path) -> None:
    spec = read(WHOLE)
    assert spec.title == "All keys: at once"
    assert [(one.name, one.optional) for one in spec.datasets] == [
        ("iris", False),
        ("wine-recognition", False),
        ("letter-recognition", True),
        ("my-data", True),
    ]
    assert [one.label for one in spec.methods] == ["ewd", "ffd s=10", "ffd s=30"]
    assert (spec.protocol.trials, spec.protocol.folds, spec.protocol.stratified) == (5, 10, True)
    assert spec.seeds == (1, 2)
    assert spec.report == ReportSpec(
        compare="printed",
        floor=None,
        tables=("error",),
        pairs=(
            PairsSpec(("ffd s=10", "ffd s=30"), ("ewd",), ("error", "bias"), "ours: both"),
            PairsSpec(("ewd",), ("ffd s=30",)),
        ),
    )
    assert spec.published is not None
    assert spec.published.name == "Yang 2003"
    assert spec.published.path.name == "tables.csv"
    assert spec.output == Path("out/here")
    assert summary(spec) == (
        "4 data sets (2 optional) × 3 methods × 2 seeds × 5 trials × 10 folds = 1,200 units"
    )


def test_a_users_file_is_read_as_written(read: Read, tmp_path: Path) -> None:
    source = read(WHOLE).datasets[3].source
    assert isinstance(source, UserFile)
    assert source.path == tmp_path / "my data.csv"
    assert (source.name, source.class_) == ("my-data", "no")
    assert source.missing == ("?",)
    assert source.qualitative == ("colour",)


def test_a_resolved_spec_is_json_and_the_same_whatever_the_form(read: Read) -> None:
    once = read(WHOLE).resolved()
    assert json.loads(json.dumps(once)) == once
    again = read(
        WHOLE.replace("- wine\n", "- wine-recognition\n")
        .replace("stratified: on", "stratified: true")
        .replace("[1, 2]", "\n  - 1\n  - 2")
    )
    assert again.resolved() == once
    assert once["report"]["geometric-mean"] == "leave-out"
    assert once["methods"][1]["params"]["s"] == 10


def test_the_paths_of_a_spec_are_relative_to_it(
    vocabulary: Vocabulary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "data.csv").write_text("a,class\n1,x\n")
    (folder / "values.csv").write_text("dataset,method,error,bias,variance\n")
    (folder / "mine.yaml").write_text(
        "name: mine\ndatasets: [{path: data.csv, class: class}]\nmethods: [ewd]\n"
        "published: {table: values.csv}\n"
    )
    monkeypatch.chdir(tmp_path)
    spec = read_spec("mine/mine.yaml", vocabulary=vocabulary)
    assert isinstance(spec.datasets[0].source, UserFile)
    assert spec.datasets[0].source.path == folder / "data.csv"
    assert spec.published is not None
    assert spec.published.path == folder / "values.csv"


def test_files_that_are_not_there_are_told(read: Read, faults: Faults, tmp_path: Path) -> None:
    (tmp_path / "flowers.csv").write_text("a,class\n")
    told = faults(
        "name: x\nmethods: [ewd]\ndatasets:\n"
        "  - {path: flower.csv, class: c}\n"
        "  - data/other.csv\n"
        "  - {path: flowers.csv, class: a, ignore: a}\n"
        "published: {table: table.csv}\n"
    )
    assert told[0] == ("4: datasets.path: there is no file flower.csv; did you mean flowers.csv?")
    assert told[1] == (
        "5: datasets: no data set is called 'data/other.csv'; a file of your own is given as "
        "{path: data/other.csv, class: …}"
    )
    assert told[2].startswith("6: datasets: the column a")
    assert told[3].startswith("7: published.table: there is no file table.csv in ")
    assert told[3].endswith("did you mean tables.csv?")
    assert len(told) == 4


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ("{methods: ewd, against: ffdd}", "against: no method of this spec is called 'ffdd'; "
                                         "did you mean ffd?"),
        ("{methods: ewd, against: [ffd, ewd]}", "against: found ewd, which is also among methods"),
        ("{methods: [ewd, ffd], against: others}", "against: found no other method in this spec, "
                                                   "expected at least one"),
        ("{methods: ewd}", "against: this key is missing"),
        ("{methods: [], against: ewd}", "methods: found an empty list, expected at least one"),
        ("{methods: ewd, against: ffd, metric: accuracy}",
         "metric: found 'accuracy', expected error, bias or variance"),
    ],
)  # fmt: skip
def test_a_fault_of_a_pair_is_told(pairs: str, told: str, faults: Faults) -> None:
    assert faults(f"{MINIMAL}report:\n  pairs:\n    - {pairs}\n") == [f"6: report.pairs.{told}"]


def test_a_pair_that_names_a_faulty_method_has_no_fault_of_its_own(faults: Faults) -> None:
    told = faults(
        "name: x\ndatasets: [iris]\nmethods: [ewd, ffdd]\n"
        "report: {pairs: [{methods: ffdd, against: ewd}]}"
    )
    assert told == ["3: methods: no method is called 'ffdd'; did you mean ffd?"]


def test_the_name_that_a_publication_uses_is_kept_with_the_data_set(read: Read) -> None:
    spec = read(MINIMAL.replace("iris", "{name: letter, published-as: Letter}, iris"))
    first, second = spec.resolved()["datasets"]
    assert first == {"name": "letter-recognition", "optional": False, "published-as": "Letter"}
    assert second == {"name": "iris", "optional": False}


def test_a_spec_is_found_by_name(vocabulary: Vocabulary) -> None:
    assert read_spec("tiny", vocabulary=vocabulary).name == "tiny"


def test_a_name_that_is_none_leads_to_the_nearest(
    vocabulary: Vocabulary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError) as caught:
        read_spec("tinny", vocabulary=vocabulary)
    assert str(caught.value) == (
        "there is no spec 'tinny': no such file, and the specs that come with nbexp are tiny; "
        "did you mean tiny?"
    )
    for name in ("nowhere/spec.yaml", "", "\0", "a" * 5000):
        with pytest.raises(SpecError):
            read_spec(name, vocabulary=vocabulary)
    with pytest.raises(SpecError, match="found a folder, expected a spec file"):
        read_spec(str(tmp_path), vocabulary=vocabulary)


@pytest.mark.parametrize("name", ["a" * 5000, "x\\0y", "..", "no/such/folder/file"])
def test_a_path_that_cannot_be_is_one_fault(name: str, faults: Faults) -> None:
    own = faults(f'name: x\nmethods: [ewd]\ndatasets: [{{path: "{name}", class: c}}]')
    assert [line.split(": there is no file")[0] for line in own] == ["3: datasets.path"]
    table = faults(f'{MINIMAL}published: {{table: "{name}"}}')
    assert len(table) == 1
    assert table[0].startswith("4: published.table: ")


def test_a_known_data_set_whose_recipe_is_at_fault_is_told_with_that_fault(
    vocabulary: Vocabulary, tmp_path: Path
) -> None:
    def at_fault(name: str) -> Recipe:
        raise SpecError(f"datasets/{name}.yaml:3: titel: unknown key")

    spec = tmp_path / "spec.yaml"
    spec.write_text(MINIMAL)
    with pytest.raises(SpecError, match=r"datasets: datasets/iris\.yaml:3: titel: unknown key"):
        read_spec(str(spec), vocabulary=replace(vocabulary, find_dataset=at_fault))


def test_of_a_spec_something_must_be_chosen(read: Read) -> None:
    with pytest.raises(SpecError) as caught:
        override(read(MINIMAL), datasets=[], methods=[])
    assert str(caught.value) == "expected at least one data set\n  expected at least one method"


def test_of_methods_on_the_command_line_there_is_at_least_one() -> None:
    with pytest.raises(SpecError, match="found no method, expected at least one"):
        parse_methods(" , ")
