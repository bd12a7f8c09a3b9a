"""How an experiment was made: its spec, machine, seeds, digests."""

from __future__ import annotations

from nbexp.report.figures.experiment import Experiment
from nbexp.report.tables.notes import protocol_note

_NAMES = {
    "nbexp": "nbexp",
    "python": "Python",
    "numpy": "NumPy",
    "numba": "Numba",
    "scipy": "SciPy",
    "joblib": "joblib",
    "system": "System",
    "cpu": "Processor",
    "cores": "Cores",
    "jobs": "Processes",
    "threads_per_job": "Threads a process",
}

Facts = tuple[tuple[str, str], ...]


def origin_facts(experiment: Experiment) -> Facts:
    """Return protocol, seeds, when it was done, and the environment."""
    evaluation = experiment.evaluation
    facts = [
        ("Protocol", protocol_note(evaluation)),
        ("Root seeds", ", ".join(map(str, evaluation.seeds))),
    ]
    if experiment.finished:
        facts.append(("Finished", experiment.finished))
    facts += [
        (_NAMES.get(name, name.replace("_", " ").capitalize()), str(value))
        for name, value in experiment.environment.items()
        if not isinstance(value, dict | list)
    ]
    return tuple(facts)


def digest_facts(experiment: Experiment) -> Facts:
    """Return the digest of each data set."""
    return tuple((facts.name, facts.digest) for facts in experiment.evaluation.facts.values())


def spec_text(experiment: Experiment) -> str:
    """Return the resolved spec as YAML."""
    import yaml

    written: str = yaml.safe_dump(
        experiment.spec, sort_keys=False, allow_unicode=True, default_flow_style=None, width=96
    )
    return written
