"""What a run would do, found out without reading data or writing anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nbexp.errors import SpecError
from nbexp.runner.plan import create_methods, declared_digest, plan_units
from nbexp.runner.schema import FILE_NAME, has_store
from nbexp.runner.store import Store

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec


@dataclass(frozen=True)
class Preview:
    """What a run would do for one data set.

    Attributes
    ----------
    dataset : str
    optional : bool
    units : int
        Units that the spec asks for.
    done, failed : int
        How many of them are stored; not known for data never read here that declare no
        digest, and counted as none.
    """

    dataset: str
    optional: bool
    units: int
    done: int
    failed: int

    @property
    def missing(self) -> int:
        """Units that the run would do."""
        return self.units - self.done - self.failed


def check_same_experiment(output: Path, spec: Spec) -> None:
    """Raise SpecError with the differences where `output` holds another experiment."""
    if has_store(output / FILE_NAME):
        with Store.open(output) as store:
            _check_same_experiment(store, spec)


def _check_same_experiment(store: Store, spec: Spec) -> None:
    from nbexp.spec.resume import conflicts

    stored = store.find_spec()
    lines = [] if stored is None else conflicts(stored, spec.resolved())
    if lines:
        raise SpecError(
            f"{store.path.parent}: holds the results of another experiment:\n  "
            + "\n  ".join(lines)
            + "\nrun it into another --output, or start anew with --fresh"
        )


def preview(spec: Spec, output: Path, *, fresh: bool = False) -> list[Preview]:
    """Return what a run of `spec` into `output` would do, a row for each data set."""
    create_methods(spec)
    statuses: dict[str, str] = {}
    digests: dict[str, str] = {}
    if not fresh and has_store(output / FILE_NAME):
        with Store.open(output) as store:
            _check_same_experiment(store, spec)
            statuses = store.statuses()
            digests = {name: facts.digest for name, facts in store.read_datasets().items()}
    for dataset in spec.datasets:
        # Keys need a digest; where none is known no unit can be stored, and any will do.
        digests[dataset.name] = declared_digest(dataset) or digests.get(dataset.name, "")
    found: dict[str, list[str | None]] = {dataset.name: [] for dataset in spec.datasets}
    for unit in plan_units(spec.resolved(), digests):
        found[unit.dataset].append(statuses.get(unit.key))
    return [
        Preview(
            dataset=dataset.name,
            optional=dataset.optional,
            units=len(found[dataset.name]),
            done=found[dataset.name].count("done"),
            failed=found[dataset.name].count("failed"),
        )
        for dataset in spec.datasets
    ]
