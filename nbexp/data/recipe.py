"""Recipes: what a data set is, where its files are, and how they are read.

A recipe is declared in ``datasets/NAME.yaml``; the models here are its format. They say
only what can be said without touching data. Loading (`nbexp.data.load`) asserts it.

Keys are written with hyphens. Names of attributes and columns may be given as a range:
``f1..f166`` stands for ``f1, f2, …, f166``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from nbexp.data.model import (
    Count,
    Delimiter,
    MaybeNames,
    Model,
    Name,
    Names,
    Number,
    Sha256,
    Texts,
    expand,
    no_repeats,
)
from nbexp.data.source import (
    CellEdit,
    FileDecl,
    Fixes,
    GeneratorDecl,
    KeepRows,
    LabelRuns,
    LineEdit,
    Source,
)
from nbexp.data.yamlfile import YamlFile, model_faults, read_yaml
from nbexp.errors import SpecError

UCI_FILES = "https://archive.ics.uci.edu/ml/machine-learning-databases/"
UCI_ARCHIVES = "https://archive.ics.uci.edu/static/public/"

Kind = Literal["quantitative", "qualitative"]


class AttributeDecl(Model):
    """An attribute: its name, its kind and, if qualitative, its values in order."""

    name: Name
    kind: Kind
    values: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _values_fit_the_kind(self) -> Self:
        if self.kind == "qualitative" and not self.values:
            raise ValueError(f"the qualitative attribute {self.name} needs its values")
        if self.kind == "quantitative" and self.values:
            raise ValueError(f"the quantitative attribute {self.name} must have no values")
        no_repeats(self.values, f"attribute {self.name}: the value")
        return self


class ClassDecl(Model):
    """The class: its column's name, its values in order, and how many instances each has."""

    name: Name = "class"
    values: tuple[str, ...] = Field(min_length=1)
    counts: tuple[Count, ...]

    @model_validator(mode="after")
    def _one_count_for_each_value(self) -> Self:
        if len(self.counts) != len(self.values):
            raise ValueError(f"{len(self.values)} classes but {len(self.counts)} counts")
        no_repeats(self.values, "the class")
        return self


class ReadFromFile(Model):
    """For a data set whose attributes only its file knows: what the file must declare.

    The one source is an ARFF file; kinds, values and order are those of its header. The
    class is the column `class`, or the last one.
    """

    quantitative: Count
    qualitative: Count
    classes: Number
    class_: Name | None = Field(default=None, alias="class")


class UciDecl(Model):
    """The data set in the UCI repository: its id and the name of its static archive."""

    id: Number
    slug: Name | None = None

    @property
    def archive(self) -> str | None:
        """Address of the data set's zip archive."""
        return f"{UCI_ARCHIVES}{self.id}/{self.slug}.zip" if self.slug else None


