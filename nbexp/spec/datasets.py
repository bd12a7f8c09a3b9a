"""The data sets of a spec: names and aliases looked up, own files found."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import TypeAdapter

from nbexp.data.recipe import Recipe, UserFile
from nbexp.data.userfile import name_of
from nbexp.errors import SpecError
from nbexp.hints import did_you_mean, nearest
from nbexp.spec.faults import Place
from nbexp.spec.files import is_file, names_beside
from nbexp.spec.findings import Findings
from nbexp.spec.models import DataEntry, NamedData, OwnData
from nbexp.spec.shape import fitting
from nbexp.spec.spec import DataSetSpec
from nbexp.spec.vocabulary import Vocabulary

LISTED = "; `nbexp datasets` lists them"

_ENTRY: TypeAdapter[str | NamedData | OwnData] = TypeAdapter(DataEntry)


def read_datasets(
    findings: Findings, vocabulary: Vocabulary, folder: Path
) -> tuple[DataSetSpec, ...]:
    """Return the data sets that a spec in `folder` names."""
    datasets: list[DataSetSpec] = []
    lines: dict[str, int] = {}
    for place, item in findings.items("datasets"):
        entry = fitting(_ENTRY, item)
        if entry is None:
            continue
        dataset = _read(entry, place, findings, vocabulary, folder)
        if dataset is None:
            continue
        line = findings.document.line(place)
        if dataset.name in lines:
            findings.add(
                place, f"the data set {dataset.name} is already in line {lines[dataset.name]}"
            )
            continue
        lines[dataset.name] = line
        datasets.append(dataset)
    return tuple(datasets)


def _read(
    entry: str | NamedData | OwnData,
    place: Place,
    findings: Findings,
    vocabulary: Vocabulary,
    folder: Path,
) -> DataSetSpec | None:
    if isinstance(entry, OwnData):
        return _own(entry, place, findings, folder)
    if isinstance(entry, NamedData):
        recipe = _recipe(entry.name, (*place, "name"), findings, vocabulary)
        if recipe is None:
            return None
        return DataSetSpec(recipe.name, recipe, entry.optional, entry.published_as or "")
    recipe = _recipe(entry, place, findings, vocabulary)
    return None if recipe is None else DataSetSpec(recipe.name, recipe)


def _recipe(name: str, place: Place, findings: Findings, vocabulary: Vocabulary) -> Recipe | None:
    try:
        return vocabulary.find_dataset(name)
    except SpecError as error:
        names = vocabulary.dataset_names()
        if name in names:  # it is known, but its recipe is at fault
            findings.add(place, str(error))
        elif re.search(r"[\\/]|\.(csv|arff|parquet)$", name):
            findings.add(
                place,
                f"no data set is called '{name}'; a file of your own is given as "
                f"{{path: {name}, class: …}}",
            )
        else:
            findings.add(
                place, f"no data set is called '{name}'{did_you_mean(name, names) or LISTED}"
            )
        return None


def _own(entry: OwnData, place: Place, findings: Findings, folder: Path) -> DataSetSpec | None:
    path = folder / entry.path
    if not is_file(path) and not entry.optional:
        near = nearest(path.name, names_beside(path))
        hint = f"; did you mean {near}?" if near else ""
        findings.add((*place, "path"), f"there is no file {path}{hint}")
        return None
    fields = {one: getattr(entry, one) for one in UserFile.model_fields}
    told = {"path": path.absolute(), "name": name_of(entry)}
    source = UserFile.model_construct(**{**fields, **told})
    return DataSetSpec(source.name, source, entry.optional)
