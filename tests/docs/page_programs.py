"""The programs besides nbexp that pages name, each run as a process of its own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from page_desk import Desk
from pages import Command

import nbexp

PATIENCE_SECONDS = 300
_PIP = (sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--no-input")
_OFFLINE = ("--quiet", "--no-index", "--no-build-isolation")

Ran = tuple[int, str]


def run(command: list[str], desk: Desk, folder: Path, *, in_checkout: bool = False) -> Ran:
    """Run a program to its end; return its exit code and what it prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=desk.environment(in_checkout=in_checkout),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout


def make(command: Command, added: list[str], desk: Desk) -> Ran:
    """Run make in the checkout."""
    return run([*command.words, *added], desk, desk.checkout, in_checkout=True)


def python(command: Command, added: list[str], desk: Desk) -> Ran:
    """Run Python in the checkout."""
    arguments = [*command.words[1:], *added]
    return run([sys.executable, *arguments], desk, desk.checkout, in_checkout=True)


def at_hand(command: Command, added: list[str], desk: Desk) -> Ran:
    """Run a program of the system in the reader's folder."""
    return run([*command.words, *added], desk, desk.folder)


def bash(command: Command, added: list[str], desk: Desk) -> Ran:
    """Let the shell take over what a command prints, and ask it what it has learnt to complete."""
    assert not added
    return run(["bash", "-ec", f"{command.line}\ncomplete -p nbexp"], desk, desk.folder)


def pip(command: Command, added: list[str], desk: Desk) -> Ran:
    """Install nbexp into an environment of its own, from the checkout, and start it there.

    It has what these tests have at hand, but for nbexp. Nothing is asked of an index: a package
    of nbexp made from the checkout stands for the one there.
    """
    assert command.words[1] == "install"
    environment = _environment(desk.scratch)
    target = environment / "bin" / "python"
    wheels = desk.checkout.parent / "wheels"
    if any(word.startswith("nbexp") for word in command.words) and not wheels.exists():
        _made([*_PIP, "wheel", *_OFFLINE, "--no-deps", "-w", str(wheels), "."], desk)
    source = ["--find-links", str(wheels)]
    place = [*_PIP, "--python", str(target), "install", *_OFFLINE, *source]
    code, output = run([*place, *command.words[2:], *added], desk, desk.checkout)
    if code == 0:
        told = _made([str(environment / "bin" / "nbexp"), "--version"], desk, desk.scratch)
        assert nbexp.__version__ in told, told
        extras = re.findall(r"\[([\w,]+)\]", " ".join(command.words))
        asked = "from importlib.metadata import metadata, distribution as d; import nbexp;"
        asked += "print(nbexp.__file__, *metadata('nbexp').get_all('Provides-Extra'))"
        where, *provided = _made([str(target), "-c", asked], desk, desk.scratch).split()
        assert environment in Path(where).parents, where
        assert set(extras) <= set(provided), f"{extras} of {provided}"
    return code, output


def _made(command: list[str], desk: Desk, folder: Path | None = None) -> str:
    code, output = run(command, desk, folder or desk.checkout)
    assert code == 0, output
    return output


def _environment(scratch: Path) -> Path:
    """Make an environment that has all packages of this one but nbexp."""
    folder = scratch / f"environment-{len(list(scratch.glob('environment-*')))}"
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for path in Path(pytest.__file__).parent.parent.iterdir():
        if not re.match(r"_?_?(nbexp|editable|pycache)|.*\.pth$", path.name):
            (site / path.name).symlink_to(path)
    return folder


_ADDRESS = "tcp://host:8786"  # as pages have it


def dask(command: Command, added: list[str], desk: Desk) -> Ran:
    """Start a scheduler or workers on this machine, until the page ends."""
    pytest.importorskip("distributed")
    role = command.words[1]
    arguments = [*map(desk.placed, command.words[1:]), *added, "--no-dashboard"]
    told = desk.scratch / "scheduler.json"
    if role == "scheduler":
        arguments += ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told)]
    else:
        arguments += ["--host", "127.0.0.1", "--local-directory", str(desk.scratch)]
    process = desk.start([sys.executable, "-m", "dask", *arguments], f"{role}.log")
    if role == "scheduler":
        _wait_until(told.is_file, process)
        desk.addresses[_ADDRESS] = json.loads(told.read_text(encoding="utf-8"))["address"]
    else:
        log = desk.scratch / f"{role}.log"
        _wait_until(lambda: "Registered to:" in log.read_text(errors="replace"), process)
    return 0, ""


def _wait_until(true: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert process.poll() is None, f"{process.args!r} has ended"
        assert time.monotonic() < end, f"{process.args!r} takes too long"
        time.sleep(0.05)


def run_pipe(words: list[str], added: list[str], desk: Desk, *, stopped: bool) -> Ran:
    """Run a program that feeds nbexp; press Ctrl-C at the first line, if it has no end."""
    place = words.index("|")
    fed, own = words[:place], words[place + 1 :]
    assert own[0] == "nbexp", own
    command = [sys.executable, "-m", *own, *added]
    about = {"cwd": desk.folder, "env": desk.environment()}
    with (
        subprocess.Popen(fed, stdout=subprocess.PIPE, **about) as source,
        subprocess.Popen(
            command,
            stdin=source.stdout,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **about,
        ) as reader,
    ):
        assert reader.stdout is not None
        late = threading.Timer(PATIENCE_SECONDS, reader.kill)
        late.start()
        try:
            printed = reader.stdout.readline()
            if stopped:
                reader.send_signal(signal.SIGINT)
            printed += reader.stdout.read()
            return reader.wait(), printed
        finally:
            late.cancel()
            reader.kill()
            source.kill()


PROGRAMS: Mapping[str, Callable[[Command, list[str], Desk], Ran]] = {
    "make": make,
    "python": python,
    "pip": pip,
    "dask": dask,
    "eval": bash,
    "head": at_hand,
}
