"""Sources of a recipe: files with their addresses and digests, readers, fixes."""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from nbexp.data.model import Count, Delimiter, Model, Name, Names, Number, Sha256, Texts, no_repeats


class LineEdit(Model):
    """In line number `line` (from 1) the text `find` becomes `replace`, once."""

    line: Number
    find: str = Field(min_length=1)
    replace: str


class FileDecl(Model):
    """A file of a source.

    `path` is its name (of a bundled file: in ``datasets/bundled``). `uci` is its path under
    UCI's ``machine-learning-databases/``; `member` its name in UCI's archive of the data
    set; `address` are further addresses, each may name an archive's member after ``#``.
    Digests are those of the unpacked bytes. Line fixes come before parsing, in this order:
    edit, join, skip; all numbers are those of the lines in the untouched file.
    """

    path: Name
    uci: Name | None = None
    member: Name | None = None
    address: Texts = ()
    sha256: Sha256 | None = None
    git_blob: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")] | None = None
    edit_lines: tuple[LineEdit, ...] = ()
    join_lines: tuple[Number, ...] = ()
    skip_lines: tuple[Number, ...] = ()

    @field_validator("address")
    @classmethod
    def _addresses_are_addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for address in value:
            if not re.match(r"(https?|ftp)://", address):
                raise ValueError(f"{address} is not an http, https or ftp address")
        return value

    @property
    def digest(self) -> str | None:
        """The declared digest, ``sha256:…`` or ``git-blob:…``."""
        if self.sha256:
            return f"sha256:{self.sha256}"
        return f"git-blob:{self.git_blob}" if self.git_blob else None


class KeepRows(Model):
    """Only rows whose `column` holds one of `values` are kept (a missing code may be one)."""

    column: Name
    values: Texts = Field(min_length=1)


class LabelRuns(Model):
    """The rows have a further value that the file tells by their order alone.

    `runs` are the value and the number of rows that have it, in order.
    """

    column: Name
    runs: tuple[tuple[str, Number], ...] = Field(min_length=1)


class CellEdit(Model):
    """In row `row` (from 1, before any row is dropped) `column` holds `find`, is `replace`."""

    row: Number
    column: Name
    find: str
    replace: str


class Fixes(Model):
    """What is put right in the rows and values of a source, in this order.

    label-runs, replace-cells, drop-rows (by number, from 1, over all files of the source),
    keep-rows; then for the values of the named columns: cut-at (what follows the text, and the
    text, goes), strip-final (the text at the end of a value goes), rename-values (old: new;
    null makes the value missing).
    """

    label_runs: tuple[LabelRuns, ...] = ()
    replace_cells: tuple[CellEdit, ...] = ()
    drop_rows: tuple[Number, ...] = ()
    keep_rows: tuple[KeepRows, ...] = ()
    cut_at: dict[str, str] = Field(default_factory=dict)
    strip_final: dict[str, str] = Field(default_factory=dict)
    rename_values: dict[str, dict[str, str | None]] = Field(default_factory=dict)

    @property
    def columns(self) -> frozenset[str]:
        """The columns that are named."""
        named = (
            *(added.column for added in self.label_runs),
            *(keep.column for keep in self.keep_rows),
            *(cell.column for cell in self.replace_cells),
        )
        return frozenset((*named, *self.cut_at, *self.strip_final, *self.rename_values))


class GeneratorDecl(Model):
    """A data set that is computed: Breiman's waveform, or a stream that drifts.

    `noise` is the waveform's number of attributes that say nothing; `flips` the share of a
    stream's classes that are turned over; `attributes` and `change` are the hyperplane's.
    """

    name: Literal["waveform", "sea", "hyperplane"]
    instances: Number
    seed: Count
    noise: Count = 0
    flips: float = Field(default=0.0, ge=0.0, le=1.0)
    attributes: Number = 10
    change: float = Field(default=0.0, ge=0.0, le=1.0)


class Source(Model):
    """A way to the data: files, how they are read, what is put right.

    `columns` are the names in file order; a column that is neither an attribute nor the
    class is ignored. For ``arff``, ``parquet`` and files with a `header` they may be left
    out: the file's own names hold. `delimiter` is one character or ``tab``.
    """

    name: Name
    reader: Literal["delimited", "whitespace", "arff", "parquet", "generator"]
    bundled: bool = False
    files: tuple[FileDecl, ...] = ()
    columns: Names = ()
    header: bool = False
    delimiter: Delimiter = ","
    quote: Annotated[str, Field(min_length=1, max_length=1)] | None = '"'
    comment: Annotated[str, Field(min_length=1)] | None = None
    encoding: Literal["utf-8", "latin-1"] | None = None
    missing: Texts = ()
    fixes: Fixes = Fixes()
    generator: GeneratorDecl | None = None

    @model_validator(mode="after")
    def _parts_fit_the_reader(self) -> Self:
        no_repeats(self.columns, "the column")
        if self.reader == "generator":
            if self.generator is None or self.files:
                raise ValueError("a generator source has the key generator and no files")
            return self
        if self.generator is not None:
            raise ValueError("only a source with reader: generator has the key generator")
        if not self.files:
            raise ValueError("a source needs files")
        if self.reader in ("delimited", "whitespace") and not (self.columns or self.header):
            raise ValueError("a source of text needs columns, or header: true")
        return self
