"""Methods as they are written on the command line: ``ffd s=50, emd reading=text``."""

from __future__ import annotations

from collections.abc import Callable

from nbexp.discretize.method import Method
from nbexp.discretize.registry import method_class
from nbexp.errors import SpecError
from nbexp.spec.methods import meanings


def parse_methods(
    text: str, find: Callable[[str], type[Method]] = method_class
) -> dict[str, Method]:
    """Return the methods of a list with commas, by what was written.

    Parameters
    ----------
    text : str
    find : function
        Returns the class of a method's name.

    >>> list(parse_methods("pd, ffd s=50"))
    ['pd', 'ffd s=50']

    Raises
    ------
    SpecError
        A method or parameter is unknown, or a value not what it should be.
    """
    parts = [" ".join(part.split()) for part in text.split(",")]
    methods = {part: _method(part, find) for part in parts if part}
    if not methods:
        raise SpecError("found no method, expected at least one, as in --methods pd,ffd")
    return methods


def _method(text: str, find: Callable[[str], type[Method]]) -> Method:
    name, *settings = text.split()
    kind = find(name)
    domains = {parameter.name: parameter.domain for parameter in kind.parameters}
    params: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise SpecError(f"method {name}: found {setting!r}, expected parameter=value")
        domain = domains.get(key)
        fitting = (one for one in meanings(value) if domain and domain.check(one) is None)
        params[key] = next(fitting, value)
    return kind.create(params)
