"""The checked spec: plain objects that the rest of nbexp works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nbexp.compare.metrics import Metric
from nbexp.compare.printed import HALF_A_TENTH, PERCENT
from nbexp.compare.subset import Subset

if TYPE_CHECKING:
    from nbexp.data.recipe import Recipe, UserFile

"""What two methods can be compared on: the less, the better."""

Comparison = Literal["exact", "printed"]
"""How wins, losses and ties are told apart: by exact counts, or by printed tenths."""

Table = Literal[
    "datasets",
    "error",
    "agreement",
    "bias-variance",
    "wlt",
    "time",
    "scores",
    "intervals",
    "kohavi-wolpert",
    "cells",
    "curves",
    "curve-points",
    "verdict",
    "verdict-cells",
    "ranks",
    "claims",
    "readings",
    "cost",
    "growth",
    "checkpoints",
]
"""The tables that any report has; a spec may define further ones."""

Piece = Literal["values", "means", "records", "time"]
"""What a table of a spec's own is made of."""

DEFAULT_FLOOR = float(HALF_A_TENTH * PERCENT)
"""Per cent. Below it an error prints as 0.0, and counts as this in a geometric mean."""


@dataclass(frozen=True)
class DataSetSpec:
    """A data set of a spec.

    Attributes
    ----------
    name : str
        As tables and results show it: the recipe's name, or the one of a user's own file.
    source : Recipe or UserFile
        Where the data come from. A user's file has its path made absolute.
    optional : bool
        Whether the run is complete without it, where it cannot be had.
    published_as : str
        Of a variant: the name under which the published values stand that it is compared with.
    """

    name: str
    source: Recipe | UserFile
    optional: bool = False
    published_as: str = ""

    def resolved(self) -> dict[str, object]:
        """Return the data set as JSON-able keys and values."""
        from nbexp.data.recipe import UserFile

        content: dict[str, object] = {"name": self.name, "optional": self.optional}
        if self.published_as:
            content["published-as"] = self.published_as
        if isinstance(self.source, UserFile):
            told = self.source.model_dump(mode="json", by_alias=True)
            if told["decimal"] is None:  # results of before there was this key go on as they are
                del told["decimal"]
            content["file"] = told
        return content


@dataclass(frozen=True)
class MethodSpec:
    """A method of a spec, with the parameters it is run with.

    Attributes
    ----------
    label : str
        As tables and results show it; no two methods of a spec share one.
    method : str
        The method's id, or the dotted path ``module:Class`` of a user's own.
    params : dict
        The parameters that the spec gives.
    classifier : str
        The classifier that the method serves.
    settings : dict
        All parameters of the method, defaults filled in.
    version : int
        The method's version.
    """

    label: str
    method: str
    params: Mapping[str, object] = field(default_factory=dict)
    classifier: str = "nb"
    settings: Mapping[str, object] = field(default_factory=dict)
    version: int = 1

    def resolved(self) -> dict[str, object]:
        """Return the method as JSON-able keys and values."""
        return {
            "label": self.label,
            "method": self.method,
            "version": self.version,
            "classifier": self.classifier,
            "params": dict(self.settings),
        }


@dataclass(frozen=True)
class ProtocolSpec:
    """Repeated k-fold cross-validation.

    Attributes
    ----------
    trials : int
        How often the data are split into folds anew.
    folds : int
    stratified : bool
        Whether each fold holds the classes in the proportions of the whole.
    kind : str
    """

    trials: int = 10
    folds: int = 3
    stratified: bool = False
    kind: str = "cross-validation"

    def resolved(self) -> dict[str, object]:
        """Return the protocol as JSON-able keys and values."""
        return {
            "kind": self.kind,
            "trials": self.trials,
            "folds": self.folds,
            "stratified": self.stratified,
        }


@dataclass(frozen=True)
class PairsSpec:
    """Methods whose wins, losses and ties against others are asked for.

    Attributes
    ----------
    methods, against : tuple of str
        Labels; every one of `methods` is compared with every one of `against`.
    metrics : tuple of Metric
        On what they are compared.
    title : str
    """

    methods: tuple[str, ...]
    against: tuple[str, ...]
    metrics: tuple[Metric, ...] = ("error",)
    title: str = ""

    def resolved(self) -> dict[str, object]:
        """Return the pairs as JSON-able keys and values."""
        return {
            "title": self.title,
            "methods": list(self.methods),
            "against": list(self.against),
            "metric": list(self.metrics),
        }


