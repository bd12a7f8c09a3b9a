"""What came out of a run or an evaluation, as pandas frames, text and figures."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from nbexp.compare.metrics import METRICS, Metric
from nbexp.errors import SpecError
from nbexp.report.cells import DONE
from nbexp.report.evaluation import Evaluation
from nbexp.report.source import ResultStore

if TYPE_CHECKING:
    import pandas as pd

    from nbexp.report.cells import Cell

Measure = Metric | Literal["log-loss", "brier", "intervals"]
"""Error, bias and variance in per cent; the others as means over predictions or attributes."""

_FIRST_PLOTS = ("bias-variance",)
"""The figure that is shown where none is asked for."""

_MEANS: dict[str, Callable[[Cell], float | None]] = {
    "log-loss": lambda cell: cell.log_loss,
    "brier": lambda cell: cell.brier,
    "intervals": lambda cell: cell.intervals,
}


def _measure(cell: Cell, metric: str) -> float:
    """Return a measure of a cell, NaN where there is none."""
    if metric in METRICS:
        share = cell.share(metric)
        return float("nan") if share is None else float(share * 100)
    if metric not in _MEANS:
        known = ", ".join((*METRICS, *_MEANS))
        raise SpecError(f"metric: found {metric!r}, expected one of {known}")
    value = _MEANS[metric](cell)
    return float("nan") if value is None else value


@dataclass(frozen=True)
class Plot:
    """A figure: a notebook shows it, `save` writes it.

    Attributes
    ----------
    name, title, caption : str
    svg : str
        The figure as an SVG file.
    """

    name: str
    title: str
    caption: str
    svg: str
    _paint: Callable[[str], bytes]

    def save(self, path: str | Path) -> Path:
        """Write the figure as its ending says: .svg, .pdf or .png; the last two need matplotlib."""
        target = Path(path)
        form = target.suffix.lower().lstrip(".")
        if form not in ("svg", "pdf", "png"):
            raise SpecError(
                f"{target}: found the ending {target.suffix!r}, expected .svg, .pdf, .png"
            )
        target.write_bytes(self.svg.encode() if form == "svg" else self._paint(form))
        return target

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Plot {self.name}: {self.title}>"


class Results:
    """The results of a run or an evaluation.

    Every number is that of the reports: it comes from the same object.

    Parameters
    ----------
    name : str
    store : ResultStore
    folder : Path, optional
        The folder of the store, where there is one.
    """

    def __init__(self, name: str, store: ResultStore, folder: Path | None = None) -> None:
        self.name = name
        self.folder = folder
        self._store = store
        self._evaluation = Evaluation(name, store)
        close = getattr(store, "close", None)
        self._close = None if close is None else weakref.finalize(self, close)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods' labels."""
        return self._evaluation.methods

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the data sets that ran, by size."""
        return self._evaluation.datasets

    @property
    def faults(self) -> dict[str, str]:
        """The data sets that could not be had, and why."""
        return {fault.dataset: fault.message for fault in self._evaluation.faults}

    @property
    def failures(self) -> dict[tuple[str, str], str]:
        """The data sets and methods with a unit that failed, and the first cause of each."""
        causes: dict[tuple[str, str], str] = {}
        for unit in self._store.units():
            if unit.status != DONE:
                causes.setdefault((unit.dataset, unit.method), f"{unit.phase}: {unit.cause}")
        return causes

    def table(self, metric: Measure = "error") -> pd.DataFrame:
        """Return a measure: one row a data set, one column a method.

        Parameters
        ----------
        metric : str
            ``error``, ``bias`` or ``variance`` in per cent; ``log-loss`` in nats or ``brier``,
            means over all predictions; ``intervals``, the mean number of an attribute.

        Returns
        -------
        DataFrame
            Not rounded; NaN where a unit failed or is missing.
        """
        import pandas as pd

        cells = self._evaluation.cells
        rows = {
            dataset: [_measure(cells[dataset, method], metric) for method in self.methods]
            for dataset in self.datasets
        }
        table = pd.DataFrame.from_dict(rows, orient="index", columns=list(self.methods))
        return table.rename_axis(index="dataset", columns="method")

    def wins(self, metric: Metric = "error") -> pd.DataFrame:
        """Return how often each method wins, loses and ties against each other, over data sets.

        The less, the better; what counts as a tie is as the spec says. `p` is the one-tailed sign
        test for the side with more wins.
        """
        import pandas as pd

        from nbexp.compare.wins import compare

        if metric not in METRICS:
            raise SpecError(f"metric: found {metric!r}, expected one of {', '.join(METRICS)}")
        rows = []
        for first, second in permutations(self.methods, 2):
            left, right = (self._evaluation.column(one, metric) for one in (first, second))
            common = [dataset for dataset in left if dataset in right]
            record = compare(
                [left[one] for one in common],
                [right[one] for one in common],
                self._evaluation.settings.comparison,
            )
            counts = (record.wins, record.losses, record.ties, float(record.p))
            rows.append((first, second, record.n, *counts))
        columns = ["method", "against", "datasets", "wins", "losses", "ties", "p"]
        return pd.DataFrame(rows, columns=columns)

    def cells(self) -> pd.DataFrame:
        """Return all that is known of each data set and method, a row each.

        Error, bias and variance are in per cent; `errors` counts the wrong predictions of all
        trials. Where `status` is not ``done`` there are no values.
        """
        import pandas as pd

        counts = ("dataset", "method", "instances", "trials", "folds", "errors")
        measures = (*METRICS, *_MEANS)
        rows = [
            [
                *(getattr(cell, name) for name in counts),
                *(_measure(cell, metric) for metric in measures),
                cell.status,
            ]
            for cell in self._evaluation.cells.values()
        ]
        names = [*counts, *(metric.replace("-", "_") for metric in measures), "status"]
        return pd.DataFrame(rows, columns=names).astype({"errors": "Int64"})

    def units(self) -> pd.DataFrame:
        """Return every unit that was run, a row each: one method on one fold of one trial."""
        import pandas as pd

        names = (
            *("dataset", "method", "seed", "trial", "fold", "status", "instances", "errors"),
            *("log_loss", "brier", "fit_seconds", "shared_seconds", "cause"),
        )
        rows = [[getattr(unit, name) for name in names] for unit in self._store.units()]
        return pd.DataFrame(rows, columns=list(names))

    def predictions(self, dataset: str, method: str, seed: int | None = None) -> Any:
        """Return what a method predicted of each instance in each trial.

        Parameters
        ----------
        dataset, method : str
        seed : int, optional
            The root seed; the first by default.

        Returns
        -------
        (trials, n) int16 array
            Class codes; -1 where a unit failed or is missing.
        """
        if dataset not in self.datasets or method not in self.methods:
            raise SpecError(f"{self.name}: no results of {method!r} on {dataset!r}")
        seeds = self._evaluation.seeds
        chosen = seeds[0] if seed is None else seed
        if chosen not in seeds:
            raise SpecError(
                f"{self.name}: no root seed {seed}; expected one of {', '.join(map(str, seeds))}"
            )
        return self._store.predictions(dataset, method, chosen)

    def report(self, *tables: str, form: str = "text", width: int = 120) -> str:
        """Return tables as `nbexp report` prints them.

        Parameters
        ----------
        *tables : str
            Their names, as ``error`` or ``wlt``, or numbers; none: the usual ones.
        form : str
            ``text``, ``markdown``, ``latex`` or ``csv``.
        width : int
            Columns of text.
        """
        from nbexp.report.document import chapter, chapter_for_people, has_table, table_names
        from nbexp.report.formats import FORMATS

        if form not in FORMATS:
            raise SpecError(f"form: found {form!r}, expected one of {', '.join(FORMATS)}")
        for name in tables:
            if not has_table(self._evaluation, name):
                known = ", ".join(known for _, known, _ in table_names(self._evaluation))
                raise SpecError(f"table: found {name!r}, expected one of {known}")
        made = (
            chapter(self._evaluation, tables or ("cells",))
            if form == "csv"
            else chapter_for_people(self._evaluation, tables)
        )
        return FORMATS[form]([made], width)

    def plot(self, name: str | None = None) -> Plot:
        """Return a figure; a notebook shows it.

        Parameters
        ----------
        name : str, optional
            One of `plots`; by default bars of error, bias and variance.
        """
        from nbexp.report.figures.paint import painted
        from nbexp.report.figures.svg import svg_file

        found = self._figures()
        if not found:
            raise SpecError(f"{self.name}: there is nothing to draw")
        chosen = next(iter(found)) if name is None else name
        if chosen not in found:
            raise SpecError(f"plot: found {chosen!r}, expected one of {', '.join(found)}")
        figure = found[chosen]
        sheet = figure.sheet()

        def paint(form: str) -> bytes:
            return painted(sheet, form, figure.title)

        svg = svg_file(sheet, figure.alt)
        return Plot(figure.name, figure.title, figure.caption, svg, paint)

    @property
    def plots(self) -> tuple[str, ...]:
        """The names of the figures that there are."""
        return tuple(self._figures())

    def _figures(self) -> dict[str, Any]:
        """Return the figures by name, the usual one first."""
        from nbexp.report.figures.catalogue import figures
        from nbexp.report.figures.experiment import Experiment

        environment = getattr(self._store, "environment", {})
        experiment = Experiment(self._evaluation, self._store.spec, environment)
        found = figures(experiment)
        first = [name for name in _FIRST_PLOTS if name in found]
        return {name: found[name] for name in dict.fromkeys((*first, *found))}

    def close(self) -> None:
        """Close the store behind the results, if there is one."""
        if self._close is not None:
            self._close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        return self.report("error")

    def _repr_html_(self) -> str:
        table = self.table().to_html(float_format="{:.1f}".format)
        return f"<p>{escape(self.name)}: error in %</p>{table}"

    def __repr__(self) -> str:
        from nbexp.spec.summary import counted

        sets, methods = (
            counted(len(self.datasets), "data set"),
            counted(len(self.methods), "method"),
        )
        return f"<Results {self.name}: {sets} × {methods}>"
