"""A small recipe's content, to be changed by tests."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

ROWS = b"1.5,red,yes\n2.5,green,no\n?,red,yes\n"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


KEPT = [f"files/sha256-{sha256(ROWS)}"]
"""What is in a cache that holds the small recipe's file and nothing else."""


def files_in(cache: Path) -> list[str]:
    return sorted(p.relative_to(cache).as_posix() for p in cache.rglob("*") if p.is_file())


def content(**changes: Any) -> dict[str, Any]:
    """Return a small recipe's content: three instances, one missing cell."""
    return {
        "name": "tiny",
        "title": "A tiny data set",
        "licence": "none",
        "citation": "@misc{tiny}",
        "instances": 3,
        "missing": 1,
        "class": {"values": ["no", "yes"], "counts": [1, 2]},
        "attributes": [
            {"name": "size", "kind": "quantitative"},
            {"name": "colour", "kind": "qualitative", "values": ["red", "green"]},
        ],
        "sources": [source()],
    } | changes


def source(**changes: Any) -> dict[str, Any]:
    return {
        "name": "uci",
        "reader": "delimited",
        "columns": ["size", "colour", "class"],
        "missing": ["?"],
        "files": [{"path": "tiny.data", "uci": "tiny/tiny.data", "sha256": sha256(ROWS)}],
    } | changes
