"""The time of a method, beside that of the yardsticks."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.method import Method
from nbexp.discretize.registry import create_method, method_class
from nbexp.recommend.times import fold_seconds


def data(n: int) -> DataSet:
    numbers = np.random.default_rng(5)
    labels = (np.arange(n) % 2).astype(np.int8)
    values = numbers.normal(size=n)
    values[::7] = np.nan
    return DataSet("own", (Quantitative.from_floats("x", values),), ("a", "b"), labels)


def test_a_method_that_works_when_it_is_asked_takes_its_time() -> None:
    dataset = data(3000)
    methods = {name: create_method(name, {}) for name in ("ewd", "kernel")}
    seconds = fold_seconds(dataset, np.arange(3000) % 3, methods)
    # a thousand numbers against two thousand: a run's own time of the method is that of a sort
    assert seconds["kernel"] > 3 * seconds["ewd"] > 0


def test_a_method_that_fails_has_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Method, sample: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(method_class("ffd"), "fit", fail)
    methods = {name: create_method(name, {}) for name in ("ewd", "ffd")}
    assert list(fold_seconds(data(90), np.arange(90) % 3, methods)) == ["ewd"]
