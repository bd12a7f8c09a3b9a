"""What an attribute that is being learnt says of values, asked of its kernel itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from nbexp.incremental.attribute import Floats, QuantitativeAttribute, Stretch


def log_evidence(
    attribute: QuantitativeAttribute, values: ArrayLike, class_totals: ArrayLike
) -> Floats:
    """Return the evidence of values as things stand: (n, n_classes) float64.

    `class_totals` are the instances of each class, those with a missing value included.
    """
    column = np.ascontiguousarray(values, dtype=np.float64)
    scores = np.zeros((len(column), attribute.n_classes))
    logs = np.tile(np.log(np.asarray(class_totals) + attribute.m), (len(column), 1))
    labels = np.zeros(len(column), dtype=np.int64)
    attribute.pass_through(column, Stretch(labels, logs, scores, learn=False, predict=True))
    return scores
