"""The page in headless Chromium: sorting, filtering, the scatter, and no error on the way."""

from __future__ import annotations

import shutil

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser(page, tmp_path_factory):
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no Chromium with its driver: apt-get install chromium chromium-driver")
    from selenium.webdriver.chrome.service import Service

    folder = tmp_path_factory.mktemp("browser")
    file = folder / "page.html"
    file.write_text(page)
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in (*OPTIONS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as chrome:
        chrome.get(file.as_uri())
        yield chrome


@pytest.fixture(autouse=True)
def no_error(browser):
    yield
    assert browser.get_log("browser") == []


@pytest.fixture
def table(browser):
    """Return the table of errors, as a script finds it."""
    browser.refresh()
    return browser.find_element("css selector", "table.marked")


def names(browser, table):
    """Return the names of the rows that are shown, without the means."""
    script = (
        "return [...arguments[0].tBodies[0].rows].filter(row => !row.hidden)"
        ".map(row => row.cells[0].textContent)"
    )
    return browser.execute_script(script, table)


def errors(browser, table, names):
    script = (
        "return [...arguments[0].tBodies[0].rows].map(row => "
        "[row.cells[0].textContent, row.cells[1].querySelector('b').textContent])"
    )
    found = dict(browser.execute_script(script, table))
    return [float(found[name]) for name in names]


def test_a_click_on_a_head_sorts_then_turns_round_then_restores(browser, table):
    as_written = names(browser, table)
    button = table.find_elements("css selector", "thead button")[1]
    head = table.find_elements("css selector", "thead th")[1]
    button.click()
    ascending = names(browser, table)
    assert errors(browser, table, ascending) == sorted(errors(browser, table, ascending))
    assert head.get_attribute("aria-sort") == "ascending"
    button.click()
    assert names(browser, table) == ascending[::-1]
    assert head.get_attribute("aria-sort") == "descending"
    button.click()
    assert names(browser, table) == as_written
    assert head.get_attribute("aria-sort") is None


def test_the_keyboard_sorts_too(browser, table):
    button = table.find_elements("css selector", "thead button")[0]
    browser.execute_script("arguments[0].focus()", button)
    button.send_keys("\ue007")
    assert names(browser, table) == sorted(names(browser, table))


def test_means_stay_below_whatever_is_sorted(browser, table):
    table.find_elements("css selector", "thead button")[2].click()
    rows = table.find_elements("css selector", "tbody.sum th")
    assert [row.text for row in rows][:2] == ["ME", "GE"]


def test_the_scatter_goes_to_another_pair_and_metric(browser):
    browser.refresh()
    from selenium.webdriver.support.select import Select

    figure = browser.find_element("id", "scatter")
    Select(figure.find_element("name", "second")).select_by_visible_text("PD")
    Select(figure.find_element("name", "metric")).select_by_visible_text("bias")
    told = figure.find_element("css selector", ".told").text
    assert told.startswith("PD has the lower bias on ")
    shown = [d for d in figure.find_elements("css selector", ".drawing") if d.is_displayed()]
    assert len(shown) == 1
    svg = shown[0].find_element("tag name", "svg")
    assert told in svg.get_attribute("aria-label")
    tips = svg.find_elements("css selector", "circle title")
    assert "iris: EWD " in " ".join(tip.get_attribute("textContent") for tip in tips)


def test_all_data_sets_open_with_one_click(browser):
    browser.refresh()
    button = browser.find_element("css selector", ".open-all")
    button.click()
    details = browser.find_elements("css selector", "details.dataset")
    assert all(one.get_attribute("open") for one in details)
    assert button.text == "Close all"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_but_a_table_is_wider_than_the_screen(browser, width):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    browser.refresh()
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def test_a_filter_leaves_the_rows_that_have_the_words(browser, make_page, tmp_path):
    """Tables of few rows have no filter: the table of records has many."""
    browser.refresh()
    block = browser.find_element("xpath", "//div[h3[starts-with(., 'Win/lose/tie')]]")
    table = block.find_element("tag name", "table")
    whole = len(table.find_elements("css selector", "tbody tr"))
    block.find_element("css selector", "input[type=search]").send_keys("ndd ld")
    rows = [row for row in table.find_elements("css selector", "tbody tr") if row.is_displayed()]
    assert 0 < len(rows) < whole
    assert all("NDD" in row.text and "LD" in row.text for row in rows)
    assert f"{len(rows)} of {whole} rows" in block.text
