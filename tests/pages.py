"""The pages of the documentation as a test sees them: blocks of code, in order.

A comment before a block says what cannot be seen from it:

    <!-- not run: WHY -->       it is not run; commands in it must still be valid ones
    <!-- file: NAME -->         it is the content of a file that later blocks use
    <!-- output: WHY -->        what is printed under its commands is an example
    <!-- exit: CODE -->         its command ends with this code
    <!-- printed -->            it is what the last command printed, … standing for any lines
    <!-- recipe -->, <!-- claims -->    YAML that is no spec
    <!-- before: PYTHON -->     is run first, on any number of lines
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
import yaml
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import NbexpError
from nbexp.spec.reader import read_spec

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

_PIECE = re.compile(
    r"^<!--(?P<comment>.*?)-->\n"
    r"|^(?P<margin> *)```(?P<language>\S*)\n(?P<fenced>.*?)^ *```$"
    r"|(?<=\n\n)(?P<indented>(?: {4}[^\n]*\n|\n(?= {4}))+)",
    re.MULTILINE | re.DOTALL,
)
_TOLD = re.compile(r"^(\s*)(.+?)  # → (.+)$", re.MULTILINE)
_MARK = re.compile(
    r"\s*(not run|file|output|exit|printed|recipe|claims|before)(?::\s*(.*?))?\s*$", re.DOTALL
)


@dataclass(frozen=True)
class Block:
    """A block of code.

    `kind` is python, yaml, sh, toml, or text (what is shown and not run); or unknown, where
    neither the block nor its content tells.
    """

    page: str
    line: int
    kind: str
    text: str
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Return the README and the pages of the documentation that are written by hand."""
    made = [DOCS / name for name in ("_build", "methods", "reference")]
    found = [p for p in sorted(DOCS.rglob("*.md")) if not any(m in p.parents for m in made)]
    return [ROOT / "README.md", *found]


def blocks(path: Path, shown: str = "") -> list[Block]:
    """Return the blocks of a page; those of a notebook are its cells of code."""
    page = shown or str(path.relative_to(ROOT))
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        code = [(n, "".join(c["source"])) for n, c in enumerate(cells) if c["cell_type"] == "code"]
        return [Block(page, number, "python", source) for number, source in code]
    found: list[Block] = []
    marks: dict[str, str] = {}
    end = 0
    for piece in _PIECE.finditer(text):
        if text[end : piece.start()].strip():
            marks = {}  # a comment speaks of what follows it at once
        end = piece.end()
        if piece["comment"] is not None:
            mark = _MARK.match(piece["comment"])
            marks |= {mark[1]: mark[2] or ""} if mark else {}
            continue
        line = text.count("\n", 0, piece.start()) + 1
        if piece["indented"] is not None:
            content = re.sub(r"^ {4}", "", piece["indented"], flags=re.MULTILINE).strip("\n") + "\n"
            kind = _guessed(content, "yaml")
        else:
            margin = len(piece["margin"])
            content = "".join(x[margin:] for x in piece["fenced"].splitlines(keepends=True))
            kind = piece["language"] or _guessed(content, "unknown")
        found.append(Block(page, line, _KINDS.get(kind, "text"), content, marks))
        marks = {}
    return found


_KINDS = {name: name for name in ("python", "yaml", "sh", "toml", "unknown")}


def _guessed(content: str, keys: str) -> str:
    """Return the language of a block that does not tell it; `keys` if it begins with a key."""
    first = content.split(maxsplit=1)[0] if content.strip() else ""
    if first in ("nbexp", "$", "pip", "make", "dask") or content.startswith("python -m"):
        return "sh"
    if re.match(r"(from|import) |\w+ = ", content):
        return "python"
    return keys if re.match(r"(- )?[a-z-]+:( |\n)", content) else "unknown"


def commands(block: Block) -> Iterator[tuple[list[str], str]]:
    """Yield the words of each command of a shell block, and what is shown as its output."""
    lines = block.text.replace("\\\n", " ").splitlines()
    prompts = any(line.startswith("$ ") for line in lines)
    starts = [n for n, x in enumerate(lines) if x.strip() and (not prompts or x.startswith("$ "))]
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        words = shlex.split(lines[start].removeprefix("$ "), comments=True)
        if words:
            yield words, "\n".join(lines[start + 1 : stop]) if prompts else ""


