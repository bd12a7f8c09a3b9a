"""What a process of nbexp asks of the libraries and the system below it, before it starts."""

from __future__ import annotations

import ctypes
import os
import sys

_LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA")

_M_MMAP_THRESHOLD = -3
_LARGE_BLOCK = 4 << 20


def use_one_thread() -> None:
    """Let numerical libraries use one thread, unless the user has said how many.

    Processes are the way in which nbexp uses more than one core. The libraries read these
    variables when they are first imported.
    """
    for library in _LIBRARIES:
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def give_back_large_blocks() -> None:
    """Let large arrays that are done with go back to the system, here and in child processes.

    The C library of Linux keeps blocks up to 32 MB for later use once it has seen one of that
    size. The arrays of a large data set then leave holes that no other array fills: 5 million
    instances took a third more memory.
    """
    name = "MALLOC_MMAP_THRESHOLD_"
    if sys.platform != "linux" or name in os.environ:
        return
    os.environ[name] = str(_LARGE_BLOCK)  # for children, who read it when they start
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK)
