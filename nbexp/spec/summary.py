"""A spec in one line."""

from __future__ import annotations

from nbexp.spec.spec import Spec
from nbexp.spec.stream_spec import PREQUENTIAL


def summary(spec: Spec) -> str:
    """Return what a spec multiplies, and how many units that makes."""
    optional = sum(dataset.optional for dataset in spec.datasets)
    factors = [
        counted(len(spec.datasets), "data set") + (f" ({optional} optional)" if optional else ""),
        counted(len(spec.methods), "method"),
        counted(len(spec.seeds), "seed"),
        counted(spec.protocol.trials, "trial"),
    ]
    if spec.protocol.kind != PREQUENTIAL:
        factors.append(counted(spec.protocol.folds, "fold"))
    return f"{' × '.join(factors)} = {counted(spec.n_units, 'unit')}"


def counted(number: int, noun: str) -> str:
    """Return a number and what is counted, one or many.

    >>> counted(1, "trial"), counted(1200, "trial")
    ('1 trial', '1,200 trials')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