class Recipe(Model):
    """A data set: what it is, and the sources that all give the same data.

    `class`, `attributes` and `missing` declare what the data are; in their place
    `read-from-file` says that only the file knows.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$")]
    title: Name
    aliases: tuple[Name, ...] = ()
    licence: Name
    citation: Name
    uci: UciDecl | None = None
    instances: Number
    missing: Count | None = None
    class_: ClassDecl | None = Field(default=None, alias="class")
    attributes: tuple[AttributeDecl, ...] = ()
    read_from_file: ReadFromFile | None = None
    notes: str = ""
    digest: Sha256 | None = None
    sources: tuple[Source, ...] = Field(min_length=1)

    @field_validator("attributes", mode="before")
    @classmethod
    def _attribute_ranges(cls, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        attributes: list[Any] = []
        for one in value:
            if isinstance(one, dict) and isinstance(one.get("name"), str):
                attributes.extend({**one, "name": name} for name in expand(one["name"]))
            else:
                attributes.append(one)
        return attributes

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if self.read_from_file is not None:
            if self.class_ is not None or self.attributes:
                raise ValueError("with read-from-file there are no class and attributes")
            if len(self.sources) != 1 or self.sources[0].reader != "arff":
                raise ValueError("read-from-file needs exactly one source, an ARFF file")
            return self
        if self.class_ is None or self.missing is None or not self.attributes:
            raise ValueError("the keys class, attributes and missing are needed")
        names = (*(attribute.name for attribute in self.attributes), self.class_.name)
        no_repeats(names, "the name")
        if sum(self.class_.counts) != self.instances:
            raise ValueError(
                f"instances is {self.instances} but the class counts sum to "
                f"{sum(self.class_.counts)}"
            )
        no_repeats(tuple(source.name for source in self.sources), "the source")
        for source in self.sources:
            _check_columns(source, names)
        return self

    def count(self, kind: Kind) -> int:
        """Return the number of attributes of a kind."""
        if self.read_from_file is not None:
            return getattr(self.read_from_file, kind)  # type: ignore[no-any-return]
        return sum(attribute.kind == kind for attribute in self.attributes)

    @property
    def n_classes(self) -> int:
        """Number of declared classes."""
        if self.class_ is not None:
            return len(self.class_.values)
        return self.read_from_file.classes if self.read_from_file else 0

    def addresses(self, file: FileDecl) -> tuple[str, ...]:
        """Return every address of a file, in order; ``#`` sets off an archive's member."""
        found = []
        if file.uci:
            found.append(UCI_FILES + file.uci)
        if file.member and self.uci and self.uci.archive:
            found.append(f"{self.uci.archive}#{file.member}")
        return (*found, *file.address)


def _check_columns(source: Source, names: tuple[str, ...]) -> None:
    if not source.columns:
        return
    columns = {*source.columns, *(added.column for added in source.fixes.label_runs)}
    lacking = [name for name in names if name not in columns]
    if lacking:
        raise ValueError(f"source {source.name}: columns lack {', '.join(lacking)}")
    unknown = sorted(source.fixes.columns - columns)
    if unknown:
        raise ValueError(f"source {source.name}: fixes name no column: {', '.join(unknown)}")


class UserFile(Model):
    """A user's own file, as a spec names it: CSV with a header, ARFF or Parquet.

    Kinds are guessed where `quantitative` and `qualitative` do not tell them, and so are the
    delimiter and the decimal mark of a text file.
    """

    path: Path
    name: str = ""
    class_: Name = Field(alias="class")
    quantitative: Names = ()
    qualitative: Names = ()
    ignore: MaybeNames = ()
    missing: Texts = ("?", "")
    delimiter: Delimiter | None = None
    decimal: Literal[".", ","] | None = None

    @model_validator(mode="after")
    def _roles_do_not_overlap(self) -> Self:
        roles = (*self.quantitative, *self.qualitative, *self.ignore, self.class_)
        no_repeats(roles, "the column")
        return self


_MODELS: dict[str, type[BaseModel]] = {
    "": Recipe,
    "class": ClassDecl,
    "attributes": AttributeDecl,
    "uci": UciDecl,
    "read-from-file": ReadFromFile,
    "sources": Source,
    "files": FileDecl,
    "edit-lines": LineEdit,
    "fixes": Fixes,
    "keep-rows": KeepRows,
    "label-runs": LabelRuns,
    "replace-cells": CellEdit,
    "generator": GeneratorDecl,
}
_KEYS: dict[str, frozenset[str]] = {
    part: frozenset(field.alias or name for name, field in model.model_fields.items())
    for part, model in _MODELS.items()
}


def read_recipe(path: Path, shown: str | None = None) -> Recipe:
    """Read a recipe; raise SpecError with every fault, each with file, line and key."""
    return recipe_from(read_yaml(path, shown))


def recipe_from(source: YamlFile) -> Recipe:
    """Check a recipe's content; raise SpecError with every fault."""
    faults = list(source.faults)
    recipe: Recipe | None = None
    try:
        recipe = Recipe.model_validate(source.content)
    except ValidationError as error:
        faults.extend(model_faults(error, source, _KEYS))
    if recipe is None or faults:
        raise SpecError("\n".join(faults))
    return recipe
