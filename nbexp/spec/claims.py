"""Read a file of claims: what a publication says of methods, as data.

The file is YAML, read as specs are: every fault is told, with its line.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter

from nbexp.compare.claims import EVALUATORS, Claim
from nbexp.compare.metrics import METRICS
from nbexp.compare.subset import Subset
from nbexp.data.model import as_list
from nbexp.hints import did_you_mean
from nbexp.spec.document import read_document
from nbexp.spec.faults import Place
from nbexp.spec.findings import Findings
from nbexp.spec.forms import Line, Model, expected, unlike
from nbexp.spec.report_forms import SubsetForm
from nbexp.spec.shape import fitting, shape_faults

UNCHECKED = "unchecked"
CLAIM_METRICS = (*METRICS, "time")


def _count(text: object) -> object:
    """Read "9 of 10"."""
    found = re.fullmatch(r"(\d{1,6}) of (\d{1,6})", text) if isinstance(text, str) else None
    if found is None or not 0 <= int(found[1]) <= int(found[2]) or found[2] == "0":
        raise expected("a count as in 9 of 10")
    return int(found[1]), int(found[2])


Names = Annotated[tuple[Line, ...], BeforeValidator(as_list), AfterValidator(unlike)]


class ClaimForm(Model):
    """A claim as a file writes it."""

    id: Line
    section: Line = ""
    text: Line
    kind: Line
    expect: Line = ""
    metric: Line = "error"
    methods: Names = ()
    against: Names = ()
    subset: SubsetForm = Field(default_factory=SubsetForm)
    at_least: Annotated[tuple[int, int], BeforeValidator(_count)] | None = None
    split: Annotated[int, Field(ge=1)] | None = None
    why: Line = ""
    note: Line = ""


class ClaimsForm(Model):
    """A file of claims."""

    claims: tuple[ClaimForm, ...]


KEYS = {
    part: frozenset(field.alias or name for name, field in model.model_fields.items())
    for part, model in (("", ClaimsForm), ("claims", ClaimForm), ("subset", SubsetForm))
}

_CLAIM: TypeAdapter[ClaimForm] = TypeAdapter(ClaimForm)


def read_claims(path: Path) -> tuple[Claim, ...]:
    """Read a file of claims.

    Raises
    ------
    SpecError
        With all faults of the file at once.
    """
    document = read_document(path, path.name)
    findings = Findings(document)
    findings.faults += shape_faults(ClaimsForm, document, KEYS)
    claims: list[Claim] = []
    lines: dict[str, int] = {}
    for place, item in findings.items("claims"):
        form = fitting(_CLAIM, item)
        if form is None:
            continue
        if form.id in lines:
            findings.add((*place, "id"), f"{form.id} is already in line {lines[form.id]}")
        lines[form.id] = document.line(place)
        _check(form, place, findings)
        claims.append(_claim(form))
    findings.stop_if_any()
    return tuple(claims)


def _claim(form: ClaimForm) -> Claim:
    return Claim(
        id=form.id,
        section=form.section,
        text=form.text,
        kind=form.kind,
        expect=form.expect,
        metric=form.metric,
        methods=form.methods,
        against=form.against,
        subset=Subset(**form.subset.model_dump()),
        at_least=form.at_least or (1, 1),
        split=form.split or 0,
        why=form.why,
        note=form.note,
    )


def _check(form: ClaimForm, place: Place, findings: Findings) -> None:
    """Note what does not go together in a claim."""

    def fault(key: str, problem: str) -> None:
        findings.add((*place, key), problem)

    if form.kind == UNCHECKED:
        if not form.why:
            findings.add(place, "an unchecked claim needs why: the reason")
        return
    if form.kind not in EVALUATORS:
        known = (*EVALUATORS, UNCHECKED)
        fault("kind", f"found '{form.kind}'{did_you_mean(form.kind, known)}")
        return
    expects = EVALUATORS[form.kind].expects
    if form.expect not in expects:
        fault("expect", f"found '{form.expect}', expected one of {', '.join(expects)}")
    if form.metric not in CLAIM_METRICS:
        fault("metric", f"found '{form.metric}'{did_you_mean(form.metric, CLAIM_METRICS)}")
    for key in ("methods", "against"):
        if not getattr(form, key):
            findings.add(place, f"a claim of kind {form.kind} needs {key}")
    for kind, key, value in (
        ("count", "at-least", form.at_least),
        ("trend", "split", form.split),
    ):
        if (form.kind == kind) != (value is not None):
            needs = "needs" if form.kind == kind else "has no"
            findings.add(place, f"a claim of kind {form.kind} {needs} {key}")
