"""The protocol of a spec: how the methods are tried, and on how many training instances.

A training-size curve is cross-validation with more methods: each method once for each size, told
apart by the parameter ``training-size`` that all methods share. So nothing that comes after the
spec knows of another protocol, sizes may be added to a store as methods may, and the curve's last
point, all training instances, is the unit that plain cross-validation makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from nbexp.discretize.parameters import TRAINING_SIZE
from nbexp.spec.findings import Findings
from nbexp.spec.methods import MAX_COMBINATIONS
from nbexp.spec.models import ALL, CrossValidation, Protocol, Size, TrainingSize
from nbexp.spec.shape import fitting
from nbexp.spec.spec import MethodSpec, ProtocolSpec
from nbexp.spec.stream_forms import PREQUENTIAL, Prequential
from nbexp.spec.stream_spec import PrequentialSpec

_FORM: TypeAdapter[CrossValidation | TrainingSize | Prequential] = TypeAdapter(Protocol)

Sizes = tuple[Size, ...]


def read_protocol(findings: Findings) -> tuple[ProtocolSpec, Sizes]:
    """Return the protocol, and the training sizes that it asks for; none: as they come."""
    given = findings.document.content.get("protocol", {})
    form = fitting(_FORM, given)
    if form is None:  # it has been told; methods are those of what was meant
        stream = isinstance(given, dict) and given.get("kind") == PREQUENTIAL
        form = Prequential(kind="prequential") if stream else CrossValidation()
    if isinstance(form, Prequential):
        return _prequential(findings, form), ()
    protocol = ProtocolSpec(trials=form.trials, folds=form.folds, stratified=form.stratified)
    return protocol, form.sizes if isinstance(form, TrainingSize) else ()


def _prequential(findings: Findings, form: Prequential) -> PrequentialSpec:
    """Return the prequential protocol; as they are stored, instances have one order only."""
    stored = form.order == "as-stored"
    if stored and form.trials not in (None, 1):
        findings.add(
            ("protocol", "trials"),
            f"found {form.trials}, expected 1: as they are stored, instances have one order only",
        )
    default = 1 if stored else PrequentialSpec().trials
    return PrequentialSpec(
        trials=form.trials or default,
        initial=form.initial,
        order=form.order,
        window=form.window,
        checkpoints=form.checkpoints,
    )


def at_sizes(
    findings: Findings, methods: Sequence[MethodSpec], sizes: Sizes
) -> tuple[MethodSpec, ...]:
    """Return each method with each training size, labelled as in ``pd n=1000``."""
    if not sizes:
        return tuple(methods)
    own = [method.label for method in methods if TRAINING_SIZE in method.params]
    if own:
        findings.add(
            ("protocol", "kind"),
            f"{', '.join(own)}: found a {TRAINING_SIZE} of its own, expected none: this protocol "
            "gives each method each of its sizes",
        )
    if len(methods) * len(sizes) > MAX_COMBINATIONS:
        findings.add(
            ("protocol", "sizes"),
            f"found {len(methods)} methods × {len(sizes)} sizes, expected at most "
            f"{MAX_COMBINATIONS:,} combinations",
        )
    return tuple(_at_size(method, size) for method in methods for size in sizes)


def _at_size(method: MethodSpec, size: Size) -> MethodSpec:
    given = {TRAINING_SIZE: 0 if size == ALL else size}
    return replace(
        method,
        label=f"{method.label} n={size}",
        params={**method.params, **given},
        settings={**method.settings, **given},
    )
