"""`nbexp fetch` and `nbexp datasets`."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbexp.cli.datasets import command as datasets
from nbexp.cli.fetch import command as fetch
from nbexp.data import catalogue, download
from nbexp.errors import DataError, SpecError

ROWS = b"1.5,red,yes\n2.5,green,no\n?,red,yes\n"
RECIPE = """\
name: NAME
title: A tiny data set
aliases: [NAME-too]
licence: none
citation: "@misc{tiny}"
notes: A note.
instances: 3
missing: 1
class: {values: [no, yes], counts: [1, 2]}
attributes:
  - {name: size, kind: quantitative}
  - {name: colour, kind: qualitative, values: [red, green, never]}
sources:
  - name: uci
    reader: delimited
    columns: [size, colour, class]
    missing: ["?"]
    files: [{path: tiny.data, uci: NAME/tiny.data, sha256: SUM}]
"""


@pytest.fixture(autouse=True)
def _two_recipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be two recipes, of which a mirror has one; and no network."""
    recipes = tmp_path / "resources" / "datasets"
    recipes.mkdir(parents=True)
    for name, data in (("tiny", ROWS), ("other", b"elsewhere")):
        text = RECIPE.replace("NAME", name).replace("SUM", hashlib.sha256(data).hexdigest())
        (recipes / f"{name}.yaml").write_text(text)
    (tmp_path / "mirror" / "tiny").mkdir(parents=True)
    (tmp_path / "mirror" / "tiny" / "tiny.data").write_bytes(ROWS)
    monkeypatch.setattr(catalogue, "resource_dir", lambda name: tmp_path / "resources" / name)
    monkeypatch.setattr(download.Downloader, "get", _no_network)
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NBEXP_MIRROR", str(tmp_path / "mirror"))


def _no_network(self: download.Downloader, address: str, into: Path) -> None:
    raise download.DownloadError("the server cannot be reached")


def fetched(*arguments: str) -> Result:
    return CliRunner().invoke(fetch, arguments)


def listed(*arguments: str) -> str:
    result = CliRunner().invoke(datasets, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_data_set_is_fetched_by_name_or_alias_and_then_at_hand(tmp_path: Path) -> None:
    assert "tiny" in listed()
    assert listed().splitlines()[3].split()[-1] == "no"
    assert fetched("tiny").output == f"tiny: 3 instances (mirror {tmp_path / 'mirror'})\n"
    assert fetched("TINY-too", "tiny").output == "tiny: 3 instances (cache)\n"
    assert listed().splitlines()[3].split() == ["tiny", "3", "1", "1", "2", "1", "cached"]


def test_what_cannot_be_had_does_not_stop_the_others_and_is_an_error_at_the_end() -> None:
    result = fetched()
    assert isinstance(result.exception, DataError)
    assert str(result.exception) == "not fetched: other"
    assert "tiny: 3 instances" in result.stdout
    assert "nbexp: error: other: no source could be had" in result.stderr


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    result = fetched("tinny")
    assert isinstance(result.exception, SpecError)
    assert "did you mean tiny?" in str(result.exception)


def test_all_data_sets_of_a_spec_are_fetched_and_an_optional_one_may_lack(tmp_path: Path) -> None:
    spec = tmp_path / "my.yaml"
    spec.write_text(
        "name: my\ndatasets:\n- tiny\n- {name: other, optional: true}\nmethods: [ewd]\n"
    )
    result = fetched(str(spec))
    assert result.exit_code == 0, result.exception
    assert "tiny: 3 instances" in result.stdout
    assert "other: not to be had (optional)" in result.stdout
    spec.write_text("name: my\ndatasets: [tiny, other]\nmethods: [ewd]\n")
    assert isinstance(fetched(str(spec)).exception, DataError)


def test_cache_and_mirror_may_be_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NBEXP_MIRROR")
    assert fetched("tiny").exit_code == 1
    cache = str(tmp_path / "elsewhere")
    result = fetched("tiny", "--cache", cache, "--mirror", str(tmp_path / "mirror"))
    assert result.exit_code == 0
    assert "cached" in listed("--cache", cache)
    assert "cached" not in listed()


def test_one_data_set_is_shown_in_full() -> None:
    shown = listed("show", "tiny-too")
    assert "tiny: A tiny data set" in shown
    assert "3 instances, 1 quantitative and 1 qualitative attributes, 2 classes" in shown
    lines = [line.split() for line in shown.splitlines()]
    assert ["size", "quantitative", "2", "1", "1.5", "to", "2.5"] in lines
    assert ["colour", "qualitative", "2", "0", "red,", "green,", "never"] in lines
    assert ["no", "1"] in lines
    assert ["yes", "2"] in lines
    assert "Missing cells: 1" in shown
    assert "@misc{tiny}" in shown


def test_of_a_data_set_that_is_not_to_be_had_what_is_declared_is_shown() -> None:
    result = CliRunner().invoke(datasets, ["show", "other"])
    assert isinstance(result.exception, DataError)
    assert "other: A tiny data set" in result.output
    assert "@misc{tiny}" in result.output
