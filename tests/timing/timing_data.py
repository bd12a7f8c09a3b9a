"""A small data set with all that makes trouble: ties, missing values, qualitative attributes."""

from __future__ import annotations

import numpy as np

from nbexp.data.dataset import DataSet, Qualitative, Quantitative


def small_dataset(n: int = 600) -> DataSet:
    rng = np.random.default_rng(7)
    labels = rng.integers(0, 3, n)
    smooth = rng.standard_normal(n) + labels
    coarse = np.round(rng.standard_normal(n) + labels)
    gaps = np.where(rng.random(n) < 0.1, np.nan, rng.standard_normal(n))
    codes = rng.integers(-1, 4, n)
    return DataSet(
        "small",
        (
            Quantitative.from_floats("smooth", smooth),
            Qualitative("letters", ("a", "b", "c", "d"), codes.astype(np.int8)),
            Quantitative.from_floats("coarse", coarse),
            Quantitative.from_floats("gaps", gaps),
            Quantitative.from_floats("unknown", np.full(n, np.nan)),
        ),
        ("x", "y", "z"),
        labels.astype(np.int8),
    )
