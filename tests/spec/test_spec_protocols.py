"""The protocol training-size: cross-validation with each method once for each size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbexp.runner.plan import plan_units
from nbexp.spec.resume import conflicts
from nbexp.spec.spec import Spec

Read = Callable[[str], Spec]
Faults = Callable[[str], list[str]]

TEXT = """\
name: x
datasets: [iris]
methods: [pd, {discretizer: ffd, params: {s: [10, 30]}}]
protocol: {kind: training-size, sizes: [50, 100, all], trials: 2, folds: 4, stratified: true}
"""
PLAIN = TEXT.replace("kind: training-size, sizes: [50, 100, all], ", "")


def test_each_method_comes_with_each_size(read: Read) -> None:
    spec = read(TEXT)
    assert [method.label for method in spec.methods] == [
        *("pd n=50", "pd n=100", "pd n=all"),
        *("ffd s=10 n=50", "ffd s=10 n=100", "ffd s=10 n=all"),
        *("ffd s=30 n=50", "ffd s=30 n=100", "ffd s=30 n=all"),
    ]
    assert [method.settings["training-size"] for method in spec.methods[:3]] == [50, 100, 0]
    assert [method.params for method in spec.methods[3:5]] == [
        {"s": 10, "training-size": 50},
        {"s": 10, "training-size": 100},
    ]
    assert (spec.protocol.trials, spec.protocol.folds, spec.protocol.stratified) == (2, 4, True)


def test_sizes_left_to_nbexp_go_from_a_hundred_to_all(read: Read) -> None:
    auto = read(TEXT.replace("[50, 100, all]", "auto"))
    left_out = read(TEXT.replace("sizes: [50, 100, all], ", ""))
    assert auto.resolved() == left_out.resolved()
    sizes = [method.settings["training-size"] for method in auto.methods[:9]]
    assert sizes == [100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 0]


def test_all_instances_are_the_units_of_plain_cross_validation(read: Read) -> None:
    digests = {"iris": "d" * 64}
    curve, plain = read(TEXT).resolved(), read(PLAIN).resolved()
    of_all = [unit.key for unit in plan_units(curve, digests) if unit.label.endswith("n=all")]
    assert of_all == [unit.key for unit in plan_units(plain, digests)]


def test_sizes_may_be_added_to_a_store(read: Read) -> None:
    before, after = read(TEXT).resolved(), read(TEXT.replace("50, 100", "20, 50, 100")).resolved()
    assert conflicts(before, after) == []


@pytest.mark.parametrize(
    ("protocol", "told"),
    [
        (
            "{kind: training-size, sizes: [0, many]}",
            [
                "protocol.sizes: found '0', expected a whole number of at least 1, or all",
                "protocol.sizes: found 'many', expected a whole number of at least 1, or all",
            ],
        ),
        (
            "{kind: training-size, sizes: [all, all]}",
            ["protocol.sizes: found 'all' more than once"],
        ),
        ("{kind: training-size, sizes: []}", ["protocol.sizes: found an empty list, expected"]),
        ("{kind: training-size, size: 5}", ["protocol.size: unknown key; did you mean sizes?"]),
        ("{sizes: [5]}", ["protocol.sizes: unknown key"]),
        ("{kind: training-size, folds: 1}", ["protocol.folds: found '1', expected a number of"]),
        ("7", ["protocol: found '7', expected a mapping of keys and values"]),
    ],
)
def test_a_fault_of_the_protocol_is_told_at_its_key(
    protocol: str, told: list[str], faults: Faults
) -> None:
    found = faults(f"name: x\ndatasets: [iris]\nmethods: [pd]\nprotocol: {protocol}\n")
    assert len(found) == len(told)
    for one, expected in zip(found, told, strict=True):
        assert one.startswith(f"4: {expected}")


def test_a_method_may_not_have_a_training_size_of_its_own(faults: Faults) -> None:
    own = TEXT.replace("pd,", "{discretizer: pd, params: {training-size: 5}},")
    assert faults(own) == [
        "4: protocol.kind: pd training-size=5: found a training-size of its own, expected none: "
        "this protocol gives each method each of its sizes"
    ]


def test_too_many_combinations_are_refused(faults: Faults) -> None:
    sizes = ", ".join(map(str, range(1, 340)))
    assert (
        "3 methods × 339 sizes, expected at most 1,000"
        in faults(TEXT.replace("50, 100, all", sizes))[0]
    )
