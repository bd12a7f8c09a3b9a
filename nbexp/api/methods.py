"""Methods as a program names them: by name, as in a spec, or as objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nbexp.discretize.method import Method
from nbexp.discretize.parameters import plain
from nbexp.errors import SpecError

MethodLike = str | Mapping[str, Any] | Method | type[Method]
"""A name (``"ndd"``, ``"mypackage:Mine"``); a mapping as in a spec, also with a sweep; or a
method."""


@dataclass(frozen=True)
class LabelledMethod:
    """A method, and the label under which tables show it."""

    label: str
    method: Method
    name: str

    def resolved(self) -> dict[str, object]:
        """Return it as a resolved spec has it."""
        return {
            "label": self.label,
            "method": self.name,
            "version": self.method.version,
            "classifier": "nb",
            "params": self.method.resolved_params(),
        }


def labelled(methods: Iterable[MethodLike] | MethodLike) -> list[LabelledMethod]:
    """Return methods with labels, sweeps expanded; SpecError for what is none.

    Examples
    --------
    >>> asked = ["ewd", {"discretizer": "ffd", "params": {"s": [10, 30]}}]
    >>> [one.label for one in labelled(asked)]
    ['ewd', 'ffd s=10', 'ffd s=30']
    """
    if isinstance(methods, str | Mapping | Method | type):
        methods = [methods]
    found = [one for entry in methods for one in _labelled(entry)]
    labels = [one.label for one in found]
    if not found:
        raise SpecError("methods: found none, expected at least one, as in methods=['ewd', 'ndd']")
    twice = {label for label in labels if labels.count(label) > 1}
    if twice:
        raise SpecError(f"methods: the label {sorted(twice)[0]!r} occurs twice; give labels")
    return found


def _labelled(entry: MethodLike) -> list[LabelledMethod]:
    if isinstance(entry, type) and issubclass(entry, Method):
        entry = entry.create({})
    if isinstance(entry, Method):
        default = type(entry).create({}).resolved_params()
        params = entry.resolved_params().items()
        told = [f"{name}={plain(value)}" for name, value in params if value != default[name]]
        kind = type(entry)
        name = f"{kind.__module__}:{kind.__qualname__}"
        return [LabelledMethod(" ".join([entry.id, *told]), entry, name)]
    if not isinstance(entry, str | Mapping):
        raise SpecError(f"methods: found {entry!r}, expected a name, a mapping, or a method")
    return _from_spec(entry)


def _from_spec(entry: str | Mapping[str, Any]) -> list[LabelledMethod]:
    """Return the methods of an entry in the form of a spec, by the spec's own rules."""
    from nbexp.api.specs import document_of
    from nbexp.discretize.registry import create_method
    from nbexp.spec.findings import Findings
    from nbexp.spec.methods import read_methods
    from nbexp.spec.vocabulary import Vocabulary

    findings = Findings(document_of({"methods": [entry]}, "methods"))
    specs = read_methods(findings, Vocabulary.installed())
    if not specs and not findings.faults:
        findings.add(("methods", 0), f"found {entry!r}, expected {{discretizer: …, params: …}}")
    findings.stop_if_any()
    return [
        LabelledMethod(spec.label, create_method(spec.method, spec.params), spec.method)
        for spec in specs
    ]
