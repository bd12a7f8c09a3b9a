"""The form of the prequential protocol in a spec file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from nbexp.spec.forms import Model, expected, unlike
from nbexp.spec.stream_spec import PREQUENTIAL, PrequentialSpec

__all__ = ["PREQUENTIAL", "Prequential"]

_MOST_CHECKPOINTS = 10_000
_DEFAULT = PrequentialSpec()


def _checkpoints(value: Any) -> Any:
    """Read how many checkpoints there are, or where they are."""
    try:
        return tuple(int(one) for one in value) if isinstance(value, list) else int(value)
    except (TypeError, ValueError):
        raise expected("a whole number, or a list of numbers of instances seen") from None


def _sensible(value: int | tuple[int, ...]) -> int | tuple[int, ...]:
    if isinstance(value, int):
        if not 1 <= value <= _MOST_CHECKPOINTS:
            raise expected(f"a number of checkpoints from 1 to {_MOST_CHECKPOINTS:,}")
    elif not value or min(value) < 1:
        raise expected("numbers of instances of at least 1")
    else:
        unlike(value)
    return value


Checkpoints = Annotated[
    int | tuple[int, ...],
    BeforeValidator(_checkpoints),
    AfterValidator(_sensible),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": _MOST_CHECKPOINTS},
                {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
            ]
        }
    ),
]


class Prequential(Model):
    """Each instance is classified first and learnt after."""

    kind: Literal["prequential"]
    initial: int = Field(
        default=_DEFAULT.initial,
        ge=1,
        le=10**9,
        description="Instances that are learnt together before the first is classified.",
    )
    order: Literal["shuffled", "as-stored"] = Field(
        default="shuffled", description="The order in which instances arrive."
    )
    trials: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        description="How many orders are tried; by default 5, as stored 1.",
    )
    window: int = Field(
        default=_DEFAULT.window,
        ge=1,
        le=10**9,
        description="Latest predictions that the error in a window is taken over.",
    )
    checkpoints: Checkpoints = Field(
        default=_DEFAULT.checkpoints,
        description="Where stock is taken: so many places equally spaced, or numbers of instances "
        "seen; those beyond a data set's size are left out. The end is always one.",
    )
