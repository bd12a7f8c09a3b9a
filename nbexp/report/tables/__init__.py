"""The tables of a report, by name."""

from __future__ import annotations

from collections.abc import Callable

from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Table
from nbexp.report.tables.agreement import agreement_tables
from nbexp.report.tables.claims import claim_tables
from nbexp.report.tables.curves import curve_tables, point_tables
from nbexp.report.tables.datasets import dataset_tables
from nbexp.report.tables.long import cell_tables
from nbexp.report.tables.ranks import rank_tables
from nbexp.report.tables.readings import reading_tables
from nbexp.report.tables.shares import bias_variance_tables, error_tables, kohavi_wolpert_tables
from nbexp.report.tables.streams import checkpoint_tables, cost_tables, growth_tables
from nbexp.report.tables.unrounded import interval_tables, score_tables, time_tables
from nbexp.report.tables.verdict import verdict_cell_tables, verdict_tables
from nbexp.report.tables.wins import record_tables

Builder = Callable[[Evaluation], tuple[Table, ...]]

TABLES: dict[str, Builder] = {
    "datasets": dataset_tables,
    "error": error_tables,
    "agreement": agreement_tables,
    "bias-variance": bias_variance_tables,
    "wlt": record_tables,
    "time": time_tables,
    "scores": score_tables,
    "intervals": interval_tables,
    "kohavi-wolpert": kohavi_wolpert_tables,
    "cells": cell_tables,
    "verdict": verdict_tables,
    "verdict-cells": verdict_cell_tables,
    "ranks": rank_tables,
    "claims": claim_tables,
    "readings": reading_tables,
    "curves": curve_tables,
    "curve-points": point_tables,
    "cost": cost_tables,
    "growth": growth_tables,
    "checkpoints": checkpoint_tables,
}
"""What builds each table. A builder returns no table where there is nothing to show."""

MEANINGS = {
    "datasets": "facts about the data sets",
    "error": "error",
    "agreement": "cells within 0.3, 0.5 and 1.0 points of the published values",
    "bias-variance": "bias and variance",
    "wlt": "win/lose/tie with sign tests",
    "time": "seconds for a fold, of a run",
    "scores": "log-loss and Brier score",
    "intervals": "number of intervals",
    "kohavi-wolpert": "squared bias and variance after Kohavi and Wolpert",
    "cells": "one row a data set and method",
    "verdict": "how many cells agree with the published values",
    "verdict-cells": "the verdict on each cell",
    "ranks": "rank correlation of the methods, ours and published",
    "claims": "which claims of the publication hold",
    "readings": "readings of each method, ranked by agreement with the published values",
    "curves": "metrics against a swept parameter",
    "curve-points": "all points of all curves, one a row",
    "cost": "of streams: time to learn and classify an instance, memory",
    "growth": "of streams: how these grow with n",
    "checkpoints": "of streams: all checkpoints, one a row",
}
"""What each table shows, in a few words."""

USUAL = ("datasets", "error", "bias-variance", "wlt", "cost", "growth")
"""The tables of a report where neither its reader nor its spec asks for any by name.

Costs and their growth are of streams alone; bias and variance are not.
"""

UNDERNEATH = {"error": ("agreement",)}
"""Tables that people see under another one."""
