"""What a process of nbexp asks of the libraries and the system below it, before it starts."""

from __future__ import annotations

import ctypes
import os
import sys

_LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA")

_BLOCKS = {
    "MALLOC_MMAP_THRESHOLD_": (-3, 16 << 20),  # larger arrays go back to the system at once
    "MALLOC_TRIM_THRESHOLD_": (-1, 64 << 20),  # of the others so much is kept for the next ones
}
"""Settings of the C library of Linux: variable, number of the setting in mallopt, bytes."""


def use_one_thread() -> None:
    """Let numerical libraries use one thread, unless the user has said how many.

    Processes are the way in which nbexp uses more than one core. The libraries read these
    variables when they are first imported.
    """
    for library in _LIBRARIES:
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def give_back_large_blocks() -> None:
    """Let large arrays that are done with go back to the system, here and in child processes.

    By itself the C library of Linux keeps blocks up to 32 MB for later use once it has seen one of
    that size. The arrays of a large data set then leave holes that no other array fills: 5 million
    instances took a third more memory. Smaller blocks are kept, because to get memory from the
    system again and again takes a third of the time of a method on half a million instances.
    """
    if sys.platform != "linux" or any(name in os.environ for name in _BLOCKS):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    for name, (setting, size) in _BLOCKS.items():
        os.environ[name] = str(size)  # for children, who read it when they start
        if mallopt is not None:
            mallopt(setting, size)
