"""Run a part of a spec, or more of it, as the command line asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from nbexp.errors import SpecError
from nbexp.hints import did_you_mean
from nbexp.spec.spec import DataSetSpec, MethodSpec, Spec

Named = TypeVar("Named", DataSetSpec, MethodSpec)


def override(
    spec: Spec,
    *,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    trials: int | None = None,
    seeds: Sequence[int] | None = None,
    output: Path | None = None,
) -> Spec:
    """Return `spec` with what the command line says in place of what the file says.

    The report section stays whole: pairs may name methods that are left out.

    Parameters
    ----------
    datasets : sequence of str, optional
        Names or aliases of data sets of the spec; the others are left out.
    methods : sequence of str, optional
        Labels of methods of the spec, or ids: an id stands for all methods that have it, as
        those of a sweep. The others are left out.
    trials : int, optional
    seeds : sequence of int, optional
    output : Path, optional

    Raises
    ------
    SpecError
        Where a name is none of the spec's, or a number not what it should be; all are told.
    """
    faults: list[str] = []
    changes: dict[str, Any] = {}
    if datasets is not None:
        changes["datasets"] = _chosen("data set", spec.datasets, datasets, _data_names, faults)
    if methods is not None:
        changes["methods"] = _chosen("method", spec.methods, methods, _method_names, faults)
    if trials is not None:
        if trials < 1:
            faults.append(f"trials: found {trials}, expected a whole number of at least 1")
        if trials > 1 and getattr(spec.protocol, "order", "") == "as-stored":
            faults.append(f"trials: found {trials}, expected 1: as stored there is one order")
        changes["protocol"] = replace(spec.protocol, trials=trials)
    if seeds is not None:
        if not seeds or min(seeds) < 0 or len(set(seeds)) < len(seeds):
            faults.append("seeds: expected whole numbers of at least 0, each only once")
        changes["seeds"] = tuple(seeds)
    if output is not None:
        changes["output"] = output
    if faults:
        raise SpecError("\n  ".join(faults))
    return replace(spec, **changes)


def _data_names(dataset: DataSetSpec) -> Iterable[str]:
    return (dataset.name, *getattr(dataset.source, "aliases", ()))


def _method_names(method: MethodSpec) -> Iterable[str]:
    return (method.label, method.method)


def _chosen(
    what: str,
    known: Sequence[Named],
    names: Sequence[str],
    names_of: Callable[[Named], Iterable[str]],
    faults: list[str],
) -> tuple[Named, ...]:
    """Return those of `known` that are named, in the order of the spec."""
    called = {name for one in known for name in names_of(one)}
    for name in names:
        if name not in called:
            hint = did_you_mean(name, dict.fromkeys(next(iter(names_of(one))) for one in known))
            faults.append(f"the spec has no {what} called '{name}'{hint}")
    if not names:
        faults.append(f"expected at least one {what}")
    return tuple(one for one in known if not set(names).isdisjoint(names_of(one)))
