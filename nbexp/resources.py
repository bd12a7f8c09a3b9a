"""Where the files that come with nbexp are: configs, recipes and bundled data.

In an installed wheel they lie inside the package; in a checkout beside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """Return the folder ``name`` (``configs`` or ``datasets``) that comes with nbexp."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
