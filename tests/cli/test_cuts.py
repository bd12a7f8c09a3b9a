"""`nbexp cuts`: what methods make of one attribute."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import NbexpError


@pytest.fixture
def cuts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path / "cache"))

    def run(*arguments):
        result = CliRunner().invoke(cli, ["cuts", *arguments])
        if isinstance(result.exception, NbexpError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def table_rows(text, title):
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(title))
    found = []
    for line in lines[start + 4 :]:
        if not line:
            break
        if not line.startswith("---"):
            found.append(line.split())
    return found


def test_ten_methods_show_all_150_instances_of_iris_within_100_columns(cuts):
    text = cuts("iris", "petal-length")
    assert "150 instances, 0 missing, 43 distinct values from 1 to 6.9" in text
    assert max(map(len, text.splitlines())) <= 100
    for name in ("ewd", "efd", "emd", "pd", "ffd", "wpd"):
        assert sum(int(row[2]) for row in table_rows(text, f"{name}:")) == 150


def test_bounds_and_class_counts_stand_in_a_row(cuts):
    (first, *_, last) = table_rows(cuts("iris", "petal-length", "--methods", "emd"), "emd:")
    assert first == ["-∞", "2.45", "50", "50", "0", "0"]
    assert last[1] == "∞"


def test_parameters_are_given_with_the_method(cuts):
    text = cuts("iris", "petal-length", "--methods", "ffd s=75 least-intervals=1, ndd reading=text")
    assert len(table_rows(text, "ffd s=75 least-intervals=1:")) == 2
    assert "ndd reading=text:" in text


def test_many_intervals_are_cut_short_unless_all_are_asked_for(cuts):
    short = cuts("iris", "petal-length", "--methods", "ewd k=50")
    assert len(table_rows(short, "ewd k=50:")) == 16
    assert "34 intervals between these are not shown (--all)" in short
    everything = cuts("iris", "petal-length", "--methods", "ewd k=50", "--all")
    assert len(table_rows(everything, "ewd k=50:")) == 50


def test_a_file_of_ones_own_needs_its_class(cuts, tmp_path):
    letters = [f"class-{i % 26:02}" for i in range(300)]
    lines = [f"{i * 0.5},{letter}" for i, letter in enumerate(letters)]
    (tmp_path / "mine.csv").write_text("\n".join(["height,kind", *lines]) + "\n")
    with pytest.raises(NbexpError, match="tell which column is the class: --class COLUMN"):
        cuts("mine.csv", "height")
    text = cuts("mine.csv", "height", "--class", "kind", "--methods", "efd,fld,ld")
    assert "mine, height: 300 instances" in text
    assert "class-00 2, class-01 2" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("iris", "petal-lenght"), "did you mean petal-length?"),
        (("irs", "petal-length"), "irs"),
        (("iris", "petal-length", "--methods", "pdd"), "did you mean pd?"),
        (("iris", "petal-length", "--methods", "ffd s=0"), "parameter s: found '0', expected"),
        (("iris", "petal-length", "--methods", "ffd s"), "found 's', expected parameter=value"),
        (("iris", "petal-length", "--methods", "gaussian"), "estimates the density"),
        (("iris", "petal-length", "--class", "x"), "has its class declared"),
        (("nothing.csv", "x", "--class", "y"), "there is no such file"),
        (("iris", "petal-length", "--plot", "cuts.gif"), "expected .svg, .pdf or .png"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_reason(cuts, arguments, told):
    with pytest.raises(NbexpError, match=told.replace("?", r"\?")):
        cuts(*arguments)


def test_a_plot_is_a_sound_svg_file(cuts, tmp_path):
    text = cuts("iris", "petal-length", "--methods", "emd,pd,ld", "--plot", "cuts.svg")
    assert text.endswith("Drawn in cuts.svg.\n")
    root = ET.parse(tmp_path / "cuts.svg").getroot()
    words = "".join(root.itertext())
    for name in ("EMD", "PD", "LD", "Iris-setosa"):
        assert name in words
