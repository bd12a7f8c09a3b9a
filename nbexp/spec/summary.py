"""A spec in one line."""

from __future__ import annotations

from nbexp.spec.spec import Spec
from nbexp.spec.stream_spec import PREQUENTIAL


def summary(spec: Spec) -> str:
    """Return what a spec multiplies, and how many units that makes."""
    optional = sum(dataset.optional for dataset in spec.datasets)
    factors = [
        _count(len(spec.datasets), "data set") + (f" ({optional} optional)" if optional else ""),
        _count(len(spec.methods), "method"),
        _count(len(spec.seeds), "seed"),
        _count(spec.protocol.trials, "trial"),
    ]
    if spec.protocol.kind != PREQUENTIAL:
        factors.append(_count(spec.protocol.folds, "fold"))
    return f"{' × '.join(factors)} = {_count(spec.n_units, 'unit')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
