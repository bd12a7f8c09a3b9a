"""What methods are compared by: the error, and the parts that it falls into."""

from __future__ import annotations

from typing import Literal, get_args

Metric = Literal["error", "bias", "variance"]

METRICS: tuple[str, ...] = get_args(Metric)
"""In the order in which they are told."""
