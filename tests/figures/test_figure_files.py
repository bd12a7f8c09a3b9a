"""Figures as files: sound XML, the same bytes each time, PDF and PNG by the same layout."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from small_run import HOSTILE

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.report.figures.drawing import Drawing, Line, Words
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.svg import inline_svg, svg_file
from nbexp.report.figures.theme import DARK, LIGHT, series
from nbexp.report.figures.writing import figure_bytes, write_figure


def test_every_figure_is_sound_xml_with_all_names_as_they_are(drawn):
    for figure in drawn.values():
        text = figure_bytes(figure, "svg").decode()
        root = ElementTree.fromstring(text)
        assert root.get("aria-label")
        assert HOSTILE not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    shown = "".join(ElementTree.fromstring(figure_bytes(drawn["ranks"], "svg")).itertext())
    assert HOSTILE[:5] in shown


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_the_same_figure_gives_the_same_bytes(drawn, form):
    if form != "svg":
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    first = figure_bytes(drawn["scatter"], form)
    assert figure_bytes(drawn["scatter"], form) == first
    start = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}[form]
    assert first.startswith(start)


def test_a_formula_in_a_name_is_no_formula():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    drawing = Drawing(120, 30, [Words((4, 20), "$\\frac{ & 50 % #_1"), Line((0, 0), (9, 9))])
    figure = Figure("x", "x", "x", (Panel("", drawing, "x"),))
    assert figure_bytes(figure, "pdf").startswith(b"%PDF")


def test_letters_that_xml_cannot_hold_are_left_out():
    drawing = Drawing(10, 10, [Words((0, 0), "a\x00b\x1bc")])
    ElementTree.fromstring(svg_file(drawing, "bell\x07"))
    assert ">abc<" in inline_svg(drawing, "x")


def test_another_ending_is_an_error(drawn, tmp_path):
    with pytest.raises(SpecError, match=r"expected \.svg, \.pdf or \.png"):
        write_figure(drawn["scatter"], tmp_path / "scatter.jpeg")
    with pytest.raises(SpecError, match="cannot be written"):
        write_figure(drawn["scatter"], tmp_path / "nowhere" / "scatter.svg")
    assert list(tmp_path.iterdir()) == []


def test_both_themes_have_all_colours_and_enough_contrast():
    assert set(LIGHT) == set(DARK)
    for theme in (LIGHT, DARK):
        for name in ("ink", "soft", "accent", "agrees", "differs"):
            assert contrast(theme[name], theme["ground"]) >= 4.5, name


def contrast(first, second):
    """Return the contrast of two colours by WCAG 2."""

    def luminance(colour):
        parts = [int(part, 16) / 255 for part in re.findall("..", colour[1:])]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_no_two_of_many_series_look_alike():
    assert len({series(number) for number in range(24)}) == 24


def test_the_plot_verb_lists_and_writes(results, tmp_path):
    listed = CliRunner().invoke(cli, ["plot", str(results)])
    assert listed.exit_code == 0, listed.output
    assert "bias-variance  " in listed.stdout
    out = tmp_path / "scatter.svg"
    asked = ["--methods", "pd,ndd", "--metric", "bias", "--out", str(out)]
    written = CliRunner().invoke(cli, ["plot", str(results), "scatter", *asked])
    assert written.exit_code == 0, written.output
    assert "NDD, bias in %" in out.read_text()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["scater", "--out", "x.svg"], "did you mean scatter"),
        (["scatter"], "--out FILE.svg"),
        (["scatter", "--methods", "pd,nod", "--out", "x.svg"], "found nod, expected two of ewd"),
    ],
)
def test_what_cannot_be_plotted_is_told(results, asked, message):
    found = CliRunner().invoke(cli, ["plot", str(results), *asked])
    assert isinstance(found.exception, SpecError)
    assert message in str(found.exception)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["ranks", "--methods", "pd,ewd", "--out", "x.svg"], "--methods goes with the figure sc"),
        (["ranks", "--metric", "error", "--out", "x.svg"], "--metric goes with the figure scatter"),
        (["--metric", "bias"], "--metric goes with the figure scatter"),
        (["--out", "x.svg"], "--out goes with a figure"),
    ],
)
def test_options_that_a_figure_does_not_take_are_refused(results, asked, message):
    found = CliRunner().invoke(cli, ["plot", str(results), *asked])
    assert found.exit_code == 2
    assert message in found.stderr


def test_svg_does_not_need_matplotlib(results, tmp_path):
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from nbexp.cli import main\n"
        f"sys.argv = ['nbexp', 'plot', {str(results)!r}, 'time', '--out', sys.argv[1]]\n"
        "main()"
    )
    for name, code in (("time.svg", 0), ("time.png", 2)):
        done = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / name)], capture_output=True, text=True
        )
        assert done.returncode == code, done.stderr
    assert "nbexp[plot]" in done.stderr
