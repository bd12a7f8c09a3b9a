"""Where the pages' blocks are run: a reader's folder, and a checkout of the project."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pages import ROOT

_PARTS = ("benchmarks", "configs", "datasets", "nbexp", "docs")
_FILES = ("Makefile", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "CITATION.cff")


@dataclass
class Desk:
    """What is at a reader's hand.

    Attributes
    ----------
    folder : Path
        Where the reader is, with files and results.
    checkout : Path
        A copy of the project; in it make and the benchmarks are run, and packages are made.
    scratch : Path
        For environments and logs.
    addresses : dict
        What stands in a page for an address that is only known when a program has started.
    """

    folder: Path
    checkout: Path
    scratch: Path
    addresses: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def environment(self, *, in_checkout: bool = False) -> dict[str, str]:
        """Return the environment of processes; in the checkout nbexp is the copy there."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        programs = os.pathsep.join((str(Path(sys.executable).parent), kept["PATH"]))
        place = {"PYTHONPATH": str(self.checkout)} if in_checkout else {}
        return kept | place | {"PATH": programs, "LC_ALL": "C.UTF-8"}

    def placed(self, word: str) -> str:
        """Return a word with the addresses that hold here."""
        return self.addresses.get(word, word)

    def start(self, command: list[str], log: str) -> subprocess.Popen[bytes]:
        """Start a program that runs until the page ends."""
        with (self.scratch / log).open("ab") as stream:
            process = subprocess.Popen(
                command,
                stdout=stream,
                stderr=stream,
                cwd=self.scratch,
                env=self.environment(),
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End what was started, with all its children."""
        for process in reversed(self.started):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def make_checkout(folder: Path) -> Path:
    """Copy the project, with compiled kernels, and say that it has been installed."""
    made = ("_build", "methods", "reference")
    half_written = ("*.tmp.*", "*.pyc.*")  # kernels and byte code, by tests at the same time
    for part in _PARTS:
        leave = shutil.ignore_patterns(*(made if part == "docs" else half_written))
        shutil.copytree(ROOT / part, folder / part, ignore=leave)
    for name in _FILES:
        shutil.copy2(ROOT / name, folder / name)
    environment = folder / ".venv"
    environment.mkdir()
    for path in Path(sys.executable).parent.parent.iterdir():
        (environment / path.name).symlink_to(path)
    (environment / ".installed").unlink(missing_ok=True)
    (environment / ".installed").touch()
    return folder
