"""Say what share of lines and of branches the tests reach; fail where it is below the floor.

Reads the report of ``coverage json`` from standard input.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import PurePath
from typing import Any

FLOOR = 95.0
PARTS = {
    "lines": ("covered_lines", "num_statements"),
    "branches": ("covered_branches", "num_branches"),
}


def totals(report: dict[str, Any]) -> dict[str, Counter[str]]:
    """Return the counts of each package, and of all."""
    found: dict[str, Counter[str]] = {}
    for file, entry in report["files"].items():
        counts = {key: entry["summary"][key] for pair in PARTS.values() for key in pair}
        found.setdefault(PurePath(file).parent.as_posix(), Counter()).update(counts)
    return {**found, "all": sum(found.values(), Counter())}


def main() -> None:
    """Print a line for each package; exit with 1 if one is below the floor."""
    low = False
    for name, counts in totals(json.load(sys.stdin)).items():
        shares = {part: 100 * counts[done] / counts[of] for part, (done, of) in PARTS.items()}
        print(f"{name:14}", *(f"{part} {share:6.2f} %" for part, share in shares.items()))
        low = low or min(shares.values()) < FLOOR
    sys.exit(f"below {FLOOR:g} %" if low else 0)


if __name__ == "__main__":
    main()
