"""Run every check on a method, and say what was found."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from nbexp.checks import behaviour, declared, engine
from nbexp.checks.failure import NotAsked
from nbexp.discretize.method import Method
from nbexp.errors import told

Check = Callable[[type[Method]], None]

CHECKS: tuple[Check, ...] = (
    declared.names_itself,
    declared.has_a_docstring,
    declared.has_a_citation,
    declared.has_a_version,
    declared.has_a_place_in_the_taxonomy,
    declared.declares_its_parameters,
    declared.refuses_values_outside,
    declared.is_made_again_from_its_parameters,
    declared.works_at_the_ends_of_its_domains,
    behaviour.gives_finite_evidence,
    behaviour.tells_its_number_of_intervals,
    behaviour.is_deterministic,
    behaviour.leaves_its_sample_alone,
    behaviour.answers_each_value_alone,
    behaviour.can_be_pickled,
    behaviour.cuts_in_ascending_order,
    behaviour.cuts_between_training_values,
    behaviour.counts_add_up,
    behaviour.ignores_the_classes_if_unsupervised,
    behaviour.is_free_of_the_unit,
    engine.learns_nothing_from_test_values,
    engine.runs_in_the_engine,
)
"""All checks; the docstring of each is the property, in one sentence."""

Status = Literal["ok", "fails", "not asked"]


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Attributes
    ----------
    check : str
        Its name.
    property : str
        What has to hold.
    status : "ok", "fails" or "not asked"
    cause : str
        Why it fails, or is not asked of this method.
    """

    check: str
    property: str
    status: Status
    cause: str = ""

    def __str__(self) -> str:
        mark = {"ok": "ok  ", "fails": "FAIL", "not asked": "–   "}[self.status]
        cause = f"\n      {self.cause}" if self.cause else ""
        return f"{mark}  {self.property}{cause}"


@dataclass(frozen=True)
class Verdict:
    """What all checks found.

    Attributes
    ----------
    method : str
    findings : tuple of Finding
    """

    method: str
    findings: tuple[Finding, ...]

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The checks that failed."""
        return tuple(finding for finding in self.findings if finding.status == "fails")

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return not self.failures

    def __str__(self) -> str:
        asked = [finding for finding in self.findings if finding.status != "not asked"]
        kept = len(asked) - len(self.failures)
        lines = [self.method, "", *map(str, self.findings), ""]
        lines.append(f"{kept} of {len(asked)} properties hold.")
        return "\n".join(lines)


def run_checks(method: type[Method]) -> Verdict:
    """Run every check on a method.

    Examples
    --------
    >>> from nbexp.discretize.equal_width import EqualWidth
    >>> run_checks(EqualWidth).passed
    True
    """
    name = f"{getattr(method, 'id', method.__name__)}: {getattr(method, 'name', '')}"
    return Verdict(name, tuple(_finding(method, check) for check in CHECKS))


def _finding(method: type[Method], check: Check) -> Finding:
    """Run one check; whatever is raised, or warned of, is a failure."""
    said = inspect.getdoc(check) or check.__name__
    try:
        with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
            warnings.simplefilter("error")
            check(method)
    except NotAsked as reason:
        return Finding(check.__name__, said, "not asked", str(reason))
    except AssertionError as failure:
        return Finding(check.__name__, said, "fails", str(failure))
    except (Exception, SystemExit) as error:
        return Finding(check.__name__, said, "fails", told(error))
    return Finding(check.__name__, said, "ok")
