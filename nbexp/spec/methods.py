"""The methods of a spec: names looked up, parameters checked, sweeps expanded, labels made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from pydantic import TypeAdapter

from nbexp.discretize.method import Method
from nbexp.discretize.parameters import Parameter, plain
from nbexp.errors import SpecError, told
from nbexp.hints import did_you_mean
from nbexp.spec.document import Value
from nbexp.spec.faults import Place, shown
from nbexp.spec.findings import Findings
from nbexp.spec.models import MethodEntry, MethodForm
from nbexp.spec.shape import fitting
from nbexp.spec.spec import MethodSpec
from nbexp.spec.vocabulary import Vocabulary

CLASSIFIERS = ("nb",)
"""The classifiers that methods can serve."""

MAX_COMBINATIONS = 1000

_ENTRY: TypeAdapter[str | MethodForm] = TypeAdapter(MethodEntry)
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


def read_methods(findings: Findings, vocabulary: Vocabulary) -> tuple[MethodSpec, ...]:
    """Return the methods that a spec asks for: of a sweep, one for each combination."""
    methods: list[MethodSpec] = []
    lines: dict[str, int] = {}
    for place, item in findings.items("methods"):
        entry = fitting(_ENTRY, item)
        if entry is None:
            continue
        form = MethodForm(discretizer=entry) if isinstance(entry, str) else entry
        for method in _Reader(form, place, findings, vocabulary).methods():
            line = findings.document.line(place)
            if method.label in lines:
                findings.add(
                    place,
                    f"the label '{method.label}' is already that of a method in line "
                    f"{lines[method.label]}; give one of them a label of its own",
                )
                continue
            lines[method.label] = line
            methods.append(method)
    return tuple(methods)


@dataclass(frozen=True)
class _Reader:
    """Reads one entry of the methods."""

    form: MethodForm
    place: Place
    findings: Findings
    vocabulary: Vocabulary

    def methods(self) -> list[MethodSpec]:
        """Return the methods of the entry; none if there is a fault in it."""
        before = len(self.findings.faults)
        if self.form.classifier not in CLASSIFIERS:
            self._fault(
                f"no classifier is called '{self.form.classifier}'"
                f"{did_you_mean(self.form.classifier, CLASSIFIERS)}",
                "classifier",
            )
        method = self._class()
        if method is None:
            return []
        fixed, swept = self._params(method)
        if len(self.findings.faults) > before:
            return []
        combinations = prod(len(values) for values in swept.values())
        if combinations > MAX_COMBINATIONS:
            self._fault(
                f"found a sweep of {combinations:,} combinations, expected at most "
                f"{MAX_COMBINATIONS:,}",
                "params",
            )
            return []
        chosen = (dict(zip(swept, values, strict=True)) for values in product(*swept.values()))
        made = [self._method(method, fixed, one) for one in chosen]
        return [one for one in made if one is not None]

    def _fault(self, problem: str, *keys: str) -> None:
        """Note a fault under `keys` of the entry."""
        keys = keys if "discretizer" in self.form.model_fields_set and self._mapping() else ()
        self.findings.add((*self.place, *keys), problem)

    def _mapping(self) -> bool:
        return (*self.place, "discretizer") in self.findings.document.lines

    def _class(self) -> type[Method] | None:
        name = self.form.discretizer
        if ":" not in name:
            ids = self.vocabulary.method_ids()
            if name in ids:
                return self.vocabulary.method_class(name)
            self._fault(f"no method is called '{name}'{did_you_mean(name, ids)}", "discretizer")
            return None
        if not _DOTTED.fullmatch(name):
            self._fault(f"found '{name}', expected module:Class", "discretizer")
            return None
        try:
            return self.vocabulary.method_class(name)
        except SpecError as error:
            self._fault(f"'{name}' is no method that can be used: {error}", "discretizer")
            return None

    def _params(self, method: type[Method]) -> tuple[dict[str, object], dict[str, list[object]]]:
        """Return the fixed and the swept parameters, each checked against its domain."""
        declared = {parameter.name: parameter for parameter in method.parameters}
        fixed: dict[str, object] = {}
        swept: dict[str, list[object]] = {}
        for name, value in self.form.params.items():
            if name not in declared:
                hint = did_you_mean(name, declared) or "; it has no parameters"
                self._fault(f"{method.id} has no parameter of this name{hint}", "params", name)
            elif isinstance(value, list):
                if not value:
                    self._fault("found an empty list, expected a value", "params", name)
                swept[name] = [self._value(declared[name], one) for one in value]
            else:
                fixed[name] = self._value(declared[name], value)
        return fixed, swept

    def _value(self, parameter: Parameter, found: Value) -> object:
        expected: str | None = "a value"
        for value in meanings(found) if isinstance(found, str) else ():
            expected = parameter.domain.check(value)
            if expected is None:
                return value
        self._fault(f"found {shown(found)}, expected {expected}", "params", parameter.name)
        return None

    def _method(
        self, method: type[Method], fixed: Mapping[str, object], chosen: Mapping[str, object]
    ) -> MethodSpec | None:
        given = {**fixed, **chosen}
        params = {name: given[name] for name in self.form.params}
        try:
            settings = method.create(params).resolved_params()
        except (SpecError, ValueError, TypeError) as error:
            self._fault(str(error), "params")
            return None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a user's own class may do anything
            self._fault(f"{method.id} cannot be made: {told(error)}", "params")
            return None
        label = _label(self.form, params if self.form.label is None and not chosen else chosen)
        return MethodSpec(
            label=label,
            method=self.form.discretizer,
            params=params,
            classifier=self.form.classifier,
            settings=settings,
            version=method.version,
        )


def _label(form: MethodForm, told: Mapping[str, object]) -> str:
    """Return the label of a method, with the parameters that it tells."""
    words = (f"{name}={plain(value)}" for name, value in told.items())
    return " ".join([form.label or form.discretizer, *words])


_WORDS: Mapping[str, object] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
    **dict.fromkeys(("null", "~"), None),
}


def meanings(text: str) -> Iterable[object]:
    """Yield what a scalar may stand for: numbers first, then the words of YAML, then itself.

    >>> list(meanings("1e-3")), list(meanings("no")), list(meanings("30"))
    ([0.001, '1e-3'], [False, 'no'], [30, 30.0, '30'])
    """
    for kind in (int, float):
        try:
            yield kind(text)
        except ValueError:
            continue
    if text.lower() in _WORDS:
        yield _WORDS[text.lower()]
    yield text
