"""What may change between runs into one store, and what may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbexp.errors import SpecError
from nbexp.spec.override import override
from nbexp.spec.resume import conflicts, spec_difference, union
from nbexp.spec.spec import Spec

Read = Callable[[str], Spec]

TEXT = """\
name: x
datasets: [iris, wine, {name: letter, optional: true}]
methods: [ewd, {discretizer: ffd, params: {s: [10, 30]}}, ndd]
protocol: {trials: 4, folds: 3}
seeds: [7]
"""


@pytest.fixture
def spec(read: Read) -> Spec:
    return read(TEXT)


def names(resolved: dict, part: str, key: str) -> list[str]:
    return [one[key] for one in resolved[part]]


def test_a_part_is_chosen_in_the_order_of_the_spec(spec: Spec) -> None:
    part = override(spec, datasets=["letter", "iris"], methods=["ffd", "ewd"], trials=2)
    assert [one.name for one in part.datasets] == ["iris", "letter-recognition"]
    assert [one.label for one in part.methods] == ["ewd", "ffd s=10", "ffd s=30"]
    assert part.protocol.trials == 2
    assert part.protocol.folds == 3
    assert override(spec, methods=["ffd s=30"]).methods == (spec.methods[2],)
    assert override(spec) == spec


def test_unknown_names_are_all_told_with_the_nearest(spec: Spec) -> None:
    with pytest.raises(SpecError) as caught:
        override(spec, datasets=["irs", "waveform"], methods=["nd"], trials=0, seeds=[])
    assert str(caught.value).split("\n  ") == [
        "the spec has no data set called 'irs'; did you mean iris?",
        "the spec has no data set called 'waveform'; expected one of iris, wine-recognition, "
        "letter-recognition",
        "the spec has no method called 'nd'; did you mean ndd?",
        "trials: found 0, expected a whole number of at least 1",
        "seeds: expected whole numbers of at least 0, each only once",
    ]


def test_a_part_of_a_spec_is_the_same_experiment(spec: Spec) -> None:
    part = override(spec, datasets=["iris"], methods=["ndd"], trials=2)
    assert part.identity() == spec.identity()
    assert conflicts(part.resolved(), spec.resolved()) == []
    assert conflicts(spec.resolved(), part.resolved()) == []


@pytest.mark.parametrize("first_part", [True, False])
def test_a_part_and_the_whole_make_the_whole(spec: Spec, first_part: bool) -> None:
    part = override(spec, datasets=["wine"], methods=["ndd", "ewd"], trials=2).resolved()
    whole = spec.resolved()
    assert (union(part, whole) if first_part else union(whole, part)) == whole


def test_two_parts_make_both(spec: Spec) -> None:
    first = override(spec, methods=["ndd"], seeds=[7, 8], trials=9).resolved()
    second = override(spec, methods=["ewd"], datasets=["iris"]).resolved()
    both = union(first, second)
    assert names(both, "methods", "label") == ["ndd", "ewd"]
    assert names(both, "datasets", "name") == ["iris", "wine-recognition", "letter-recognition"]
    assert both["seeds"] == [7, 8]
    assert both["protocol"]["trials"] == 9


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("folds: 3", "folds: 5", ["protocol.folds: 3 in the store, 5 in the spec"]),
        (
            "folds: 3",
            "folds: 3, stratified: true",
            ["protocol.stratified: false in the store, true in the spec"],
        ),
        ("name: x", "name: y", ["name: x in the store, y in the spec"]),
        (
            "ndd]",
            "{discretizer: pd, label: ndd}]",
            ["methods.ndd.method: ndd in the store, pd in the spec"],
        ),
        ("name: letter, optional: true", "name: letter", []),
        ("trials: 4", "trials: 40", []),
        ("seeds: [7]", "seeds: [8]", []),
    ],
)
def test_what_must_stay_is_told_if_it_changes(
    spec: Spec, read: Read, old: str, new: str, told: list[str]
) -> None:
    changed = read(TEXT.replace(old, new)).resolved()
    found = conflicts(spec.resolved(), changed)
    assert [line for line in found if ".params" not in line] == told


def test_a_label_with_other_parameters_is_a_conflict(read: Read) -> None:
    text = "name: x\ndatasets: [iris]\nmethods: [{discretizer: ffd, label: f, params: {s: 10}}]"
    before, now = read(text).resolved(), read(text.replace("10", "20")).resolved()
    assert conflicts(before, now) == ["methods.f.params.s: 10 in the store, 20 in the spec"]


def test_a_difference_is_a_readable_line(spec: Spec, read: Read) -> None:
    changed = read(
        TEXT.replace("iris, wine", "wine, waveform")
        .replace("ndd]", "pd]")
        .replace("seeds: [7]", "title: A title\nseeds: [7, 8]")
    )
    assert spec_difference(spec.resolved(), changed.resolved()) == [
        "title: nothing in the store, A title in the spec",
        "datasets: only in the store: iris",
        "datasets: only in the spec: waveform",
        "methods: only in the store: ndd",
        "methods: only in the spec: pd",
        "seeds: [7] in the store, [7, 8] in the spec",
    ]
    assert spec_difference(spec.resolved(), spec.resolved()) == []


def test_another_order_is_a_difference_but_no_conflict(spec: Spec, read: Read) -> None:
    changed = read(TEXT.replace("iris, wine", "wine, iris")).resolved()
    assert spec_difference(spec.resolved(), changed) == ["datasets: in another order"]
    assert conflicts(spec.resolved(), changed) == []
    assert union(spec.resolved(), changed) == changed


def test_a_file_of_ones_own_may_be_moved_but_not_read_otherwise(read: Read) -> None:
    text = "name: x\nmethods: [ewd]\ndatasets: [{path: a.csv, name: a, class: c, optional: true}]"
    before = read(text).resolved()
    assert conflicts(before, read(text.replace("a.csv", "b/a.csv")).resolved()) == []
    assert conflicts(before, read(text.replace("class: c", "class: d")).resolved()) == [
        "datasets.a.file.class: c in the store, d in the spec"
    ]
