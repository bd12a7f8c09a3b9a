"""Compile the kernels before the work begins, so that no worker compiles them again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import numpy as np

from nbexp.data.dataset import DataSet, Qualitative, Quantitative, narrowest
from nbexp.discretize.registry import create_method, method_ids
from nbexp.incremental.method import Learner
from nbexp.protocol.prequential import run_prequential
from nbexp.protocol.trial import run_trial

_PATIENCE_SECONDS = 1.5


def warm_up(tell: Callable[[str], None]) -> None:
    """Run every method on a few instances with each width of codes that real data have.

    Compiled kernels stay on disk, so this takes a moment except at the very first time;
    `tell` is called with a message only then.
    """
    message = "compiling kernels (at the first run only, about half a minute)"
    timer = threading.Timer(_PATIENCE_SECONDS, tell, [message])
    timer.daemon = True
    timer.start()
    try:
        methods = {name: create_method(name, {}) for name in method_ids()}
        for n_values in (100, 1_000, 100_000):
            run_trial(_tiny(n_values), np.arange(60, dtype=np.uint8) % 2, {0: methods})
    finally:
        timer.cancel()


def warm_up_prequential(methods: Mapping[str, Learner]) -> None:
    """Run methods on a few instances, so that their kernels are compiled before the clock runs."""
    run_prequential(_tiny(100), np.arange(60), methods, initial=20)


def _tiny(n_values: int) -> DataSet:
    """Make 60 instances whose codes have the width that `n_values` distinct values need."""
    number = np.arange(60)
    width = narrowest(n_values)
    quantitative = Quantitative("x", np.arange(float(n_values)), number.astype(width))
    coarse = Quantitative.from_floats("y", number % 7)
    qualitative = Qualitative("q", ("a", "b", "c"), (number % 3).astype(np.int8))
    labels = (number % 2).astype(np.int8)
    return DataSet("warm-up", (quantitative, coarse, qualitative), ("0", "1"), labels)
