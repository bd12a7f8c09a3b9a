"""All faults of a spec are told at once, each with file, line and key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbexp.errors import EXIT_BAD_SPEC, SpecError
from nbexp.spec.faults import Fault, fault_error

Faults = Callable[[str], list[str]]

GOOD = "name: x\ndatasets: [iris]\nmethods: [ewd]\n"

TWELVE = """\
name: My Thesis
titel: twelve planted faults
datasets:
  - iris
  - leter-recognition
  - {name: pima, optionl: true}
  - iris
methods:
  - edw
  - discretizer: ffd
    params: {s: 0}
  - {discretizer: ndd, classifier: nbb}
protocol: {kind: cross-validation, trials: ten, folds: 1}
report:
  compare: print
  pairs:
    - {methods: [pd], against: [ffd]}
"""


def test_twelve_planted_faults_give_twelve_messages(faults: Faults) -> None:
    assert faults(TWELVE) == [
        "1: name: found 'My Thesis', expected small letters, digits and hyphens, "
        "as in my-experiment",
        "2: titel: unknown key; did you mean title?",
        "5: datasets: no data set is called 'leter-recognition'; did you mean letter-recognition?",
        "6: datasets.optionl: unknown key; did you mean optional?",
        "7: datasets: the data set iris is already in line 4",
        "9: methods: no method is called 'edw'; did you mean ewd?",
        "11: methods.params.s: found '0', expected a whole number of at least 1",
        "12: methods.classifier: no classifier is called 'nbb'; did you mean nb?",
        "13: protocol.folds: found '1', expected a number of at least 2",
        "13: protocol.trials: found 'ten', expected a whole number",
        "15: report.compare: found 'print', expected exact or printed; did you mean printed?",
        "17: report.pairs.methods: no method of this spec is called 'pd'",
    ]


def test_the_error_leads_to_exit_code_2_and_names_the_file() -> None:
    error = fault_error("s.yaml", [Fault(2, "b", "bad"), Fault(1, "a", "worse")])
    assert isinstance(error, SpecError)
    assert error.exit_code == EXIT_BAD_SPEC
    assert str(error) == "2 faults in s.yaml\n  s.yaml:1: a: worse\n  s.yaml:2: b: bad"
    assert str(fault_error("s.yaml", [Fault(2, "b", "bad")])) == "s.yaml:2: b: bad"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("seeds: []", "seeds: found an empty list, expected at least one"),
        ("seeds: [1, -1]", "seeds: found '-1', expected a number of at least 0"),
        ("seeds: 1.5", "seeds: found '1.5', expected a whole number"),
        ("seeds: [1, 1]", "seeds: found '1' more than once"),
        ("protocol: 10", "protocol: found '10', expected a mapping of keys and values"),
        ("protocol:", "protocol: found nothing, expected a mapping of keys and values"),
        ("protocol: {folds: 1e1}", "protocol.folds: found '1e1', expected a whole number"),
        (
            "protocol: {kind: leave-one-out}",
            "protocol.kind: found 'leave-one-out', expected cross-validation, training-size or "
            "prequential",
        ),
        (
            "protocol: {stratified: maybe}",
            "protocol.stratified: found 'maybe', expected true or false",
        ),
        (
            "protocol: {fold: 3}",
            "protocol.fold: unknown key; did you mean folds?",
        ),
        ("title:", "title: found nothing, expected text"),
        ("title: [a]", "title: found a list, expected text"),
        (
            "report: {geometric-mean: {floor: 0}}",
            "report.geometric-mean.floor: found '0', expected a number above 0.0",
        ),
        (
            "report: {geometric-mean: {flor: 1}}",
            "report.geometric-mean.flor: unknown key; did you mean floor?",
        ),
        (
            "report: {geometric-mean: skip}",
            "report.geometric-mean: found 'skip', expected leave-out",
        ),
        (
            "report: {geometric-mean: [1]}",
            "report.geometric-mean: found a list, expected leave-out, or {floor: 0.05}",
        ),
        ("published: {name: Yang}", "published.table: this key is missing"),
        ("published: {tabel: tables.csv}", "published.tabel: unknown key; did you mean table?"),
    ],
)
def test_a_fault_says_what_was_found_and_expected(more: str, told: str, faults: Faults) -> None:
    assert faults(GOOD + more) == [f"4: {told}"]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("3", "no data set is called '3'; expected one of iris, wine-recognition, "
              "letter-recognition, pima-indians-diabetes, waveform"),
        ("[iris]", "found a list, expected a data set's name, {name: …, optional: true} or "
                   "{path: …, class: …}"),
        ("", "found nothing, expected a data set's name, {name: …, optional: true} or "
             "{path: …, class: …}"),
    ],
)  # fmt: skip
def test_a_data_set_is_a_name_or_a_mapping(entry: str, told: str, faults: Faults) -> None:
    assert faults(f"name: x\nmethods: [ewd]\ndatasets:\n  - {entry}\n") == [f"4: datasets: {told}"]


def test_a_name_in_a_mapping_is_told_where_it_stands(faults: Faults) -> None:
    text = "name: x\nmethods: [ewd]\ndatasets:\n  - {optional: true,\n     name: irs}\n"
    told = "5: datasets.name: no data set is called 'irs'; did you mean iris?"
    assert faults(text) == [told]


def test_missing_keys_are_told(faults: Faults) -> None:
    assert faults("title: x") == [
        "1: datasets: this key is missing",
        "1: methods: this key is missing",
        "1: name: this key is missing",
    ]


def test_a_misspelt_key_is_not_missing_as_well(faults: Faults) -> None:
    assert faults("name: x\ndatsets: [iris]\nmethods: [ewd]") == [
        "2: datsets: unknown key; did you mean datasets?"
    ]


def test_faults_of_yaml_and_of_meaning_come_together(faults: Faults) -> None:
    assert faults("name: x\nname: y\ndatasets: [irs]\nmethods: [ewd]") == [
        "2: name: found again, it is already in line 1",
        "3: datasets: no data set is called 'irs'; did you mean iris?",
    ]


def test_lines_are_right_where_values_span_lines(faults: Faults) -> None:
    text = """\
# a comment

name: x
datasets: [iris,
           wien,   # the second line of the list
           waveform]
methods:

  - ewd
  -
    discretizer: ffd
    params:
      s:
        - 10
        - many
"""
    assert faults(text) == [
        "5: datasets: no data set is called 'wien'; expected one of iris, wine-recognition, "
        "letter-recognition, pima-indians-diabetes, waveform",
        "13: methods.params.s: found 'many', expected a whole number of at least 1",
    ]
