"""Run one contender: ``python -m benchmarks.contenders NAME FOLDER WORK``; prints JSON.

Exit code 3: the tool is not installed.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path

from benchmarks.problem import Problem

NOT_INSTALLED = 3
_TIMES = 2  # the last one counts; the one before warms up kernels, the JVM and the allocator


def main() -> None:
    name, folder, work = sys.argv[1:]
    contender = importlib.import_module(f"benchmarks.contenders.{name}")
    try:
        cross_validate = contender.prepare(Problem.load(Path(folder)), work)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    clock = getattr(contender, "clock", None) or time.process_time
    for _ in range(_TIMES):
        begin = clock()
        errors = cross_validate()
        seconds = clock() - begin
    print(json.dumps({"seconds": seconds, "errors": errors}))


if __name__ == "__main__":
    main()
