"""Getting a recipe's files: from the cache, then from mirrors, then from their addresses.

All sources of a recipe are looked for in the cache before a mirror is asked, and in all
mirrors before any address is: they all give the same data, so the nearest is the best.
Every file is checked against its declared digest before it is used.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbexp.data.download import Downloader, DownloadError
from nbexp.data.mirror import Mirror
from nbexp.data.packed import PackedError, unpacked
from nbexp.data.recipe import Recipe
from nbexp.data.shelf import Shelf, WrongFileError
from nbexp.data.source import FileDecl, Source
from nbexp.errors import DataError
from nbexp.outfile import NO_ROOM
from nbexp.resources import resource_dir

_log = logging.getLogger(__name__)

MANIFEST = "MANIFEST.csv"

_SEPARATOR = (
    # a colon of http://host:8000 separates nothing
    r"(?<!http)(?<!https)(?<!file):(?!\d+(?:[/:]|$))" if os.pathsep == ":" else os.pathsep
)


class Unavailable(DataError):
    """No source of a data set could be reached or found."""


def default_cache() -> Path:
    """Return the cache's folder: ``NBEXP_CACHE``, or the user's cache folder."""
    named = os.environ.get("NBEXP_CACHE")
    if named:
        return Path(named).expanduser()
    import pooch

    return Path(pooch.os_cache("nbexp"))


def mirrors_from(options: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the mirrors: those named as options, then those in ``NBEXP_MIRROR``.

    The variable may hold several, separated as in ``PATH``; an address's own colon does not
    separate.
    """
    named = os.environ.get("NBEXP_MIRROR", "")
    parts = re.split(_SEPARATOR, named) if named else []
    return tuple(dict.fromkeys(mirror for mirror in (*options, *parts) if mirror))


