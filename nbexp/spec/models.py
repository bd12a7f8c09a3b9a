"""The form of a spec file, as pydantic models: which keys there are and what they hold.

The models say what can be said of a key by itself; `nbexp.spec.datasets`, `methods` and
`reports` say what takes knowledge of data sets and methods. The JSON schema is made of them.
Scalars arrive as texts (see `nbexp.spec.document`) and are read as what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
)
from pydantic_core import PydanticCustomError

from nbexp.data.recipe import UserFile
from nbexp.spec.spec import DEFAULT_FLOOR, Comparison, Metric, Table

DEFAULT_SEED = 20030703
MAX_FOLDS = 255
MAX_SEED = 2**63 - 1

NAME = "small letters, digits and hyphens, as in my-experiment"


def expected(what: str) -> PydanticCustomError:
    """Return the error of a value that is not `what`."""
    return PydanticCustomError("expected", "{what}", {"what": what})


def _one_line(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise expected("text in one line")
    return text


def _label(text: str) -> str:
    _one_line(text)
    if "," in text or len(text) > 60 or text != text.strip():
        raise expected("a label of at most 60 characters, without commas")
    return text


def _as_list(value: Any) -> Any:
    """Let a single text stand for a list of one."""
    return [value] if isinstance(value, str) else value


def _unlike(values: tuple[Any, ...]) -> tuple[Any, ...]:
    repeated = [value for index, value in enumerate(values) if value in values[:index]]
    if repeated:
        raise PydanticCustomError("repeated", "{what}", {"what": repeated[0]})
    return values


def _matching(pattern: str, what: str) -> AfterValidator:
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

Line = Annotated[str, AfterValidator(_one_line)]
Label = Annotated[str, AfterValidator(_label)]
SpecName = Annotated[
    str, _matching(_SPEC_NAME, NAME), Field(json_schema_extra={"pattern": f"^{_SPEC_NAME}$"})
]
FileDataName = Annotated[
    str,
    _matching(_FILE_NAME, "letters, digits, points and hyphens"),
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


class NamedData(Model):
    """A data set that has a recipe."""

    name: Line = Field(description="The data set's name or alias; `nbexp datasets` lists them.")
    optional: bool = Field(
        default=False, description="Whether the run is complete without it, where it cannot be had."
    )


class OwnData(UserFile):
    """A file of your own: CSV with a header, ARFF or Parquet."""

    name: FileDataName | None = Field(  # type: ignore[assignment]
        None, description="As tables and results show it; by default the file's name."
    )
    optional: bool = Field(
        default=False, description="Whether the run is complete without it, where it cannot be had."
    )


NAMED, OWN, PLAIN = "<named>", "<own>", "<plain>"
"""How pydantic's errors name the alternatives; no key of a spec looks like this."""


def _told_apart(by: Callable[[Any], str | None], what: str) -> Discriminator:
    """Return what tells alternatives apart `by` their form, or says that `what` is expected."""
    return Discriminator(
        by,
        custom_error_type="expected",
        custom_error_message="{what}",
        custom_error_context={"what": what},
    )


def _text_or_mapping(value: Any) -> str | None:
    if isinstance(value, str):
        return PLAIN
    return NAMED if isinstance(value, dict) else None


_OWN_KEYS = frozenset(
    field.alias or name for name, field in OwnData.model_fields.items()
) - frozenset(NamedData.model_fields)


def _data_form(value: Any) -> str | None:
    if isinstance(value, str):
        return PLAIN
    if isinstance(value, dict):
        return OWN if _OWN_KEYS & value.keys() else NAMED
    return None


DataEntry = Annotated[
    Annotated[Line, Tag(PLAIN)] | Annotated[NamedData, Tag(NAMED)] | Annotated[OwnData, Tag(OWN)],
    _told_apart(_data_form, "a data set's name, {name: …, optional: true} or {path: …, class: …}"),
]


class MethodForm(Model):
    """A method with parameters or a label of its own."""

    discretizer: Line = Field(
        description="The method's id, or the dotted path module:Class of your own."
    )
    classifier: Line = Field(default="nb", description="The classifier that it serves.")
    params: dict[str, Any] = Field(
        default={}, description="Parameters by name; a list of values makes one method of each."
    )
    label: Annotated[Label | None, OrNull] = Field(
        default=None,
        description="As tables and results show it; by default made of id and parameters.",
    )


