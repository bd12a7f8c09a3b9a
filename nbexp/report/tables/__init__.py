"""The tables of a report, by name."""

from __future__ import annotations

from collections.abc import Callable

from nbexp.report.evaluation import Evaluation
from nbexp.report.table import Table
from nbexp.report.tables.agreement import agreement_tables
from nbexp.report.tables.datasets import dataset_tables
from nbexp.report.tables.long import cell_tables
from nbexp.report.tables.shares import bias_variance_tables, error_tables, kohavi_wolpert_tables
from nbexp.report.tables.unrounded import interval_tables, score_tables, time_tables
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
}
"""What builds each table. A builder returns no table where there is nothing to show."""

USUAL = ("datasets", "error", "bias-variance", "wlt")
"""The tables of a report where neither its reader nor its spec asks for any by name."""

UNDERNEATH = {"error": ("agreement",)}
"""Tables that people see under another one."""
