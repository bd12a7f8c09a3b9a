"""Servers that misbehave: the right number of tries, the next address, nothing bad kept."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bad_server import (
    BadServer,
    Behaviour,
    answer,
    close_at_once,
    drip,
    half,
    in_pieces,
    redirect,
    rubbish,
    serving,
)
from small_recipe import KEPT, ROWS, files_in, sha256

from nbexp.data.download import Downloader
from nbexp.data.fetch import Unavailable, fetch
from nbexp.data.recipe import Recipe
from nbexp.data.shelf import Shelf
from nbexp.data.watch import Watch, same_server
from nbexp.errors import DataError

Local = Callable[..., Recipe]
PAGE = b"<!DOCTYPE html><html>Please log in</html>"
WRONG = ROWS.replace(b"red", b"rot")


@pytest.fixture
def bad() -> Iterator[BadServer]:
    with serving() as server:
        yield server


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def impatient(told: list[str]) -> Downloader:
    """A downloader that waits for nothing and tells into a list."""
    return Downloader(
        sleep=lambda seconds: None, progress=False, patience=0.4, tell=told.append, timeout=(5, 5)
    )


CASES: dict[str, tuple[list[Behaviour], int, str]] = {
    # what the server does, how often it is asked, what is told of the first attempt
    "cut at half": ([half(ROWS)], 3, "the connection broke off; next try in 1 s"),
    "wrong bytes": ([answer(WRONG)], 1, f"{len(WRONG)} bytes with sha256:"),
    "a page in place of the file": ([answer(PAGE)], 1, "is an HTML page, not the file tiny.data"),
    "nothing": ([answer(b"")], 1, "is empty"),
    "no such page": ([answer(b"no", "404 Not Found")], 1, "HTTP status 404 Not Found"),
    "forbidden": ([answer(b"no", "403 Forbidden")], 1, "HTTP status 403"),
    "busy for good": ([answer(b"", "502 Bad Gateway")], 3, "HTTP status 502 Bad Gateway; next"),
    "too many requests": ([answer(b"", "429 Slow down")], 3, "HTTP status 429"),
    "very slow": ([drip(ROWS, 0.05)], 3, "the server is too slow (less than 64 KiB in 0.4 s)"),
    "very slow, of unknown length": ([drip(ROWS, 0.05, length=False)], 3, "the server is too slow"),
    "closes at once": ([close_at_once], 3, "the connection broke off"),
    "promises more": ([answer(ROWS, Content_Length="999")], 3, "the connection broke off"),
    "promises less": ([answer(ROWS, Content_Length="9")], 1, "9 bytes with sha256:"),
    "promises rubbish": ([answer(ROWS, Content_Length="many")], 1, "cannot be got"),
    "a cut packed file": ([answer(gzip.compress(ROWS)[:-9])], 1, "the packed file is broken"),
    "leads elsewhere": ([redirect("http://127.0.0.2:9/x")], 1, "redirects to another server (127"),
    "leads to a file": ([redirect("file:///etc/passwd")], 1, "redirects to another server (file)"),
    "leads to nowhere": ([redirect("http://[::1")], 1, "cannot be got"),
}


@pytest.mark.parametrize(("behaviours", "tries", "line"), CASES.values(), ids=CASES.keys())
def test_a_bad_server_is_asked_as_often_as_it_may_help_and_then_the_next_address(
    tmp_path: Path,
    bad: BadServer,
    local: Local,
    impatient: Downloader,
    told: list[str],
    behaviours: list[Behaviour],
    tries: int,
    line: str,
) -> None:
    recipe = local([bad.at("/bad", *behaviours), bad.at("/good", answer(ROWS))])
    fetched = fetch(recipe, cache=tmp_path, downloader=impatient)
    assert fetched.origins == (f"{bad.address}/good",)
    assert fetched.paths[0].read_bytes() == ROWS
    assert bad.asked == ["/bad"] * tries + ["/good"]
    assert len(told) == tries + 1  # a line for each attempt
    assert told[0].startswith(f"{bad.address}/bad: {line}")
    assert told[-1] == f"{bad.address}/good: got {len(ROWS)} bytes"
    assert files_in(tmp_path) == KEPT


def test_a_server_that_speaks_no_http_is_passed_over(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader
) -> None:
    recipe = local(bad.at("/bad", rubbish))
    with pytest.raises(Unavailable):
        fetch(recipe, cache=tmp_path, downloader=impatient)
    assert files_in(tmp_path) == []


def test_an_archive_that_is_a_bomb_is_refused_and_the_next_address_asked(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, told: list[str]
) -> None:
    header = tarfile.TarInfo("header")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 40 << 20
    bomb = gzip.compress(header.tobuf(tarfile.GNU_FORMAT) + bytes(header.size), 1)
    addresses = [bad.at("/x.tgz", answer(bomb)) + "#tiny.data", bad.at("/good", answer(ROWS))]
    fetched = fetch(local(addresses), cache=tmp_path, downloader=impatient)
    assert fetched.origins == (addresses[1],)
    assert told[0] == f"{addresses[0]}: its list of members is longer than any; refused"
    assert files_in(tmp_path) == KEPT


@pytest.mark.parametrize("first", [half(ROWS), answer(b"", "502 Bad"), close_at_once])
def test_a_server_that_recovers_gives_the_file(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, first: Behaviour
) -> None:
    recipe = local(bad.at("/file", first, first, answer(ROWS)))
    assert fetch(recipe, cache=tmp_path, downloader=impatient).paths[0].read_bytes() == ROWS
    assert bad.asked == ["/file"] * 3


def test_redirects_are_followed_on_the_same_server_only(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, told: list[str]
) -> None:
    bad.at("/moved", redirect("/again"))
    bad.at("/again", redirect(f"{bad.address}/file"))
    bad.at("/file", answer(ROWS))
    assert fetch(local(f"{bad.address}/moved"), cache=tmp_path, downloader=impatient)
    assert bad.asked == ["/moved", "/again", "/file"]
    with serving() as other:
        other.at("/file", answer(ROWS))
        bad.at("/away", redirect(f"{other.address}/file"))
        with pytest.raises(Unavailable, match="redirects to another server"):
            fetch(local(f"{bad.address}/away"), cache=tmp_path / "b", downloader=impatient)
        assert other.asked == []


def test_redirects_in_a_circle_end(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader
) -> None:
    recipe = local(bad.at("/a", redirect("/b")))
    bad.at("/b", redirect("/a"))
    with pytest.raises(Unavailable, match="redirects without an end"):
        fetch(recipe, cache=tmp_path, downloader=impatient)
    assert len(bad.asked) < 40


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [
        ("http://a/x", "http://a/y", True),
        ("http://a/x", "https://a/x", True),
        ("https://a/x", "http://a/x", False),
        ("http://a:8000/x", "https://a/x", False),
        ("http://a/x", "http://a:81/x", False),
        ("http://a:80/x", "http://a/x", True),
        ("https://a/x", "https://a:443/y", True),
        ("http://a/x", "http://b/x", False),
        ("http://a/x", "http://a.b/x", False),
        ("http://a/x", "http://user@a/x", True),
        ("http://a/x", "http://a@b/x", False),
        ("http://a/x", "ftp://a/x", False),
        ("http://a/x", "file:///x", False),
    ],
)
def test_which_server_is_the_same(here: str, there: str, same: bool) -> None:
    assert same_server(urlsplit(here), urlsplit(there)) is same


def test_cutting_a_connection_that_is_not_there_does_no_harm() -> None:
    watch = Watch()
    watch.cut()
    assert not watch.too_slow


def test_only_the_addresses_of_the_recipe_and_the_mirror_are_ever_contacted(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, monkeypatch
) -> None:
    asked = set()
    connect = socket.socket.connect

    def noting(self, address):
        asked.add(address[1])
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", noting)
    with serving() as mirror:
        moved = bad.at("/moved", redirect("http://127.0.0.1:7/x"))
        recipe = local([moved, bad.at("/file", answer(ROWS))])
        fetch(recipe, cache=tmp_path, mirrors=[mirror.address], downloader=impatient)
        ports = {urlsplit(one.address).port for one in (bad, mirror)}
    assert asked <= ports


def test_a_mirror_with_a_manifest_that_is_none_is_searched_by_path(
    tmp_path: Path, make_recipe: Local, bad: BadServer, impatient: Downloader
) -> None:
    for manifest in (b"\xff\xfe", b'file,sha256\n"' + b"x" * 200_000, b"", b"\x00,\n"):
        bad.at("/MANIFEST.csv", answer(manifest))
        bad.at("/tiny/tiny.data", answer(ROWS))
        cache = tmp_path / str(len(manifest))
        fetched = fetch(make_recipe(), cache=cache, mirrors=[bad.address], downloader=impatient)
        assert fetched.paths[0].read_bytes() == ROWS
    folder = tmp_path / "folder"
    (folder / "tiny").mkdir(parents=True)
    (folder / "tiny" / "tiny.data").write_bytes(ROWS)
    (folder / "MANIFEST.csv").write_bytes(b"\xff\xfe\x00")
    fetched = fetch(make_recipe(), cache=tmp_path / "c", mirrors=[str(folder)])
    assert fetched.paths[0].read_bytes() == ROWS


def test_a_server_that_takes_its_time_but_keeps_up_is_waited_for(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, told: list[str]
) -> None:
    large = ROWS * 10_000  # of more than 64 KiB, so that something comes now and then
    address = bad.at("/file", in_pieces(large, 6, 0.15))
    fetched = fetch(local(address, sha256=sha256(large)), cache=tmp_path, downloader=impatient)
    assert fetched.paths[0].read_bytes() == large
    assert told == [f"{address}: got {len(large):,} bytes"]


def test_a_server_that_takes_the_question_and_says_nothing_is_asked_again(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, told: list[str]
) -> None:
    impatient.timeout = (5, 0.1)
    address = bad.at("/file", lambda connection: time.sleep(0.4), answer(ROWS))
    assert fetch(local(address), cache=tmp_path, downloader=impatient).origins == (address,)
    assert told[0] == f"{address}: the server stopped answering; next try in 1 s"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lets those wait who come too many")
def test_a_server_that_lets_nobody_in_is_given_up_for_good(
    tmp_path: Path, local: Local, impatient: Downloader
) -> None:
    impatient.timeout = (0.2, 5)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        host = "{}:{}".format(*full.getsockname())
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:  # more than it has room for
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        recipe = local([f"http://{host}/a", f"http://{host}/b"])
        with pytest.raises(Unavailable) as caught:
            fetch(recipe, cache=tmp_path, downloader=impatient)
        for one in waiting:
            one.close()
    assert "/a: the server cannot be reached (no answer)" in str(caught.value)
    assert f"/b: the server {host} was not to be reached before" in str(caught.value)


# --------------------------------------------------------------- what is left behind


def test_parts_left_by_killed_downloads_are_swept_but_not_those_at_work(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    folder.mkdir()
    for name, age in (("old", 4000), ("new", 10)):
        (folder / name).write_bytes(b"x")
        os.utime(folder / name, (time.time() - age,) * 2)
    (folder / "folder").mkdir()
    Shelf(tmp_path).sweep()
    assert sorted(path.name for path in folder.iterdir()) == ["folder", "new"]
    Shelf(tmp_path / "nowhere").sweep()


SCRIPT = """
import sys
from pathlib import Path
from small_recipe import ROWS, content, sha256, source
from nbexp.data.download import Downloader
from nbexp.data.fetch import fetch
from nbexp.data.recipe import Recipe

