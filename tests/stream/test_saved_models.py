"""Files of saved classifiers: arrays and JSON, refused where they are anything else."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from nbexp.errors import StoreError
from nbexp.incremental.iffd import IncrementalFlexibleFrequency
from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes
from nbexp.incremental.registry import create_learner
from nbexp.incremental.saved import read_model, write_model

METHODS = ("iffd", "mffd", "pid", "ida", "gaussian", "kde", "ffd")


def taught(method: str, n: int = 120, **params: object) -> IncrementalNaiveBayes:
    model = IncrementalNaiveBayes(
        create_learner(method, params), [Declared("x"), Declared("word", ("a",))], ("no",)
    )
    numbers = np.random.default_rng(3)
    for i in range(n):
        label = ("no", "yes", "perhaps")[numbers.integers(0, 3 if i > 50 else 2)]
        value = None if i % 9 == 0 else round(float(numbers.normal()), 1)
        model.learn_one([value, "abcd"[numbers.integers(0, 4)]], label)
    return model


@pytest.mark.parametrize("method", METHODS)
def test_a_classifier_is_taken_up_to_the_last_bit(method: str, tmp_path: Path) -> None:
    model = taught(method)
    write_model(tmp_path / "m", model, {"seen": 120})
    resumed, notes = read_model(tmp_path / "m")
    assert notes == {"seen": 120}
    assert (resumed.classes, resumed.n_learnt) == (model.classes, 120)
    for value, word, label in ((0.3, "d", "new"), (None, "e", "no"), (99.0, None, "yes")):
        expected = model.predict_proba_one([value, word])
        assert resumed.predict_proba_one([value, word]) == expected
        for one in (model, resumed):
            one.learn_one([value, word], label)
    write_model(tmp_path / "first", model, {})
    write_model(tmp_path / "second", resumed, {})
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_known_totals_are_kept(tmp_path: Path) -> None:
    model = taught("iffd", **{"class-counts": "known"})
    write_model(tmp_path / "m", model, {})
    resumed, _ = read_model(tmp_path / "m")
    assert resumed.predict_proba_one([0.1, "a"]) == model.predict_proba_one([0.1, "a"])


class Trap:
    """Unpickling this would leave a file behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return (Path.write_text, (self.path, "sprung"))


def test_a_pickle_is_refused_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(pickle.dumps((1, Trap(tmp_path / "sprung"))))
    with pytest.raises(StoreError, match="found no saved classifier"):
        read_model(tmp_path / "m")
    array = np.empty(1, dtype=object)
    array[0] = Trap(tmp_path / "sprung")
    buffer = io.BytesIO()
    np.savez(buffer, header=array)
    (tmp_path / "n").write_bytes(buffer.getvalue())
    with pytest.raises(StoreError, match="found no saved classifier"):
        read_model(tmp_path / "n")
    assert not (tmp_path / "sprung").exists()


def changed(path: Path, **changes: object) -> Path:
    """Write the file anew with another header."""
    with np.load(path) as archive:
        arrays = dict(archive)
    header = {**json.loads(arrays.pop("header").tobytes()), **changes}
    other = path.with_name("changed")
    content = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    with other.open("wb") as file:
        np.savez(file, header=content, **arrays)
    return other


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kind": "something"}, "found no saved classifier"),
        ({"format": 99}, "found format 99, expected 2"),
        ({"sha256": "0" * 64}, "damaged: its digest"),
        ({"classes": ["no"]}, "damaged: its digest"),
    ],
)
def test_another_form_is_told(tmp_path: Path, changes: dict[str, object], told: str) -> None:
    write_model(tmp_path / "m", taught("iffd", 20), {})
    path = changed(tmp_path / "m", **changes)
    with pytest.raises(StoreError, match=told):
        read_model(path)


def test_another_version_of_the_method_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path / "m", taught("iffd", 20), {})
    monkeypatch.setattr(IncrementalFlexibleFrequency, "version", 77)
    with pytest.raises(StoreError, match="found version 1 of iffd, this nbexp has version 77"):
        read_model(tmp_path / "m")


def test_a_file_that_was_cut_or_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m"
    write_model(path, taught("pid", 20), {})
    whole = path.read_bytes()
    for damaged in (whole[:-40], whole[: len(whole) // 2], b"", whole[:3000] + b"x" + whole[3001:]):
        path.write_bytes(damaged)
        with pytest.raises(StoreError):
            read_model(path)
