"""What the forms of spec files are made of: texts, names, lists, alternatives."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field
from pydantic_core import PydanticCustomError

NAME = "small letters, digits and hyphens, as in my-experiment"
MAX_SEED = 2**63 - 1


def expected(what: str) -> PydanticCustomError:
    """Return the error of a value that is not `what`."""
    return PydanticCustomError("expected", "{what}", {"what": what})


def one_line(text: str) -> str:
    """Return a text that is one line and not empty."""
    if not text.strip() or not text.isprintable():
        raise expected("text in one line")
    return text


def _label(text: str) -> str:
    one_line(text)
    if "," in text or len(text) > 60 or text != text.strip():
        raise expected("a label of at most 60 characters, without commas")
    return text


def unlike(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return values of which none occurs twice."""
    repeated = [value for index, value in enumerate(values) if value in values[:index]]
    if repeated:
        raise PydanticCustomError("repeated", "{what}", {"what": repeated[0]})
    return values


def matching(pattern: str, what: str) -> AfterValidator:
    """Return the check that a text matches `pattern` as a whole."""
    form = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if not form.fullmatch(text):
            raise expected(what)
        return text

    return AfterValidator(check)


_SPEC_NAME = r"[a-z0-9][a-z0-9-]*"
_FILE_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"

OrNull = BeforeValidator(lambda value: None if value in ("null", "~") else value)
"""Lets what may be left out be given as YAML's nothing, too."""

Line = Annotated[str, AfterValidator(one_line)]
Label = Annotated[str, AfterValidator(_label)]
SpecName = Annotated[
    str, matching(_SPEC_NAME, NAME), Field(json_schema_extra={"pattern": f"^{_SPEC_NAME}$"})
]
FileDataName = Annotated[
    str,
    matching(_FILE_NAME, "letters, digits, points and hyphens"),
    Field(json_schema_extra={"pattern": f"^{_FILE_NAME}$"}),
]
Seed = Annotated[int, Field(ge=0, le=MAX_SEED)]


class Model(BaseModel):
    """Base: immutable, hyphenated keys, unknown keys refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        alias_generator=lambda name: name.replace("_", "-"),
    )


NAMED, OWN, PLAIN = "<named>", "<own>", "<plain>"
"""How pydantic's errors name the alternatives; no key of a spec looks like this."""


def told_apart(by: Callable[[Any], str | None], what: str) -> Discriminator:
    """Return what tells alternatives apart `by` their form, or says that `what` is expected."""
    return Discriminator(
        by,
        custom_error_type="expected",
        custom_error_message="{what}",
        custom_error_context={"what": what},
    )


def text_or_mapping(value: Any) -> str | None:
    """Tell a plain text from a mapping."""
    if isinstance(value, str):
        return PLAIN
    return NAMED if isinstance(value, dict) else None
