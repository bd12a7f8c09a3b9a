"""What Sphinx does not know by itself: pages and pictures made by nbexp, formulas, navigation."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from nbexp_docs import mathml
from nbexp_docs.method_pages import write_method_pages
from nbexp_docs.navigation import add_navigation
from nbexp_docs.reference import write_reference
from nbexp_docs.theory_pictures import write_pictures


def write_pages(app: Sphinx) -> None:
    """Make the pages and pictures that are made of the program."""
    docs = Path(app.srcdir)
    write_method_pages(docs / "methods", docs / "method-words")
    write_reference(docs / "reference")
    write_pictures(docs / "pictures")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_pages)
    app.connect("source-read", add_navigation)
    app.add_html_math_renderer("mathml", (mathml.inline, None), (mathml.block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
