"""Getting files: cache, mirrors, addresses; nothing wrong is ever used or kept."""

from __future__ import annotations

import gzip
import io
import multiprocessing
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from slow_compress import compress
from small_recipe import KEPT, ROWS, files_in, sha256, source
from web_server import Server

from nbexp.data.download import Downloader
from nbexp.data.fetch import Unavailable, at_hand, default_cache, fetch, mirrors_from
from nbexp.data.recipe import Recipe
from nbexp.errors import DataError

Local = Callable[..., Recipe]
PAGE = b"<!DOCTYPE html><html>Sorry, moved</html>"


def test_a_file_is_got_once_and_then_taken_from_the_cache(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local(server.serve("/tiny.data", ROWS))
    first = fetch(recipe, cache=tmp_path, downloader=quick)
    second = fetch(recipe, cache=tmp_path, downloader=quick)
    assert first.paths[0].read_bytes() == ROWS
    assert first.origins == (f"{server.address}/tiny.data",)
    assert second.origins == ("cache",)
    assert server.asked == ["/tiny.data"]
    assert files_in(tmp_path) == KEPT


@pytest.mark.parametrize("pack", [gzip.compress, compress], ids=["gzip", "Z"])
def test_a_packed_file_is_kept_unpacked(
    tmp_path: Path,
    server: Server,
    local: Local,
    quick: Downloader,
    pack: Callable[[bytes], bytes],
) -> None:
    recipe = local(server.serve("/tiny.data.packed", pack(ROWS)))
    assert fetch(recipe, cache=tmp_path, downloader=quick).paths[0].read_bytes() == ROWS


def test_a_member_of_an_archive_is_named_after_a_hash_sign(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("tiny.data", ROWS)
    address = server.serve("/tiny.zip", out.getvalue())
    recipe = local(f"{address}#tiny.data")
    assert fetch(recipe, cache=tmp_path, downloader=quick).paths[0].read_bytes() == ROWS
    assert files_in(tmp_path) == KEPT


def test_a_page_a_refusal_and_wrong_bytes_are_passed_over_for_the_right_file(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local(
        [
            f"{server.address}/none",
            server.serve("/page", PAGE),
            f"{server.address}/page#member",
            server.serve("/wrong", b"1,2,3\n"),
            server.serve("/cut", gzip.compress(ROWS)[:-4]),
            server.serve("/right", ROWS),
        ]
    )
    assert fetch(recipe, cache=tmp_path, downloader=quick).origins[0].endswith("/right")
    assert files_in(tmp_path) == KEPT


def test_when_all_that_is_found_is_wrong_one_error_tells_each_and_nothing_is_kept(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local(
        [
            f"{server.address}/none",
            server.serve("/page", PAGE),
            server.serve("/wrong", b"1,2,3\n"),
            server.serve("/empty", b""),
        ]
    )
    with pytest.raises(DataError) as caught:
        fetch(recipe, cache=tmp_path, downloader=quick)
    told = str(caught.value)
    assert not isinstance(caught.value, Unavailable)
    assert "/none: HTTP status 404" in told
    assert "/page: is an HTML page, not the file tiny.data" in told
    assert f"/wrong: 6 bytes with sha256:{sha256(b'1,2,3' + chr(10).encode())}, expected" in told
    assert "/empty: is empty" in told
    assert files_in(tmp_path) == []


def test_when_nothing_is_found_the_data_set_is_unavailable(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local([f"{server.address}/a", "http://127.0.0.1:9/b", "http://127.0.0.1:9/c"])
    with pytest.raises(Unavailable, match="tiny: no source could be had") as caught:
        fetch(recipe, cache=tmp_path, mirrors=[str(tmp_path / "nowhere")], downloader=quick)
    told = str(caught.value)
    assert "/a: HTTP status 404" in told
    assert "9/b: the server cannot be reached" in told
    assert "9/c: the server 127.0.0.1:9 was not to be reached before" in told
    assert "nowhere: there is no such folder" in told
    assert server.asked == ["/a"]


def test_a_busy_server_is_asked_again_with_growing_waits(
    tmp_path: Path, server: Server, local: Local
) -> None:
    waits: list[float] = []
    downloader = Downloader(sleep=waits.append, progress=False)
    recipe = local(server.serve("/tiny.data", (503, b""), (500, b""), ROWS))
    fetch(recipe, cache=tmp_path, downloader=downloader)
    assert waits == [1.0, 2.0]
    recipe = local(server.serve("/never", (503, b"")))
    with pytest.raises(Unavailable, match="HTTP status 503"):
        fetch(recipe, cache=tmp_path / "other", downloader=downloader)
    assert server.asked.count("/never") == 3


def test_an_interrupted_download_leaves_nothing_behind(
    tmp_path: Path, server: Server, local: Local, quick: Downloader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Downloader, address: str, into: Path) -> None:
        into.write_bytes(ROWS[:9])
        raise KeyboardInterrupt

    monkeypatch.setattr(Downloader, "get", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch(local(server.serve("/tiny.data", ROWS)), cache=tmp_path, downloader=quick)
    assert files_in(tmp_path) == []


def test_a_connection_that_breaks_off_is_tried_again(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    address = server.serve("/tiny.data", ROWS)
    server.cut_short["/tiny.data"] = 1
    assert fetch(local(address), cache=tmp_path, downloader=quick).paths[0].read_bytes() == ROWS
    assert server.asked == ["/tiny.data", "/tiny.data"]


def test_a_download_beyond_the_limit_is_refused(
    tmp_path: Path, server: Server, local: Local
) -> None:
    small = Downloader(greatest=10, progress=False)
    with pytest.raises(Unavailable, match="is larger than 10 bytes; refused"):
        fetch(local(server.serve("/tiny.data", ROWS)), cache=tmp_path, downloader=small)
    assert files_in(tmp_path) == []


def test_a_damaged_file_in_the_cache_is_thrown_away_and_got_again(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local(server.serve("/tiny.data", ROWS))
    path = fetch(recipe, cache=tmp_path, downloader=quick).paths[0]
    path.write_bytes(b"damaged")
    again = fetch(recipe, cache=tmp_path, downloader=quick)
    assert again.origins != ("cache",)
    assert path.read_bytes() == ROWS


def test_a_git_blob_id_serves_in_place_of_a_sha256(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    blob = "ce013625030ba8dba906f756967f9e9ca394464a"  # of the text "hello" and a line end
    address = server.serve("/hello", b"hello\n")
    recipe = local(address, sha256=None, **{"git-blob": blob})
    assert fetch(recipe, cache=tmp_path, downloader=quick).unverified == ()
    assert files_in(tmp_path) == [f"files/git-blob-{blob}"]
    server.serve("/hello", b"hullo\n")
    with pytest.raises(DataError, match="git-blob:"):
        fetch(recipe, cache=tmp_path / "other", downloader=quick)


def test_a_file_without_a_digest_is_taken_but_told_as_unverified(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    recipe = local(server.serve("/tiny.data", ROWS), sha256=None)
    assert fetch(recipe, cache=tmp_path, downloader=quick).unverified == ("tiny.data",)
    server.serve("/tiny.data", PAGE)
    with pytest.raises(DataError, match="is an HTML page"):
        fetch(recipe, cache=tmp_path / "other", downloader=quick)


def test_a_later_source_at_hand_is_taken_before_an_earlier_one_from_the_net(
    tmp_path: Path, mirror_folder: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    net = {"path": "raw.data", "address": server.serve("/raw.data", ROWS)}
    recipe = make_recipe(sources=[source(name="raw", files=[net]), source(name="copy")])
    fetched = fetch(
        recipe, cache=tmp_path / "cache", mirrors=[str(mirror_folder)], downloader=quick
    )
    assert fetched.source.name == "copy"
    assert server.asked == []


def test_a_source_is_had_only_with_all_its_files(
    tmp_path: Path, mirror_folder: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    one = {"path": "one", "sha256": sha256(ROWS)}
    two = {"path": "two", "address": server.serve("/two", b"4,red,no\n")}
    recipe = make_recipe(sources=[source(files=[one, two])])
    fetched = fetch(
        recipe, cache=tmp_path / "cache", mirrors=[str(mirror_folder)], downloader=quick
    )
    assert fetched.origins == (f"mirror {mirror_folder}", f"{server.address}/two")


def _fetch_and_read(job: tuple[Recipe, Path]) -> bytes:
    recipe, cache = job
    return fetch(recipe, cache=cache, downloader=Downloader(progress=False)).paths[0].read_bytes()


def test_several_processes_may_fill_one_cache_at_once(
    tmp_path: Path, server: Server, local: Local
) -> None:
    recipe = local(server.serve("/tiny.data", ROWS))
    context = multiprocessing.get_context("spawn")
    with context.Pool(3) as pool:
        got = pool.map(_fetch_and_read, [(recipe, tmp_path)] * 6)
    assert got == [ROWS] * 6
    assert files_in(tmp_path) == KEPT


def test_a_cache_that_cannot_be_written_is_told(
    tmp_path: Path, server: Server, local: Local, quick: Downloader
) -> None:
    (tmp_path / "file").write_text("in the way")
    recipe = local(server.serve("/tiny.data", ROWS))
    with pytest.raises(DataError, match=r"cannot be written .*--cache or NBEXP_CACHE"):
        fetch(recipe, cache=tmp_path / "file", downloader=quick)


def test_what_is_at_hand_is_told_without_reading_it(
    tmp_path: Path, server: Server, local: Local, make_recipe: Local, quick: Downloader
) -> None:
    recipe = local(server.serve("/tiny.data", ROWS))
    assert at_hand(recipe, tmp_path) is None
    fetch(recipe, cache=tmp_path, downloader=quick)
    assert at_hand(recipe, tmp_path) == "cached"
    assert at_hand(make_recipe(sources=[source(bundled=True)]), tmp_path / "x") == "bundled"
    made = {"name": "waveform", "instances": 3, "seed": 1}
    generated = {"name": "g", "reader": "generator", "generator": made}
    assert at_hand(make_recipe(sources=[generated]), tmp_path / "x") == "generated"


@pytest.mark.parametrize(
    ("named", "mirrors"),
    [
        ("", ()),
        ("/a/b", ("/a/b",)),
        ("/a:http://h:8000/m:/b", ("/a", "http://h:8000/m", "/b")),
        ("https://h/m:/a:/a", ("https://h/m", "/a")),
        ("http://h:8000:/a", ("http://h:8000", "/a")),
    ],
)
def test_mirrors_are_named_by_options_first_then_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, named: str, mirrors: tuple[str, ...]
) -> None:
    monkeypatch.setenv("NBEXP_MIRROR", named)
    assert mirrors_from([]) == mirrors
    assert mirrors_from(["x"]) == ("x", *mirrors)


def test_the_cache_is_named_by_the_environment_or_is_the_users(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path))
    assert default_cache() == tmp_path
    monkeypatch.delenv("NBEXP_CACHE")
    assert default_cache().name == "nbexp"


def test_no_bar_is_shown_where_no_terminal_is(
    tmp_path: Path, server: Server, local: Local, capfd: Any
) -> None:
    fetch(local(server.serve("/tiny.data", ROWS)), cache=tmp_path)
    assert capfd.readouterr() == ("", "")
