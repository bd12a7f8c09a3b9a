"""The pages of the documentation as a test sees them: blocks of code, in order.

Every block is run. A comment before it says what cannot be seen from it:

    <!-- run with: WORD OPTIONS -->     commands with that word get these options too, which
                                        make them small; several are parted by semicolons
    <!-- file: NAME -->         it is the content of a file that later blocks use
    <!-- output: WHY -->        what is shown as printed has other numbers, but the same words
    <!-- exit: CODE -->         its command ends with this code, or with one of several: 0, 1
    <!-- stopped -->            its command has no end: Ctrl-C when it has printed a line
    <!-- printed -->            it is what the last command printed, … standing for any lines
    <!-- recipe -->, <!-- claims -->    YAML that is no spec
    <!-- before: PYTHON -->     is run first, on any number of lines

How they are run, and where, is told in tests/docs.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

_PIECE = re.compile(
    r"^<!--(?P<comment>.*?)-->\n"
    r"|^(?P<margin> *)```(?P<language>\S*)\n(?P<fenced>.*?)^ *```$"
    r"|(?<=\n\n)(?P<indented>(?: {4}[^\n]*\n|\n(?= {4}))+)",
    re.MULTILINE | re.DOTALL,
)
_MARK = re.compile(
    r"\s*(run with|file|output|exit|stopped|printed|recipe|claims|before)(?::\s*(.*?))?\s*$",
    re.DOTALL,
)


@dataclass(frozen=True)
class Command:
    """A command line of a block.

    Attributes
    ----------
    words : list of str
    line : str
        As the page has it.
    shown : str
        What the page shows as its output.
    """

    words: list[str]
    line: str
    shown: str = ""


@dataclass(frozen=True)
class Block:
    """A block of code.

    `kind` is python, yaml, sh or toml; or unknown, where neither the block nor its content tells,
    as it is with what a command has printed.
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
            kind = guessed(content, "yaml")
        else:
            margin = len(piece["margin"])
            content = "".join(x[margin:] for x in piece["fenced"].splitlines(keepends=True))
            kind = piece["language"] or guessed(content)
        found.append(Block(page, line, _KINDS.get(kind, "unknown"), content, marks))
        marks = {}
    return found


_KINDS = {name: name for name in ("python", "yaml", "sh", "toml")}


def guessed(content: str, keys: str = "unknown") -> str:
    """Return the language of a block that does not tell it; `keys` if it begins with a key."""
    first = content.split(maxsplit=1)[0] if content.strip() else ""
    if first in ("nbexp", "$", "pip", "make", "dask") or content.startswith("python -m"):
        return "sh"
    if re.match(r"(from|import) |\w+ = ", content):
        return "python"
    return keys if re.match(r"(- )?[a-z-]+:( |\n)", content) else "unknown"


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a shell block, each with the output that is shown of it."""
    lines = block.text.replace("\\\n", " ").splitlines()
    prompts = any(line.startswith("$ ") for line in lines)
    starts = [n for n, x in enumerate(lines) if x.strip() and (not prompts or x.startswith("$ "))]
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        line = lines[start].removeprefix("$ ")
        words = shlex.split(line, comments=True)
        if words:
            yield Command(words, line, "\n".join(lines[start + 1 : stop]) if prompts else "")


def options(block: Block) -> dict[str, list[str]]:
    """Return what commands of the block are given besides, by the word that they hold."""
    told = [shlex.split(one) for one in block.marks.get("run with", "").split(";")]
    found = {words[0]: words[1:] for words in told if words}
    held = {word for command in commands(block) for word in command.words} if found else set()
    for word in found:
        assert word in held, f"{block.place}: no command has the word {word}"
    return found
