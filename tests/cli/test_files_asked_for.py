"""What is written where the user says: whole, through links, into pipes, and told if it is not."""

from __future__ import annotations

import errno
import io
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from small_run import HOSTILE

from nbexp import outfile
from nbexp.errors import SpecError, StoreError
from nbexp.incremental.running import Plan, run_stream
from nbexp.outfile import unwritten, whole_file, write_asked_for, write_whole
from nbexp.report.export import export
from nbexp.report.figures.drawing import Drawing, Words
from nbexp.report.figures.figure import Figure, Panel
from nbexp.report.figures.writing import write_figure
from nbexp.timing import load_times
from nbexp.timing.records import TimedFold, write_times


def through_a_pipe(folder: Path, name: str, write: Callable[[Path], object]) -> bytes:
    """Return what comes out of a pipe into which something is written."""
    pipe = folder / name
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write(pipe)
    reader.join(10)
    assert stat.S_ISFIFO(pipe.lstat().st_mode), "the pipe was replaced"
    assert [one.name for one in folder.iterdir()] == [name], "something was left behind"
    return read[0]


def test_text_goes_into_a_pipe_which_stays_one(tmp_path):
    assert through_a_pipe(tmp_path, "p", lambda p: write_asked_for(p, "σ\n")) == "σ\n".encode()


def test_a_figure_goes_into_a_pipe(tmp_path):
    figure = Figure("x", "x", "x", (Panel("", Drawing(9, 9, [Words((0, 0), HOSTILE)]), "x"),))
    assert through_a_pipe(tmp_path, "p.svg", lambda p: write_figure(figure, p)).endswith(
        b"</svg>\n"
    )


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_goes_into_a_pipe(tmp_path, monkeypatch, form):
    frame = pd.DataFrame({"a": [1, 2]})
    monkeypatch.setattr("nbexp.report.export.FRAMES", {"x": lambda store, choice: iter([frame])})
    monkeypatch.setattr("nbexp.report.export.Choice.check", lambda choice, store: None)
    content = through_a_pipe(tmp_path, "p", lambda p: export(None, "x", form, p))
    read = pd.read_csv if form == "csv" else pd.read_parquet
    assert read(io.BytesIO(content)).a.tolist() == [1, 2]


@pytest.mark.parametrize("there", [True, False], ids=["file", "nothing"])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path, there):
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "real.txt", tmp_path / "link"
    if there:
        target.write_text("a longer text of before")
    link.symlink_to(Path("far") / "real.txt")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert [one.name for one in target.parent.iterdir()] == ["real.txt"]


def test_measured_times_go_through_a_link(tmp_path):
    row = TimedFold("iris", "pd", "nbexp", 0, 0, 100, 50, 3, 0.1, 0.1, 0.1, 0.1)
    (tmp_path / "time.csv").symlink_to("elsewhere.csv")
    write_times(tmp_path, [row])
    assert (tmp_path / "time.csv").is_symlink()
    assert load_times(tmp_path) == [row]


def test_a_new_file_may_be_read_as_files_are_and_an_old_one_as_before(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(0o600)
    before = os.umask(0o027)
    try:
        write_whole(old, b"x")
        write_whole(new, b"x")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o600, 0o640]


def test_where_making_it_fails_the_old_file_stays(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_where_nothing_can_be_written_is_bad_usage(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    for place in (tmp_path / "no" / "x", tmp_path, tmp_path / "loop", tmp_path / "file" / "x"):
        with pytest.raises(SpecError, match=r"^--out .*: cannot be written: \w") as caught:
            write_asked_for(place, "text", "--out")
        assert caught.value.exit_code == 2


def test_a_full_disk_is_no_bad_usage(tmp_path, monkeypatch):
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "x"
    path.write_text("old")
    monkeypatch.setattr(outfile.os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device; make room") as caught:
        write_asked_for(path, "text", "--out")
    assert caught.value.exit_code == 4
    assert [path.read_text(), *tmp_path.iterdir()] == ["old", path]


def test_an_error_without_words_is_told_as_it_is():
    assert str(unwritten(Path("x"), OSError("odd"))) == "x: cannot be written: odd"


def test_a_model_is_not_taken_up_from_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    plan = Plan("-", "iffd", told=None, model=tmp_path / "pipe")
    with pytest.raises(StoreError, match="found no file, but a pipe"):
        run_stream(plan, print, print)
