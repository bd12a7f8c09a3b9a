"""What leads a reader on from a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that looks most like `word`, None if none looks like it."""
    by_lower = {one.lower(): one for one in known}
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str], *, listed: int = 16) -> str:
    """Return the words that lead a reader on from an unknown `word`.

    That is the nearest of the `known` words or, if none is near, all of them if they are few.

    Parameters
    ----------
    word : str
    known : iterable of str
    listed : int
        So many known words are few; 0 where the message lists them anyway.

    >>> did_you_mean("EWd", ["ewd", "efd"]), did_you_mean("zzz", ["ewd", "efd"])
    ('; did you mean ewd?', '; expected one of ewd, efd')
    """
    known = list(known)
    near = nearest(word, known)
    if near is not None:
        return f"; did you mean {near}?"
    return f"; expected one of {', '.join(known)}" if 0 < len(known) <= listed else ""
