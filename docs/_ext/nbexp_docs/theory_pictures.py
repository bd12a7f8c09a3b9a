"""The pictures of docs/theory.md."""

from __future__ import annotations

from pathlib import Path

from nbexp.discretize.registry import create_method
from nbexp.report.figures.figure import Figure
from nbexp.report.figures.writing import write_figure
from nbexp.theory import pictures
from nbexp.theory.trade_off import trades

FREQUENCIES = (3, 5, 10, 20, 30, 50, 100, 200, 300, 400, 500, 700)


def theory_figures() -> list[Figure]:
    """Return the figures, drawn anew."""
    methods = {
        "EWD": create_method("ewd", {"k": 5}),
        "FFD": create_method("ffd", {"s": 400}),
        "NDD": create_method("ndd", {"s": 400}),
        "LD-FFD": create_method("ld-ffd", {"s": 400}),
    }
    swept = [create_method("ld-ffd", {"s": s, "least-intervals": 1}) for s in FREQUENCIES]
    return [
        pictures.tolerance_figure(),
        pictures.moving_boundaries_figure(),
        pictures.favourable_figure(methods),
        pictures.trade_off_figure(FREQUENCIES, trades(swept, 1000, rounds=60)),
    ]


def write_pictures(folder: Path) -> None:
    """Draw the figures into a folder; files that are as they should be stay untouched."""
    folder.mkdir(exist_ok=True)
    for figure in theory_figures():
        write_figure(figure, folder / f"{figure.name}.svg")
