"""Unpacking by first bytes, members of archives, limits."""

from __future__ import annotations

import errno
import gzip
import io
import random
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from slow_compress import compress

from nbexp.data import lzw, packed
from nbexp.data.packed import PackedError, unpacked

PLAIN = b"1,2\n3,4\n" * 50


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file"
    path.write_bytes(data)
    return path


def zipped(packing: int = zipfile.ZIP_DEFLATED, /, **members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


def tarred(name: str, data: bytes, mode: Literal["w", "w:gz", "w:bz2", "w:xz"] = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [PLAIN, gzip.compress(PLAIN), compress(PLAIN), gzip.compress(gzip.compress(PLAIN))],
    ids=["plain", "gzip", "Z", "gzip twice"],
)
def test_packing_is_told_by_the_first_bytes(tmp_path: Path, data: bytes) -> None:
    assert b"".join(unpacked(written(tmp_path, data))) == PLAIN


@pytest.mark.parametrize(
    ("data", "members"),
    [
        (zipped(a=PLAIN, b=b"x"), ["a"]),
        (zipped(folder__a=PLAIN, b=b"x"), ["a"]),
        (zipped(a=gzip.compress(PLAIN)), ["a"]),
        (zipped(a=compress(PLAIN)), ["a"]),
        (tarred("inner/a", PLAIN), ["inner/a"]),
        (zipped(outer=tarred("a", PLAIN)), ["outer", "a"]),
        (zipped(outer=zipped(a=PLAIN)), ["outer", "a"]),
    ],
)
def test_a_member_is_named_also_within_an_archive_in_an_archive(
    tmp_path: Path, data: bytes, members: list[str]
) -> None:
    assert b"".join(unpacked(written(tmp_path, data), members)) == PLAIN


def test_a_member_that_is_not_there_or_not_alone_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, zipped(x__a=b"1", y__a=b"2"))
    with pytest.raises(PackedError, match=r"no member a \(it has x/a, y/a\)"):
        list(unpacked(path, ["a"]))
    with pytest.raises(PackedError, match="no member b"):
        list(unpacked(path, ["b"]))


def test_a_member_with_a_path_outside_is_only_read_never_written(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    path = written(inside, zipped(**{"..__..__evil": PLAIN}))
    assert b"".join(unpacked(path, ["evil"])) == PLAIN
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "inside"]


@pytest.mark.parametrize(
    "data", [gzip.compress(PLAIN), compress(PLAIN), PLAIN], ids=["gzip", "Z", "plain"]
)
def test_what_unpacks_to_more_than_the_limit_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(PackedError, match="more than 100 bytes"):
        list(unpacked(written(tmp_path, data), greatest=100))


def test_a_bomb_in_an_archive_is_refused_before_it_is_unpacked_whole(tmp_path: Path) -> None:
    path = written(tmp_path, zipped(a=bytes(50_000_000)))
    assert path.stat().st_size < 100_000
    got: list[bytes] = []
    with pytest.raises(PackedError, match="more than 2000000 bytes"):
        got.extend(unpacked(path, ["a"], greatest=2_000_000))
    assert sum(map(len, got)) <= 2_000_000


@pytest.mark.parametrize(
    ("data", "members"),
    [
        (gzip.compress(PLAIN)[:-9], []),
        (gzip.compress(PLAIN)[:20] + b"zzzz", []),
        (bytes.fromhex("1f9d90ffff"), []),
        (zipped(a=PLAIN)[:60], ["a"]),
        (b"no archive at all", ["a"]),
    ],
    ids=["cut gzip", "bad gzip", "bad Z", "cut zip", "no archive"],
)
def test_a_broken_file_is_refused(tmp_path: Path, data: bytes, members: list[str]) -> None:
    with pytest.raises(PackedError):
        list(unpacked(written(tmp_path, data), members))


def linked(kind: bytes, name: str, target: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, target
        archive.addfile(info)
    return out.getvalue()


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE]
)
def test_links_devices_and_folders_of_an_archive_are_no_members(
    tmp_path: Path, kind: bytes
) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    path = written(tmp_path, linked(kind, "a", str(tmp_path / "secret")))
    with pytest.raises(PackedError, match="no member a"):
        list(unpacked(path, ["a"]))


@pytest.mark.parametrize("name", ["/etc/a", "../../a", "C:\\a", "x/../../a"])
def test_an_absolute_or_climbing_name_is_read_from_the_archive_and_nowhere_else(
    tmp_path: Path, name: str
) -> None:
    path = written(tmp_path, tarred(name, PLAIN))
    assert b"".join(unpacked(path, ["a"])) == PLAIN
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_a_bomb_in_front_of_the_member_is_not_unpacked(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, size in (("bomb", 50_000_000), ("a", 5)):
            info = tarfile.TarInfo(name)
            info.size = size
            archive.addfile(info, io.BytesIO(bytes(size)))
    with pytest.raises(PackedError, match="more than 2000000 bytes"):
        list(unpacked(written(tmp_path, out.getvalue()), ["a"], greatest=2_000_000))


HEADERS = {
    "long name": tarfile.GNUTYPE_LONGNAME,
    "long link": tarfile.GNUTYPE_LONGLINK,
    "extended": tarfile.XHDTYPE,
    "global": tarfile.XGLTYPE,
}


def tar_header(kind: bytes, size: int) -> bytes:
    """Return a header that says something of the next member, with a body of zeros."""
    info = tarfile.TarInfo("header")
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT) + bytes(size + -size % 512)


