"""The method of the tutorial; that its page's code runs is tested with all other pages."""

from __future__ import annotations

from pathlib import Path

import pages


def method() -> str:
    own = pages.blocks(pages.DOCS / "own-method.md")
    return next(block.text for block in own if block.kind == "python")


def test_the_method_of_the_tutorial_is_short() -> None:
    assert len([line for line in method().splitlines() if line.strip()]) <= 20


def test_the_template_is_the_package_that_is_tested() -> None:
    plugin = Path(__file__).parent.parent / "plugin" / "median_splits" / "median_splits"
    body = method().partition("class MedianSplits")[2]
    code = [line for line in (plugin / "__init__.py").read_text().splitlines() if line.strip()]
    assert all(line in code for line in body.splitlines()[1:] if line.strip())