@dataclass(frozen=True)
class TableSpec:
    """A table of a spec's own, made of pieces.

    Attributes
    ----------
    name, number : str
        By either it is asked for; `number` may be empty.
    title : str
    show : tuple of Piece
        Its pieces, one under the other.
    metrics : tuple of Metric
    methods : tuple of str
        Labels of the columns; empty: those of the pairs, or all.
    pairs : tuple of (tuple of str, tuple of str)
        Whose records are shown: each of the first against each of the second.
    subset : Subset
        The rows.
    """

    name: str
    number: str = ""
    title: str = ""
    show: tuple[Piece, ...] = ("values",)
    metrics: tuple[Metric, ...] = ("error",)
    methods: tuple[str, ...] = ()
    pairs: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    subset: Subset = field(default_factory=Subset)

    def resolved(self) -> dict[str, object]:
        """Return the table as JSON-able keys and values."""
        limits = {
            "smaller-than": self.subset.smaller_than,
            "larger-than": self.subset.larger_than,
            "largest": self.subset.largest,
            "smallest": self.subset.smallest,
            "names": list(self.subset.names) or None,
        }
        return {
            "name": self.name,
            "number": self.number,
            "title": self.title,
            "show": list(self.show),
            "metric": list(self.metrics),
            "methods": list(self.methods),
            "pairs": [
                {"methods": list(first), "against": list(second)} for first, second in self.pairs
            ],
            "subset": {key: value for key, value in limits.items() if value is not None},
        }


@dataclass(frozen=True)
class ReportSpec:
    """What the report shows, and by which rules.

    Attributes
    ----------
    compare : Comparison
    floor : float or None
        Per cent: smaller values count as this in a geometric mean. None: zeros are left out.
    tables : tuple of str
        Those that are shown where none is asked for; empty: the report's own choice.
    pairs : tuple of PairsSpec
    define : tuple of TableSpec
        Tables of the spec's own.
    """

    compare: Comparison = "exact"
    floor: float | None = DEFAULT_FLOOR
    tables: tuple[str, ...] = ()
    pairs: tuple[PairsSpec, ...] = ()
    define: tuple[TableSpec, ...] = ()

    def resolved(self) -> dict[str, object]:
        """Return the report as JSON-able keys and values, as in a spec file."""
        return {
            "compare": self.compare,
            "geometric-mean": "leave-out" if self.floor is None else {"floor": self.floor},
            "tables": list(self.tables),
            "pairs": [pairs.resolved() for pairs in self.pairs],
            "define": [table.resolved() for table in self.define],
        }


@dataclass(frozen=True)
class PublishedSpec:
    """Published values and claims to stand beside the results.

    Attributes
    ----------
    table : str
        The CSV file as the spec names it.
    name : str
        How the publication is called in the report.
    path : Path
        Where the table is.
    claims : str or None
        The YAML file of claims as the spec names it.
    claims_path : Path or None
        Where the claims are.
    """

    table: str
    name: str
    path: Path
    claims: str | None = None
    claims_path: Path | None = None

    def resolved(self) -> dict[str, object]:
        """Return the publication as JSON-able keys and values.

        Files lose their folder: a run copies the user's own into its results, where the
        report finds them by name.
        """
        claims = None if self.claims_path is None else self.claims_path.name
        return {"table": self.path.name, "claims": claims, "name": self.name}


@dataclass(frozen=True)
class Spec:
    """An experiment: data sets × methods under a protocol, and what is reported of it.

    Attributes
    ----------
    name : str
    title : str
    datasets : tuple of DataSetSpec
    methods : tuple of MethodSpec
    protocol : ProtocolSpec
    seeds : tuple of int
        Root seeds; each gives trials of its own.
    report : ReportSpec
    published : PublishedSpec or None
    output : Path
        The folder for the results, relative to the working directory.
    path : Path or None
        The file that the spec was read from.
    """

    name: str
    title: str
    datasets: tuple[DataSetSpec, ...]
    methods: tuple[MethodSpec, ...]
    protocol: ProtocolSpec
    seeds: tuple[int, ...]
    report: ReportSpec
    published: PublishedSpec | None
    output: Path
    path: Path | None = None

    @property
    def n_units(self) -> int:
        """Number of units: one method on one fold of one trial of one data set."""
        protocol = self.protocol
        return (
            len(self.datasets)
            * len(self.methods)
            * len(self.seeds)
            * protocol.trials
            * protocol.folds
        )

    def resolved(self) -> dict[str, object]:
        """Return the whole spec as JSON-able keys and values, in one canonical form.

        This is what a store keeps. Sweeps are expanded, defaults filled in, aliases
        replaced. Where a spec lies and where its results go is no part of it.
        """
        return {
            "name": self.name,
            "title": self.title,
            "datasets": [dataset.resolved() for dataset in self.datasets],
            "methods": [method.resolved() for method in self.methods],
            "protocol": self.protocol.resolved(),
            "seeds": list(self.seeds),
            "report": self.report.resolved(),
            "published": None if self.published is None else self.published.resolved(),
        }

    def identity(self) -> dict[str, object]:
        """Return the part of `resolved` that all runs into one store must share.

        See `nbexp.spec.resume` for what may change between them.
        """
        from nbexp.spec.resume import identity

        return identity(self.resolved())
