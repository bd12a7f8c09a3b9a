"""Methods of a spec: parameters, sweeps, labels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nbexp.spec.methods import meanings
from nbexp.spec.spec import MethodSpec, Spec

Read = Callable[[str], Spec]
Faults = Callable[[str], list[str]]


def spec(methods: str) -> str:
    return f"name: x\ndatasets: [iris]\nmethods:\n{methods}"


def test_a_bare_name_is_a_method_with_its_defaults(read: Read) -> None:
    (method,) = read(spec("- ffd")).methods
    assert (method.label, method.method, method.params, method.classifier) == (
        "ffd",
        "ffd",
        {},
        "nb",
    )
    assert method.settings["s"] == 30
    assert method.resolved()["params"] == method.settings


def test_parameters_are_read_as_their_domains_expect(read: Read) -> None:
    (method,) = read(spec("- {discretizer: ffd, params: {s: '50', reading: text}}")).methods
    assert method.params == {"s": 50, "reading": "text"}
    assert method.label == "ffd s=50 reading=text"
    assert method.settings["s"] == 50


def test_a_label_of_its_own_is_kept(read: Read) -> None:
    (method,) = read(spec("- {discretizer: ffd, params: {s: 50}, label: FFD fifty}")).methods
    assert method.label == "FFD fifty"


def test_a_list_makes_one_method_of_each_value(read: Read) -> None:
    methods = read(spec("- {discretizer: ffd, params: {s: [10, 30]}}\n- ffd")).methods
    assert [(one.label, one.params) for one in methods] == [
        ("ffd s=10", {"s": 10}),
        ("ffd s=30", {"s": 30}),
        ("ffd", {}),
    ]


def test_two_lists_make_all_combinations_and_labels_tell_what_varies(read: Read) -> None:
    text = "- {discretizer: ffd, params: {reading: [tables, text], s: [10, 30], tail: 0.5}}"
    labels = [one.label for one in read(spec(text)).methods]
    assert labels == [
        "ffd reading=tables s=10",
        "ffd reading=tables s=30",
        "ffd reading=text s=10",
        "ffd reading=text s=30",
    ]


def test_a_sweep_with_a_label_begins_with_it(read: Read) -> None:
    methods = read(spec("- {discretizer: ffd, params: {s: [10, 30]}, label: fixed}")).methods
    assert [one.label for one in methods] == ["fixed s=10", "fixed s=30"]


def test_a_label_given_twice_is_refused(faults: Faults) -> None:
    told = faults(spec("- ffd\n- {discretizer: pd, label: ffd}\n- {discretizer: ffd}"))
    assert told == [
        "5: methods: the label 'ffd' is already that of a method in line 4; give one of them a "
        "label of its own",
        "6: methods: the label 'ffd' is already that of a method in line 4; give one of them a "
        "label of its own",
    ]


def test_a_value_repeated_in_a_sweep_is_refused(faults: Faults) -> None:
    (told,) = faults(spec("- {discretizer: ffd, params: {s: [10, 1_0]}}"))
    assert "the label 'ffd s=10' is already" in told


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("{discretizer: ffd, params: {s: []}}", "params.s: found an empty list, expected a value"),
        ("{discretizer: ffd, params: {s: }}", "params.s: found nothing, expected a value"),
        ("{discretizer: ffd, params: {s: {a: 1}}}", "params.s: found a mapping, expected a value"),
        ("{discretizer: ffd, params: {s: [[1]]}}", "params.s: found a list, expected a value"),
        (
            "{discretizer: ffd, params: {reading: literal}}",
            "params.reading: found 'literal', expected one of tables, text",
        ),
        (
            "{discretizer: ffd, params: [30]}",
            "params: found a list, expected a mapping of keys and values",
        ),
        ("{params: {s: 30}}", "discretizer: this key is missing"),
        ("{discretizer: ffd, label: 'a,b'}", "label: found 'a,b', expected a label of at most 60 "
                                             "characters, without commas"),
        ("{discretizer: a b:C}", "discretizer: found 'a b:C', expected module:Class"),
    ],
)  # fmt: skip
def test_a_fault_of_a_method_is_told(entry: str, told: str, faults: Faults) -> None:
    assert faults(spec(f"- {entry}")) == [f"4: methods.{told}"]


def test_all_bad_parameters_of_a_method_are_told(faults: Faults) -> None:
    told = faults(spec("- {discretizer: ffd, params: {s: [0, x, 3], t: 1}}"))
    assert len(told) == 3


def test_an_endless_sweep_is_refused(faults: Faults) -> None:
    values = ", ".join(map(str, range(1, 1200)))
    (told,) = faults(spec(f"- {{discretizer: ffd, params: {{s: [{values}]}}}}"))
    assert told == (
        "4: methods.params: found a sweep of 1,199 combinations, expected at most 1,000"
    )


def test_a_method_is_named_by_a_dotted_path(read: Read, faults: Faults) -> None:
    path = "nbexp.discretize.frequency:FixedFrequency"
    (method,) = read(spec(f"- {{discretizer: '{path}', params: {{s: 20}}, label: mine}}")).methods
    assert (method.method, method.params) == (path, {"s": 20})
    (told,) = faults(spec("- nbexp.nowhere:Method"))
    assert told.startswith("4: methods: 'nbexp.nowhere:Method' is no method that can be used: ")


@pytest.mark.parametrize("says", ["raise SystemExit(7)", "class E(BaseException): ...\nraise E"])
def test_a_module_that_ends_the_program_is_a_fault_of_the_spec(
    faults: Faults, tmp_path: Path, says: str
) -> None:
    (tmp_path / "ending.py").write_text(says)
    (told,) = faults(spec("- ending:Method"))
    assert told.startswith("4: methods: 'ending:Method' is no method that can be used: ")
    assert "cannot be imported (SystemExit: 7)" in told or "cannot be imported (E: )" in told


def test_a_class_that_ends_the_program_is_a_fault_of_the_spec(
    faults: Faults, tmp_path: Path
) -> None:
    (tmp_path / "leaving.py").write_text(
        "from nbexp.discretize.equal_width import EqualWidth\n"
        "class Leaving(EqualWidth):\n"
        "    id = 'leaving'\n"
        "    def resolved_params(self): raise SystemExit(7)\n"
    )
    (told,) = faults(spec("- leaving:Leaving"))
    assert told == "4: methods: leaving cannot be made: SystemExit: 7"


def test_ctrl_c_while_a_module_is_imported_stops(faults: Faults, tmp_path: Path) -> None:
    (tmp_path / "stopped.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        faults(spec("- stopped:Method"))
    (tmp_path / "halted.py").write_text(
        "from nbexp.discretize.equal_width import EqualWidth\n"
        "class Halted(EqualWidth):\n"
        "    def resolved_params(self): raise KeyboardInterrupt\n"
    )
    with pytest.raises(KeyboardInterrupt):
        faults(spec("- halted:Halted"))


def test_a_method_may_refuse_parameters_that_are_each_sound(
    faults: Faults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "refusing.py").write_text(
        "from nbexp.discretize.frequency import FixedFrequency\n\n\n"
        "class Refusing(FixedFrequency):\n"
        "    def __init__(self, **params):\n"
        "        raise ValueError('s and tail do not go together')\n"
    )
    entry = "{discretizer: 'refusing:Refusing', params: {s: 10, tail: 0.5}}"
    assert faults(spec(f"- {entry}")) == ["4: methods.params: s and tail do not go together"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("30", [30, 30.0, "30"]),
        ("1e-3", [0.001, "1e-3"]),
        ("no", [False, "no"]),
        ("On", [True, "On"]),
        ("~", [None, "~"]),
        ("efd", ["efd"]),
    ],
)
def test_a_scalar_may_be_a_number_a_word_or_itself(text: str, values: list[object]) -> None:
    assert list(meanings(text)) == values


def test_a_method_is_plain_data(read: Read) -> None:
    import pickle

    method = read(spec("- {discretizer: ffd, params: {s: 10}}")).methods[0]
    assert pickle.loads(pickle.dumps(method)) == method
    assert isinstance(method, MethodSpec)
