"""Each method has a page, made of what the registry knows."""

from __future__ import annotations

import sys
from pathlib import Path

import pages
import pytest
from page_runner import check_yaml

from nbexp.discretize.method import Method
from nbexp.discretize.registry import method_ids
from nbexp.incremental.registry import incremental_ids

sys.path.insert(0, str(pages.DOCS / "_ext"))

from nbexp_docs.method_pages import documented, write_method_pages


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("methods")
    write_method_pages(folder, pages.DOCS / "method-words")
    return folder


def test_every_method_has_a_page() -> None:
    assert {method.id for method in documented()} == {*method_ids(), *incremental_ids()}


@pytest.mark.parametrize("method", documented(), ids=lambda method: method.id)
def test_a_page_tells_all_that_is_known_of_a_method(method: type[Method], written: Path) -> None:
    page = (written / f"{method.id}.md").read_text(encoding="utf-8")
    assert method.name in page
    assert method.source in page
    assert method.bibtex in page
    assert "## Rule" in page
    assert "## When to use" in page
    assert all(f"| `{one.name}` | {one.domain} |" in page for one in method.own_parameters)
    assert (written / f"{method.id}.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_the_sweep_that_a_page_shows_is_a_valid_spec(written: Path, tmp_path: Path) -> None:
    for page in written.glob("*.md"):
        for block in pages.blocks(page, shown=page.name):
            if block.kind == "yaml":
                check_yaml(block, tmp_path)
