"""Published values to stand beside ours, read from a CSV file.

Columns: ``dataset, method, error, bias, variance`` in per cent as printed, and optionally
``instances`` (so that data sets that are not at hand can be placed by size) and ``note`` (what
is wrong with a printed cell; such a cell is shown and named, never corrected). The rows
``mean`` and ``geometric-mean`` hold the means as printed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from nbexp.compare.metrics import METRICS
from nbexp.compare.printed import PERCENT
from nbexp.errors import SpecError
from nbexp.resources import resource_dir
from nbexp.spec.files import is_file

MEAN = "mean"
GEOMETRIC_MEAN = "geometric-mean"

_REQUIRED = ("dataset", "method", *METRICS)


@dataclass(frozen=True)
class PublishedCell:
    """What is printed for a data set and a method.

    Attributes
    ----------
    shares : mapping of metric to Fraction
        ``error``, ``bias`` and ``variance`` as shares of one, where printed.
    note : str
        What is wrong with the printed cell, if anything.
    """

    shares: Mapping[str, Fraction]
    note: str = ""


@dataclass(frozen=True)
class Published:
    """A published table.

    Attributes
    ----------
    name : str
        Its file, for messages and footnotes.
    cells : mapping of (data set, method) to PublishedCell
    means : mapping of (``mean`` or ``geometric-mean``, method) to PublishedCell
        The mean rows as printed.
    instances : mapping of data set to int
        Sizes of the data sets, where the file tells them.
    """

    name: str
    cells: Mapping[tuple[str, str], PublishedCell]
    means: Mapping[tuple[str, str], PublishedCell]
    instances: Mapping[str, int]

    @property
    def datasets(self) -> list[str]:
        """The data sets, in the order of the file."""
        return list(dict.fromkeys(dataset for dataset, _ in self.cells))

    @property
    def methods(self) -> list[str]:
        """The methods, in the order of the file."""
        return list(dict.fromkeys(method for _, method in self.cells))

    def share(self, dataset: str, method: str, metric: str) -> Fraction | None:
        """Return a printed value as a share of one; None if it is not printed."""
        cell = self.cells.get((dataset, method))
        return cell.shares.get(metric) if cell else None

    def mean(self, kind: str, method: str, metric: str) -> Fraction | None:
        """Return a mean as printed, as a share of one; None if it is not printed."""
        cell = self.means.get((kind, method))
        return cell.shares.get(metric) if cell else None

    def column(self, method: str, metric: str) -> dict[str, Fraction]:
        """Return the printed shares of a method, by data set."""
        return {
            dataset: cell.shares[metric]
            for (dataset, owner), cell in self.cells.items()
            if owner == method and metric in cell.shares
        }


def published_file(name: str, folder: Path, shipped: Path) -> Path | None:
    """Return a file of published values or claims: in a folder, or among those shipped with nbexp.

    None if it is in neither place.
    """
    places = (folder / name, shipped / name)
    return next((place for place in places if is_file(place)), None)


def find_published(name: str, folder: Path) -> Path:
    """Return a file of published values or claims that a store names.

    Raises
    ------
    FileNotFoundError
        It is in neither place.
    """
    shipped = resource_dir("configs") / "published"
    found = published_file(name, folder, shipped)
    if found is None:
        raise FileNotFoundError(f"published values: no file {name} in {folder} or {shipped}")
    return found


def read_published(path: Path) -> Published:
    """Read published values.

    Raises
    ------
    SpecError
        It cannot be read, or is no CSV text; or a column, a number or a second row for the same
        cell is wrong: all such faults at once.
    """
    reader = csv.DictReader(io.StringIO(_text(path), newline=""))
    try:
        return _published(path, reader)
    except csv.Error as error:
        raise SpecError(f"{path}:{reader.reader.line_num}: found no CSV ({error})") from None


def _text(path: Path) -> str:
    """Return what is in a file, without the mark with which some programs begin UTF-8."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SpecError(
            f"{path}:{line}: found bytes that are no UTF-8 text, expected a CSV file in UTF-8; "
            "save it as such"
        ) from None


def _published(path: Path, reader: csv.DictReader[str]) -> Published:
    """Return the table of a file's rows."""
    faults: list[str] = []
    cells: dict[tuple[str, str], PublishedCell] = {}
    means: dict[tuple[str, str], PublishedCell] = {}
    instances: dict[str, int] = {}
    absent = [name for name in _REQUIRED if name not in (reader.fieldnames or ())]
    if absent:
        raise SpecError(
            f"{path}:1: columns missing: {', '.join(absent)}; expected {','.join(_REQUIRED)} "
            "in the first line"
        )
    for row in reader:
        where = f"{path}:{reader.line_num}"
        key = (row["dataset"], row["method"])
        if not all(key):  # a short row has none
            faults.append(f"{where}: found no data set or no method, expected both")
            continue
        kept = means if key[0] in (MEAN, GEOMETRIC_MEAN) else cells
        if key in kept:
            faults.append(f"{where}: a second row for {key[0]}, {key[1]}")
        kept[key] = PublishedCell(_shares(row, where, faults), row.get("note") or "")
        if row.get("instances"):
            instances[key[0]] = _count(row["instances"], where, faults)
    if faults:
        raise SpecError("\n".join(faults))
    return Published(path.name, cells, means, instances)


def _shares(row: Mapping[str, str | None], where: str, faults: list[str]) -> dict[str, Fraction]:
    """Return the percentages of a row as shares; an empty one is not printed."""
    shares = {}
    for metric in METRICS:
        printed = row[metric]
        if not printed:
            continue
        try:
            share = Fraction(_plain(printed)) / PERCENT
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if 0 <= share <= 1:
            shares[metric] = share
        else:
            faults.append(f"{where}: {metric}: found {printed!r}, expected a percentage")
    return shares


def _plain(printed: str) -> str:
    """Return a printed number; a power of ten, which may be beyond any memory, is none."""
    if "e" in printed.lower():
        raise ValueError(printed)
    return printed


def _count(printed: str, where: str, faults: list[str]) -> int:
    if printed.isdecimal():
        return int(printed)
    faults.append(f"{where}: instances: found {printed!r}, expected a whole number")
    return 0
