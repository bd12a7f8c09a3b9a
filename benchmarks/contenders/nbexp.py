"""nbexp, from raw numbers: rank-coding, which real runs find ready, is part of the time."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.problem import FOLDS, Problem
from nbexp.discretize.thesis import THESIS

WORKS = {"proportional": ("pd",), "entropy": ("mdlp",), "ten methods": THESIS}


def prepare(problem: Problem, work: str) -> Callable[[], int]:
    import numpy as np

    from nbexp.data.dataset import DataSet, Qualitative, Quantitative, narrowest
    from nbexp.discretize.registry import create_method
    from nbexp.protocol.trial import run_trial
    from nbexp.protocol.warm_up import warm_up
    from nbexp.runner.process import give_back_large_blocks

    give_back_large_blocks()  # as the command line does
    warm_up(lambda message: None)
    methods = {name: create_method(name, {}) for name in WORKS[work]}
    columns = [np.ascontiguousarray(column) for column in problem.quantitative.T]
    qualitative = [
        Qualitative(
            f"q{number}",
            tuple(map(str, range(n_values))),
            problem.qualitative[:, number].astype(narrowest(n_values)),
        )
        for number, n_values in enumerate(problem.n_values.tolist())
    ]
    classes = tuple(map(str, range(problem.n_classes)))
    labels = problem.labels.astype(narrowest(len(classes)))

    def cross_validate() -> int:
        quantitative = [
            Quantitative.from_floats(f"x{number}", column) for number, column in enumerate(columns)
        ]
        dataset = DataSet("problem", (*quantitative, *qualitative), classes, labels)
        wanted = dict.fromkeys(range(FOLDS), methods)
        results = run_trial(dataset, problem.assignment, wanted)
        return sum(result.errors for result in results) // len(methods)

    return cross_validate