MethodEntry = Annotated[
    Annotated[Line, Tag(PLAIN)] | Annotated[MethodForm, Tag(NAMED)],
    _told_apart(_text_or_mapping, "a method's id, or {discretizer: …, params: …}"),
]


class CrossValidation(Model):
    """Repeated k-fold cross-validation."""

    kind: Literal["cross-validation"] = "cross-validation"
    trials: int = Field(
        default=10, ge=1, le=10_000, description="How often the data are split into folds anew."
    )
    folds: int = Field(default=3, ge=2, le=MAX_FOLDS, description="Number of folds of a trial.")
    stratified: bool = Field(
        default=False, description="Whether each fold holds the classes in proportion."
    )


Protocol = CrossValidation
"""A further kind makes this a union that is told apart by `kind`."""


class Floor(Model):
    """The rule that small values count as a floor."""

    floor: float = Field(default=DEFAULT_FLOOR, gt=0, lt=100, description="Per cent.")


LEAVE_OUT = "leave-out"


ZeroRule = Annotated[
    Annotated[Literal["leave-out"], Tag(PLAIN)] | Annotated[Floor, Tag(NAMED)],
    _told_apart(_text_or_mapping, "leave-out, or {floor: 0.05}"),
]

Labels = Annotated[tuple[Line, ...], Field(min_length=1), BeforeValidator(_as_list)]


class Pairs(Model):
    """Methods whose wins, losses and ties against others are asked for."""

    title: Line = Field(default="", description="The heading in the report.")
    methods: Labels = Field(description="Labels or ids of methods of this spec.")
    against: Labels = Field(
        description="Labels or ids; the word `others` is all methods not among `methods`."
    )
    metric: Annotated[
        tuple[Metric, ...],
        Field(min_length=1, description="What is compared; the less, the better."),
        BeforeValidator(_as_list),
        AfterValidator(_unlike),
    ] = ("error",)


class Report(Model):
    """What the report shows, and by which rules."""

    compare: Comparison = Field(
        default="exact", description="Win/lose/tie by exact counts of errors, or by printed tenths."
    )
    geometric_mean: ZeroRule = Field(
        default_factory=Floor, description="What a geometric mean does with a zero, in per cent."
    )
    tables: Annotated[tuple[Table, ...], BeforeValidator(_as_list), AfterValidator(_unlike)] = (
        Field(default=(), description="The tables that are shown where none is asked for.")
    )
    pairs: tuple[Pairs, ...] = ()


class Published(Model):
    """A table of published values to stand beside the results."""

    table: Line = Field(
        description="A CSV file (dataset,method,error,bias,variance) beside the spec, or one "
        "that comes with nbexp."
    )
    name: Line = Field(default="published", description="How the report calls the publication.")


class SpecForm(Model):
    """An experiment: data sets × methods under a protocol, and what is reported of it."""

    name: SpecName = Field(description=f"The experiment's name: {NAME}.")
    title: Line = Field(default="", description="The heading of its report.")
    datasets: list[DataEntry] = Field(min_length=1)
    methods: list[MethodEntry] = Field(min_length=1)
    protocol: Protocol = Field(default_factory=Protocol)
    seeds: Annotated[
        tuple[Seed, ...],
        Field(min_length=1, description="Root seeds; each gives trials of its own."),
        BeforeValidator(_as_list),
        AfterValidator(_unlike),
    ] = (DEFAULT_SEED,)
    report: Report = Field(default_factory=Report)
    published: Annotated[Published | None, OrNull] = None
    output: Annotated[Line | None, OrNull] = Field(
        default=None, description="The folder for the results; by default results/NAME."
    )


_MODELS: dict[str, type[BaseModel]] = {
    "": SpecForm,
    f"datasets{NAMED}": NamedData,
    f"datasets{OWN}": OwnData,
    f"methods{NAMED}": MethodForm,
    "protocol": CrossValidation,
    "report": Report,
    f"geometric-mean{NAMED}": Floor,
    "pairs": Pairs,
    "published": Published,
}

KEYS: dict[str, frozenset[str]] = {
    part: frozenset(field.alias or name for name, field in model.model_fields.items())
    for part, model in _MODELS.items()
}
"""The valid keys of each mapping, by the key that leads to it and the alternative."""
