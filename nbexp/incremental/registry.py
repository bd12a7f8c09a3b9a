"""The incremental methods by name; methods for whole training sets are fitted anew."""

from __future__ import annotations

from collections.abc import Mapping

from nbexp.discretize.method import Method
from nbexp.discretize.registry import method_class, method_ids
from nbexp.incremental.gaussian import IncrementalGaussian
from nbexp.incremental.ida import SampleDiscretization
from nbexp.incremental.iffd import IncrementalFlexibleFrequency
from nbexp.incremental.kde import KernelDensityEstimation
from nbexp.incremental.method import IncrementalMethod, Learner
from nbexp.incremental.mffd import MovingBoundaries
from nbexp.incremental.pid import PartitionIncremental
from nbexp.incremental.rebuilt import Rebuilt

_METHODS: tuple[type[IncrementalMethod], ...] = (
    IncrementalFlexibleFrequency,
    MovingBoundaries,
    PartitionIncremental,
    SampleDiscretization,
    IncrementalGaussian,
    KernelDensityEstimation,
)


def incremental_ids() -> tuple[str, ...]:
    """Return the names of the incremental methods, in the order of their tables."""
    return tuple(method.id for method in _METHODS)


def incremental_class(name: str) -> type[Method]:
    """Return the class of a method: an incremental one, or one that will be fitted anew."""
    return _incremental(name) or method_class(name, incremental_ids())


def classes_called(name: str) -> tuple[type[Method], ...]:
    """Return the classes of a name: of a method for whole training sets, and for streams.

    >>> [one.__name__ for one in classes_called("gaussian")]
    ['Gaussian', 'IncrementalGaussian']
    """
    own = _incremental(name)
    if own is None:
        return (method_class(name, incremental_ids()),)
    return (method_class(name), own) if name in method_ids() else (own,)


def _incremental(name: str) -> type[IncrementalMethod] | None:
    return next((method for method in _METHODS if method.id == name), None)


def create_stream_method(name: str, params: Mapping[str, object]) -> Method:
    """Make the method called `name`, an incremental one if there is one of that name."""
    return incremental_class(name).create(params)


def as_learner(method: Method) -> Learner:
    """Return a method as one that learns a stream: if it cannot, it is fitted anew each step."""
    return method if isinstance(method, IncrementalMethod) else Rebuilt(method)


def create_learner(name: str, params: Mapping[str, object]) -> Learner:
    """Make the method called `name`; one for whole training sets is fitted anew at each step."""
    return as_learner(create_stream_method(name, params))
