"""Loading: from a recipe to a data set, and the cache of parsed data sets."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_recipe import ROWS, content, sha256, source
from web_server import Server

from nbexp.data import load as load_module
from nbexp.data.download import Downloader
from nbexp.data.fetch import Unavailable
from nbexp.data.load import load
from nbexp.data.parsed import read_entry
from nbexp.data.recipe import Recipe
from nbexp.errors import DataError

Make = Callable[..., Recipe]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the data sets that were parsed, not taken from the cache."""
    names: list[str] = []
    parse = load_module.parse

    def counted(recipe: Recipe, *args: Any) -> Any:
        names.append(recipe.name)
        return parse(recipe, *args)

    monkeypatch.setattr(load_module, "parse", counted)
    return names


def entries(cache: Path) -> list[Path]:
    return sorted((cache / "parsed").glob("*.nbexp"))


def test_a_data_set_is_parsed_once_and_is_the_same_ever_after(
    tmp_path: Path, mirror_folder: Path, make_recipe: Make, parsed: list[str]
) -> None:
    first = load(make_recipe(), cache=tmp_path / "c", mirrors=[str(mirror_folder)])
    second = load(make_recipe(), cache=tmp_path / "c")
    assert parsed == ["tiny"]
    assert second.digest == first.digest
    for old, new in zip(first.attributes, second.attributes, strict=True):
        assert (new.name, new.codes.dtype) == (old.name, old.codes.dtype)
        np.testing.assert_array_equal(new.codes, old.codes)
    assert second.attributes[1].values == ("red", "green")
    assert (second.name, second.classes) == (first.name, first.classes)
    assert second.labels.dtype == first.labels.dtype


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"no archive",
        lambda data: data[: len(data) // 2],
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
        lambda data: data.replace(b'"red"', b'"rad"'),
        lambda data: data + b"more",
    ],
    ids=["empty", "other", "cut", "a bit turned", "another value", "more"],
)
def test_a_damaged_entry_is_ignored_and_written_anew(
    tmp_path: Path,
    mirror_folder: Path,
    make_recipe: Make,
    parsed: list[str],
    damage: Callable[[bytes], bytes],
) -> None:
    before = load(make_recipe(), cache=tmp_path / "c", mirrors=[str(mirror_folder)])
    (entry,) = entries(tmp_path / "c")
    entry.write_bytes(damage(entry.read_bytes()))
    assert load(make_recipe(), cache=tmp_path / "c").digest == before.digest
    assert parsed == ["tiny", "tiny"]
    assert read_entry(entry) is not None


def test_any_bit_turned_in_an_entry_is_noticed(
    tmp_path: Path, mirror_folder: Path, make_recipe: Make
) -> None:
    load(make_recipe(), cache=tmp_path / "c", mirrors=[str(mirror_folder)])
    (entry,) = entries(tmp_path / "c")
    data = entry.read_bytes()
    for place in range(0, len(data), 7):
        entry.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        assert read_entry(entry) is None


def test_a_changed_recipe_is_parsed_anew_but_a_changed_note_is_not(
    tmp_path: Path, mirror_folder: Path, make_recipe: Make, parsed: list[str]
) -> None:
    cache, mirrors = tmp_path / "c", [str(mirror_folder)]
    load(make_recipe(), cache=cache, mirrors=mirrors)
    load(make_recipe(notes="new", title="New", citation="@book{x}"), cache=cache)
    assert parsed == ["tiny"]
    fixes = {"rename-values": {"colour": {"green": "red"}}}
    changed = load(make_recipe(sources=[source(fixes=fixes)]), cache=cache)
    assert parsed == ["tiny", "tiny"]
    assert changed.qualitative[0].codes.tolist() == [0, 0, 0]


def test_a_verified_file_that_is_not_as_declared_is_an_error(
    tmp_path: Path, mirror_folder: Path, make_recipe: Make
) -> None:
    recipe = make_recipe(missing=0, sources=[source(), source(name="copy")])
    with pytest.raises(DataError, match="found 1 missing cells, expected 0"):
        load(recipe, cache=tmp_path / "c", mirrors=[str(mirror_folder)])
    assert entries(tmp_path / "c") == []