decl = {"path": "tiny.data", "sha256": sha256(ROWS), "address": sys.argv[1]}
recipe = Recipe.model_validate(content(sources=[source(files=[decl])]))
fetch(recipe, cache=Path(sys.argv[2]), downloader=Downloader(progress=False))
"""


def fetching(address: str, cache: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, address, str(cache)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])},
    )


def test_a_fetch_killed_in_the_middle_leaves_a_cache_that_is_right(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader
) -> None:
    address = bad.at("/file", drip(ROWS, 0.2), answer(ROWS))
    with fetching(address, tmp_path) as process:
        while not bad.asked:
            time.sleep(0.02)
            assert process.poll() is None
        time.sleep(0.5)
        process.send_signal(signal.SIGKILL)
    (left,) = (tmp_path / "part").iterdir()
    assert files_in(tmp_path) == [f"part/{left.name}"]
    assert fetch(local(address), cache=tmp_path, downloader=impatient).origins == (address,)
    os.utime(left, (time.time() - 4000,) * 2)
    assert fetch(local(address), cache=tmp_path, downloader=impatient).origins == ("cache",)
    assert files_in(tmp_path) == KEPT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_fetch_that_is_stopped_leaves_nothing(
    tmp_path: Path, bad: BadServer, number: signal.Signals
) -> None:
    mirror = bad.at("/MANIFEST.csv", drip(ROWS * 100, 0.2)).removesuffix("/MANIFEST.csv")
    command = [sys.executable, "-m", "nbexp", "fetch", "adult", "--mirror", mirror]
    with subprocess.Popen([*command, "--cache", str(tmp_path)], stderr=subprocess.PIPE) as process:
        while not bad.asked:
            time.sleep(0.02)
            assert process.poll() is None
        time.sleep(0.3)
        process.send_signal(number)
        assert process.wait(timeout=20) == 130
        assert process.stderr is not None
        assert process.stderr.read().strip() == b"nbexp: stopped"
    assert files_in(tmp_path) == []


def test_of_two_fetches_at_once_one_may_be_killed(
    tmp_path: Path, bad: BadServer, local: Local
) -> None:
    address = bad.at("/file", drip(ROWS, 0.05), drip(ROWS, 0.05), answer(ROWS))
    with fetching(address, tmp_path) as one, fetching(address, tmp_path) as other:
        while len(bad.asked) < 2:
            time.sleep(0.02)
            assert one.poll() is other.poll() is None
        one.kill()
        assert other.wait(timeout=60) == 0
    assert fetch(local(address), cache=tmp_path).origins == ("cache",)


def test_a_full_disk_is_told_and_leaves_nothing(
    tmp_path: Path, bad: BadServer, local: Local, impatient: Downloader, monkeypatch
) -> None:
    import errno

    from nbexp.data import download

    def full(self, piece: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    recipe = local(bad.at("/file", answer(ROWS)))
    monkeypatch.setattr(download._LimitedFile, "write", full)
    with pytest.raises(
        DataError, match=r"cannot be written \(No space left on device\); make room"
    ):
        fetch(recipe, cache=tmp_path, downloader=impatient)
    assert files_in(tmp_path) == []
