"""From a recipe or a user's file to a data set in memory."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nbexp.data.blocks import pieces_of
from nbexp.data.dataset import DataSet
from nbexp.data.delimited import read_delimited
from nbexp.data.download import Downloader
from nbexp.data.encode import check_declared, encode
from nbexp.data.fetch import Fetched, fetch
from nbexp.data.fixes import apply_fixes
from nbexp.data.needs import ALL_TEXTS, Need, Needs
from nbexp.data.parsed import FORMAT, entry_path, read_entry, write_entry
from nbexp.data.recipe import Recipe, UserFile
from nbexp.data.shelf import Shelf
from nbexp.data.source import FileDecl, Source
from nbexp.data.table import Table, joined
from nbexp.errors import DataError

_log = logging.getLogger(__name__)


def load(
    source: Recipe | UserFile,
    *,
    cache: Path,
    mirrors: Sequence[str] = (),
    downloader: Downloader | None = None,
) -> DataSet:
    """Return the data set of a recipe or of a user's own file.

    Parameters
    ----------
    source : Recipe or UserFile
    cache : Path
        Folder for files and parsed data sets; made if it is not there.
    mirrors : sequence of str
        Folders or web addresses with copies of the files.
    downloader : Downloader, optional
        How files are got from web addresses.

    Raises
    ------
    Unavailable
        No source could be reached or found.
    DataError
        The file is not what the recipe declares.
    """
    if isinstance(source, UserFile):
        from nbexp.data.userfile import load_user_file

        return load_user_file(source, cache=cache)
    return _load_recipe(source, cache, mirrors, downloader)


def _load_recipe(
    recipe: Recipe, cache: Path, mirrors: Sequence[str], downloader: Downloader | None
) -> DataSet:
    known = _from_entries(recipe, cache)
    if known is not None:
        return known
    sources = list(recipe.sources)
    faults: list[DataError] = []
    while sources:
        try:
            fetched = fetch(
                recipe, cache=cache, mirrors=mirrors, downloader=downloader, sources=sources
            )
        except DataError as error:
            faults.append(error)
            break
        try:
            dataset = parse(recipe, fetched)
        except DataError as error:
            if not fetched.unverified:
                raise
            faults.append(error)
            _forget(fetched)
            sources.remove(fetched.source)
        else:
            _keep(dataset, recipe, fetched, cache)
            return dataset
    raise _all_faults(recipe, faults)


def _forget(fetched: Fetched) -> None:
    """Throw away files without a digest that turned out not to be what was declared."""
    for path, file in zip(fetched.paths, fetched.source.files, strict=True):
        if file.digest is None and not fetched.source.bundled:
            path.unlink(missing_ok=True)


def _keep(dataset: DataSet, recipe: Recipe, fetched: Fetched, cache: Path) -> None:
    """Keep the parsed data set; tell if a file's bytes could not be verified."""
    if not fetched.unverified:
        write_entry(_entry(recipe, fetched.source, cache), dataset, Shelf(cache))
        return
    files = ", ".join(fetched.unverified)
    _log.warning("%s: %s has no declared digest: unverified", recipe.name, files)


def _all_faults(recipe: Recipe, faults: Sequence[DataError]) -> DataError:
    if len(faults) == 1:
        return faults[0]
    told = "\n".join(str(fault) for fault in faults)
    return DataError(f"{recipe.name}: no source gives the data set:\n{told}")


def _from_entries(recipe: Recipe, cache: Path) -> DataSet | None:
    """Return the data set if it was parsed before from any of the recipe's sources."""
    for source in recipe.sources:
        if all(file.digest for file in source.files):
            dataset = read_entry(_entry(recipe, source, cache))
            if dataset is not None:
                check_declared(dataset, recipe, source.name)
                return dataset
    return None


def _entry(recipe: Recipe, source: Source, cache: Path) -> Path:
    """Return where the parsed data of a source are kept.

    What does not change the data (title, citation, notes, addresses) does not enter.
    """
    content = recipe.model_dump(
        mode="json", exclude={"title", "aliases", "licence", "citation", "notes", "sources", "uci"}
    )
    content["source"] = source.model_dump(mode="json")
    content["format"] = FORMAT
    key = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return entry_path(cache, recipe.name, key)


def parse(recipe: Recipe, fetched: Fetched) -> DataSet:
    """Return the data set that the files of a fetched source hold; assert all declared."""
    source = fetched.source
    if source.generator is not None:
        from nbexp.data.streams import generated

        made = generated(recipe.name, source.generator, recipe.class_)
        check_declared(made, recipe, source.name)
        return made
    if recipe.read_from_file is not None:
        return _parse_by_header(recipe, fetched)
    files = zip(fetched.paths, source.files, strict=True)
    needs = _needs(recipe, source)
    tables = [read_table(path, file, source, needs) for path, file in files]
    return encode(apply_fixes(joined(tables), source.fixes), recipe, source.missing)


def _needs(recipe: Recipe, source: Source) -> Needs:
    """Return what is needed of the columns: of quantitative ones that no fix names, numbers."""
    of: dict[str, Need] = {
        a.name: "numbers" if a.kind == "quantitative" else "texts" for a in recipe.attributes
    }
    assert recipe.class_ is not None
    of |= dict.fromkeys((recipe.class_.name, *source.fixes.columns), "texts")
    return Needs(of, other="nothing", missing=frozenset(source.missing))


def _parse_by_header(recipe: Recipe, fetched: Fetched) -> DataSet:
    """Parse a data set whose attributes only its ARFF file declares."""
    from nbexp.data.arff import read_arff
    from nbexp.data.header import declared_by

    source = fetched.source
    arff = read_arff(fetched.paths[0].read_bytes(), source.files[0], source.columns)
    arff = replace(arff, table=apply_fixes(arff.table, source.fixes))
    return encode(arff.table, declared_by(arff, recipe, source.missing), source.missing)


def read_table(path: Path, file: FileDecl, source: Source, needs: Needs = ALL_TEXTS) -> Table:
    """Return the table of one file, by the reader that the source names."""
    if source.reader == "arff":
        from nbexp.data.arff import read_arff

        return read_arff(path.read_bytes(), file, source.columns, needs).table
    if source.reader == "parquet":
        from nbexp.data.parquet import read_parquet

        parquet = read_parquet(path, file.path, source.columns, needs)
        parquet.refuse(parquet.table.columns)
        return parquet.table
    return read_delimited(pieces_of(path), file, source, needs)
