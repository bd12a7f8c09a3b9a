"""The site is built, with warnings as errors and the tutorial run by a kernel."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pages
import pytest

_FETCHED = re.compile(r"<(?:script|img|iframe|link)[^>]*(?:src|href)=\"(?:https?:)?//[^\"]+\"")


@pytest.mark.slow
def test_the_site_is_built_without_warnings_and_fetches_nothing(tmp_path: Path) -> None:
    for needed in ("sphinx", "furo", "myst_nb", "sphinx_copybutton", "ipykernel", "sklearn"):
        if not _installed(needed):
            pytest.skip(f"{needed} is not installed: pip install 'nbexp[docs]'")
    docs, site = tmp_path / "docs", tmp_path / "site"
    made = shutil.ignore_patterns("_build", "methods", "reference")
    shutil.copytree(pages.DOCS, docs, ignore=made)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    built = subprocess.run([*command, docs, site], capture_output=True, text=True, timeout=600)
    assert built.returncode == 0, built.stderr
    for page in site.rglob("*.html"):
        found = _FETCHED.findall(page.read_text(encoding="utf-8"))
        assert not found, f"{page.relative_to(site)}: {found}"
    assert "p = 0" in (site / "tutorial.html").read_text(encoding="utf-8")
    method = (site / "methods" / "ndd.html").read_text(encoding="utf-8")
    for part in ("<math", ".svg", "yang2003discretization", "composite"):
        assert part in method, part


def _installed(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None
