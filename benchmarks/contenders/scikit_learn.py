"""scikit-learn: KBinsDiscretizer with √n quantiles, as proportional has, and CategoricalNB."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import numpy as np

from benchmarks.problem import Problem

WORKS = {"proportional"}


def prepare(problem: Problem, work: str) -> Callable[[], int]:
    from sklearn.naive_bayes import CategoricalNB
    from sklearn.preprocessing import KBinsDiscretizer

    warnings.simplefilter("ignore")  # about quantiles that coincide
    folds = [
        (
            problem.quantitative[train],
            problem.qualitative[train],
            problem.labels[train],
            problem.quantitative[test],
            problem.qualitative[test],
            problem.labels[test],
        )
        for train, test in problem.folds()
    ]

    def cross_validate() -> int:
        errors = 0
        for numbers, codes, labels, test_numbers, test_codes, test_labels in folds:
            binned = KBinsDiscretizer(
                n_bins=round(math.sqrt(len(labels))),
                encode="ordinal",
                strategy="quantile",
                subsample=None,
            ).fit(numbers)
            model = CategoricalNB(min_categories=[*binned.n_bins_, *problem.n_values])
            model.fit(np.hstack((binned.transform(numbers), codes)).astype(np.int64), labels)
            test = np.hstack((binned.transform(test_numbers), test_codes)).astype(np.int64)
            errors += int(np.count_nonzero(model.predict(test) != test_labels))
        return errors

    return cross_validate
