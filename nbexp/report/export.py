"""Results as plain tables for other programs: CSV or Parquet, by pandas.

Large tables are made and written piece by piece, so that predictions of a whole experiment need
no more room than those of one trial.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from nbexp.compare.metrics import METRICS
from nbexp.errors import SpecError, StoreError
from nbexp.outfile import unwritten, whole_file
from nbexp.report.cells import Cell
from nbexp.report.evaluation import Evaluation
from nbexp.report.stream_cells import StreamCell
from nbexp.runner.records import StoredDataSet, UnitRow
from nbexp.runner.store import Store

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Choice:
    """What of a store is exported: the data sets and methods that are named, else all."""

    datasets: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()

    def check(self, store: Store) -> None:
        """Raise SpecError for a name that the store does not have."""
        known = [dataset.name for dataset in store.datasets()]
        for what, names, had in (
            ("data set", self.datasets, known),
            ("method", self.methods, store.methods()),
        ):
            unknown = [name for name in names if name not in had]
            if unknown:
                raise SpecError(
                    f"{store.path.parent}: no {what} {', '.join(unknown)}; "
                    f"expected one of {', '.join(had)}"
                )

    def has(self, dataset: str, method: str | None = None) -> bool:
        """Tell whether a data set and a method are among those asked for."""
        return (not self.datasets or dataset in self.datasets) and (
            method is None or not self.methods or method in self.methods
        )


def cell_frames(store: Store, choice: Choice) -> Iterator[DataFrame]:
    """Yield the cells; error, bias and variance are shares of all predictions."""
    from pandas import DataFrame

    evaluation = Evaluation(store.path.parent.name, store)
    kind = StreamCell if evaluation.settings.is_stream else Cell
    rows = []
    for (dataset, method), cell in evaluation.cells.items():
        if choice.has(dataset, method):
            row = asdict(cell)
            row["trial_errors"] = " ".join(map(str, cell.trial_errors))
            for metric in METRICS:
                share = cell.share(metric)
                row[metric] = None if share is None else float(share)
            rows.append(row)
    frame = DataFrame(rows, columns=_names(kind))
    frame["errors"] = frame["errors"].astype("Int64")
    yield frame


def unit_frames(store: Store, choice: Choice) -> Iterator[DataFrame]:
    """Yield the units; numbers of intervals are written with blanks between them."""
    from pandas import DataFrame

    rows = [
        {**asdict(unit), "intervals": " ".join(map(str, unit.intervals))}
        for unit in store.units()
        if choice.has(unit.dataset, unit.method)
    ]
    yield DataFrame(rows, columns=_names(UnitRow))


def _names(record: type[Cell | UnitRow]) -> list[str]:
    """Return the columns of a table of records, which it has without a row as well."""
    return [field.name for field in fields(record)]


def fold_frames(store: Store, choice: Choice) -> Iterator[DataFrame]:
    """Yield for each trial the fold in which each instance is tested."""
    for dataset in store.datasets():
        if choice.has(dataset.name):
            for seed in store.seeds():
                for _, frame in _trials(store, dataset, seed):
                    yield frame


def prediction_frames(store: Store, choice: Choice) -> Iterator[DataFrame]:
    """Yield for each trial of each method what was predicted; nothing where a unit failed."""
    from pandas import Categorical, Index

    for dataset in store.datasets():
        if not choice.has(dataset.name):
            continue
        classes = Index(dataset.classes, dtype="object")
        true = Categorical.from_codes(store.labels(dataset.name), classes)
        for seed in store.seeds():
            trials = list(_trials(store, dataset, seed))
            for method in store.methods():
                if not choice.has(dataset.name, method):
                    continue
                found = store.predictions(dataset.name, method, seed)
                for trial, frame in trials:
                    predicted = Categorical.from_codes(found[trial], classes)
                    made = frame.assign(true=true, predicted=predicted)
                    made.insert(1, "method", method)
                    yield made


def _trials(store: Store, dataset: StoredDataSet, seed: int) -> Iterator[tuple[int, DataFrame]]:
    """Yield the trials that were run, with data set, seed, trial, instance and fold."""
    from pandas import DataFrame

    for trial in range(store.trials):
        try:
            assignment = store.assignment(dataset.name, seed, trial)
        except StoreError:
            continue  # not run yet
        columns = {
            "dataset": dataset.name,
            "seed": seed,
            "trial": trial,
            "instance": np.arange(dataset.instances),
            "fold": assignment.astype(np.int64),
        }
        yield trial, DataFrame(columns)


FRAMES: dict[str, Callable[[Store, Choice], Iterator[DataFrame]]] = {
    "predictions": prediction_frames,
    "cells": cell_frames,
    "units": unit_frames,
    "folds": fold_frames,
}
"""What can be exported."""


def export(
    store: Store,
    what: str,
    form: str,
    out: Path | None,
    choice: Choice | None = None,
    printed: Callable[[], object] = lambda: None,
) -> int:
    """Write a table of a store, and return how many rows it has.

    Parameters
    ----------
    store : Store
    what : str
        A name of `FRAMES`.
    form : str
        ``csv`` or ``parquet``.
    out : Path or None
        The file, which is written whole or not at all; None: standard output, for CSV.
    choice : Choice, optional
    printed : callable, optional
        Called when a piece of the table was written to standard output.

    Raises
    ------
    SpecError
        The file cannot be written, or Parquet is asked for without pyarrow.
    """
    choice = choice or Choice()
    choice.check(store)
    frames = FRAMES[what](store, choice)
    if out is None:
        if form != "csv":
            raise SpecError("a Parquet file needs a name: --out FILE")
        return _write_csv(_announced(frames, printed), sys.stdout)
    try:
        with whole_file(out) as file:
            return _WRITERS[form](frames, file)
    except OSError as error:
        raise unwritten(out, error, "--out") from None


def _announced(frames: Iterator[DataFrame], printed: Callable[[], object]) -> Iterator[DataFrame]:
    """Yield the pieces of a table; when the next is asked for, the one before was written."""
    for frame in frames:
        yield frame
        printed()


def _write_csv_file(frames: Iterable[DataFrame], file: IO[bytes]) -> int:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    rows = _write_csv(frames, text)
    text.detach()  # which flushes it, and leaves the file open
    return rows


def _write_csv(frames: Iterable[DataFrame], file: IO[str]) -> int:
    rows = 0
    for number, frame in enumerate(frames):
        frame.to_csv(file, index=False, header=number == 0, lineterminator="\n")
        rows += len(frame)
    return rows


def _write_parquet(frames: Iterable[DataFrame], file: IO[bytes]) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise SpecError(
            "writing Parquet needs pyarrow: pip install 'nbexp[parquet]'; CSV needs nothing more"
        ) from None
    pieces = (pa.Table.from_pandas(frame, preserve_index=False) for frame in frames)
    first = next(pieces, pa.table({}))
    schema = _plain(first.schema)
    rows = 0
    with pq.ParquetWriter(file, schema) as writer:
        for piece in chain([first], pieces):
            writer.write_table(piece.cast(schema))
            rows += piece.num_rows
    return rows


_WRITERS = {"csv": _write_csv_file, "parquet": _write_parquet}


def _plain(schema: Any) -> Any:
    """Return a schema with texts for categories and columns of nothing: those of all pieces."""
    import pyarrow as pa

    def kind(one: Any) -> Any:
        is_text = pa.types.is_dictionary(one) or pa.types.is_large_string(one)
        return pa.string() if is_text or pa.types.is_null(one) else one

    return pa.schema([pa.field(field.name, kind(field.type)) for field in schema])
