"""Ctrl-C and SIGTERM from the first moment on, also while the program is still being loaded.

This module imports next to nothing: it is the first that the command line loads.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType

from nbexp.errors import EXIT_STOPPED


def stop_on_signals() -> None:
    """Let the first Ctrl-C or SIGTERM raise KeyboardInterrupt, and the second end the process.

    What is being loaded may swallow the first. What writes files clears up after the first.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:  # as for what runs in the background
                signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, _end)
    raise KeyboardInterrupt


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(EXIT_STOPPED)
