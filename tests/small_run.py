"""A small run with names that are markup in HTML, LaTeX or a formula."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from click.testing import CliRunner

from nbexp.cli import cli

HOSTILE = "<b>50 % of $x_1 & #2</b>"
"""A class, a title and a label by this name show whether everything is escaped."""

_SPEC = """\
name: small
title: "{hostile}"
datasets:
  - iris
  - wine-recognition
  - {{name: own-file, path: own.csv, class: class}}
methods:
  - ewd
  - {{discretizer: efd, label: "{hostile}"}}
  - pd
  - ndd
  - ld
  - {{discretizer: ffd, params: {{s: [5, 10, 30]}}}}
protocol: {{kind: cross-validation, trials: 2, folds: 2}}
seeds: [7]
report:
  compare: exact
"""


def run_small(folder: Path) -> Path:
    """Run it, and return the result folder; published values are beside the results."""
    numbers = random.Random(3)
    with (folder / "own.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["width", "class"])
        for row in range(60):
            rows.writerow([f"{numbers.gauss(row % 2, 0.7):.2f}", HOSTILE if row % 2 else "other"])
    spec = folder / "small.yaml"
    spec.write_text(_SPEC.format(hostile=HOSTILE))
    results = folder / "results"
    result = CliRunner().invoke(cli, ["run", str(spec), "--output", str(results)])
    assert result.exit_code == 0, result.output
    (folder / "published.csv").write_text(
        "dataset,method,error,bias,variance,note\n"
        "iris,ewd,6.0,4.5,1.5,\n"
        "iris,pd,90.0,80.0,10.0,is <i>wrong</i>\n"
        "gone,ewd,1.0,1.0,0.0,\n"
    )
    return results
