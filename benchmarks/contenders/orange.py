"""Orange: discretization by entropy and MDL, and its naive Bayes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.problem import Problem

WORKS = {"entropy"}


def prepare(problem: Problem, work: str) -> Callable[[], int]:
    from Orange.classification import NaiveBayesLearner
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
    from Orange.preprocess import Discretize
    from Orange.preprocess.discretize import EntropyMDL

    numbers = range(problem.quantitative.shape[1])
    attributes = [ContinuousVariable(f"x{number}") for number in numbers]
    for number, n_values in enumerate(problem.n_values.tolist()):
        attributes.append(DiscreteVariable(f"q{number}", map(str, range(n_values))))
    target = DiscreteVariable("class", map(str, range(problem.n_classes)))
    matrix = np.hstack((problem.quantitative, problem.qualitative.astype(float)))
    table = Table.from_numpy(Domain(attributes, target), matrix, problem.labels.astype(float))
    folds = [(table[train], table[test]) for train, test in problem.folds()]

    def cross_validate() -> int:
        errors = 0
        for train, test in folds:
            model = NaiveBayesLearner()(Discretize(method=EntropyMDL())(train))
            errors += int(np.count_nonzero(model(test) != test.Y))
        return errors

    return cross_validate
