"""The data of an experiment, if they are at hand: a report asks no server for anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from nbexp.data.dataset import DataSet
from nbexp.data.download import Downloader, DownloadError
from nbexp.errors import NbexpError


class Offline(Downloader):
    """A downloader that stays at home."""

    def get(self, address: str, into: Path) -> None:
        """Raise DownloadError."""
        del into
        raise DownloadError("a report asks no server")


def load_at_hand(
    entry: Mapping[str, object], digest: str, *, cache: Path, mirrors: Sequence[str] = ()
) -> DataSet | None:
    """Return a data set of a stored spec; None if it is not at hand, or is not what was run.

    Parameters
    ----------
    entry : mapping
        The data set in the resolved spec.
    digest : str
        That of the data that were run.
    """
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.load import load
    from nbexp.data.recipe import UserFile

    own = entry.get("file")
    try:
        source = UserFile.model_validate(own) if own else find_recipe(str(entry["name"]))
        found = load(source, cache=cache, mirrors=mirrors, downloader=Offline(progress=False))
    except (NbexpError, OSError, ValueError):
        return None
    return found if found.digest == digest else None
