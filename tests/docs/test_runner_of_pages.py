"""The runner of the documentation's code finds what is wrong with a page."""

from __future__ import annotations

from pathlib import Path

import pages
import pytest

_WRONG = {
    "a value that is another": "```python\n1 + 1  # → 3\n```\n",
    "code that fails": "```python\nnonsense\n```\n",
    "an indented block of code that fails": "Words.\n\n    from nowhere import nothing\n\n",
    "a fault in a spec": "```yaml\nname: x\ndatasets: [iris]\nmethods: [ndt]\n```\n",
    "a fault in a part of a spec": "```yaml\nprotocol: {fold: 3}\n```\n",
    "a command that fails": "```sh\nnbexp report results/nowhere\n```\n",
    "an option that is none": "```sh\nnbexp methods show ndd --colour\n```\n",
    "a command that is not nbexp's": "```sh\nmake coffee\n```\n",
    "an output that is another": "```\n$ nbexp methods show ndd\nsomething else\n```\n",
    "a block of no known language": "```\nwhat is this\n```\n",
    "a mark without a reason": "<!-- not run: -->\n```sh\nmake coffee\n```\n",
}


@pytest.mark.parametrize("fault", _WRONG)
def test_a_fault_of_a_page_is_found(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{_WRONG[fault]}", encoding="utf-8")
    assert pages.blocks(page)
    with pytest.raises(Exception):  # noqa: B017, PT011 - of whatever kind the fault is
        pages.run_page(page, tmp_path)


def test_an_invalid_command_line_is_found_though_it_is_not_run() -> None:
    block = pages.Block("page.md", 1, "sh", "")
    pages.check_command(block, ["nbexp", "run", "thesis", "--jobs", "2"])
    with pytest.raises(Exception, match="--job-count"):
        pages.check_command(block, ["nbexp", "run", "thesis", "--job-count", "2"])
    with pytest.raises(AssertionError, match="no command walk"):
        pages.check_command(block, ["nbexp", "walk"])


def test_marks_belong_to_the_block_right_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    text = (
        "<!-- not run: why -->\n\n```sh\nmake\n```\n\n<!-- file: x -->\nWords.\n\n    nbexp run x\n"
    )
    page.write_text(text, encoding="utf-8")
    first, second = pages.blocks(page)
    assert (first.marks, first.line) == ({"not run": "why"}, 3)
    assert (second.marks, second.kind, second.text) == ({}, "sh", "nbexp run x\n")
