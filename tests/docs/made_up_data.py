"""Small made-up data in place of those that have to be fetched, under the same names.

Attributes, kinds, values and classes are those of the real data; instances are few and come
from a random number generator. So a page's commands on data of UCI can be run without a network
and in no time: they find recipes, a mirror, files and digests as everybody else does.
"""

from __future__ import annotations

import csv
import hashlib
import io
import random
from pathlib import Path

import yaml

from nbexp.data.recipe import Recipe, read_recipe

_SIZES = {"forest-covertype": 3_000}  # of which growth is measured
_LEAST = 300


def make_up(datasets: Path, mirror: Path) -> None:
    """Change all recipes whose data have to be fetched, and put the data into a mirror."""
    for path in sorted(datasets.glob("*.yaml")):
        recipe = read_recipe(path)
        at_hand = any(one.bundled or one.generator for one in recipe.sources)
        if not at_hand and not recipe.read_from_file:
            _make_up(recipe, path, mirror)


def _make_up(recipe: Recipe, path: Path, mirror: Path) -> None:
    assert recipe.class_ is not None
    size = _SIZES.get(recipe.name, _LEAST + len(recipe.class_.values))
    classes = [recipe.class_.values[k % len(recipe.class_.values)] for k in range(size)]
    data = _rows(recipe, classes).encode()
    file = {"path": f"{recipe.name}.data", "uci": f"{recipe.name}/{recipe.name}.data"}
    (mirror / file["uci"]).parent.mkdir(parents=True)
    (mirror / file["uci"]).write_bytes(data)
    content = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    content.pop("digest", None)
    content["instances"] = size
    content["missing"] = 0
    content["class"]["counts"] = [classes.count(value) for value in recipe.class_.values]
    content["sources"] = [
        {
            "name": "made-up",
            "reader": "delimited",
            "columns": [*(one.name for one in recipe.attributes), recipe.class_.name],
            "files": [file | {"sha256": hashlib.sha256(data).hexdigest()}],
        }
    ]
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def _rows(recipe: Recipe, classes: list[str]) -> str:
    """Return lines in which the quantities lean on the class, and nothing else does."""
    rng = random.Random(recipe.name)
    place = {value: number % 7 for number, value in enumerate(dict.fromkeys(classes))}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for value in classes:
        cells = [
            rng.choice(one.values) if one.values else f"{rng.gauss(place[value], 2):.2f}"
            for one in recipe.attributes
        ]
        writer.writerow([*cells, value])
    return text.getvalue()
