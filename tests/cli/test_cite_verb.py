"""`nbexp cite`: what to cite."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.data.catalogue import find_recipe, recipe_names
from nbexp.discretize.registry import method_class, method_ids
from nbexp.incremental.registry import incremental_class, incremental_ids
from nbexp.spec.citing import split_entries


def cite(spec: str) -> str:
    result = CliRunner().invoke(cli, ["cite", spec])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_entry_is_there_once() -> None:
    keys = re.findall(r"^@\w+\{([^,]+),", cite("thesis"), re.MULTILINE)
    assert len(keys) == len(set(keys))
    assert "yang2003discretization" in keys
    assert "iris" in keys


def test_methods_come_before_data_sets() -> None:
    text = cite("quick")
    assert text.index("@phdthesis") < text.index("{iris,")


def test_a_file_of_ones_own_is_named_without_a_citation(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("x,class\n1.5,a\n2,b\n")
    spec = tmp_path / "mine.yaml"
    spec.write_text("name: mine\ndatasets:\n  - {path: own.csv, class: class}\nmethods: [ewd]\n")
    assert "% own: has no citation" in cite(str(spec))


def test_one_key_stands_for_one_entry_everywhere() -> None:
    texts = [method_class(name).bibtex for name in method_ids()]
    texts += [incremental_class(name).bibtex for name in incremental_ids()]
    texts += [find_recipe(name).citation for name in recipe_names()]
    found: dict[str, str] = {}
    for text in texts:
        entries = split_entries(text)
        assert entries, text
        for key, entry in entries.items():
            assert found.setdefault(key, entry) == entry
            assert entry.count("{") == entry.count("}")
