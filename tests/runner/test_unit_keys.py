from __future__ import annotations

import hashlib

import pytest
from runner_fakes import make_spec, method

from nbexp.runner.units import MethodContent, canonical, planned_units, unit_key
from nbexp.spec.spec import ProtocolSpec

PROTOCOL = canonical({"kind": "cross-validation", "folds": 3, "stratified": False})
CONTENT = {
    "dataset": "iris",
    "data_digest": "d" * 64,
    "protocol": PROTOCOL,
    "method": MethodContent("ffd", 1, '{"s":30}', "nb"),
    "seed": 1,
    "trial": 0,
    "fold": 0,
}


def test_a_key_is_the_sha256_of_the_content_as_canonical_json():
    text = (
        '{"classifier":"nb","data":"' + "d" * 64 + '","dataset":"iris","fold":0,'
        '"method":"ffd","params":"{\\"s\\":30}",'
        '"protocol":"{\\"folds\\":3,\\"kind\\":\\"cross-validation\\",\\"stratified\\":false}",'
        '"seed":1,"trial":0,"version":1}'
    )
    assert unit_key(**CONTENT) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("dataset", "iris-2"),
        ("data_digest", "e" * 64),
        ("protocol", PROTOCOL.replace("3", "10")),
        ("protocol", PROTOCOL.replace("false", "true")),
        ("protocol", PROTOCOL.replace("cross-validation", "train-test")),
        ("method", MethodContent("pd", 1, '{"s":30}', "nb")),
        ("method", MethodContent("ffd", 2, '{"s":30}', "nb")),
        ("method", MethodContent("ffd", 1, '{"s":31}', "nb")),
        ("method", MethodContent("ffd", 1, '{"s":30}', "tree")),
        ("seed", 2),
        ("trial", 1),
        ("fold", 1),
    ],
)
def test_each_part_of_the_content_changes_the_key(part, other):
    assert unit_key(**{**CONTENT, part: other}) != unit_key(**CONTENT)


def keys(spec):
    return [unit.key for unit in planned_units(spec.resolved(), "small", "d" * 64)]


def test_all_keys_of_a_plan_differ():
    spec = make_spec()
    assert len(set(keys(spec))) == 3 * 2 * 3 * 3


def test_a_label_does_not_enter_the_key():
    first = make_spec(methods=(method("ffd", "ffd", s=10),))
    second = make_spec(methods=(method("fixed, ten", "ffd", s=10),))
    assert keys(first) == keys(second)


def test_a_default_spelt_out_does_not_change_the_key():
    first = make_spec(methods=(method("ffd"),))
    second = make_spec(methods=(method("ffd", "ffd", s=30),))
    assert keys(first) == keys(second)


def test_the_number_of_trials_and_the_other_methods_do_not_enter_the_key():
    less = make_spec(protocol=ProtocolSpec(trials=2, folds=3), methods=(method("ndd"),))
    assert set(keys(less)) < set(keys(make_spec()))


def test_a_whole_float_is_the_same_parameter_value_as_the_integer():
    assert canonical({"s": 30.0, "few": [1.0, 1.5]}) == '{"few":[1,1.5],"s":30}'
