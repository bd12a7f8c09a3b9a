"""A spec as a text with comments, to be read, changed and run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.recipe import UserFile
from nbexp.data.userfile import name_of
from nbexp.recommend.roles import Roles

_PLAIN = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_./ -]*[A-Za-z0-9_])?")
_NOT_PLAIN = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
PARAMETERS: Mapping[str, Mapping[str, str]] = {"kernel": {"width": "range"}}
"""Parameters of methods whose defaults, as printed, depend on the unit of an attribute."""

_COLUMN = 34
"""Where comments begin."""


@dataclass(frozen=True)
class Draft:
    """What goes into a spec.

    Attributes
    ----------
    name, title : str
    header : tuple of str
        Lines of comment at the top.
    roles : Roles
    methods : tuple of str
    trials, folds : int
    sizes : tuple of int
        Training sizes below all; none: plain cross-validation.
    seed : int
    output : str
        Where results go; empty: where nbexp puts them.
    modules : Path or None
        The folder of modules that methods are named from.
    """

    name: str
    title: str
    header: tuple[str, ...]
    roles: Roles
    methods: tuple[str, ...]
    trials: int
    folds: int
    seed: int
    sizes: tuple[int, ...] = ()
    output: str = ""
    modules: Path | None = None


def spec_text(draft: Draft, folder: Path) -> str:
    """Return the text of a spec that will lie in a folder."""
    lines = [*(f"# {line}".rstrip() for line in draft.header), ""]
    lines += [f"name: {draft.name}", f"title: {quoted(draft.title)}"]
    if draft.output:
        lines += [
            "# Where the results lie; a relative path would be taken from the current folder."
        ]
        lines += [f"output: {quoted(draft.output)}"]
    if draft.modules is not None:
        lines += [f"modules: {quoted(_seen_from(folder, draft.modules))}"]
    lines += ["", "# The kinds of the columns were guessed: move what is guessed wrong."]
    lines += ["datasets:", *_dataset(draft.roles, folder)]
    lines += [
        "",
        "# `nbexp methods` lists them; {discretizer: ffd, params: {s: [10, 30]}} is a sweep.",
    ]
    lines += ["methods:", *map(_method, draft.methods), "", *_protocol(draft)]
    lines += ["", "# The folds follow from this, the data set's name and the trial's number."]
    lines += [f"seeds: [{draft.seed}]"]
    if draft.sizes:
        lines += ["", "report:", "  tables: [curves]"]
    return "\n".join(lines) + "\n"


def _method(name: str) -> str:
    params = PARAMETERS.get(name)
    if params is None:
        return f"  - {quoted(name)}"
    told = ", ".join(f"{key}: {value}" for key, value in params.items())
    return _commented(
        f"  - {{discretizer: {name}, params: {{{told}}}, label: {name}}}",
        "whatever the unit of an attribute",
    )


def _protocol(draft: Draft) -> list[str]:
    lines = ["# Each trial splits the data into folds anew; each fold is tested once in a trial."]
    kind = "training-size" if draft.sizes else "cross-validation"
    lines += ["protocol:", f"  kind: {kind}"]
    if draft.sizes:
        lines.append(f"  sizes: [{', '.join(map(str, draft.sizes))}, all]")
    return [*lines, f"  trials: {draft.trials}", f"  folds: {draft.folds}", "  stratified: false"]


def _dataset(roles: Roles, folder: Path) -> list[str]:
    source = roles.source
    lines = [
        f"  - path: {quoted(path_from(folder, source))}",
        f"    name: {quoted(name_of(source))}",
        _commented(f"    class: {quoted(source.class_)}", roles.examples.get(source.class_, "")),
    ]
    for kind, names in (
        ("quantitative", source.quantitative),
        ("qualitative", source.qualitative),
        ("ignore", source.ignore),
    ):
        lines += _columns(kind, names, roles.examples)
    lines.append(f"    missing: [{', '.join(map(quoted, source.missing))}]")
    if source.decimal is not None:
        lines.append(f"    decimal: {quoted(source.decimal)}")
    return lines


def _columns(kind: str, names: Sequence[str], examples: Mapping[str, str]) -> list[str]:
    if not names:
        return []
    listed = [_commented(f"      - {quoted(name)}", examples.get(name, "")) for name in names]
    return [f"    {kind}:", *listed]


def _commented(line: str, comment: str) -> str:
    told = " ".join(comment.split())
    return f"{line:<{_COLUMN}}  # {told}" if told else line


def path_from(folder: Path, source: UserFile) -> str:
    """Return where a file lies, as seen from the folder of a spec."""
    return _seen_from(folder, Path(source.path))


def _seen_from(folder: Path, place: Path) -> str:
    return Path(os.path.relpath(place.absolute(), folder.absolute())).as_posix()


def quoted(text: str) -> str:
    """Return a text as YAML, in quotes where it needs them.

    >>> quoted("age"), quoted("?"), quoted("no"), quoted("a: b")
    ('age', '"?"', '"no"', '"a: b"')
    """
    if _PLAIN.fullmatch(text) and text.lower() not in _NOT_PLAIN:
        return text
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f")
