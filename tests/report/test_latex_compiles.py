"""The LaTeX that a report writes is set without a fault, where there is a LaTeX."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from nbexp.report.document import Chapter, chapter_for_people
from nbexp.report.formats import FORMATS
from nbexp.report.opening import Sources, printed_evaluation
from nbexp.report.table import Column, Number, Table, Text

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine"),
]

ODD = "50 % of a_b & c#d $e {f} ~g ^h \\i <j> |k – ± ≤ √ · µ …"


def compiled(tmp_path, chapters):
    (tmp_path / "report.tex").write_text(
        "\\documentclass{article}\n\\usepackage{booktabs,graphicx,longtable}\n"
        f"\\begin{{document}}\n{FORMATS['latex'](chapters, 120)}\\end{{document}}\n"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        text=True,
        errors="replace",
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout
    assert (tmp_path / "report.pdf").stat().st_size > 1000


def test_all_tables_and_claims_of_the_thesis(tmp_path) -> None:
    compiled(tmp_path, [chapter_for_people(printed_evaluation("thesis", Sources()))])


def test_names_with_letters_that_mean_something_to_latex(tmp_path) -> None:
    plain = (Column(ODD, ("a",), left=True), Column("n", ("n",)))
    told = (*plain, Column("claim", ("c",), wrap=True), Column(ODD, ("w",), below=True))
    row = (Text(ODD), Number(1))
    tables = (
        Table("odd", ODD, plain, ((row,) * 70, (row,)), (ODD,)),
        Table("odd", ODD, told, (((*row, Text(ODD), Text(ODD)),),), (ODD,)),
    )
    compiled(tmp_path, [Chapter(ODD, ODD, tables)])
