"""The navigation is made of the start page's own lists of links.

So the start page reads as well where files are shown as they are, and nothing is said twice.
A comment ``<!-- also: a b -->`` in a section names pages that only the site has.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx

_SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PAGE = re.compile(r"^- \[[^\]]*\]\(([\w/-]+)\.(?:md|ipynb)\)|^<!-- also: (.+?) -->", re.MULTILINE)
_ALSO = re.compile(r"^\n<!-- also: (.+?) -->$", re.MULTILINE)


def _listed(also: re.Match[str]) -> str:
    """Return pages as items of the list above, under their own titles."""
    return "\n".join(f"- [](/{page}.md)" for page in also[1].split())


def add_navigation(app: Sphinx, docname: str, source: list[str]) -> None:
    """Append a hidden table of contents for each section of the start page."""
    if docname != "index":
        return
    sections = _SECTION.findall(source[0])
    source[0] = _ALSO.sub(_listed, source[0])
    for caption, text in sections:
        pages = [name for one, more in _PAGE.findall(text) for name in (one, *more.split()) if name]
        if pages:
            listed = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"
