"""Complete lines of a file without end, as they come, until it ends or a signal says stop."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

from nbexp.errors import DataError

_PIECE = 1 << 16
"""Bytes read at a time at most."""

LONGEST = 1 << 20
"""Bytes that a line has at most."""


class Signals:
    """What signals ask for while the context is open.

    SIGINT and SIGTERM: to stop. SIGUSR1, where there is one: to save. A signal also ends a wait
    for input, so that what it asks for is done at once.

    Attributes
    ----------
    stop, save : bool
    """

    def __init__(self) -> None:
        self.stop = self.save = False
        self._ear, self._mouth = socket.socketpair()
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        for end in (self._ear, self._mouth):
            end.setblocking(False)
        self._wakeup = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        wanted = [signal.SIGINT, signal.SIGTERM]
        if hasattr(signal, "SIGUSR1"):
            wanted.append(signal.SIGUSR1)
        for number in wanted:
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._wakeup)
        self._ear.close()
        self._mouth.close()

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number in (signal.SIGINT, signal.SIGTERM):
            self.stop = True
        else:
            self.save = True

    def wait(self, file: int) -> bool:
        """Wait until there is something to read; False where a signal came first."""
        ear = self._ear.fileno()
        ready, _, _ = select.select([ear, file], [], [])
        if ear in ready:
            with suppress(BlockingIOError):
                self._ear.recv(_PIECE)
            return False
        return True


def lines_of(file: int, name: str, signals: Signals) -> Iterator[list[str]]:
    """Yield complete lines as they come; an empty list where a signal ended the wait.

    Parameters
    ----------
    file : int
        A file descriptor, open for reading.
    name : str
        For messages.
    signals : Signals
        When it says stop, there are no more lines.
    """
    rest = b""
    while not signals.stop:
        if not signals.wait(file):
            yield []
            continue
        piece = os.read(file, _PIECE)
        if not piece:
            if rest:
                yield _decoded([rest])
            return
        *lines, rest = (rest + piece).split(b"\n")
        if len(rest) > LONGEST:
            raise DataError(f"{name}: found a line of more than {LONGEST:,} bytes; is it text?")
        if lines:
            yield _decoded(lines)


def _decoded(lines: list[bytes]) -> list[str]:
    texts = (line.decode("utf-8", "replace").rstrip("\r") for line in lines)
    return [text for text in texts if text.strip()]
