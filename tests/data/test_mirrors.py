"""Mirrors: folders and web addresses in which files are found by digest or by path."""

from __future__ import annotations

import errno
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from slow_compress import compress
from small_recipe import KEPT, ROWS, files_in, sha256, source
from web_server import Server

from nbexp.data.download import Downloader
from nbexp.data.fetch import Fetched, Unavailable, fetch
from nbexp.data.recipe import Recipe
from nbexp.data.shelf import Shelf
from nbexp.data.source import FileDecl
from nbexp.errors import DataError

Local = Callable[..., Recipe]


def from_mirror(folder: Path, recipe: Recipe, cache: Path, quick: Downloader) -> Fetched:
    return fetch(recipe, cache=cache, mirrors=[str(folder)], downloader=quick)


def test_a_mirror_is_searched_by_digest(
    tmp_path: Path, mirror_folder: Path, make_recipe: Local, quick: Downloader
) -> None:
    fetched = from_mirror(mirror_folder, make_recipe(), tmp_path / "cache", quick)
    assert fetched.origins == (f"mirror {mirror_folder}",)
    assert fetched.paths[0].read_bytes() == ROWS


def test_a_mirror_may_be_the_file_address_of_a_folder(
    mirror_folder: Path, make_recipe: Local, quick: Downloader
) -> None:
    mirror_folder = mirror_folder.rename(mirror_folder.with_name("my mirror"))
    cache = mirror_folder.with_name("cache")
    fetched = fetch(make_recipe(), cache=cache, mirrors=[mirror_folder.as_uri()], downloader=quick)
    assert fetched.origins == (f"mirror {mirror_folder.as_uri()}",)
    assert fetched.paths[0].read_bytes() == ROWS


def test_rows_of_a_manifest_without_or_of_another_file_are_passed_over(
    tmp_path: Path, mirror_folder: Path, make_recipe: Local, quick: Downloader
) -> None:
    rows = f"file,sha256\nother,{'0' * 64}\n,{sha256(ROWS)}\nsome/file.txt,{sha256(ROWS)}\n"
    (mirror_folder / "MANIFEST.csv").write_text(rows)
    fetched = from_mirror(mirror_folder, make_recipe(), tmp_path / "cache", quick)
    assert fetched.paths[0].read_bytes() == ROWS


def test_a_mirrors_file_that_cannot_be_kept_is_told(
    tmp_path: Path, mirror_folder: Path, make_recipe: Local, quick: Downloader
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "files").write_text("in the way")
    with pytest.raises(Unavailable, match=r"file\.txt: cannot be read or kept \("):
        from_mirror(mirror_folder, make_recipe(), cache, quick)
    assert files_in(cache) == ["files"]


def test_a_mirrors_packed_file_is_found_by_the_digest_that_its_note_mentions(
    tmp_path: Path, make_recipe: Local, quick: Downloader
) -> None:
    packed = gzip.compress(ROWS)
    (tmp_path / "x.gz").write_bytes(packed)
    (tmp_path / "MANIFEST.csv").write_text(
        "dataset,file,sha256,note\n"
        f'Tiny,x.gz,{sha256(packed)},"gzip of {len(ROWS)} bytes with sha256 {sha256(ROWS)}"\n'
    )
    fetched = from_mirror(tmp_path, make_recipe(), tmp_path / "cache", quick)
    assert fetched.paths[0].read_bytes() == ROWS


@pytest.mark.parametrize(
    "place",
    [
        "machine-learning-databases/tiny/tiny.data",
        "tiny/tiny.data",
        "tiny/tiny.data.gz",
        "machine-learning-databases/tiny/tiny.data.Z",
    ],
)
def test_a_mirror_without_a_manifest_is_searched_by_the_uci_path(
    tmp_path: Path, make_recipe: Local, quick: Downloader, place: str
) -> None:
    path = tmp_path / "mirror" / place
    path.parent.mkdir(parents=True)
    pack = {".gz": gzip.compress, ".Z": compress}.get(path.suffix, bytes)
    path.write_bytes(pack(ROWS))
    fetched = from_mirror(tmp_path / "mirror", make_recipe(), tmp_path / "cache", quick)
    assert fetched.paths[0].read_bytes() == ROWS


@pytest.mark.parametrize("place", ["tiny/tiny.data.Z", "tiny/tiny.data"])
def test_a_file_that_is_packed_at_uci_may_be_unpacked_in_a_mirror(
    tmp_path: Path, make_recipe: Local, quick: Downloader, place: str
) -> None:
    path = tmp_path / "mirror" / place
    path.parent.mkdir(parents=True)
    path.write_bytes(compress(ROWS) if path.suffix == ".Z" else ROWS)
    file = {"path": "tiny.data", "uci": "tiny/tiny.data.Z", "sha256": sha256(ROWS)}
    recipe = make_recipe(sources=[source(files=[file])])
    fetched = from_mirror(tmp_path / "mirror", recipe, tmp_path / "cache", quick)
    assert fetched.paths[0].read_bytes() == ROWS


