"""The figures of an experiment, by name."""

from __future__ import annotations

from nbexp.report.figures.bars import dataset_bars, mean_bars
from nbexp.report.figures.curves import curve_figures
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.figure import Figure
from nbexp.report.figures.ranking import rank_diagram
from nbexp.report.figures.readings import reading_figures
from nbexp.report.figures.scatter import scatter, usual_pair
from nbexp.report.figures.streams import stream_figures
from nbexp.report.figures.times import time_figure


def figures(experiment: Experiment) -> dict[str, Figure]:
    """Return all figures that the experiment has something for, by name."""
    pair = usual_pair(experiment)
    found = [
        scatter(experiment, pair) if pair else None,
        mean_bars(experiment),
        *curve_figures(experiment),
        *reading_figures(experiment),
        dataset_bars(experiment),
        rank_diagram(experiment),
        time_figure(experiment),
        *stream_figures(experiment),
    ]
    return {figure.name: figure for figure in found if figure is not None}