@dataclass(frozen=True)
class Fetched:
    """A source whose files are all at hand.

    Attributes
    ----------
    source : Source
    paths : tuple of Path
        One for each file of the source.
    origins : tuple of str
        Where each was had: ``cache``, ``bundled``, a mirror or an address.
    """

    source: Source
    paths: tuple[Path, ...]
    origins: tuple[str, ...]

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the files that have no declared digest."""
        return tuple(file.path for file in self.source.files if file.digest is None)


def at_hand(recipe: Recipe, cache: Path) -> str | None:
    """Return how a data set is had without mirror or network, None if it is not.

    ``bundled``, ``generated`` or ``cached``; the cached files are not read.
    """
    if any(source.generator is not None for source in recipe.sources):
        return "generated"
    if any(source.bundled for source in recipe.sources):
        return "bundled"
    shelf = Shelf(cache)
    for source in recipe.sources:
        if all(shelf.holds(file, recipe.name) for file in source.files):
            return "cached"
    return None


def fetch(
    recipe: Recipe,
    *,
    cache: Path,
    mirrors: Sequence[str] = (),
    downloader: Downloader | None = None,
    sources: Sequence[Source] | None = None,
) -> Fetched:
    """Return the first source of a recipe that can be had, its files in the cache.

    Parameters
    ----------
    recipe : Recipe
    cache : Path
        The cache's folder; made if it is not there.
    mirrors : sequence of str
        Folders or web addresses.
    downloader : Downloader, optional
    sources : sequence of Source, optional
        Only these sources of the recipe; by default all.

    Raises
    ------
    Unavailable
        No source could be reached or found.
    DataError
        Something was found, but it is not what the recipe declares.
    """
    fetcher = _Fetcher(
        recipe,
        recipe.sources if sources is None else tuple(sources),
        Shelf(cache),
        tuple(Mirror(location) for location in mirrors),
        downloader or Downloader(),
    )
    return fetcher.run()


@dataclass
class _Fetcher:
    """The work of one `fetch`; keeps the reasons why something could not be had.

    Sources of a recipe may name the same addresses, and mirrors are asked for each source: an
    address that gave nothing is not asked again, nor what is at a place looked at twice for the
    same file.
    """

    recipe: Recipe
    sources: tuple[Source, ...]
    shelf: Shelf
    mirrors: tuple[Mirror, ...]
    downloader: Downloader
    reasons: list[str] = field(default_factory=list)
    found_wrong: bool = False
    manifests: dict[str, str | None] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    wrong: set[tuple[str, str]] = field(default_factory=set)
    origins: dict[Path, str] = field(default_factory=dict)

    def run(self) -> Fetched:
        """Look near first, then farther; return the first source that is complete."""
        self.shelf.sweep()
        for with_mirrors, with_addresses in ((False, False), (True, False), (True, True)):
            if with_mirrors and not with_addresses and not self.mirrors:
                continue
            for source in self.sources:
                fetched = self._source(source, with_mirrors, with_addresses)
                if fetched is not None:
                    return fetched
        raise self._fault()

    def _fault(self) -> DataError:
        reasons = "\n".join(f"  {reason}" for reason in dict.fromkeys(self.reasons))
        name = self.recipe.name
        if self.found_wrong:
            return DataError(
                f"{name}: what was found is not the file that the recipe declares:\n{reasons}\n"
                "Nothing of it was kept; name a good mirror with --mirror or NBEXP_MIRROR."
            )
        hint = "name a mirror with --mirror or NBEXP_MIRROR, or try again with a network"
        return Unavailable(f"{name}: no source could be had; {hint}:\n{reasons}")

    def _source(self, source: Source, with_mirrors: bool, with_addresses: bool) -> Fetched | None:
        if source.generator is not None:
            return Fetched(source, (), ())
        found = []
        for file in source.files:
            one = self._kept(source, file)
            if one is None and with_mirrors:
                one = self._from_mirrors(file)
            if one is None and with_addresses:
                one = self._from_addresses(file)
            if one is None:
                return None
            self.origins[one[0]] = one[1]
            found.append(one)
        return Fetched(
            source, tuple(path for path, _ in found), tuple(origin for _, origin in found)
        )

    def _kept(self, source: Source, file: FileDecl) -> tuple[Path, str] | None:
        if source.bundled:
            path = resource_dir("datasets") / "bundled" / file.path
            return (path, "bundled") if path.is_file() else None
        kept = self.shelf.find(file, self.recipe.name)
        return None if kept is None else (kept, self.origins.get(kept, "cache"))

    def _from_mirrors(self, file: FileDecl) -> tuple[Path, str] | None:
        for mirror in self.mirrors:
            if mirror.folder is None:
                found = self._from_web_mirror(mirror, file)
            else:
                found = self._from_folder(mirror, mirror.folder, file)
            if found is not None:
                return found, f"mirror {mirror.location}"
        return None

    def _from_folder(self, mirror: Mirror, folder: Path, file: FileDecl) -> Path | None:
        if not folder.is_dir():
            self.reasons.append(f"mirror {mirror.location}: there is no such folder")
            return None
        for candidate in mirror.candidates(file, self._folder_manifest(folder)):
            path = folder / candidate
            if path.is_file():
                kept = self._keep(path, (), file, str(path))
                if kept is not None:
                    return kept
        self.reasons.append(f"mirror {mirror.location}: has no sound {file.path}")
        return None

    def _folder_manifest(self, folder: Path) -> str | None:
        try:
            return (folder / MANIFEST).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return None

    def _from_web_mirror(self, mirror: Mirror, file: FileDecl) -> Path | None:
        manifest = self._web_manifest(mirror)
        for candidate in mirror.candidates(file, manifest):
            kept = self._download(mirror.address(candidate), file)
            if kept is not None:
                return kept
        return None

    def _web_manifest(self, mirror: Mirror) -> str | None:
        if mirror.location not in self.manifests:
            text: str | None = None
            with self.shelf.part() as part:
                try:
                    self.downloader.get(mirror.address(MANIFEST), part)
                    text = part.read_text(encoding="utf-8-sig")
                except (DownloadError, UnicodeDecodeError) as error:
                    _log.info("%s: no %s (%s)", mirror.location, MANIFEST, error)
            self.manifests[mirror.location] = text
        return self.manifests[mirror.location]

    def _from_addresses(self, file: FileDecl) -> tuple[Path, str] | None:
        addresses = self.recipe.addresses(file)
        if not addresses:
            self.reasons.append(f"{file.path}: is not in the cache and has no address")
        for address in addresses:
            kept = self._download(address, file)
            if kept is not None:
                return kept, address
        return None

    def _download(self, address: str, file: FileDecl) -> Path | None:
        plain, *members = address.split("#")
        if plain in self.refused or (address, _wanted(file)) in self.wrong:
            return None
        with self.shelf.part() as part:
            try:
                self.downloader.get(plain, part)
            except DownloadError as error:
                self.refused.add(plain)
                self.reasons.append(f"{address}: {error}")
                return None
            size = part.stat().st_size
            kept = self._keep(part, tuple(members), file, address)
            self.downloader.tell(f"{address}: got {size:,} bytes" if kept else self.reasons[-1])
            return kept

    def _keep(
        self, path: Path, members: tuple[str, ...], file: FileDecl, origin: str
    ) -> Path | None:
        """Put a file into the cache if it is the right one, else note why not."""
        if (origin, _wanted(file)) in self.wrong:
            return None
        try:
            return self.shelf.put(_pieces(path, members), file, self.recipe.name)
        except (PackedError, WrongFileError) as error:
            self.found_wrong = True
            self.wrong.add((origin, _wanted(file)))
            self.reasons.append(f"{origin}: {error}")
        except OSError as error:
            if error.errno in NO_ROOM:  # the next address would find no more room
                raise DataError(
                    f"{self.shelf.cache}: cannot be written ({error.strerror}); make room, or "
                    "name another cache with --cache or NBEXP_CACHE"
                ) from error
            self.reasons.append(f"{origin}: cannot be read or kept ({error.strerror or error})")
        return None


def _wanted(file: FileDecl) -> str:
    """Return what tells a file that is looked for from others: its digest, else its name."""
    return file.digest or file.path


def _pieces(path: Path, members: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the unpacked bytes; a page in place of an archive is given on as it is."""
    if members:
        with path.open("rb") as stream:
            start = stream.read(64)
        if start.lstrip().startswith(b"<"):
            members = ()
    return unpacked(path, members)
