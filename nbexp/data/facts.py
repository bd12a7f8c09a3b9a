"""What can be said of a data set at a glance: one computed object for every listing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from nbexp.data.dataset import MISSING, Attribute, DataSet, Quantitative


@dataclass(frozen=True)
class AttributeFacts:
    """An attribute's facts.

    Attributes
    ----------
    name : str
    kind : {"quantitative", "qualitative"}
    distinct : int
        Number of distinct values that occur.
    missing : int
        Number of instances whose value is missing.
    range : str
        Least and greatest value; of a qualitative attribute its declared values.
    """

    name: str
    kind: Literal["quantitative", "qualitative"]
    distinct: int
    missing: int
    range: str


def attribute_facts(attribute: Attribute) -> AttributeFacts:
    """Return the facts of one attribute."""
    if isinstance(attribute, Quantitative):
        values = attribute.values
        span = f"{values[0]:g} to {values[-1]:g}" if len(values) else "no known value"
        return AttributeFacts(
            attribute.name, "quantitative", len(values), attribute.n_missing, span
        )
    known = attribute.codes[attribute.codes != MISSING]
    return AttributeFacts(
        attribute.name,
        "qualitative",
        len(np.unique(known)),
        attribute.n_missing,
        ", ".join(attribute.values),
    )


def class_counts(dataset: DataSet) -> dict[str, int]:
    """Return the number of instances of each class, in declared order."""
    counts = np.bincount(dataset.labels, minlength=dataset.n_classes)
    return dict(zip(dataset.classes, counts.tolist(), strict=True))


def missing_cells(dataset: DataSet) -> int:
    """Return the number of missing values in all attributes."""
    return sum(attribute.n_missing for attribute in dataset.attributes)