def test_an_unverified_file_that_is_not_as_declared_is_forgotten_and_the_next_source_tried(
    tmp_path: Path, server: Server, make_recipe: Make, quick: Downloader
) -> None:
    bad = {"path": "bad", "address": server.serve("/bad", b"1,red\n")}
    good = {"path": "good", "sha256": sha256(ROWS), "address": server.serve("/good", ROWS)}
    recipe = make_recipe(sources=[source(name="a", files=[bad]), source(name="b", files=[good])])
    assert load(recipe, cache=tmp_path, downloader=quick).n_instances == 3
    assert list((tmp_path / "unverified").iterdir()) == []


def test_when_no_source_gives_the_data_set_each_reason_is_told(
    tmp_path: Path, server: Server, make_recipe: Make, quick: Downloader
) -> None:
    bad = {"path": "bad", "address": server.serve("/bad", b"1,red\n")}
    none = {"path": "none", "address": f"{server.address}/none"}
    recipe = make_recipe(sources=[source(name="a", files=[bad]), source(name="b", files=[none])])
    with pytest.raises(DataError, match="no source gives the data set") as caught:
        load(recipe, cache=tmp_path, downloader=quick)
    assert not isinstance(caught.value, Unavailable)
    assert "bad:1: short row" in str(caught.value)
    assert "/none: HTTP status 404" in str(caught.value)


def test_an_unverified_source_is_told_and_not_kept_parsed(
    tmp_path: Path,
    server: Server,
    make_recipe: Make,
    quick: Downloader,
    caplog: pytest.LogCaptureFixture,
) -> None:
    file = {"path": "tiny.data", "address": server.serve("/tiny.data", ROWS)}
    recipe = make_recipe(sources=[source(files=[file])])
    with caplog.at_level(logging.WARNING):
        load(recipe, cache=tmp_path, downloader=quick)
    assert "tiny: tiny.data has no declared digest: unverified" in caplog.text
    assert entries(tmp_path) == []


def test_every_source_must_give_the_same_data(
    tmp_path: Path, server: Server, make_recipe: Make, quick: Downloader
) -> None:
    arff = b"""@relation tiny
@attribute s real
@attribute c {g,r}
@attribute k {0,1}
@data
1.50,r,1
2.5,g,0
?,r,1
"""
    address = server.serve("/tiny.arff", arff)
    renamed = {"colour": {"r": "red", "g": "green"}, "class": {"1": "yes", "0": "no"}}
    copy = {
        "name": "arff copy",
        "reader": "arff",
        "columns": ["size", "colour", "class"],
        "files": [{"path": "tiny.arff", "sha256": sha256(arff), "address": address}],
        "fixes": {"rename-values": renamed},
    }
    raw = {"path": "raw", "sha256": sha256(ROWS), "address": server.serve("/raw", ROWS)}
    digest = load(
        make_recipe(sources=[source(files=[raw])]), cache=tmp_path / "a", downloader=quick
    ).digest
    recipe = make_recipe(digest=digest, sources=[copy])
    assert load(recipe, cache=tmp_path / "b", downloader=quick).digest == digest


def test_a_header_may_declare_attributes_that_only_the_file_knows(
    tmp_path: Path, server: Server, quick: Downloader
) -> None:
    arff = b"@relation x\n@attribute k {a,b,c}\n@attribute n real\n@attribute q {u}\n@data\n"
    arff += b"a,1,u\nb,?,u\n"
    file = {"path": "x.arff", "sha256": sha256(arff), "address": server.serve("/x", arff)}
    given = content(instances=2, sources=[{"name": "x", "reader": "arff", "files": [file]}])
    for key in ("class", "attributes", "missing"):
        del given[key]
    counts = {"quantitative": 1, "qualitative": 1, "classes": 3, "class": "k"}
    recipe = Recipe.model_validate(given | {"read-from-file": counts})
    for _ in range(2):
        dataset = load(recipe, cache=tmp_path, downloader=quick)
        assert dataset.classes == ("a", "b", "c")
        assert [a.name for a in dataset.attributes] == ["n", "q"]
    wrong = Recipe.model_validate(given | {"read-from-file": counts | {"quantitative": 2}})
    with pytest.raises(DataError, match="found 1 quantitative attributes, expected 2"):
        load(wrong, cache=tmp_path, downloader=quick)


