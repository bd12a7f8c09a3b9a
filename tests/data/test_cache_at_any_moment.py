"""A file is in the cache whole or not at all: at every step of putting it there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from bad_server import Behaviour, answer, serving
from small_recipe import content, files_in, sha256, source

from nbexp.data.fetch import fetch
from nbexp.data.recipe import Recipe
from nbexp.data.shelf import Shelf

LARGE = b"1.5,red,yes\n2.5,green,no\n?,red,yes\n" * 100_000
NAME = f"files/sha256-{sha256(LARGE)}"


def recipe(data: bytes, **file: str) -> Recipe:
    decl = {"path": "tiny.data", "uci": "tiny/tiny.data", "sha256": sha256(data), **file}
    return Recipe.model_validate(content(sources=[source(files=[decl])]))


def started(script: str, *args: object) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
    )


KILLED_AT_EACH_STEP = """
import os, sys
from pathlib import Path
from nbexp.data import fetch
from test_cache_at_any_moment import LARGE, recipe

folder, wanted = Path(sys.argv[1]), recipe(LARGE)

def die_at(step, cache):
    # A step: anything about to be done to a file of the cache, or a piece about to be written.
    left = [step]

    def look(event, args):
        if event == "piece" or any(str(one).startswith(f"{cache}/") for one in args[:2]):
            if not left[0]:
                os.kill(os.getpid(), 9)
            left[0] -= 1

    pieces = fetch._pieces
    fetch._pieces = lambda *args: (look("piece", ()) or one for one in pieces(*args))
    sys.addaudithook(look)
    fetch.fetch(wanted, cache=cache, mirrors=[str(folder / "mirror")])

for step in range(100):
    child = os.fork()
    if not child:
        die_at(step, folder / f"cache-{step:02}")
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(status, flush=True)
    if status != -9:
        break
"""


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_a_fetch_may_be_killed_at_each_step_of_putting_a_file_into_the_cache(
    tmp_path: Path,
) -> None:
    mirror = tmp_path / "mirror" / "tiny"
    mirror.mkdir(parents=True)
    (mirror / "tiny.data").write_bytes(LARGE)
    with started(KILLED_AT_EACH_STEP, tmp_path) as process:
        assert process.stdout is not None
        ends = [int(line) for line in process.stdout]
    assert ends == [-signal.SIGKILL] * (len(ends) - 1) + [0]
    kept = 0
    left = set()
    for step in range(len(ends)):
        cache = tmp_path / f"cache-{step:02}"
        found = files_in(cache)
        left.add(tuple(name.split("/")[0] for name in found))
        assert NAME not in found or (cache / NAME).read_bytes() == LARGE
        kept += NAME in found
        fetched = fetch(recipe(LARGE), cache=cache, mirrors=[str(tmp_path / "mirror")])
        assert fetched.origins == ("cache" if NAME in found else f"mirror {mirror.parent}",)
        assert fetched.paths[0].read_bytes() == LARGE
    assert left == {(), ("part",), ("files",)}  # it was killed before, while, and after
    assert 1 < kept < len(ends) // 2


FETCHING = """
import sys
from pathlib import Path
from nbexp.data.download import Downloader
from nbexp.data.fetch import fetch
from test_cache_at_any_moment import HUGE, recipe

wanted = recipe(HUGE, address=sys.argv[1])
fetch(wanted, cache=Path(sys.argv[2]), downloader=Downloader(progress=False))
"""

HUGE = LARGE * 8


def together(body: bytes, gate: threading.Barrier) -> Behaviour:
    """Send to nobody before all have asked."""

    def act(connection) -> None:
        gate.wait(60)
        answer(body)(connection)

    return act


def test_of_two_whole_fetches_at_once_a_reader_sees_the_whole_file_or_none(
    tmp_path: Path,
) -> None:
    place = Shelf(tmp_path).place(recipe(HUGE).sources[0].files[0], "tiny")
    with serving() as server:
        address = server.at("/file", together(HUGE, threading.Barrier(2)))
        command = (FETCHING, address, tmp_path)
        with started(*command) as one, started(*command) as two:
            sizes = set(seen(place, one, two))
        assert one.returncode == two.returncode == 0
        assert server.asked == ["/file"] * 2  # neither found it in the cache
    assert sizes == {0, len(HUGE)}
    assert files_in(tmp_path) == [f"files/{place.name}"]
    assert fetch(recipe(HUGE), cache=tmp_path).origins == ("cache",)


def seen(place: Path, *processes: subprocess.Popen[bytes]) -> Iterator[int]:
    """Yield a file's size, 0 where there is none, over and over while processes run."""
    while any(process.poll() is None for process in processes):
        for _ in range(200):
            try:
                yield place.stat().st_size or -1  # an empty one is not none
            except FileNotFoundError:
                yield 0
