"""The runner of the documentation's code finds what is wrong with a page."""

from __future__ import annotations

import re
from pathlib import Path

import pages
import pytest
from page_desk import Desk
from page_runner import but_numbers, check_command, run_page

from nbexp.errors import SpecError

_WRONG = {  # the page, and what is said of it
    "a value that is another": ("```python\n1 + 1  # → 3\n```\n", "2"),
    "code that fails": ("```python\nnonsense\n```\n", "'nonsense' is not defined"),
    "an indented block of code that fails": (
        "Words.\n\n    from nowhere import nothing\n\n",
        "No module named 'nowhere'",
    ),
    "a fault in a spec": (
        "```yaml\nname: x\ndatasets: [iris]\nmethods: [ndt]\n```\n",
        "no method is called 'ndt'",
    ),
    "a fault in a part of a spec": (
        "```yaml\nprotocol: {fold: 3}\n```\n",
        "protocol.fold: unknown key",
    ),
    "a command that fails": (
        "```sh\nnbexp report results/nowhere\n```\n",
        "found nothing; expected a result folder",
    ),
    "an option that is none": ("```sh\nnbexp methods show ndd --colour\n```\n", "No such option"),
    "a command that is not nbexp's": ("```sh\nmake coffee\n```\n", "No rule to make"),
    "an output that is another": (
        "```\n$ nbexp methods show ndd\nsomething else\n```\n",
        "not printed: .'something else'",
    ),
    "a block of no known language": ("```\nwhat is this\n```\n", "name the language"),
    "a text that is neither run nor printed": (
        "```text\nnbexp run thesis\n```\n",
        "name the language",
    ),
    "a text that is not what was printed": (
        "```sh\nnbexp methods\n```\n\n<!-- printed -->\n```text\nno methods\n```\n",
        "not printed: .'no methods'",
    ),
    "a program that nobody runs": ("```sh\nnpm install coffee\n```\n", "who runs npm"),
    "a module that is none": (
        "```sh\npython -m nowhere_at_all\n```\n",
        "No module named nowhere_at_all",
    ),
    "a role in a cluster that is none": ("```sh\ndask idler\n```\n", "'idler'.* has ended"),
    "a script for a shell that is none": (
        '```sh\neval "$(nbexp completion abacus)"\n```\n',
        "'abacus' is not one of",
    ),
    "a pipe that fails": ("```sh\necho a,b | nbexp stream - --class c\n```\n", "found no instance"),
    "a block in a language that nobody runs": ("```perl\nprint 1\n```\n", "name the language"),
    "a block that is said not to be run": (
        "<!-- not run: slow -->\n```sh\nmake coffee\n```\n",
        "No rule to make",
    ),
    "an exit code that is another": (
        "<!-- exit: 1, 2 -->\n```sh\nnbexp methods\n```\n",
        "exit code 0",
    ),
    "options for no command": (
        "<!-- run with: walk --far -->\n```sh\nnbexp methods\n```\n",
        "no command has the word walk",
    ),
    "options that are none": (
        "<!-- run with: methods --far -->\n```sh\nnbexp methods\n```\n",
        "No such option",
    ),
    "an example of other words": (
        "<!-- output: x -->\n```\n$ nbexp methods show ndd\nWhat?\n```\n",
        "not printed: .'What",
    ),
    "a faulty recipe": (
        "<!-- recipe -->\n```yaml\nname: flowers\nsources: []\n```\n",
        "instances: this key is missing",
    ),
    "sources of no recipe": (
        "<!-- recipe -->\n```yaml\n- {name: uci, reader: arff}\n```\n",
        "of which recipe",
    ),
}

_RECIPE = """\
name: tiny
title: Tiny
licence: none
citation: none
instances: 2
missing: 0
class: {values: [a, b], counts: [1, 1]}
attributes: [{name: size, kind: quantitative}]
sources: [{name: zero, reader: arff, files: [{path: x.arff}]}]
"""


@pytest.mark.parametrize("fault", _WRONG)
def test_a_fault_of_a_page_is_found(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    text, complaint = _WRONG[fault]
    page.write_text(f"# A page\n\n{text}", encoding="utf-8")
    assert pages.blocks(page)
    desk = Desk(tmp_path, tmp_path, tmp_path)
    with pytest.raises(Exception, match=complaint):
        run_page(page, desk)
    desk.end()


def run_text(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ROOT", folder)
    monkeypatch.chdir(folder)
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    run_page(page, Desk(folder, folder, folder))


def test_a_command_is_given_the_options_that_make_it_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "<!-- run with: run --datasets iris --trials 1; show ndd -->\n"
        "```\n$ nbexp run quick --dry-run\n{}\n$ nbexp methods show\n…\n```\n"
    )
    run_text(text.format("total            30       0         0       30"), tmp_path, monkeypatch)
    with pytest.raises(AssertionError, match="not printed"):
        run_text(
            text.format("total           900       0         0      900"), tmp_path, monkeypatch
        )


def test_of_an_example_all_but_our_numbers_is_looked_at() -> None:
    assert but_numbers("iris   6.1/5.7   6.9/7.7") == but_numbers("iris  16.0/5.7 6.5/7.7")
    assert but_numbers("iris   6.1/5.7   6.9/7.7") != but_numbers("iris  16.0/5.8 6.5/7.7")
    assert but_numbers("8,400 units, 280 cells") == but_numbers("20 units, 1 cells")
    assert but_numbers("8,400 units, 280 cells") != but_numbers("8,400 unit, 280 cells")


def test_sources_are_read_within_the_recipe_shown_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = f"<!-- recipe -->\n```yaml\n{_RECIPE}```\n\n<!-- recipe -->\n```yaml\n%s\n```\n"
    one = "- {name: one, reader: arff, files: [{path: x.arff}], columns: [%s]}"
    run_text(shown % one % "size, class", tmp_path, monkeypatch)
    with pytest.raises(SpecError, match="columns lack size"):
        run_text(shown % one % "class", tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("complaint", "line"),
    [
        ("['everything'] of", "pip install --no-deps 'nbexp[everything]'"),
        ("No rule to make target 'coffee'", "make coffee"),
        ("No such command 'coffee'", "python -m benchmarks coffee"),
    ],
)
def test_a_fault_of_a_command_in_the_checkout_is_found(
    complaint: str, line: str, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", at_desk.folder)
    page = at_desk.folder / "page.md"
    page.write_text(f"```sh\n{line}\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        run_page(page, at_desk)


def test_an_invalid_command_line_is_found() -> None:
    block = pages.Block("page.md", 1, "sh", "")
    check_command(block, ["nbexp", "run", "thesis", "--jobs", "2"])
    with pytest.raises(Exception, match="--job-count"):
        check_command(block, ["nbexp", "run", "thesis", "--job-count", "2"])
    with pytest.raises(AssertionError, match="no command walk"):
        check_command(block, ["nbexp", "walk"])


def test_marks_belong_to_the_block_right_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    text = (
        "<!-- output: why -->\n\n```sh\nmake\n```\n\n<!-- file: x -->\nWords.\n\n    nbexp run x\n"
    )
    page.write_text(text, encoding="utf-8")
    first, second = pages.blocks(page)
    assert (first.marks, first.line) == ({"output": "why"}, 3)
    assert (second.marks, second.kind, second.text) == ({}, "sh", "nbexp run x\n")
