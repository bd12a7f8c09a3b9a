"""Ctrl-C and SIGTERM from the first moment to the last, also while the program is being loaded.

This module imports next to nothing: it is the first that the command line loads.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from nbexp.errors import EXIT_STOPPED

_NUMBERS = (signal.SIGINT, signal.SIGTERM)

_settled: list[int] = []
"""The exit code of a program that was stopped and has cleared up."""


def stop_on_signals() -> None:
    """Let the first Ctrl-C or SIGTERM raise KeyboardInterrupt, and the second end the process.

    What is being loaded may swallow the first. What writes files clears up after the first.
    """
    if threading.current_thread() is threading.main_thread():
        atexit.register(_be_last)
        for number in _NUMBERS:
            if signal.getsignal(number) != signal.SIG_IGN:  # as for what runs in the background
                signal.signal(number, _stop)


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Let the first Ctrl-C or SIGTERM stop the work in this context, the second end it at once.

    Ending at once loses nothing that is stored: each unit is a transaction. Where the command
    line has seen to it before, it stays so when the context ends: there is still to be cleared up.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may handle signals
        return
    former = {one: signal.getsignal(one) for one in _NUMBERS}
    former = {one: handler for one, handler in former.items() if handler not in (_stop, _end)}
    for one in former:
        signal.signal(one, _stop)
    try:
        yield
    finally:
        for one, handler in former.items():
            signal.signal(one, handler)


def settle(code: int) -> None:
    """Take an exit code as settled: the work is done and told, Python has but to shut down.

    The next signal ends the process at once. After one that stopped the work, the process ends
    with the code as soon as all has been cleared up.
    """
    if threading.current_thread() is threading.main_thread():
        if any(signal.getsignal(one) == _end for one in _NUMBERS):
            _settled[:] = [code]
        for one in _NUMBERS:
            if signal.getsignal(one) == _stop:
                signal.signal(one, _end)


def _stop(number: int, frame: FrameType | None) -> None:
    for one in _NUMBERS:
        signal.signal(one, _end)
    raise KeyboardInterrupt


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(EXIT_STOPPED)


def _be_last() -> None:
    """Do the last thing before Python takes its handlers away, and signals their own way.

    A signal would put its own exit code in place of the settled one. To take down what was loaded
    may take Python a second, for which nobody has to wait who wants to stop.
    """
    for number in _NUMBERS:
        signal.signal(number, signal.SIG_IGN)
    if _settled:
        os._exit(_settled[0])
