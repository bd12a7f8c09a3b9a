"""Change lines of the runner and the readers at random, and see that a test fails for each.

``python tests/mutants.py NUMBER SEED`` draws from all small changes that could be made to
``nbexp/runner``, ``nbexp/data`` and ``nbexp/spec``: a comparison or a condition turned round, a
number off by one, a statement left out. Each is made alone in a copy of the tree. The tests of its
package run first, and all the others only if those let it pass. Exit code 1 if a change passes all.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePath
from queue import SimpleQueue

ROOT = Path(__file__).parent.parent
PACKAGES = ("runner", "data", "spec")
COPIED = ("nbexp", "tests", "configs", "datasets", "docs", "benchmarks", "results")
COPIES = 2
SECONDS = 900

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """A piece of a file, and what stands there instead."""

    file: str
    line: int
    begin: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}: {old[:70]} -> {new[:70]}"

    def changed(self, source: bytes) -> bytes:
        """Return the file with the change made."""
        return source[: self.begin] + self.new.encode() + source[self.end :]


def changes(node: ast.AST) -> Iterator[str]:
    """Yield what could stand in the place of a node."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            other = COMPARISONS[type(operator)]()
            yield f"({ast.unparse(ast.Compare(left, [other], [right]))})"
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            yield f"({ast.unparse(ast.BinOp(left, OPERATORS[type(operator)](), right))})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.Raise() | ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield "pass"


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is executed of a module, and has a place that can be told."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.JoinedStr():  # the parser of Python 3.11 gives wrong places in it
            return
    yield node
    for name, field in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in field if isinstance(field, list) else [field]:
                if isinstance(child, ast.AST):
                    yield from executed(child)


def mutants(file: Path) -> Iterator[Mutant]:
    """Yield all the changes that could be made to a file."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in executed(ast.parse(source)):
        for new in changes(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            name = file.relative_to(ROOT).as_posix()
            yield Mutant(name, node.lineno, begin, end, source[begin:end].decode(), new)


def copy_of_tree(place: Path) -> Path:
    """Copy what the tests need."""
    for name in COPIED:
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, place)
    return place


def failed(tree: Path, mutant: Mutant) -> str | None:
    """Return the first test that fails with the change made in a copy of the tree."""
    file = tree / mutant.file
    source = file.read_bytes()
    package = f"tests/{PurePath(mutant.file).parent.name}"
    try:
        file.write_bytes(mutant.changed(source))
        return first_failure(tree, package) or first_failure(tree, "tests", f"--ignore={package}")
    finally:
        file.write_bytes(source)


def first_failure(tree: Path, *tests: str) -> str | None:
    """Run some tests until one fails, twice in a row, and return its name."""
    chance: list[str] = []
    while failure := _run(tree, *tests, *chance):
        name = failure.removeprefix("FAILED ").removeprefix("ERROR ")
        if "::" not in name or _run(tree, name):
            return failure
        chance.append(f"--deselect={name}")
    return None


def _run(tree: Path, *tests: str) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    command += ["--deselect=tests/docs", f"--basetemp={tree}.tmp"]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        ran = subprocess.run(
            command, cwd=tree, env=environment, timeout=SECONDS, capture_output=True, text=True
        )
    except subprocess.TimeoutExpired:
        return f"none, but {SECONDS} s were not enough"
    if ran.returncode == 0:
        return None
    told = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return told[0].split(" - ")[0] if told else f"exit code {ran.returncode}"


def main() -> None:
    """Make the changes, print what became of each, and exit with 1 if one passed all tests."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("number", type=int, help="how many changes to make")
    parser.add_argument("seed", type=int, help="of the draw")
    asked = parser.parse_args()
    # What a shell starts in the background does not hear Ctrl-C, but tests send it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    files = [
        file for package in PACKAGES for file in sorted((ROOT / "nbexp" / package).glob("*.py"))
    ]
    possible = [mutant for file in files for mutant in mutants(file)]
    drawn = random.Random(asked.seed).sample(possible, asked.number)
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(COPIES) as workers:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(COPIES):
            trees.put(copy_of_tree(Path(place) / str(number)))

        def judge(mutant: Mutant) -> bool:
            tree = trees.get()
            failure = failed(tree, mutant)
            trees.put(tree)
            print(f"{mutant}\n    {failure or 'PASSED ALL TESTS'}", flush=True)
            return failure is not None

        caught = sum(workers.map(judge, drawn))
    print(f"{caught} of {len(drawn)} caught, of {len(possible):,} possible")
    sys.exit(caught < len(drawn))


if __name__ == "__main__":
    main()
