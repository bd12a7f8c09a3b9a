"""What to cite: the papers of a spec's methods, and the sources of its data sets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbexp.data.recipe import Recipe
from nbexp.spec.spec import Spec

_ENTRY = re.compile(r"^@(\w+)\{\s*([^,\s]+)\s*,", re.MULTILINE)


@dataclass(frozen=True)
class Citations:
    """BibTeX entries in order, and the methods and data sets that have none."""

    entries: tuple[str, ...]
    without: tuple[str, ...]


def citations(name_or_path: str) -> Citations:
    """Return what to cite for a spec: methods first, then data sets, each entry once.

    Raises
    ------
    SpecError
        There is no such spec, or it is at fault.
    """
    from nbexp.spec.reader import read_spec

    spec = read_spec(name_or_path)
    found: dict[str, str] = {}
    without = []
    for what, text in (*_methods(spec), *_datasets(spec)):
        entries = split_entries(text)
        if not entries:
            without.append(what)
        for key, entry in entries.items():
            found.setdefault(key, entry)
    return Citations(tuple(found.values()), tuple(dict.fromkeys(without)))


def _methods(spec: Spec) -> Iterator[tuple[str, str]]:
    from nbexp.discretize.registry import modules_beside
    from nbexp.incremental.registry import incremental_class

    folder = spec.path.parent if spec.path is not None else Path.cwd()
    with modules_beside(folder):
        for method in spec.methods:
            yield method.method, incremental_class(method.method).bibtex


def _datasets(spec: Spec) -> Iterator[tuple[str, str]]:
    for dataset in spec.datasets:
        source = dataset.source
        yield dataset.name, (source.citation or "") if isinstance(source, Recipe) else ""


def split_entries(text: str) -> dict[str, str]:
    r"""Return the entries of a BibTeX text by key.

    >>> split_entries("@misc{a,\n}\n\n@misc{b,\n}")
    {'a': '@misc{a,\n}', 'b': '@misc{b,\n}'}
    """
    starts = list(_ENTRY.finditer(text))
    ends = [*(start.start() for start in starts[1:]), len(text)][: len(starts)]
    return {
        start[2]: text[start.start() : end].strip() for start, end in zip(starts, ends, strict=True)
    }
