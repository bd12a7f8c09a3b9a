"""The page: whole, escaped, accessible, and with the numbers of the tables."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from click.testing import CliRunner
from page_reader import read_page
from small_run import HOSTILE

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.report.opening import Sources, opened_evaluation
from nbexp.report.tables import TABLES


@pytest.fixture(scope="module")
def root(page):
    return read_page(page)


@pytest.fixture(scope="module")
def evaluation(results):
    sources = Sources(published=results.parent / "published.csv")
    with opened_evaluation(results, sources, (), pytest.fail) as opened:
        yield opened


def cells(row):
    """Return the texts of a row: ours and the published value joined as in a table."""
    texts = []
    for cell in [c for c in row.children if not isinstance(c, str)]:
        ours, published = cell.all("b"), cell.all("span", class_="p")
        shown = [one.text for one in (*ours, *published)]
        texts.append("/".join(shown) if shown else cell.text)
    return texts


@pytest.mark.parametrize(("name", "number"), [("error", 0), ("bias-variance", 0), ("wlt", 0)])
def test_a_table_on_the_page_has_the_cells_of_the_table(root, evaluation, name, number):
    table = TABLES[name](evaluation)[number]
    headings = [*root.all("h3"), *root.all("h4")]
    title = next(h for h in headings if h.text == table.title)
    shown = next(
        t for t in root.all("table") if t.attributes["aria-labelledby"] == title.attributes["id"]
    )
    rows = [cells(row) for body in shown.all("tbody") for row in body.all("tr")]
    assert rows == [["/".join(value.parts()) for value in row] for row in table.rows]
    heads = [head.text for head in shown.all("thead")[0].all("th")]
    assert heads == [column.heading for column in table.columns]


def test_the_figures_show_the_numbers_of_the_error_table(root, evaluation):
    table = TABLES["error"](evaluation)[0]
    row = next(row for row in table.rows if row[0].parts() == ("iris",))
    ours = [value.parts()[0] for value in row[1:]]
    headings = [column.heading for column in table.columns[1:]]
    panel = next(
        svg
        for svg in root.all("svg")
        if (svg.attributes["aria-label"] or "").startswith("iris: EWD ")
    )
    told = panel.attributes["aria-label"]
    for heading, error in zip(headings, ours, strict=True):
        assert f"{heading} error {error}, " in told
    tips = [tip.text for figure in root.all("figure", id="scatter") for tip in figure.all("title")]
    assert f"iris: EWD {ours[0]}, {headings[1]} {ours[1]}" in tips


def test_every_cell_with_a_published_value_bears_its_verdict(root, evaluation):
    found = evaluation.verdicts["error"].cells
    assert found["iris", "pd"].verdict == "differs"
    iris = next(
        row
        for table in root.all("table", class_="marked")
        for row in table.all("tr")
        if row.all("th") and row.all("th")[0].text == "iris"
    )
    marked = [cell.attributes.get("class") for cell in iris.all("td")]
    assert marked[0] == f"v-{found['iris', 'ewd'].verdict.value}"
    assert marked[2] == "v-differs"
    assert [sign.text for sign in iris.all("td")[2].all("i")] == ["≠"]


def test_names_that_are_markup_are_shown_as_they_are(page, root, evaluation):
    assert HOSTILE not in page
    assert root.all("h1")[0].text == HOSTILE
    assert HOSTILE in [head.text for head in root.all("th")]
    assert any(HOSTILE in fact.text for fact in root.all("dd"))
    assert any(HOSTILE in chip.text for chip in root.all("span", class_="chip"))
    assert "is <i>wrong</i>" in " ".join(note.text for note in root.all("div", class_="notes"))


def test_the_page_asks_for_nothing_beside_itself(page, root):
    for tag, attribute in (("script", "src"), ("img", "src"), ("link", "href"), ("use", "href")):
        for element in root.all(tag):
            found = element.attributes.get(attribute)
            assert found is None or found == "data:,"
    assert "@import" not in page
    assert "url(" not in page
    policy = next(m for m in root.all("meta") if m.attributes.get("http-equiv"))
    assert "default-src 'none'" in policy.attributes["content"]


def test_the_same_results_give_the_same_bytes(page, make_page):
    assert make_page() == page


def test_ids_are_unique_and_links_lead_somewhere(page, root):
    ids = re.findall(r'<[^>]* id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for link in root.all("a"):
        assert link.attributes["href"].removeprefix("#") in ids


def test_every_drawing_tells_what_it_shows_and_every_table_has_heads(root):
    for svg in root.all("svg"):
        assert svg.attributes["role"] == "img"
        assert len(svg.attributes["aria-label"]) > 20
    for figure in root.all("figure"):
        assert figure.all("figcaption")[0].text.strip()
    for table in root.all("table"):
        assert all(head.attributes["scope"] == "col" for head in table.all("thead")[0].all("th"))
        for body in table.all("tbody"):
            for row in body.all("tr"):
                assert row.all("th")[0].attributes["scope"] == "row"


def test_headings_leave_out_no_level(root):
    levels = [int(tag) for tag in re.findall(r"<h(\d)", _markup(root))]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def _markup(element):
    inner = "".join("" if isinstance(c, str) else _markup(c) for c in element.children)
    return f"<{element.tag}>{inner}"


def test_cut_points_are_drawn_for_data_that_are_at_hand(root):
    captions = {
        details.all("h3")[0].text: [figure.all("h4")[0].text for figure in details.all("figure")]
        for details in root.all("details", class_="dataset")
    }
    assert captions["iris"] == ["iris: petal-width"]
    assert captions["own-file"] == ["own-file: width"]


def test_the_origin_tells_seeds_versions_digests_and_the_spec(root, evaluation):
    origin = root.all("section", id="origin")[0].text
    for words in ("7", "NumPy", evaluation.facts["iris"].digest, "folds: 2", "own-file"):
        assert words in origin


def test_tables_can_be_chosen_but_those_of_error_stay(make_page):
    shown = make_page(tables=["scores"])
    assert "Brier score" in shown
    assert "Error in %" in shown
    assert "Seconds for a fold, mean over trials and folds" not in shown
    with pytest.raises(SpecError, match="no-such"):
        make_page(tables=["no-such"])


def test_a_page_shows_one_experiment(results, make_page, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.sqlite").write_bytes((results / "run.sqlite").read_bytes())
    result = CliRunner().invoke(cli, ["report", str(tmp_path), "--format", "html"])
    assert isinstance(result.exception, SpecError)
    assert "one, two" in str(result.exception)


def test_the_page_of_print_alone_has_its_tables_and_claims():
    result = CliRunner().invoke(cli, ["report", "--published-only", "thesis", "--format", "html"])
    assert result.exit_code == 0, result.output
    root = read_page(result.stdout)
    assert "Error in %" in " ".join(heading.text for heading in root.all("h3"))


def test_the_page_is_written_by_the_report_verb(results, tmp_path):
    out = tmp_path / "page.html"
    result = CliRunner().invoke(
        cli, ["report", str(results), "--format", "html", "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert out.read_text().lstrip().startswith("<!DOCTYPE html>")
