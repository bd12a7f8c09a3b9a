"""Everything that the README and the documentation show is run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pages
import pytest
from page_desk import Desk
from page_runner import check_command, run_page

sys.path.insert(0, str(pages.DOCS / "_ext"))  # the parts that make pages and pictures

DOCS = pages.DOCS
WRITTEN = pages.pages()
TUTORIAL = DOCS / "tutorial.ipynb"
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_CODE = re.compile(r"^ *```.*?^ *```$|<!--.*?-->", re.MULTILINE | re.DOTALL)


def named(path: Path) -> str:
    return str(path.relative_to(pages.ROOT))


@pytest.mark.parametrize("path", [p for p in [*WRITTEN, TUTORIAL] if pages.blocks(p)], ids=named)
def test_every_block_of_a_page_runs_and_gives_what_it_says(path: Path, at_desk: Desk) -> None:
    run_page(path, at_desk)


@pytest.mark.parametrize("path", WRITTEN, ids=named)
def test_every_command_line_is_valid_as_it_stands_on_the_page(path: Path) -> None:
    for block in pages.blocks(path):
        if block.kind == "sh":
            for command in pages.commands(block):
                if command.words[0] == "nbexp":
                    check_command(block, command.words)


def text_of(path: Path) -> str:
    """Return a page without its code and comments."""
    return _CODE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts and the site make them."""
    plain = [re.sub(r"[`*]|\[|\]\([^)]*\)", "", title) for title in _HEADING.findall(text_of(path))]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in plain}


@pytest.mark.parametrize("path", [*WRITTEN, TUTORIAL], ids=named)
def test_every_link_within_the_project_leads_somewhere(path: Path) -> None:
    # What is said of a method stands on a page of its own, in docs/methods.
    folder = DOCS / "methods" if path.parent.name == "method-words" else path.parent
    told = {words.stem for words in (DOCS / "method-words").glob("*.md")}
    for target in _LINK.findall(text_of(path)):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        goal = (folder / file).resolve() if file else path
        if goal.parent == DOCS / "methods" and goal.stem in told:
            continue
        assert goal.exists(), f"{named(path)}: {target}"
        if anchor:
            assert anchor in anchors(goal), f"{named(path)}: {target}"


def test_the_start_page_leads_to_every_page() -> None:
    linked = set(_LINK.findall((DOCS / "index.md").read_text(encoding="utf-8")))
    own = {str(p.relative_to(DOCS)) for p in WRITTEN if DOCS in p.parents}
    own = {name for name in own if not name.startswith("method-words/")} - {"index.md"}
    assert linked == own | {"tutorial.ipynb"}


def test_every_method_has_words_about_its_rule_and_its_use() -> None:
    from nbexp.discretize.registry import _built_in
    from nbexp.incremental.registry import incremental_ids

    for name in {*_built_in(), *incremental_ids()}:
        text = (DOCS / "method-words" / f"{name}.md").read_text(encoding="utf-8")
        assert _HEADING.findall(text) == ["Rule", "When to use"], name


def test_the_pictures_of_the_theory_are_what_the_program_draws(tmp_path: Path) -> None:
    from nbexp_docs.theory_pictures import write_pictures

    write_pictures(tmp_path)
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {p.name: p.read_text(encoding="utf-8") for p in (DOCS / "pictures").iterdir()}
    assert drawn.keys() == kept.keys()
    for name, picture in drawn.items():
        assert picture == kept[name], f"docs/pictures/{name} is out of date: make docs"
