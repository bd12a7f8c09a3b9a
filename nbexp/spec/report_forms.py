"""The form of a spec's report section and of what it says of a publication."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, Tag

from nbexp.compare.metrics import Metric
from nbexp.data.model import as_list
from nbexp.spec.forms import (
    NAMED,
    PLAIN,
    Line,
    Model,
    matching,
    text_or_mapping,
    told_apart,
    unlike,
)
from nbexp.spec.spec import DEFAULT_FLOOR, Comparison, Piece

_TABLE_NAME = r"[a-z0-9][a-z0-9.-]*"


class Floor(Model):
    """The rule that small values count as a floor."""

    floor: float = Field(default=DEFAULT_FLOOR, gt=0, lt=100, description="Per cent.")


ZeroRule = Annotated[
    Annotated[Literal["leave-out"], Tag(PLAIN)] | Annotated[Floor, Tag(NAMED)],
    told_apart(text_or_mapping, "leave-out, or {floor: 0.05}"),
]

Labels = Annotated[tuple[Line, ...], Field(min_length=1), BeforeValidator(as_list)]

Metrics = Annotated[
    tuple[Metric, ...],
    Field(min_length=1, description="What is compared; the less, the better."),
    BeforeValidator(as_list),
    AfterValidator(unlike),
]


class Versus(Model):
    """Methods, each against each of others."""

    methods: Labels = Field(description="Labels or ids of methods of this spec.")
    against: Labels = Field(
        description="Labels or ids; the word `others` is all methods not among `methods`."
    )


class Pairs(Versus):
    """Methods whose wins, losses and ties against others are asked for."""

    title: Line = Field(default="", description="The heading in the report.")
    metric: Metrics = ("error",)


Instances = Annotated[int, Field(ge=1)]


class SubsetForm(Model):
    """A part of the data sets, by size."""

    smaller_than: Instances | None = Field(default=None, description="Fewer instances than this.")
    larger_than: Instances | None = Field(default=None, description="More instances than this.")
    largest: Instances | None = Field(default=None, description="So many of the largest sets.")
    smallest: Instances | None = Field(default=None, description="So many of the smallest sets.")
    names: Annotated[tuple[Line, ...], BeforeValidator(as_list), AfterValidator(unlike)] = Field(
        default=(), description="Only these data sets."
    )


TableName = Annotated[str, matching(_TABLE_NAME, "small letters, digits, points and hyphens")]


class TableForm(Model):
    """A table of the spec's own, made of pieces."""

    name: TableName = Field(description="The name by which it is asked for: `--table NAME`.")
    number: TableName | None = Field(
        default=None, description="A second name, as the number it has in a publication."
    )
    title: Line = Field(default="", description="The heading in the report.")
    show: Annotated[
        tuple[Piece, ...],
        Field(min_length=1, description="Its pieces, one under the other."),
        BeforeValidator(as_list),
        AfterValidator(unlike),
    ] = ("values",)
    metric: Metrics = ("error",)
    methods: Annotated[tuple[Line, ...], BeforeValidator(as_list)] = Field(
        default=(), description="The columns; by default the methods of the pairs, or all."
    )
    pairs: tuple[Versus, ...] = Field(default=(), description="Whose records are shown.")
    subset: SubsetForm = Field(
        default_factory=SubsetForm, description="The rows: which data sets; by default all."
    )


class Report(Model):
    """What the report shows, and by which rules."""

    compare: Comparison = Field(
        default="exact", description="Win/lose/tie by exact counts of errors, or by printed tenths."
    )
    geometric_mean: ZeroRule = Field(
        default_factory=Floor, description="What a geometric mean does with a zero, in per cent."
    )
    tables: Annotated[tuple[Line, ...], BeforeValidator(as_list), AfterValidator(unlike)] = Field(
        default=(), description="The tables that are shown where none is asked for."
    )
    pairs: tuple[Pairs, ...] = ()
    define: tuple[TableForm, ...] = Field(default=(), description="Tables of the spec's own.")


class Published(Model):
    """Published values and claims to stand beside the results."""

    table: Line = Field(
        description="A CSV file (dataset,method,error,bias,variance) beside the spec, or one "
        "that comes with nbexp."
    )
    claims: Line | None = Field(
        default=None,
        description="A YAML file of claims beside the spec, or one that comes with nbexp.",
    )
    name: Line = Field(default="published", description="How the report calls the publication.")
