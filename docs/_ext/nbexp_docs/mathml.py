"""Formulas as MathML, which browsers set themselves: no script and nothing to fetch."""

from __future__ import annotations

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

_log = logging.getLogger(__name__)


def inline(writer: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    writer.body.append(_set(node, as_block=False))
    raise nodes.SkipNode


def block(writer: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula on lines of its own; a wide one scrolls."""
    writer.body.append(f'<div class="formula">{_set(node, as_block=True)}</div>\n')
    raise nodes.SkipNode


def _set(node: nodes.Element, *, as_block: bool) -> str:
    """Return a formula as MathML; one that cannot be set is a warning, where it stands."""
    try:
        return latex2mathml.tex2mathml(node.astext(), as_block=as_block)
    except MathError as error:
        _log.warning("formula %r: %s", node.astext(), error, location=node)
        return ""
