"""The methods by name: those of nbexp, entry points of other packages, and dotted paths."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.metadata import entry_points

from nbexp.discretize.method import Method
from nbexp.errors import SpecError

ENTRY_POINTS = "nbexp.methods"
"""The group of entry points under which another package names its methods."""

_MODULES = (
    "nbexp.discretize.equal_width:EqualWidth",
    "nbexp.discretize.frequency:EqualFrequency",
    "nbexp.discretize.fuzzy:FuzzyLearning",
    "nbexp.discretize.entropy:EntropyMinimization",
    "nbexp.discretize.lazy:Lazy",
    "nbexp.discretize.frequency:Proportional",
    "nbexp.discretize.frequency:FixedFrequency",
    "nbexp.discretize.nondisjoint:NonDisjoint",
    "nbexp.discretize.lazy:LazyFixedFrequency",
    "nbexp.discretize.frequency:WeightedProportional",
    "nbexp.discretize.entropy:Mdlp",
    "nbexp.classify.density:Gaussian",
    "nbexp.classify.density:Kernel",
)


def _from_path(path: str) -> type[Method]:
    module_name, _, class_name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise SpecError(
            f"method {path!r}: cannot be imported ({error}); expected module:Class"
        ) from None
    if not (isinstance(found, type) and issubclass(found, Method)):
        raise SpecError(f"method {path!r}: found {found!r}, expected a subclass of Method")
    return found


def _registered() -> dict[str, type[Method]]:
    """Return all methods known by a name, in the order of the thesis's tables."""
    methods = {cls.id: cls for cls in map(_from_path, _MODULES)}
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        methods.setdefault(entry.name, entry.load())
    return methods


def method_ids() -> tuple[str, ...]:
    """Return the names of all methods, in the order of the thesis's tables."""
    return tuple(_registered())


def method_class(name: str) -> type[Method]:
    """Return the class of the method called `name`, or named by ``module:Class``."""
    if ":" in name:
        return _from_path(name)
    methods = _registered()
    if name in methods:
        return methods[name]
    near = get_close_matches(name.lower(), methods, n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; expected one of {', '.join(methods)}"
    raise SpecError(f"method {name!r}: unknown{hint}")


def create_method(name: str, params: Mapping[str, object]) -> Method:
    """Make the method called `name` with the given parameters."""
    return method_class(name).create(params)
