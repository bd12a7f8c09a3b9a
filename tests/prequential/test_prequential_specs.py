"""The prequential protocol in a spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbexp.errors import SpecError
from nbexp.runner.plan import plan_units
from nbexp.spec.override import override
from nbexp.spec.reader import read_spec
from nbexp.spec.spec import Spec
from nbexp.spec.stream_spec import PrequentialSpec
from nbexp.spec.summary import summary

TEXT = "name: x\ndatasets: [iris]\nmethods: [{methods}]\nprotocol: {{kind: prequential{more}}}\n"


def read(folder: Path, more: str = "", methods: str = "iffd") -> Spec:
    path = folder / "x.yaml"
    path.write_text(TEXT.format(methods=methods, more=more))
    return read_spec(str(path))


def test_what_is_not_said_is_as_in_the_paper(tmp_path: Path) -> None:
    spec = read(tmp_path)
    assert spec.protocol == PrequentialSpec()
    assert spec.protocol.resolved() == {
        "kind": "prequential",
        "trials": 5,
        "folds": 1,
        "initial": 200,
        "order": "shuffled",
        "window": 1000,
        "checkpoints": 50,
    }
    assert summary(spec) == "1 data set × 1 method × 1 seed × 5 trials = 5 units"


def test_any_method_can_be_named_incremental_ones_before_their_namesakes(tmp_path: Path) -> None:
    spec = read(tmp_path, methods="iffd, pid, ffd, {discretizer: ida, params: {bins: [5, 30]}}")
    assert [one.label for one in spec.methods] == [
        "iffd",
        "pid",
        "ffd",
        "ida bins=5",
        "ida bins=30",
    ]


def test_an_incremental_method_is_none_of_cross_validation(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("name: x\ndatasets: [iris]\nmethods: [iffd]\n")
    with pytest.raises(SpecError, match="no method is called 'iffd'"):
        read_spec(str(path))


def test_as_stored_there_is_one_order_and_one_trial(tmp_path: Path) -> None:
    spec = read(tmp_path, ", order: as-stored")
    assert spec.protocol.trials == 1
    with pytest.raises(SpecError, match="trials: found 2, expected 1"):
        read(tmp_path, ", order: as-stored, trials: 2")
    with pytest.raises(SpecError, match="expected 1: as stored"):
        override(spec, trials=3)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (", initial: 0", "initial: found '0', expected a number of at least 1"),
        (", order: sorted", "order: found 'sorted', expected shuffled or as-stored"),
        (", checkpoints: none", "checkpoints: found 'none', expected a whole number, or a list"),
        (", checkpoints: 0", "expected a number of checkpoints from 1 to 10,000"),
        (", checkpoints: []", "found a list, expected numbers of instances of at least 1"),
        (", checkpoints: [5, 0]", "expected numbers of instances of at least 1"),
        (", checkpoints: [5, 5]", "found '5' more than once"),
        (", folds: 3", "folds: unknown key"),
    ],
)
def test_a_fault_says_what_was_expected(tmp_path: Path, more: str, told: str) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, more)
    assert told in str(error.value)
    assert "methods" not in str(error.value)  # that iffd is a method is no fault


def test_each_trial_of_a_method_is_one_unit_and_its_key_knows_the_protocol(tmp_path: Path) -> None:
    first, second = (
        plan_units(read(tmp_path, more).resolved(), {"iris": "d"})
        for more in ("", ", initial: 100, trials: 2")
    )
    assert [(unit.trial, unit.fold) for unit in first] == [(trial, 0) for trial in range(5)]
    assert len(second) == 2
    assert {unit.key for unit in first}.isdisjoint(unit.key for unit in second)
    more = plan_units(read(tmp_path, ", trials: 7").resolved(), {"iris": "d"})
    assert [unit.key for unit in more][:5] == [unit.key for unit in first]