def test_a_mirrors_wrong_file_is_not_used(
    tmp_path: Path, mirror_folder: Path, server: Server, local: Local, quick: Downloader
) -> None:
    (mirror_folder / "some" / "file.txt").write_bytes(b"other")
    recipe = local(server.serve("/tiny.data", ROWS))
    fetched = from_mirror(mirror_folder, recipe, tmp_path / "cache", quick)
    assert fetched.origins == (f"{server.address}/tiny.data",)


@pytest.mark.parametrize("place", ["../secret", "/etc/passwd", "a/../../secret"])
def test_a_manifest_cannot_lead_out_of_its_mirror(
    tmp_path: Path, local: Local, quick: Downloader, place: str
) -> None:
    (tmp_path / "secret").write_bytes(ROWS)
    folder = tmp_path / "mirror"
    folder.mkdir()
    (folder / "MANIFEST.csv").write_text(f"file,sha256\n{place},{sha256(ROWS)}\n")
    with pytest.raises(Unavailable):
        from_mirror(folder, local([]), tmp_path / "cache", quick)


def test_a_web_address_may_be_a_mirror_too(
    tmp_path: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    server.serve("/m/MANIFEST.csv", f"file,sha256\na b.txt,{sha256(ROWS)}\n".encode())
    server.serve("/m/a%20b.txt", ROWS)
    where = f"{server.address}/m/"
    fetched = fetch(make_recipe(), cache=tmp_path, mirrors=[where], downloader=quick)
    assert fetched.origins == (f"mirror {where}",)
    assert server.asked == ["/m/MANIFEST.csv", "/m/a%20b.txt"]
    assert files_in(tmp_path) == KEPT


def test_a_web_mirror_without_a_manifest_is_asked_for_the_uci_path(
    tmp_path: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    server.serve("/machine-learning-databases/tiny/tiny.data", ROWS)
    fetched = fetch(make_recipe(), cache=tmp_path, mirrors=[server.address], downloader=quick)
    assert fetched.paths[0].read_bytes() == ROWS


def two_sources(make_recipe: Local, address: str) -> Recipe:
    """A recipe whose two sources name the same file at the same places."""
    file = {"path": "tiny.data", "sha256": sha256(ROWS), "address": address}
    sources = [source(name=name, files=[file]) for name in ("one", "other")]
    return make_recipe(sources=sources)


@pytest.mark.parametrize(
    ("answer", "tries", "told"),
    [
        ((404, b""), 1, "HTTP status 404"),
        ((503, b""), 3, "HTTP status 503"),
        (b"1,2,3\n", 1, "6 bytes with sha256"),
        (b"<html>no</html>", 1, "is an HTML page"),
    ],
)
def test_an_address_that_gives_nothing_is_asked_once_for_all_sources(
    tmp_path: Path,
    server: Server,
    make_recipe: Local,
    quick: Downloader,
    answer: tuple[int, bytes] | bytes,
    tries: int,
    told: str,
) -> None:
    server.serve("/MANIFEST.csv", f"file,sha256\ntiny.data,{sha256(ROWS)}\n".encode())
    server.serve("/tiny.data", answer)
    recipe = two_sources(make_recipe, server.serve("/elsewhere", answer))
    with pytest.raises(DataError, match=told) as caught:
        fetch(recipe, cache=tmp_path, mirrors=[server.address], downloader=quick)
    assert str(caught.value).count(told) == 2
    assert {path: server.asked.count(path) for path in ("/tiny.data", "/elsewhere")} == {
        "/tiny.data": tries,
        "/elsewhere": tries,
    }


def test_what_is_wrong_for_one_file_may_be_right_for_another(
    tmp_path: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    address = server.serve("/tiny.data", ROWS)
    decl = {"path": "tiny.data", "address": address}
    first = source(name="one", files=[{**decl, "sha256": sha256(b"other")}])
    second = source(name="other", files=[{**decl, "sha256": sha256(ROWS)}])
    fetched = fetch(make_recipe(sources=[first, second]), cache=tmp_path, downloader=quick)
    assert fetched.source.name == "other"


def test_a_wrong_file_in_a_folder_is_read_once(
    tmp_path: Path, mirror_folder: Path, server: Server, make_recipe: Local, quick: Downloader
) -> None:
    (mirror_folder / "some" / "file.txt").write_bytes(b"other")
    recipe = two_sources(make_recipe, f"{server.address}/none")
    read: list[Path] = []
    kept = Shelf.put

    def put(shelf: Shelf, pieces: Iterator[bytes], file: FileDecl, name: str) -> Path:
        read.append(mirror_folder)
        return kept(shelf, pieces, file, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shelf, "put", put)
        with pytest.raises(DataError, match="5 bytes with sha256"):
            from_mirror(mirror_folder, recipe, tmp_path / "cache", quick)
    assert read == [mirror_folder]


def test_a_full_disk_under_the_cache_is_told_as_such(
    tmp_path: Path, mirror_folder: Path, local: Local, quick: Downloader, monkeypatch
) -> None:
    def full(shelf: Shelf, *_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Shelf, "put", full)
    cache = tmp_path / "cache"
    with pytest.raises(DataError, match=rf"^{cache}: cannot be written \(No space .*make room, or"):
        from_mirror(mirror_folder, local([]), cache, quick)
    assert files_in(cache) == []
