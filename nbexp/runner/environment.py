"""Where and with what a run is made: kept beside its results."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import nbexp

_PACKAGES = ("numpy", "numba", "scipy", "joblib")


def _package_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    """Return the processor's name, as Linux tells it, or what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def describe_environment(jobs: int) -> dict[str, object]:
    """Return versions, machine and threads of a run with `jobs` processes."""
    return {
        "nbexp": nbexp.__version__,
        "python": platform.python_version(),
        **{name: _package_version(name) for name in _PACKAGES},
        "system": platform.platform(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "jobs": jobs,
        "threads_per_job": 1,
    }
