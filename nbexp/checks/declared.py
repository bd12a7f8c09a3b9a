"""What a method declares about itself: words, citation, version, parameters."""

from __future__ import annotations

import inspect
import json
import re

from nbexp.checks.failure import require
from nbexp.checks.trials import ordinary
from nbexp.discretize.method import BAYES_PARAMETERS, Method, Taxonomy
from nbexp.discretize.parameters import Choice, Flag, Int, Parameter, Real
from nbexp.errors import SpecError

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def names_itself(method: type[Method]) -> None:
    """It has an id of lower-case words with hyphens, and a name."""
    found = getattr(method, "id", None)
    require(isinstance(found, str), f"id: found {found!r}, expected a text")
    require(_NAME.fullmatch(method.id), f"id: found {found!r}, expected words as in ld-ffd")
    name = getattr(method, "name", None)
    require(isinstance(name, str) and name.strip(), f"name: found {name!r}, expected a text")


def has_a_docstring(method: type[Method]) -> None:
    """It has a docstring of its own."""
    text = inspect.cleandoc(method.__dict__.get("__doc__") or "")
    require(text, "found none; its first line is what people read about the method")
    require(text.splitlines()[0].endswith("."), "its first line should be a sentence")


def has_a_citation(method: type[Method]) -> None:
    """It says where it comes from, in words and as BibTeX."""
    source, bibtex = getattr(method, "source", ""), getattr(method, "bibtex", "")
    require(isinstance(source, str) and source.strip(), "source: found none")
    require(
        isinstance(bibtex, str) and re.match(r"\s*@\w+\s*\{", bibtex),
        f"bibtex: found {bibtex!r}, expected an entry as @article{{key, …}}",
    )
    require(bibtex.count("{") == bibtex.count("}"), "bibtex: its braces do not match")


def has_a_version(method: type[Method]) -> None:
    """Its version is a whole number, to be raised whenever its results change."""
    found = method.version
    whole = isinstance(found, int) and not isinstance(found, bool) and found >= 1
    require(whole, f"version: found {found!r}, expected a whole number of at least 1")


def has_a_place_in_the_taxonomy(method: type[Method]) -> None:
    """It tells its place in the taxonomy."""
    found = getattr(method, "taxonomy", None)
    require(isinstance(found, Taxonomy), f"taxonomy: found {found!r}, expected a Taxonomy(…)")


def declares_its_parameters(method: type[Method]) -> None:
    """Its parameters have names of their own, meanings, and defaults within their domains."""
    shared = {parameter.name for parameter in BAYES_PARAMETERS}
    seen: set[str] = set()
    for parameter in method.own_parameters:
        name = parameter.name
        require(_NAME.fullmatch(name), f"found the name {name!r}, expected words as in fuzzy-m")
        require(name not in shared, f"{name}: every method has a parameter of this name")
        require(name not in seen, f"{name}: declared twice")
        require(parameter.meaning.strip(), f"{name}: says nothing about its meaning")
        attribute = getattr(method, name.replace("-", "_"), None)
        require(not callable(attribute), f"{name}: the class has a method of this name")
        seen.add(name)
        for reading in ("tables", "text"):
            default = parameter.default_for(reading)
            expected = parameter.domain.check(default)
            require(expected is None, f"{name}: default {default!r}, expected {expected}")


def values_outside(parameter: Parameter) -> list[object]:
    """Return some values that no parameter of this kind may take."""
    domain = parameter.domain
    outside: list[object] = [None, float("nan"), [1]]
    if isinstance(domain, Int | Real):
        outside += ["1", True, domain.minimum - 1]
        outside += [domain.maximum + 1] if domain.maximum is not None else []
    if isinstance(domain, Choice | Flag):
        outside += ["no such word", 1]
    return outside


def values_inside(parameter: Parameter) -> list[object]:
    """Return values at the ends of a parameter's domain, or all if they are few."""
    domain = parameter.domain
    if isinstance(domain, Choice):
        return list(domain.words)
    if isinstance(domain, Flag):
        return [True, False]
    if not isinstance(domain, Int | Real):
        return [parameter.default]
    last = domain.maximum
    if last is None:  # far beyond what data of some hundred instances ask for
        last = 100_001 if isinstance(domain, Int) else 1e6
    return [domain.minimum, last]


def refuses_values_outside(method: type[Method]) -> None:
    """It refuses values outside a parameter's domain, and names that it does not have."""
    for parameter in method.own_parameters:
        for value in values_outside(parameter):
            if parameter.domain.check(value) is not None:
                _refused(method, parameter.name, value)
    _refused(method, "no-such-parameter", 1)


def _refused(method: type[Method], name: str, value: object) -> None:
    try:
        method.create({name: value})
    except SpecError:
        return
    except (Exception, SystemExit) as error:
        raise AssertionError(
            f"{name}={value!r}: found {type(error).__name__}, expected SpecError"
        ) from None
    raise AssertionError(f"{name}={value!r}: accepted, although it is outside the domain")


def is_made_again_from_its_parameters(method: type[Method]) -> None:
    """Its resolved parameters can be written as JSON, and make the same method again."""
    for reading in ("tables", "text"):
        made = method.create({"reading": reading})
        params = made.resolved_params()
        again = method.create(json.loads(json.dumps(params)))
        require(again.resolved_params() == params, f"found {again.resolved_params()}")


def works_at_the_ends_of_its_domains(method: type[Method]) -> None:
    """It works with the least, the greatest, and every word that its parameters may be."""
    from nbexp.checks.behaviour import evidence_of

    data = ordinary()
    for parameter in method.own_parameters:
        for value in values_inside(parameter):
            try:
                evidence_of(method.create({parameter.name: value}), data)
            except (Exception, SystemExit) as error:
                raise AssertionError(f"{parameter.name}={value!r}: {error}") from error
