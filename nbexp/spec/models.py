"""The form of a spec file, as pydantic models: which keys there are and what they hold.

The models say what can be said of a key by itself; `nbexp.spec.datasets`, `methods` and
`reports` say what takes knowledge of data sets and methods. The JSON schema is made of them.
What they are made of is in `forms`, the report's part in `report_forms`.
Scalars arrive as texts (see `nbexp.spec.document`) and are read as what is expected.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
)
from pydantic_core import PydanticKnownError

from nbexp.data.model import as_list
from nbexp.data.recipe import UserFile
from nbexp.spec.forms import (
    NAME,
    NAMED,
    OWN,
    PLAIN,
    FileDataName,
    Label,
    Line,
    Model,
    OrNull,
    Seed,
    SpecName,
    expected,
    text_or_mapping,
    told_apart,
    unlike,
)
from nbexp.spec.report_forms import Floor, Pairs, Published, Report, SubsetForm, TableForm
from nbexp.spec.stream_forms import PREQUENTIAL, Prequential

DEFAULT_SEED = 20030703
MAX_FOLDS = 255
MAX_TRIALS = 10_000


class NamedData(Model):
    """A data set that has a recipe."""

    name: Line = Field(description="The data set's name or alias; `nbexp datasets` lists them.")
    optional: bool = Field(
        default=False, description="Whether the run is complete without it, where it cannot be had."
    )
    published_as: Annotated[Line | None, OrNull] = Field(
        default=None,
        alias="published-as",
        description="Of a variant: the name under which the published values stand that it is "
        "compared with.",
    )


class OwnData(UserFile):
    """A file of your own: CSV with a header, ARFF or Parquet."""

    name: FileDataName | None = Field(  # type: ignore[assignment]
        None, description="As tables and results show it; by default the file's name."
    )
    optional: bool = Field(
        default=False, description="Whether the run is complete without it, where it cannot be had."
    )


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
    told_apart(_data_form, "a data set's name, {name: …, optional: true} or {path: …, class: …}"),
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
    told_apart(text_or_mapping, "a method's id, or {discretizer: …, params: …}"),
]


CROSS_VALIDATION, TRAINING_SIZE = "cross-validation", "training-size"
KINDS = (CROSS_VALIDATION, TRAINING_SIZE, PREQUENTIAL)


def _known_kind(value: Any) -> Any:
    """Name all kinds where it is none of them, not only the one whose model is tried."""
    if value not in KINDS:
        *others, last = (f"'{kind}'" for kind in KINDS)
        kinds = f"{', '.join(others)} or {last}"
        raise PydanticKnownError("literal_error", {"expected": kinds})
    return value


class Folds(Model):
    """What all protocols have: trials, each of folds."""

    trials: int = Field(
        default=10, ge=1, le=MAX_TRIALS, description="How often the data are split into folds anew."
    )
    folds: int = Field(default=3, ge=2, le=MAX_FOLDS, description="Number of folds of a trial.")
    stratified: bool = Field(
        default=False, description="Whether each fold holds the classes in proportion."
    )


class CrossValidation(Folds):
    """Repeated k-fold cross-validation."""

    kind: Annotated[Literal["cross-validation"], BeforeValidator(_known_kind)] = "cross-validation"


ALL, AUTO = "all", "auto"

AUTO_SIZES: tuple[int | Literal["all"], ...] = (
    *(100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000),
    "all",
)
"""The training sizes where a spec leaves them to nbexp."""


def _size(value: Any) -> Any:
    """Read a training size: a whole number, or all there is."""
    if value == ALL:
        return value
    try:
        number = int(value)
    except (TypeError, ValueError):
        number = 0
    if number < 1:
        raise expected("a whole number of at least 1, or all")
    return number


Size = Annotated[
    int | Literal["all"],
    BeforeValidator(_size),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"const": ALL}]}),
]


class TrainingSize(Folds):
    """Repeated cross-validation with training sets of several sizes.

    Each method is run with each size: so many of a fold's training instances, drawn at random.
    """

    kind: Literal["training-size"]
    sizes: Annotated[
        tuple[Size, ...],
        Field(
            min_length=1,
            description=f"Training sizes; `{ALL}` is all there is, `{AUTO}` 100, 300, 1000, … "
            f"300000 and `{ALL}`.",
        ),
        BeforeValidator(lambda value: AUTO_SIZES if value == AUTO else as_list(value)),
        AfterValidator(unlike),
    ] = AUTO_SIZES


FOLDS, SIZES, STREAM = "<folds>", "<sizes>", "<stream>"


def _protocol_form(value: Any) -> str:
    kind = value.get("kind") if isinstance(value, dict) else None
    return {TRAINING_SIZE: SIZES, PREQUENTIAL: STREAM}.get(str(kind), FOLDS)


Protocol = Annotated[
    Annotated[CrossValidation, Tag(FOLDS)]
    | Annotated[TrainingSize, Tag(SIZES)]
    | Annotated[Prequential, Tag(STREAM)],
    Discriminator(_protocol_form),
]


class SpecForm(Model):
    """An experiment: data sets × methods under a protocol, and what is reported of it."""

    name: SpecName = Field(description=f"The experiment's name: {NAME}.")
    title: Line = Field(default="", description="The heading of its report.")
    datasets: list[DataEntry] = Field(min_length=1)
    methods: list[MethodEntry] = Field(min_length=1)
    protocol: Protocol = Field(default_factory=CrossValidation)
    seeds: Annotated[
        tuple[Seed, ...],
        Field(min_length=1, description="Root seeds; each gives trials of its own."),
        BeforeValidator(as_list),
        AfterValidator(unlike),
    ] = (DEFAULT_SEED,)
    report: Report = Field(default_factory=Report)
    published: Annotated[Published | None, OrNull] = None
    output: Annotated[Line | None, OrNull] = Field(
        default=None, description="The folder for the results; by default results/NAME."
    )
    modules: Annotated[Line | None, OrNull] = Field(
        default=None,
        description="A folder where modules of methods are looked for, beside that of the spec.",
    )


_MODELS: dict[str, type[BaseModel]] = {
    "": SpecForm,
    f"datasets{NAMED}": NamedData,
    f"datasets{OWN}": OwnData,
    f"methods{NAMED}": MethodForm,
    f"protocol{FOLDS}": CrossValidation,
    f"protocol{SIZES}": TrainingSize,
    f"protocol{STREAM}": Prequential,
    "report": Report,
    f"geometric-mean{NAMED}": Floor,
    "pairs": Pairs,
    "define": TableForm,
    "subset": SubsetForm,
    "published": Published,
}

KEYS: dict[str, frozenset[str]] = {
    part: frozenset(field.alias or name for name, field in model.model_fields.items())
    for part, model in _MODELS.items()
}
"""The valid keys of each mapping, by the key that leads to it and the alternative."""
