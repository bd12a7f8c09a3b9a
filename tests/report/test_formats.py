"""Text, Markdown, LaTeX and CSV of the same tables."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from nbexp.compare.wins import Record
from nbexp.report.document import Chapter
from nbexp.report.formats import FORMATS
from nbexp.report.formats.latex import latex_safe
from nbexp.report.formats.text import text_table
from nbexp.report.table import (
    Beside,
    Column,
    Number,
    Probability,
    Table,
    Text,
    WinLoseTie,
    percent,
)

TABLE = Table(
    "error",
    "Error in %",
    (
        Column("data set", ("dataset",), left=True),
        Column("EWD", ("ewd", "ewd published")),
        Column("w/l/t", ("wins", "losses", "ties")),
        Column("p", ("p",)),
    ),
    (
        (
            (
                Text("a_1 & b|c"),
                Beside(percent(Fraction(5, 100)), percent(Fraction(123, 1000))),
                WinLoseTie(Record(12, 3, 0)),
                Probability(Fraction(1, 100_000)),
            ),
            (
                Text("iris"),
                Beside(Number(None), percent(Fraction(6, 100))),
                WinLoseTie(Record(2, 13, 10)),
                Probability(Fraction(1, 2)),
            ),
        ),
        (
            (
                Text("ME"),
                Beside(percent(0.25), Number(None)),
                WinLoseTie(None),
                Probability(None),
            ),
        ),
    ),
    ("100 % of #1 – ok.",),
)


def written(form, *chapters, width=100):
    return FORMATS[form](chapters or [Chapter("mine", "A title", (TABLE,))], width)


def test_text():
    assert (
        written("text")
        == """\
mine: A title
=============

Error in %

data set         EWD    w/l/t        p
--------------------------------------
a_1 & b|c   5.0/12.3   12/3/0  <0.0001
iris          –/6.0   2/13/10   0.5000
--------------------------------------
ME         25.0/–           –        –

100 % of #1 – ok.
"""
    )


def test_markdown():
    assert (
        written("markdown")
        == r"""## mine: A title

### Error in %

| data set | EWD | w/l/t | p |
|:---|---:|---:|---:|
| a\_1 & b\|c | 5.0/12.3 | 12/3/0 | \<0.0001 |
| iris | –/6.0 | 2/13/10 | 0.5000 |
| ME | 25.0/– | – | – |

- 100 % of #1 – ok.
"""
    )


def test_latex():
    assert (
        written("latex")
        == r"""% Needs \usepackage{booktabs,graphicx,longtable}

\begin{table}[htbp]
\centering
\small
\setlength{\tabcolsep}{3pt}
\caption{Error in \%}
\label{tab:mine-error-1}
\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%
\begin{tabular}{lrrr}
\toprule
data set & EWD & w/l/t & p \\
\midrule
a\_1 \& b\textbar{}c & 5.0/12.3 & 12/3/0 & \textless{}0.0001 \\
iris & --/6.0 & 2/13/10 & 0.5000 \\
\midrule
ME & 25.0/-- & -- & -- \\
\bottomrule
\end{tabular}}
\par\smallskip\raggedright\footnotesize 100 \% of \#1 -- ok.
\end{table}
"""
    )


def test_csv():
    assert (
        written("csv")
        == """\
dataset,ewd,ewd published,wins,losses,ties,p
a_1 & b|c,5.0,12.3,12,3,0,0.000010
iris,,6.0,2,13,10,0.500000
ME,25.0,,,,,
"""
    )


def test_csv_of_several_experiments_says_which():
    rows = list(
        csv.DictReader(
            io.StringIO(written("csv", Chapter("a", "", (TABLE,)), Chapter("b", "", (TABLE,))))
        )
    )
    assert [row["experiment"] for row in rows] == ["a"] * 3 + ["b"] * 3
    assert list(rows[0])[-1] == "experiment"


def test_csv_of_tables_with_other_columns_has_an_empty_line_between():
    other = Table("x", "X", (Column("n", ("n",)),), (((Number(3),),),))
    text = written("csv", Chapter("a", "", (TABLE, other)))
    assert text.endswith("ME,25.0,,,,,\n\nn\n3\n")


def test_csv_of_like_tables_says_which():
    other = Table("error", "Another", TABLE.columns, TABLE.groups)
    rows = list(csv.DictReader(io.StringIO(written("csv", Chapter("a", "", (TABLE, other))))))
    assert [row["table"] for row in rows] == ["Error in %"] * 3 + ["Another"] * 3


@pytest.mark.parametrize("letter", "_&%$#{}~^\\<>|")
def test_latex_reads_no_letter_of_a_name_as_a_command(letter):
    assert latex_safe(letter) not in ("", letter)


def wide(columns, name="credit-screening-australia"):
    headings = [Column(f"M{i}", (f"m{i}",)) for i in range(columns)]
    value = Beside(percent(Fraction(1, 4)), percent(Fraction(1, 5)))
    rows = ((Text(name), *[value] * columns),)
    return Table(
        "t", "T", (Column("data set", ("d",), left=True), *headings), (rows,), ("A note.",)
    )


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 140])
def test_text_is_no_wider_than_the_screen(width):
    text = text_table(wide(10), width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("25.0/20.0") == 10


def test_on_a_usual_screen_names_are_cut_before_a_table_is_broken():
    assert "credit-screening-au… 25.0/20.0 25.0/20.0" in text_table(wide(10), 120)


def test_on_a_wide_screen_nothing_is_cut():
    assert "credit-screening-australia  25.0/20.0  25.0/20.0" in text_table(wide(10), 140)


def test_a_broken_table_repeats_its_names_and_has_even_pieces():
    lines = text_table(wide(10), 90).splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("data set")] == ["M4", "M9"]
    assert sum(line.startswith("credit") for line in lines) == 2


def test_a_table_without_rows_is_written():
    empty = Table("t", "T", TABLE.columns, ((),))
    for form in FORMATS:
        assert "EWD" in written(form, Chapter("a", "", (empty,))) or form == "csv"
