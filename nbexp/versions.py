"""The versions of what matters: nbexp, Python, what computes, and optional extras."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from nbexp import __version__

COMPUTING = ("numpy", "numba", "scipy", "pandas", "joblib")
"""What every result rests on."""

EXTRAS = {
    "sklearn": ("scikit-learn",),
    "parquet": ("pyarrow",),
    "plot": ("matplotlib",),
    "dask": ("dask", "distributed"),
}
"""What each extra of the package brings: ``pip install 'nbexp[sklearn]'``."""


def installed(package: str) -> str | None:
    """Return the version of an installed package, None if it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def version_line() -> str:
    """Return nbexp's version and those of what matters, in one line; nothing is imported."""
    packages = (*COMPUTING, *(name for names in EXTRAS.values() for name in names))
    found = [(name, installed(name)) for name in packages]
    told = ", ".join(f"{name} {number}" for name, number in found if number)
    return f"nbexp {__version__} (Python {platform.python_version()}, {told})"
