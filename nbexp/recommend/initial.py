"""Specs to begin with: for a user's file, or after a paper."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.decimals import Mark
from nbexp.data.userfile import name_of
from nbexp.errors import SpecError
from nbexp.recommend.plan import FOLDS, METHODS
from nbexp.recommend.remark import Remark, in_order
from nbexp.recommend.roles import Wishes, choose_roles
from nbexp.recommend.spec_text import Draft, spec_text
from nbexp.spec.models import DEFAULT_SEED
from nbexp.spec.reader import find_spec, read_spec
from nbexp.spec.vocabulary import Vocabulary

_TRIALS = 10
_NAME = re.compile(r"^name: *(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class InitialSpec:
    """A spec's text, where it is to lie, and what to know of the data."""

    path: Path
    text: str
    remarks: tuple[Remark, ...] = ()


def spec_for_data(
    path: Path,
    class_: str | None,
    paper: str | None,
    out: Path | None = None,
    decimal: Mark | None = None,
) -> InitialSpec:
    """Return a spec on a user's file.

    Parameters
    ----------
    paper : str or None
        The spec whose methods, protocol and seeds are taken; the usual ones if None.
    out : Path, optional
        Where it is to lie; by default in the current folder, under the name of the data.
    decimal : str or None
        The decimal mark of a text file; guessed if None.
    """
    roles = choose_roles(path, class_, Wishes(decimal=decimal))
    name = name_of(roles.source)
    methods: tuple[str, ...] = METHODS
    trials, folds, seed = _TRIALS, FOLDS, DEFAULT_SEED
    title = f"Discretization methods on {name}"
    if paper is not None:
        spec = read_spec(paper)
        if spec.protocol.kind != "cross-validation" or any(m.params for m in spec.methods):
            raise SpecError(
                f"--paper {paper}: its methods or protocol are no plain ones; write it out with "
                f"nbexp init --paper {paper}, and name your file under datasets"
            )
        methods = tuple(method.label for method in spec.methods)
        trials, folds, seed = spec.protocol.trials, spec.protocol.folds, spec.seeds[0]
        title = f"The methods and protocol of {paper} on {name}"
    out = out or Path(f"{name}.yaml")
    header = (title + ".", "", *_next_steps(name, out))
    draft = Draft(name, title, header, roles, methods, trials, folds, seed)
    return InitialSpec(out, spec_text(draft, out.parent), in_order(roles.remarks))


def _next_steps(name: str, out: Path) -> list[str]:
    """Return what to type next, and what for."""
    file = shlex.quote(str(out))
    steps = {
        f"nbexp check {file}": "is it what nbexp expects?",
        f"nbexp run {file}": "run it; what is stored is not done again",
        f"nbexp report results/{name}": "tables",
    }
    width = max(map(len, steps))
    return [f"    {step:<{width}}  {meaning}" for step, meaning in steps.items()]


def spec_of_paper(paper: str, out: Path | None = None) -> InitialSpec:
    """Return a spec that comes with nbexp, under a name of its own.

    Results are kept by name: a changed copy must not go where the paper's own results go, and
    what its comments say to type is about the copy.
    """
    vocabulary = Vocabulary.installed()
    path = find_spec(paper, vocabulary.configs)
    text = path.read_text(encoding="utf-8")
    found = _NAME.search(text)
    if found is None:
        raise SpecError(f"{paper}: has no name in a line of its own; copy it by hand")
    name = f"my-{found[1]}"
    out = out or Path(f"{name}.yaml")
    renamed = text[: found.start(1)] + name + text[found.end(1) :]
    end = r"(?![\w./-])"
    renamed = re.sub(rf"\bresults/{re.escape(found[1])}{end}", f"results/{name}", renamed)
    command = rf"\b(nbexp (?:run|check|time|cite|status)) {re.escape(found[1])}{end}"
    renamed = re.sub(command, lambda one: f"{one[1]} {shlex.quote(str(out))}", renamed)
    note = f"# A copy of nbexp's own `{found[1]}`, to be changed.\n#\n"
    return InitialSpec(out, note + renamed)