@pytest.mark.parametrize(
    ("attribute", "class_", "told"),
    [
        ("k {a}", "none", "found no class column none; the attributes are n, k"),
        ("k real", "k", "the class k has no declared values"),
    ],
)
def test_a_class_that_the_header_does_not_declare_is_told(
    tmp_path: Path, server: Server, quick: Downloader, attribute: str, class_: str, told: str
) -> None:
    arff = f"@relation x\n@attribute n real\n@attribute {attribute}\n@data\n1,1\n".encode()
    file = {"path": "x.arff", "sha256": sha256(arff), "address": server.serve("/x", arff)}
    given = content(instances=1, sources=[{"name": "x", "reader": "arff", "files": [file]}])
    for key in ("class", "attributes", "missing"):
        del given[key]
    counts = {"quantitative": 1, "qualitative": 0, "classes": 1, "class": class_}
    recipe = Recipe.model_validate(given | {"read-from-file": counts})
    with pytest.raises(DataError, match=f"x.arff: {told}"):
        load(recipe, cache=tmp_path, downloader=quick)


def test_a_source_may_be_a_parquet_file(
    tmp_path: Path, server: Server, make_recipe: Make, quick: Downloader
) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = {"a": [1.5, 2.5, None], "b": ["red", "green", "red"], "c": ["yes", "no", "yes"]}
    pq.write_table(pa.table(columns), tmp_path / "x.parquet")
    data = (tmp_path / "x.parquet").read_bytes()
    raw, packed = (
        {"path": name, "sha256": sha256(data), "address": server.serve(f"/{name}", data)}
        for name, data in (("raw", ROWS), ("x.parquet", data))
    )
    first, second = (
        load(make_recipe(sources=[one]), cache=tmp_path / "c", downloader=quick)
        for one in (source(files=[raw]), source(files=[packed], reader="parquet"))
    )
    assert second.digest == first.digest


def test_when_every_source_was_had_and_none_is_sound_each_reason_is_told(
    tmp_path: Path, server: Server, make_recipe: Make, quick: Downloader
) -> None:
    good = {"path": "good", "sha256": sha256(ROWS), "address": server.serve("/good", ROWS)}
    short, long = (
        {"path": name, "address": server.serve(f"/{name}", data)}
        for name, data in (("short", b"1,red\n"), ("long", b"1,red,yes,4\n"))
    )
    sources = [source(name="a", files=[good, short]), source(name="b", files=[long])]
    with pytest.raises(DataError, match="no source gives the data set") as caught:
        load(make_recipe(sources=sources), cache=tmp_path, downloader=quick)
    assert "short:1: short row" in str(caught.value)
    assert "long:1: long row" in str(caught.value)
    kept = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert kept == [f"sha256-{sha256(ROWS)}"]  # what was verified is no worse for it


def test_a_cache_that_cannot_be_written_slows_down_but_does_not_stop(
    tmp_path: Path, make_recipe: Make
) -> None:
    (tmp_path / "file").write_text("in the way")
    generator = {"name": "waveform", "instances": 30, "seed": 1}
    recipe = make_recipe(
        instances=30,
        missing=0,
        attributes=[{"name": "x1..x21", "kind": "quantitative"}],
        **{"class": {"values": ["0", "1", "2"], "counts": [12, 9, 9]}},
        sources=[{"name": "g", "reader": "generator", "generator": generator}],
    )
    assert load(recipe, cache=tmp_path / "file").n_instances == 30
