"""The errors nbexp raises on purpose, each with the exit code it leads to.

An error message says where (file, line, key), what was found, what was expected and
what to do. The command line prints it without a traceback.
"""

from __future__ import annotations

import unicodedata

EXIT_DONE = 0
EXIT_UNITS_FAILED = 1
EXIT_BAD_SPEC = 2
EXIT_DATA_FAULT = 3
EXIT_STORE_FAULT = 4
EXIT_STOPPED = 130


class NbexpError(Exception):
    """Base of all errors that are reported to the user as one message."""

    exit_code = EXIT_UNITS_FAILED


class SpecError(NbexpError):
    """A spec, a recipe's use or a command-line argument is not what it should be."""

    exit_code = EXIT_BAD_SPEC


class DataError(NbexpError):
    """A data file cannot be had, or is not what its recipe declares."""

    exit_code = EXIT_DATA_FAULT


class StoreError(NbexpError):
    """The result store cannot be read or written, or belongs to another experiment."""

    exit_code = EXIT_STORE_FAULT


def told(error: BaseException) -> str:
    """Return the class of an error and what it says.

    An error of somebody else's code may fail to say it, or say it in letters that no file can
    hold: it is told nevertheless, or the failure of one method would be that of the run.
    """
    kind = type(error).__name__
    try:
        said = str(error)
    except Exception:
        said = "(its message cannot be had)"
    return f"{kind}: {said}".encode(errors="backslashreplace").decode()


def printable(text: str) -> str:
    """Return a text with the characters spelt out that steer a terminal, as escapes of Python.

    >>> printable("red: " + chr(27) + "[31m").isprintable()
    True
    """
    return "".join(
        one if one in "\n\t" or unicodedata.category(one) not in ("Cc", "Cs") else ascii(one)[1:-1]
        for one in text
    )


WHOLE = 2_000
"""Characters of a whole message at most; of a word in it, 60."""


def in_one_line(text: str, longest: int = 60) -> str:
    """Return somebody else's text for the middle of a message: in one line, cut where it is long.

    >>> in_one_line("a" + chr(10) + "b").isprintable(), in_one_line("abcdef", 4)
    (True, 'abc…')
    """
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
