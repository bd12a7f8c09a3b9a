"""The files that a spec names."""

from __future__ import annotations

from pathlib import Path


def is_file(path: Path) -> bool:
    """Return whether there is such a file; of a path that cannot be, there is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long a name, a null character, a folder not to be read
        return False


def names_beside(path: Path) -> list[str]:
    """Return the names of what lies in the folder in which `path` would be."""
    try:
        return [one.name for one in path.parent.iterdir()]
    except (OSError, ValueError):
        return []
