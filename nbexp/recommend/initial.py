"""Specs to begin with: for a user's file, or after a paper."""

from __future__ import annotations

import re
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
    """A spec's text, its name, and what to know of the data."""

    name: str
    text: str
    remarks: tuple[Remark, ...] = ()


def spec_for_data(
    path: Path, class_: str | None, paper: str | None, folder: Path, decimal: Mark | None = None
) -> InitialSpec:
    """Return a spec on a user's file, to lie in a folder.

    Parameters
    ----------
    paper : str or None
        The spec whose methods, protocol and seeds are taken; the usual ones if None.
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
    header = (
        title + ".",
        "",
        f"    nbexp check {name}.yaml      is it what nbexp expects?",
        f"    nbexp run {name}.yaml        run it; what is stored is not done again",
        f"    nbexp report results/{name}  tables",
    )
    draft = Draft(name, title, header, roles, methods, trials, folds, seed)
    return InitialSpec(name, spec_text(draft, folder), in_order(roles.remarks))


def spec_of_paper(paper: str, folder: Path) -> InitialSpec:
    """Return a spec that comes with nbexp, under a name of its own.

    Results are kept by name: a changed copy must not go where the paper's own results go.
    """
    del folder  # a spec that comes with nbexp names no file
    vocabulary = Vocabulary.installed()
    path = find_spec(paper, vocabulary.configs)
    text = path.read_text(encoding="utf-8")
    found = _NAME.search(text)
    if found is None:
        raise SpecError(f"{paper}: has no name in a line of its own; copy it by hand")
    name = f"my-{found[1]}"
    renamed = text[: found.start(1)] + name + text[found.end(1) :]
    note = f"# A copy of nbexp's own `{found[1]}`, to be changed.\n#\n"
    return InitialSpec(name, note + renamed)
