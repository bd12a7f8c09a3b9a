"""The property suite passes nbexp's own methods and finds what is wrong with others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from nbexp.checks import run_checks
from nbexp.checks.suite import CHECKS
from nbexp.cli import cli
from nbexp.discretize.equal_width import EqualWidth
from nbexp.discretize.frequency import FixedFrequency
from nbexp.discretize.intervals import StepFunction, disjoint_step
from nbexp.discretize.method import Method, Taxonomy
from nbexp.discretize.parameters import Int, Parameter
from nbexp.discretize.registry import method_class, method_ids

WORDS = {
    "id": "faulty",
    "name": "A method with a fault",
    "source": "These tests",
    "bibtex": "@misc{faulty, title = {Fault}}",
    "taxonomy": Taxonomy(),
    "__doc__": "Do something wrong.",
    "__module__": __name__,
}


def made(base: type[Method], **members: object) -> type[Method]:
    """Return a method like another one, with something else about it."""
    return type("Faulty", (base,), WORDS | members)


def failures(method: type[Method]) -> dict[str, str]:
    return {finding.check: finding.cause for finding in run_checks(method).failures}


@pytest.mark.parametrize("name", method_ids())
def test_every_method_of_nbexp_keeps_to_everything(name: str) -> None:
    verdict = run_checks(method_class(name))
    assert verdict.passed, str(verdict)
    assert len(verdict.findings) == len(CHECKS)


def test_what_a_method_does_not_promise_is_not_asked() -> None:
    states = {
        finding.check: finding.status for finding in run_checks(method_class("kernel")).findings
    }
    assert states["is_free_of_the_unit"] == "not asked"
    assert states["counts_add_up"] == "not asked"


@pytest.mark.parametrize(
    ("members", "check"),
    [
        ({"id": "Has Blanks"}, "names_itself"),
        ({"name": ""}, "names_itself"),
        ({"__doc__": None}, "has_a_docstring"),
        ({"__doc__": "no sentence"}, "has_a_docstring"),
        ({"source": ""}, "has_a_citation"),
        ({"bibtex": "Yang 2003"}, "has_a_citation"),
        ({"bibtex": "@misc{open, title = {x}"}, "has_a_citation"),
        ({"version": 0}, "has_a_version"),
        ({"version": "1.0"}, "has_a_version"),
        ({"taxonomy": None}, "has_a_place_in_the_taxonomy"),
        ({"own_parameters": (Parameter("k", Int(1), 0, "x"),)}, "declares_its_parameters"),
        ({"own_parameters": (Parameter("K x", Int(1), 2, "x"),)}, "declares_its_parameters"),
        ({"own_parameters": (Parameter("m", Int(1), 2, "x"),)}, "declares_its_parameters"),
        ({"own_parameters": (Parameter("k", Int(1), 2, ""),)}, "declares_its_parameters"),
        ({"own_parameters": (Parameter("fit", Int(1), 2, "x"),)}, "declares_its_parameters"),
    ],
)
def test_faults_of_what_is_declared_are_found(members: dict[str, object], check: str) -> None:
    assert check in failures(made(EqualWidth, **members))


def with_fit(change: object, **members: object) -> type[Method]:
    """Return equal-frequency discretization whose result is changed by a function."""

    def fit(self, sample):
        return change(self, sample, FixedFrequency.fit(self, sample))

    return made(FixedFrequency, fit=fit, **members)


def rebuilt(step: StepFunction, **changes: object) -> StepFunction:
    kept = {name: getattr(step, name) for name in ("upper", "frequencies", "table", "n_intervals")}
    return StepFunction(**(kept | changes))


def crash_if_constant(self, sample, step):
    if len(sample.values) == 1:
        raise ValueError("a constant")
    return step


def not_a_number(self, sample, step):
    return rebuilt(step, table=np.where(step.table < -5, np.nan, step.table))


def another_each_time(self, sample, step):
    self.calls = getattr(self, "calls", 0) + 1
    return rebuilt(step, table=step.table * self.calls)


def spoil_the_sample(self, sample, step):
    sample.counts[:] += 1
    return step


def cuts_too_far(self, sample, step):
    return rebuilt(step, upper=step.upper + 1e6)


def cuts_twice(self, sample, step):
    upper = np.concatenate((step.upper, step.upper[-1:]))
    table = np.concatenate((step.table, step.table[-1:]))
    frequencies = np.concatenate((step.frequencies, 0 * step.frequencies[-1:]))
    return rebuilt(step, upper=upper, table=table, frequencies=frequencies)


def loses_counts(self, sample, step):
    return rebuilt(step, frequencies=np.maximum(step.frequencies - 1, 0))


def looks_at_classes(self, sample, step):
    half = np.flatnonzero(np.diff(sample.classes[sample.indptr[:-1]]))[:3] + 1
    return disjoint_step(self, sample, half.astype(np.int64))


def in_metres(self, sample, step):
    cuts = np.searchsorted(sample.values, [0.0, 1.0, 2.0]).astype(np.int64)
    inside = np.unique(cuts[(cuts > 0) & (cuts < len(sample.values))])
    return disjoint_step(self, sample, inside)


def a_lambda(self, sample, step):
    changed = rebuilt(step)
    object.__setattr__(changed, "extra", lambda: None)
    return changed


def two_columns(self, sample, step):
    return rebuilt(step, table=step.table[:, :2])


def nothing(self, sample, step):
    return None


@pytest.mark.parametrize(
    ("change", "check", "words"),
    [
        (crash_if_constant, "gives_finite_evidence", "on a constant: ValueError"),
        (not_a_number, "gives_finite_evidence", "nan"),
        (nothing, "gives_finite_evidence", "fit returned NoneType"),
        (two_columns, "gives_finite_evidence", "the table has 2 columns, expected 3"),
        (another_each_time, "is_deterministic", "two fits gave different evidence"),
        (spoil_the_sample, "leaves_its_sample_alone", "it changed its sample"),
        (cuts_too_far, "cuts_between_training_values", "outside"),
        (cuts_twice, "cuts_in_ascending_order", "two cut points are equal"),
        (loses_counts, "counts_add_up", "are not the instances in them"),
        (looks_at_classes, "ignores_the_classes_if_unsupervised", "other classes gave other"),
        (in_metres, "is_free_of_the_unit", "say unit_free = False"),
        (a_lambda, "can_be_pickled", "pickle"),
    ],
)
def test_faults_of_what_is_done_are_found(change: object, check: str, words: str) -> None:
    found = failures(with_fit(change))
    assert check in found
    assert words.lower() in found[check].lower()


def test_a_warning_is_a_failure() -> None:
    def divides(self, sample, step):
        np.array([1.0]) / np.array([0.0])
        return step

    assert "RuntimeWarning" in failures(with_fit(divides))["gives_finite_evidence"]


def test_a_density_may_say_that_it_depends_on_the_unit() -> None:
    assert "is_free_of_the_unit" not in failures(with_fit(in_metres, unit_free=False))


def test_what_a_domain_allows_has_to_work() -> None:
    def fit(self, sample):
        if self.s == 1:
            raise ZeroDivisionError("s - 1")
        return FixedFrequency.fit(self, sample)

    found = failures(made(FixedFrequency, fit=fit))
    assert found["works_at_the_ends_of_its_domains"] == "s=1: s - 1"


# ------------------------------------------------------------------------------- the verb


def test_the_verb_prints_a_verdict_and_exits_0() -> None:
    result = CliRunner().invoke(cli, ["check-method", "ewd"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "ewd: Equal width discretization"
    assert "ok    It has a docstring of its own." in lines
    assert lines[-1] == f"{len(CHECKS)} of {len(CHECKS)} properties hold."


def test_the_verb_finds_a_class_in_the_current_folder_and_exits_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_faulty_method.py").write_text(
        "from nbexp.discretize.equal_width import EqualWidth\n\n\n"
        "class Mine(EqualWidth):\n    id = 'mine'\n    version = 0\n"
    )
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["check-method", "--failures", "my_faulty_method:Mine"])
    assert result.exit_code == 1
    assert result.output.count("FAIL") == 2
    assert "version: found 0, expected a whole number of at least 1" in result.output


def test_the_verb_is_listed_by_its_name_with_a_hyphen() -> None:
    text = CliRunner().invoke(cli, ["--help"]).output
    assert "check-method" in text
    assert "check_method" not in text
