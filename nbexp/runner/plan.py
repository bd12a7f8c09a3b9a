"""From a spec to tasks: the units asked for, less those stored, grouped for the workers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nbexp.discretize.method import Method
from nbexp.discretize.registry import create_method
from nbexp.runner.units import PlannedUnit, planned_units

if TYPE_CHECKING:
    from nbexp.data.recipe import Recipe, UserFile
    from nbexp.spec.spec import DataSetSpec, Spec
    from nbexp.spec.stream_spec import PrequentialSpec


@dataclass(frozen=True)
class Task:
    """Work for one process at a time: the missing units of one trial of one data set.

    Attributes
    ----------
    dataset : str
    source : Recipe or UserFile
        Where the data come from.
    data_digest : str
        Of the data the units are planned for.
    seed, trial : int
    folds : int
        Number of folds of the trial.
    stratified : bool
    units : tuple of PlannedUnit
    methods : dict of str to Method
        By label.
    stream : PrequentialSpec or None
        How the data set is made a stream; None: the trial is one of cross-validation.
    """

    dataset: str
    source: Recipe | UserFile
    data_digest: str
    seed: int
    trial: int
    folds: int
    stratified: bool
    units: tuple[PlannedUnit, ...]
    methods: Mapping[str, Method]
    stream: PrequentialSpec | None = None


def plan_units(resolved: Mapping[str, Any], digests: Mapping[str, str]) -> list[PlannedUnit]:
    """Return all units a resolved spec asks for, of the data sets that `digests` has.

    Units of two labels for the same content share a key.
    """
    return [
        unit
        for dataset in resolved["datasets"]
        if dataset["name"] in digests
        for unit in planned_units(resolved, dataset["name"], digests[dataset["name"]])
    ]


def missing_units(
    units: Iterable[PlannedUnit], stored: Mapping[str, str], final: Collection[str]
) -> list[PlannedUnit]:
    """Return the units not stored with a status among `final`, each content once."""
    missing = {unit.key: unit for unit in units if stored.get(unit.key) not in final}
    return list(missing.values())


def declared_digest(dataset: DataSetSpec) -> str | None:
    """Return the digest that a data set's recipe declares, None if it declares none."""
    digest: str | None = getattr(dataset.source, "digest", None)
    return digest


def expected_cost(dataset: DataSetSpec) -> int:
    """Return what reading a data set may cost, from what its recipe declares."""
    source = dataset.source
    return int(getattr(source, "instances", 0)) * len(getattr(source, "attributes", ()))


def create_methods(spec: Spec) -> dict[str, Method]:
    """Return the methods of a spec by label; a bad parameter raises SpecError."""
    create = maker_of(spec.protocol.kind)
    return {method.label: create(method.method, method.params) for method in spec.methods}


def maker_of(protocol: str) -> Callable[[str, Mapping[str, object]], Method]:
    """Return what makes a method by name and parameters under a kind of protocol."""
    from nbexp.spec.stream_spec import PREQUENTIAL

    if protocol == PREQUENTIAL:
        from nbexp.incremental.registry import create_stream_method

        return create_stream_method
    return create_method


def stream_of(spec: Spec) -> PrequentialSpec | None:
    """Return a spec's prequential protocol, None if it has another one."""
    from nbexp.spec.stream_spec import PrequentialSpec

    return spec.protocol if isinstance(spec.protocol, PrequentialSpec) else None


def make_tasks(
    spec: Spec,
    methods: Mapping[str, Method],
    units: Iterable[PlannedUnit],
    costs: Mapping[str, int],
) -> list[Task]:
    """Group units by data set, seed and trial; the costliest data sets come first.

    So the long tasks do not come when there is nothing left to do beside them, and a worker
    changes the data set as rarely as can be.
    """
    groups: dict[tuple[str, int, int], list[PlannedUnit]] = {}
    for unit in units:
        groups.setdefault((unit.dataset, unit.seed, unit.trial), []).append(unit)
    sources = {dataset.name: dataset.source for dataset in spec.datasets}
    tasks = [
        Task(
            dataset=name,
            source=sources[name],
            data_digest=members[0].data_digest,
            seed=seed,
            trial=trial,
            folds=spec.protocol.folds,
            stratified=spec.protocol.stratified,
            units=tuple(members),
            methods={unit.label: methods[unit.label] for unit in members},
            stream=stream_of(spec),
        )
        for (name, seed, trial), members in groups.items()
    ]
    order = {name: index for index, name in enumerate(sources)}
    tasks.sort(key=lambda task: (-costs[task.dataset], order[task.dataset]))
    return tasks