def asserting(code: str) -> str:
    """Turn ``value  # → text`` into an assertion that the value is, or prints as, that text."""

    def asserted(told: re.Match[str]) -> str:
        margin, value, text = told.groups()
        printed = re.fullmatch(r"print\((.+)\)", value)
        if printed:
            return f"{margin}assert str({printed[1]}) == {text!r}, str({printed[1]})"
        return f"{margin}assert repr(({value})) == repr({text}), repr(({value}))"

    return _TOLD.sub(asserted, code)


def run_page(path: Path, folder: Path) -> None:
    """Run all blocks of a page in the current folder, one after the other."""
    names: dict[str, object] = {"__name__": "page"}
    printed = ""
    for block in blocks(path):
        if "before" in block.marks:
            exec(block.marks["before"], names)
        if "file" in block.marks:
            (folder / block.marks["file"]).write_text(block.text, encoding="utf-8")
        if "not run" in block.marks:
            assert block.marks["not run"], f"{block.place}: why is it not run?"
            continue
        if block.kind == "python":
            exec(compile(asserting(block.text), block.place, "exec"), names)
        elif block.kind == "toml":
            tomllib.loads(block.text)
        elif block.kind == "yaml":
            check_yaml(block, folder)
        elif block.kind == "sh":
            for words, shown in commands(block):
                printed = run_command(block, words, shown, folder)
        elif "printed" in block.marks:
            assert not unprinted(block.text, printed), f"{block.place}: printed was\n{printed}"
        else:
            assert block.kind != "unknown", f"{block.place}: what is it? name the language"


def unprinted(shown: str, printed: str) -> list[str]:
    """Return the lines that a page shows and that were not printed."""
    lines = {line.rstrip() for line in printed.splitlines()}
    return [line for line in shown.splitlines() if "…" not in line and line.rstrip() not in lines]


def run_command(block: Block, words: list[str], shown: str, folder: Path) -> str:
    """Run a command, hold what it prints against what the page shows, and return it."""
    assert words[0] == "nbexp", f"{block.place}: {words[0]} cannot be run by a test: say why"
    into = words[words.index(">") + 1] if ">" in words else None
    arguments = words[1 : words.index(">")] if into else words[1:]
    result = CliRunner().invoke(cli, arguments)
    code, output = result.exit_code, result.output
    if isinstance(result.exception, NbexpError):  # which the program itself prints
        code, output = result.exception.exit_code, f"nbexp: error: {result.exception}"
    told = f"{block.place}: {shlex.join(words)}\n{output}"
    assert code == int(block.marks.get("exit", 0)), f"{told}\n{result.exception!r}"
    if into:
        (folder / into).write_text(result.stdout, encoding="utf-8")
    if shown.strip() and "output" not in block.marks:
        missing = unprinted(shown, output)
        assert not missing, f"{told}\nnot printed: {missing}"
    return output


def check_command(block: Block, words: list[str]) -> None:
    """Assert that a command line is valid, without running it."""
    arguments = words[1 : words.index(">")] if ">" in words else words[1:]
    context = click.Context(cli, info_name="nbexp")
    command: click.Command = cli
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name = arguments[0]
        found = command.get_command(context, name)
        assert found is not None, f"{block.place}: no command {name}"
        command, arguments = found, arguments[1:]
        if not isinstance(command, click.Group):
            command.make_context(name, list(arguments), parent=context)


THESIS = ("ewd", "efd", "fld", "emd", "ld", "pd", "ffd", "ndd", "ld-ffd", "wpd")
_WHOLE = {
    "name": "a-page",
    "datasets": ["iris"],
    "methods": list(THESIS),
}


def check_yaml(block: Block, folder: Path) -> None:
    """Read a spec, or a part of one within the smallest that it fits into."""
    if "recipe" in block.marks:
        from nbexp.data.recipe import read_recipe

        name = yaml.load(block.text, yaml.BaseLoader)["name"]
        file = folder / f"{name}.yaml"
        file.write_text(block.text, encoding="utf-8")
        read_recipe(file)
        return
    if "claims" in block.marks:
        from nbexp.spec.claims import read_claims

        file = folder / "claims.yaml"
        file.write_text(block.text, encoding="utf-8")
        read_claims(file)
        return
    text = block.text
    if re.match(r" *- ", text):
        text = f"methods:\n{text}"
    given = yaml.load(text, yaml.BaseLoader)
    rest = {key: value for key, value in _WHOLE.items() if key not in given}
    file = folder / "spec-of-the-page.yaml"
    file.write_text(text + (yaml.safe_dump(rest) if rest else ""), encoding="utf-8")
    read_spec(str(file))
