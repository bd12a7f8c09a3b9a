"""Unpacking by first bytes, members of archives, limits."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from slow_compress import compress

from nbexp.data.packed import PackedError, unpacked

PLAIN = b"1,2\n3,4\n" * 50


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file"
    path.write_bytes(data)
    return path


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


def tarred(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
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
