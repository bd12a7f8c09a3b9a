"""What the blocks of a page are run by: each in its order, as a reader would at a desk."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import click
import yaml
from click.testing import CliRunner
from page_desk import Desk
from page_programs import PROGRAMS, run_pipe
from pages import Block, Command, blocks, commands, options

from nbexp.cli import cli
from nbexp.discretize.thesis import THESIS
from nbexp.errors import NbexpError
from nbexp.spec.reader import read_spec

_TOLD = re.compile(r"^(\s*)(.+?)  # → (.+)$", re.MULTILINE)


def asserting(code: str) -> str:
    """Turn ``value  # → text`` into an assertion that the value is, or prints as, that text."""

    def asserted(told: re.Match[str]) -> str:
        margin, value, text = told.groups()
        printed = re.fullmatch(r"print\((.+)\)", value)
        if printed:
            return f"{margin}assert str({printed[1]}) == {text!r}, str({printed[1]})"
        return f"{margin}assert repr(({value})) == repr({text}), repr(({value}))"

    return _TOLD.sub(asserted, code)


def run_page(path: Path, desk: Desk) -> None:
    """Run all blocks of a page, one after the other."""
    names: dict[str, object] = {"__name__": "page"}
    printed = ""
    for block in blocks(path):
        if "before" in block.marks:
            exec(block.marks["before"], names)
        if "file" in block.marks:
            file = desk.folder / block.marks["file"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        if block.kind == "python":
            exec(compile(asserting(block.text), block.place, "exec"), names)
        elif block.kind == "toml":
            tomllib.loads(block.text)
        elif block.kind == "yaml":
            check_yaml(block, desk.folder)
        elif block.kind == "sh":
            more = options(block)
            for command in commands(block):
                printed = run_command(block, command, more, desk)
        else:
            assert "printed" in block.marks, f"{block.place}: what is it? name the language"
            missing = unprinted(block, block.text, printed)
            assert not missing, f"{block.place}: {printed}\nnot printed: {missing}"


def unprinted(block: Block, shown: str, printed: str) -> list[str]:
    """Return the lines that a page shows and that were not printed."""
    seen = but_numbers if "output" in block.marks else str.rstrip
    lines = {seen(line) for line in printed.splitlines()}
    return [line for line in shown.splitlines() if "…" not in line and seen(line) not in lines]


def but_numbers(line: str) -> str:
    """Return what a line says but for widths and numbers; ours alone, if it has ours/published."""
    ours = r"\d[\d.,]*(?=/)" if "/" in line else r"\d[\d.,]*"
    return " ".join(re.sub(r"-{3,}", "---", re.sub(ours, "#", line)).split())


def run_command(block: Block, command: Command, more: dict[str, list[str]], desk: Desk) -> str:
    """Run a command, hold what it prints against what the page shows, and return it."""
    added = [option for word, given in more.items() if word in command.words for option in given]
    program = command.words[0]
    if "|" in command.words:
        code, output = run_pipe(command.words, added, desk, stopped="stopped" in block.marks)
    elif program == "nbexp":
        code, output = run_nbexp(command.words, added, desk)
    else:
        assert program in PROGRAMS, f"{block.place}: who runs {program}? see page_programs"
        code, output = PROGRAMS[program](command, added, desk)
    told = f"{block.place}: {shlex.join([*command.words, *added])}\n{output}"
    expected = {int(x) for x in block.marks.get("exit", "0").split(",")}
    assert code in expected, f"{told}\nexit code {code}"
    if command.shown.strip():
        missing = unprinted(block, command.shown, output)
        assert not missing, f"{told}\nnot printed: {missing}"
    return output


def run_nbexp(words: list[str], added: list[str], desk: Desk) -> tuple[int, str]:
    """Run a command of nbexp in this process; return its exit code and what it prints."""
    arguments, into = redirected(words[1:])
    result = CliRunner().invoke(cli, [desk.placed(word) for word in (*arguments, *added)])
    if into:
        (desk.folder / into).write_text(result.stdout, encoding="utf-8")
    if isinstance(result.exception, NbexpError):  # which the program itself prints
        return result.exception.exit_code, f"nbexp: error: {result.exception}"
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def redirected(arguments: list[str]) -> tuple[list[str], str | None]:
    """Part arguments from the file, if any, that the output is written into."""
    if ">" not in arguments:
        return arguments, None
    place = arguments.index(">")
    return arguments[:place], arguments[place + 1]


def check_command(block: Block, words: list[str]) -> None:
    """Assert that a command line of nbexp is valid, without running it."""
    arguments, _ = redirected(words[1:])
    context = click.Context(cli, info_name="nbexp")
    command: click.Command = cli
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name = arguments[0]
        found = command.get_command(context, name)
        assert found is not None, f"{block.place}: no command {name}"
        command, arguments = found, arguments[1:]
        if not isinstance(command, click.Group):
            command.make_context(name, list(arguments), parent=context)


_WHOLE = {
    "name": "a-page",
    "datasets": ["iris"],
    "methods": list(THESIS),
}


def check_yaml(block: Block, folder: Path) -> None:
    """Read a spec, or a part of one within the smallest that it fits into."""
    if "recipe" in block.marks:
        check_recipe(block, folder / "recipe-of-the-page.yaml")
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


def check_recipe(block: Block, file: Path) -> None:
    """Read a recipe, or sources in place of those of the recipe shown before."""
    from nbexp.data.recipe import read_recipe

    text = block.text
    if re.match(r" *- ", text):
        assert file.exists(), f"{block.place}: sources of which recipe? show that before"
        rest, told, _ = file.read_text(encoding="utf-8").partition("\nsources:")
        assert told, f"{block.place}: sources must be the last of the recipe before"
        text = f"{rest}\nsources:\n{text}"
    file.write_text(text, encoding="utf-8")
    read_recipe(file)
