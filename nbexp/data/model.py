"""What all models of recipes have in common: form of keys, of names, of counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

_LONGEST_RANGE = 100_000

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Number = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(min_length=1)]


class Model(BaseModel):
    """Base: immutable, hyphenated keys, unknown keys refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        alias_generator=lambda name: name.replace("_", "-"),
    )


def as_list(value: Any) -> Any:
    """Let a single text stand for a list of one."""
    return [value] if isinstance(value, str) else value


def expanded(names: Any) -> Any:
    """Expand ranges in a list of names."""
    names = as_list(names)
    if not isinstance(names, list | tuple):
        return names
    return [one for name in names for one in expand(name)]


def expand(name: Any) -> list[Any]:
    """Return the names that ``f1..f166`` stands for; any other name stands for itself."""
    match = re.fullmatch(r"(.*?)(\d+)\.\.(.*?)(\d+)", name) if isinstance(name, str) else None
    if match is None:
        return [name]
    prefix, first, second_prefix, last = match.groups()
    if second_prefix not in ("", prefix) or int(last) < int(first):
        raise ValueError(f"{name} is not a range of names such as f1..f166")
    if int(last) - int(first) >= _LONGEST_RANGE:
        raise ValueError(f"{name} stands for more than {_LONGEST_RANGE:,} names")
    width = len(first) if first.startswith("0") and len(first) > 1 else 0
    return [f"{prefix}{number:0{width}d}" for number in range(int(first), int(last) + 1)]


def _one_character(value: str) -> str:
    """Return the delimiter that is meant; ``tab`` is one."""
    value = {"tab": "\t", "\\t": "\t"}.get(value, value)
    if len(value) != 1 or not value.isascii() or value in '\r\n"':
        raise ValueError("a delimiter is one character (of ASCII), or tab")
    return value


Delimiter = Annotated[str, AfterValidator(_one_character)]
Names = Annotated[tuple[Name, ...], BeforeValidator(expanded)]
MaybeNames = Annotated[tuple[str, ...], BeforeValidator(expanded)]
"""Names of which one may be empty: that of a column without a name, as pandas writes its index."""
Texts = Annotated[tuple[str, ...], BeforeValidator(as_list)]


def repeats(values: Iterable[str]) -> list[str]:
    """Return the texts that are there more than once, each once, in order."""
    return sorted(value for value, times in Counter(values).items() if times > 1)


def no_repeats(values: tuple[str, ...], what: str) -> None:
    """Raise ValueError if a text is there more than once."""
    repeated = repeats(values)
    if repeated:
        raise ValueError(f"{what} {', '.join(repeated)} is given more than once")
