"""What a stored spec says about its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from nbexp.compare.means import Floor, LeaveOut, ZeroRule
from nbexp.compare.printed import PERCENT
from nbexp.compare.wins import COMPARISONS, EXACT, Comparison
from nbexp.errors import SpecError
from nbexp.report.definitions import Definition, read_definition


@dataclass(frozen=True)
class Pairs:
    """Records asked for: each method against each other one, on each metric."""

    methods: tuple[str, ...]
    against: tuple[str, ...]
    metrics: tuple[str, ...] = ("error",)
    title: str = ""


@dataclass(frozen=True)
class Settings:
    """What a report needs to know of a spec.

    Attributes
    ----------
    title : str
    datasets : tuple of str
        All data sets of the spec, run or not, in its order.
    published_as : mapping of str to str
        Of variants of published data sets: the published name.
    methods : mapping of str to str
        The method (``ndd``) behind each label.
    params : mapping of str to mapping
        All parameters of the method behind each label.
    trials, folds : int
        Trials for each root seed, and folds for each trial.
    stratified : bool
    kind : str
        The kind of protocol.
    initial : int
        Of a stream: instances learnt before the first is classified.
    order : str
        Of a stream: ``shuffled`` or ``as-stored``.
    comparison : Comparison
        The rule of win/lose/tie.
    zero_rule : ZeroRule
        What a geometric mean does with zeros.
    pairs : tuple of Pairs
    tables : tuple of str
        The tables shown where none is asked for; empty: the usual ones.
    definitions : tuple of Definition
        Tables of the spec's own.
    published : str or None
        The file of published values.
    claims : str or None
        The file of the publication's claims.
    published_name : str
        How the publication is called.
    """

    title: str
    datasets: tuple[str, ...] = ()
    published_as: Mapping[str, str] = field(default_factory=dict)
    methods: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    trials: int = 1
    folds: int = 1
    stratified: bool = False
    kind: str = "cross-validation"
    initial: int = 0
    order: str = ""
    comparison: Comparison = EXACT
    zero_rule: ZeroRule = field(default_factory=Floor)
    pairs: tuple[Pairs, ...] = ()
    tables: tuple[str, ...] = ()
    definitions: tuple[Definition, ...] = ()
    published: str | None = None
    claims: str | None = None
    published_name: str = "published"

    @property
    def is_stream(self) -> bool:
        """Whether each instance is classified first and learnt after."""
        return self.kind == "prequential"


def read_settings(spec: Mapping[str, object]) -> Settings:
    """Read the settings from a resolved spec.

    Keys that are absent have the defaults of `Settings`, so that a store written by an older
    release can still be reported.
    """
    protocol, report = _mapping(spec.get("protocol")), _mapping(spec.get("report"))
    published = _mapping(spec.get("published"))
    return Settings(
        title=str(spec.get("title") or spec.get("name") or ""),
        datasets=tuple(_name(entry, "name") for entry in _sequence(spec.get("datasets"))),
        published_as={
            _name(entry, "name"): _name(entry, "published-as")
            for entry in _sequence(spec.get("datasets"))
            if "published-as" in _mapping(entry)
        },
        methods={
            _name(entry, "label"): _name(entry, "method")
            for entry in _sequence(spec.get("methods"))
        },
        params={
            _name(entry, "label"): _mapping(_mapping(entry).get("params"))
            for entry in _sequence(spec.get("methods"))
        },
        trials=int(str(protocol.get("trials", 1))),
        folds=int(str(protocol.get("folds", 1))),
        stratified=bool(protocol.get("stratified", False)),
        kind=str(protocol.get("kind", "cross-validation")),
        initial=int(str(protocol.get("initial", 0))),
        order=str(protocol.get("order", "")),
        comparison=_comparison(report.get("compare")),
        zero_rule=_zero_rule(report.get("geometric-mean")),
        pairs=tuple(_pairs(_mapping(entry)) for entry in _sequence(report.get("pairs"))),
        tables=_names(report.get("tables")),
        definitions=tuple(
            read_definition(_mapping(entry)) for entry in _sequence(report.get("define"))
        ),
        published=str(published["table"]) if published else None,
        claims=str(published["claims"]) if published.get("claims") else None,
        published_name=str(published.get("name") or "published"),
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _name(entry: object, key: str) -> str:
    return str(_mapping(entry).get(key, "")) if isinstance(entry, Mapping) else str(entry)


def _names(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(map(str, _sequence(value)))


def _pairs(entry: Mapping[str, object]) -> Pairs:
    return Pairs(
        _names(entry.get("methods")),
        _names(entry.get("against")),
        _names(entry.get("metric")) or ("error",),
        str(entry.get("title") or ""),
    )


def _comparison(value: object) -> Comparison:
    if value is None:
        return EXACT
    if value not in COMPARISONS:
        raise SpecError(
            f"report: compare: found {value!r}, expected one of {', '.join(COMPARISONS)}"
        )
    return COMPARISONS[str(value)]


def _zero_rule(value: object) -> ZeroRule:
    """Read ``leave-out``, or ``{floor: PER CENT}``."""
    if value is None:
        return Floor()
    if value == "leave-out":
        return LeaveOut()
    try:
        return Floor(Fraction(str(_mapping(value)["floor"])) / PERCENT)
    except (KeyError, ValueError):
        raise SpecError(
            f"report: geometric-mean: found {value!r}, expected leave-out, or {{floor: 0.05}}"
        ) from None