def tar_of(*headers: bytes) -> bytes:
    """Return a packed tar archive: what is given, then the member a."""
    member = tarfile.TarInfo("a")
    member.size = 5
    return gzip.compress(b"".join(headers) + member.tobuf() + b"hello".ljust(1536, b"\0"), 1)


@contextmanager
def little_memory(most: int) -> Iterator[None]:
    """Assert that no more bytes than these are held at any time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", HEADERS.values(), ids=HEADERS.keys())
def test_a_bomb_in_a_header_is_not_taken_in(tmp_path: Path, kind: bytes) -> None:
    path = written(tmp_path, tar_of(tar_header(kind, 50_000_000)))
    with little_memory(10_000_000), pytest.raises(PackedError, match="its list of members is long"):
        list(unpacked(path, ["a"], greatest=2_000_000))


def test_many_headers_are_counted_together(tmp_path: Path) -> None:
    path = written(tmp_path, tar_of(tar_header(tarfile.XGLTYPE, 400_000) * 8))
    with pytest.raises(PackedError, match="its list of members is longer than any; refused"):
        list(unpacked(path, ["a"], greatest=2_000_000))
    assert list(unpacked(path, ["a"], greatest=4_000_000)) == [b"hello"]


def test_more_members_than_any_archive_has_are_refused(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(packed, "_GREATEST_LIST", 50_000)
    empty = tarfile.TarInfo("empty").tobuf()
    with pytest.raises(PackedError, match="its list of members is longer than any"):
        list(unpacked(written(tmp_path, tar_of(empty * 100)), ["a"]))
    assert list(unpacked(written(tmp_path, tar_of(empty * 50)), ["a"])) == [b"hello"]
    large = zipped(**{f"member{number}": b"" for number in range(1000)}, a=b"hello")
    with pytest.raises(PackedError, match="its list of members is longer than any"):
        list(unpacked(written(tmp_path, large), ["a"]))
    assert list(unpacked(written(tmp_path, zipped(b=b"", a=PLAIN * 900)), ["a"]))


def test_members_in_front_of_the_one_that_is_wanted_are_counted_together(tmp_path: Path) -> None:
    one = tarfile.TarInfo("one")
    one.size = 1_500_160
    path = written(tmp_path, tar_of(*[one.tobuf() + bytes(one.size)] * 2))
    with pytest.raises(PackedError, match="unpacks to more than 2000000 bytes"):
        list(unpacked(path, ["a"], greatest=2_000_000))
    assert list(unpacked(path, ["a"], greatest=4_000_000)) == [b"hello"]


def test_a_table_that_fills_the_memory_is_refused(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(lzw, "_GREATEST_TABLE", 100_000)
    with pytest.raises(PackedError, match="repeats itself as no data do"):
        list(unpacked(written(tmp_path, compress(bytes(200_000)))))
    assert list(unpacked(written(tmp_path, compress(bytes(50_000))))) == [bytes(50_000)]


def test_what_takes_more_memory_than_there_is_is_refused(tmp_path: Path, monkeypatch) -> None:
    def full(stream: object) -> None:
        raise MemoryError

    monkeypatch.setattr(packed, "_pieces", full)
    with pytest.raises(PackedError, match="takes more memory to unpack than there is; refused"):
        list(unpacked(written(tmp_path, PLAIN)))


def test_a_disk_that_cannot_be_read_is_no_fault_of_the_archive(tmp_path: Path, monkeypatch) -> None:
    def broken(stream: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(packed, "_pieces", broken)
    with pytest.raises(OSError, match="Input/output error"):
        list(unpacked(written(tmp_path, PLAIN)))


ARCHIVES = {
    "zip": zipped(a=PLAIN, b=b"x"),
    "zip, bzip2": zipped(zipfile.ZIP_BZIP2, a=PLAIN),
    "zip, lzma": zipped(zipfile.ZIP_LZMA, a=PLAIN),
    "tar": tarred("a", PLAIN, "w"),
    "tar, pax": tarred("é" * 200 + "/a", PLAIN, "w"),
    "tar, gzip": tarred("a", PLAIN),
    "tar, bzip2": tarred("a", PLAIN, "w:bz2"),
    "tar, xz": tarred("a", PLAIN, "w:xz"),
}


@pytest.mark.parametrize("archive", ARCHIVES.values(), ids=ARCHIVES.keys())
def test_a_damaged_archive_is_unpacked_or_refused(tmp_path: Path, archive: bytes) -> None:
    assert b"".join(unpacked(written(tmp_path, archive), ["a"])) == PLAIN
    chance = random.Random(1)
    refused = 0
    for _ in range(150):
        damaged = bytearray(archive)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.choice((0, 255, chance.randrange(256)))
        try:
            list(unpacked(written(tmp_path, bytes(damaged)), ["a"]))
        except PackedError:  # any other error fails the test
            refused += 1
    assert refused


def test_a_bomb_in_a_bomb_is_refused(tmp_path: Path) -> None:
    inner = zipped(a=bytes(50_000_000))
    nested = zipped(outer=inner + bytes(30_000_000))
    with pytest.raises(PackedError, match="more than 2000000 bytes"):
        list(unpacked(written(tmp_path, nested), ["outer", "a"], greatest=2_000_000))
    packed = gzip.compress(b"\x1f\x9d\x90" + bytes(30_000_000))
    with pytest.raises(PackedError, match="more than 2000000 bytes"):
        list(unpacked(written(tmp_path, packed), greatest=2_000_000))


def test_no_more_than_three_layers_are_taken_off(tmp_path: Path) -> None:
    data = PLAIN
    for _ in range(4):
        data = gzip.compress(data)
    assert gzip.decompress(b"".join(unpacked(written(tmp_path, data)))) == PLAIN
