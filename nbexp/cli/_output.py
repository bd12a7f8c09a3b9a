"""Standard output and standard error that may be closed, full, or read by nobody any more.

What cannot be printed does not end what is being done: a run stores its units, and a verb has its
own exit code. That something could not be printed is told in the end. Only verbs without end, or
with very much to print, ask in between whether anybody still listens.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from typing_extensions import Buffer


class OutputLost(Exception):
    """What is printed goes nowhere any more."""


class Output(io.FileIO):
    """A file to print to; what cannot be written to it is dropped, from the first failure on.

    Attributes
    ----------
    fault : OSError or None
        Why something could not be written.
    """

    fault: OSError | None = None

    def write(self, piece: Buffer) -> int:
        """Write as much as can be written; where nothing can, all of it is dropped."""
        if self.fault is None:
            try:
                return super().write(piece)
            except OSError as error:
                self.fault = error
        return memoryview(piece).nbytes


def prepare_streams() -> None:
    """Give the process's own streams what they need to outlive a closed or a full file."""
    for number in range(3):  # the lowest first: the system gives the lowest free number
        _open(number)
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - a number has no path
    if sys.stdout is sys.__stdout__:  # not where a program has put another in its place
        sys.stdout = _stream(sys.stdout, 1)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(sys.stderr, 2)


def _open(number: int) -> None:
    """Open a closed standard stream to nowhere, or the next file opened would be taken for it."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        os.set_inheritable(number, True)  # worker processes print as well


def _stream(former: TextIO | None, number: int) -> TextIO:
    raw = Output(number, "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw) if number == 1 else raw,
        encoding=former.encoding if former else "utf-8",
        errors=former.errors if former else "backslashreplace",
        line_buffering=number == 2 or raw.isatty(),
        write_through=number == 2,
    )


def output_fault() -> OSError | None:
    """Return why something could not be printed to standard output; None if all was."""
    buffer = getattr(sys.stdout, "buffer", None)
    raw = getattr(buffer, "raw", None)
    return raw.fault if isinstance(raw, Output) else None


def is_unread(fault: OSError) -> bool:
    """Whether it was the reader who has gone, as `head` does, which is no fault."""
    return fault.errno == errno.EPIPE


def listening(say: Callable[[str], object]) -> Callable[[str], None]:
    """Return a way to print that raises `OutputLost` when nobody listens any more."""

    def tell(text: str) -> None:
        say(text)
        stop_if_lost()

    return tell


def stop_if_lost() -> None:
    """Raise `OutputLost` if standard output goes nowhere."""
    if output_fault() is not None:
        raise OutputLost
