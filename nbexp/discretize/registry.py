"""The methods by name: those of nbexp, entry points of other packages, and dotted paths."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from nbexp.discretize.method import Method
from nbexp.errors import SpecError, told
from nbexp.hints import did_you_mean

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


@dataclass(frozen=True)
class BrokenPlugin:
    """A method that another package names and that cannot be used.

    Attributes
    ----------
    name : str
        The name under which the package has it.
    package : str
    cause : str
    """

    name: str
    package: str
    cause: str

    def __str__(self) -> str:
        return f"method {self.name!r} of the package {self.package} cannot be used: {self.cause}"


@contextmanager
def modules_beside(folder: Path, *more: Path) -> Iterator[None]:
    """Let dotted paths be found in folders too, after everything that is installed.

    Afterwards a folder is no longer searched, unless a module of it was imported: that
    module may import its neighbours later, and worker processes have to find it.
    """
    places = dict.fromkeys(str(one.resolve()) for one in (folder, *more))
    added = [place for place in places if place not in sys.path]
    sys.path.extend(added)
    before = set(sys.modules)
    try:
        yield
    finally:
        new = set(sys.modules) - before
        for place in added:
            if not any(lies_in(place, name) for name in new):
                sys.path.remove(place)


def lies_in(folder: str, name: str) -> bool:
    """Tell whether an imported module lies right in a folder."""
    module = sys.modules.get(name)
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    return "." not in name and any(str(Path(one).parent) == folder for one in places if one)


def _from_path(path: str) -> type[Method]:
    module_name, _, class_name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing runs a module, which may raise anything, and exit
        cause = str(error) if isinstance(error, ImportError) else told(error)
        raise SpecError(
            f"method {path!r}: cannot be imported ({cause}); expected module:Class"
        ) from error
    if not (isinstance(found, type) and issubclass(found, Method)):
        raise SpecError(f"method {path!r}: found {found!r}, expected a subclass of Method")
    return found


def _built_in() -> dict[str, type[Method]]:
    """Return nbexp's own methods, in the order of the thesis's tables."""
    return {cls.id: cls for cls in map(_from_path, _MODULES)}


def _plugins(taken: Mapping[str, object]) -> tuple[dict[str, type[Method]], list[BrokenPlugin]]:
    """Return the methods of other packages, and those that cannot be used."""
    entries = sorted(entry_points(group=ENTRY_POINTS), key=lambda one: (one.name, one.value))
    times = Counter(entry.name for entry in entries)
    found: dict[str, type[Method]] = {}
    broken = []
    for entry in entries:
        package = entry.dist.name if entry.dist else "(unknown)"
        try:
            if entry.name in taken:
                raise SpecError("nbexp has a method of this name; give it another one")
            if times[entry.name] > 1:
                raise SpecError("two packages have a method of this name; name it by module:Class")
            found[entry.name] = _loaded(entry)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a plugin does wrong, the others still work
            cause = str(error) if isinstance(error, SpecError) else told(error)
            broken.append(BrokenPlugin(entry.name, package, cause))
    return found, broken


def _loaded(entry: EntryPoint) -> type[Method]:
    """Return the class of an entry point, once it is sure that it can be used."""
    found = entry.load()
    if not (isinstance(found, type) and issubclass(found, Method)):
        raise SpecError(f"found {found!r}, expected a subclass of Method")
    if found.id != entry.name:
        raise SpecError(f"its id is {found.id!r}, the entry point's name must be the same")
    found.create({})
    return found


def _registered() -> dict[str, type[Method]]:
    """Return all methods known by a name, those of other packages last."""
    methods = _built_in()
    return methods | _plugins(methods)[0]


def broken_plugins() -> list[BrokenPlugin]:
    """Return the methods of other packages that cannot be used, and why."""
    return _plugins(_built_in())[1]


def method_ids() -> tuple[str, ...]:
    """Return the names of all methods, in the order of the thesis's tables."""
    return tuple(_registered())


def method_class(name: str, others: Iterable[str] = ()) -> type[Method]:
    """Return the class of the method called `name`, or named by ``module:Class``.

    Parameters
    ----------
    name : str
    others : iterable of str
        Names that could be meant besides, where there is no such method.
    """
    if ":" in name:
        return _from_path(name)
    methods = _built_in()
    if name in methods:  # other packages need not be looked through
        return methods[name]
    plugins, broken = _plugins(methods)
    methods |= plugins
    if name in methods:
        return methods[name]
    for plugin in broken:
        if plugin.name == name:
            raise SpecError(str(plugin))
    known = dict.fromkeys((*methods, *others, "module:Class"))
    hint = did_you_mean(name, known, listed=len(known))
    if name.endswith(".py"):
        hint = f"; a class of a file is named {Path(name).stem}:Class, from the file's folder"
    raise SpecError(f"method {name!r}: unknown{hint}")


def create_method(name: str, params: Mapping[str, object]) -> Method:
    """Make the method called `name` with the given parameters."""
    return method_class(name).create(params)
