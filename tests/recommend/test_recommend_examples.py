"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import nbexp.recommend

MODULES = [
    f"nbexp.recommend.{module.name}" for module in pkgutil.iter_modules(nbexp.recommend.__path__)
]
OTHERS = [
    "nbexp.doctor",
    "nbexp.compare.resampled",
    "nbexp.compare.probabilities",
    "nbexp.spec.summary",
]


@pytest.mark.parametrize("name", [*MODULES, *OTHERS])
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
