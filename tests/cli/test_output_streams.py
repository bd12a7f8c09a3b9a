"""Standard output and error that are closed, full, or read by nobody; and signals at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SPEC = """\
name: small
datasets: [{path: own.csv, class: c}]
methods: [ewd, pd]
protocol: {kind: cross-validation, trials: 2, folds: 2}
"""
NBEXP = (sys.executable, "-m", "nbexp")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams")
    rows = "".join(f"{number * 37 % 101}.5,{number % 2}\n" for number in range(60))
    (folder / "own.csv").write_text(f"x,c\n{rows}")
    (folder / "spec.yaml").write_text(SPEC)
    return folder


def nbexp(place: Path, *arguments: str, closed: tuple[int, ...] = (), **streams: object):
    def close() -> None:
        for number in closed:
            os.close(number)

    environment = {**os.environ, "NBEXP_CACHE": str(place / "cache")}
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(
        [*NBEXP, *arguments],
        cwd=place,
        env=environment,
        preexec_fn=close,
        text=True,
        timeout=120,
        check=False,
        **pipe,
    )


def units_done(place: Path, name: str) -> bool:
    shown = nbexp(place, "verify", name)
    return shown.returncode == 0 and "8 units are sound" in shown.stdout


@pytest.fixture(scope="module")
def results(place: Path) -> str:
    assert nbexp(place, "run", "spec.yaml", "--output", "whole").returncode == 0
    return "whole"


@pytest.fixture
def unwritable(tmp_path: Path):
    """A standard output to which nothing can be written, as to a full disk."""
    (tmp_path / "file").touch()
    with (tmp_path / "file").open("rb") as file:
        yield file


@pytest.fixture
def unread():
    """A pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)], ids=str)
def test_a_run_is_done_with_closed_streams(place, closed):
    output = f"closed-{len(closed)}-{closed[0]}"
    ran = nbexp(place, "run", "spec.yaml", "-j", "2", "--output", output, closed=closed)
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stderr
    assert units_done(place, output)


def test_what_is_piped_in_is_read_only_where_there_is_something(place):
    ran = nbexp(place, "stream", "-", "--class", "c", closed=(0,))
    assert (ran.returncode, ran.stderr) == (3, "nbexp: error: -: found no instance to learn\n")


def test_a_run_whose_reader_has_gone_ends_as_it_would(place, unread):
    ran = nbexp(place, "run", "spec.yaml", "--output", "piped", stdout=unread)
    assert (ran.returncode, ran.stderr.count("\n")) == (0, 2), ran.stderr
    assert units_done(place, "piped")


@pytest.mark.parametrize("verb", ["report", "status"])
def test_a_reader_that_has_gone_is_no_fault(place, results, unread, verb):
    assert nbexp(place, verb, results, stdout=unread).returncode == 0
    assert nbexp(place, "--help", stdout=unread).returncode == 0


def test_an_exit_code_is_that_of_what_was_found_also_with_nobody_to_read_it(place, results, unread):
    (place / "damaged").mkdir(exist_ok=True)
    (place / "damaged" / "run.sqlite").write_bytes(b"no store at all")
    assert nbexp(place, "verify", "damaged", stdout=unread).returncode == 4


def test_a_large_table_ends_when_its_reader_has_gone(place, results, unread):
    made = ("export", results, "--what", "predictions")
    assert nbexp(place, *made, stdout=unread).returncode == 0


def test_a_stream_ends_when_its_reader_has_gone_and_keeps_its_model(place):
    process = subprocess.Popen(
        [*NBEXP, "stream", "-", "--class", "c", "--every", "100", "--model", "m.npz"],
        cwd=place,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("x,c\n" + "1.5,a\n2.5,b\n" * 100)
    assert process.stdout.readline() != ""
    process.stdout.close()
    process.stdin.write("1.5,a\n2.5,b\n" * 100)  # more may come: it is not the end of its input
    assert process.wait(timeout=60) == 0
    process.stdin.close()
    assert (place / "m.npz").exists()


@pytest.mark.parametrize("verb", ["report", "verify", "run"])
def test_what_cannot_be_printed_is_told_in_one_line(place, results, unwritable, verb):
    arguments = ("spec.yaml", "--output", results) if verb == "run" else (results,)
    ran = nbexp(place, verb, *arguments, stdout=unwritable)
    assert ran.returncode == 4
    assert ran.stderr.splitlines()[-1] == (
        "nbexp: error: what was printed could not be written: Bad file descriptor; make room, or "
        "print less"
    )
    assert "Traceback" not in ran.stderr


def test_an_error_stream_that_is_full_ends_no_run(place, unwritable):
    made = ("run", "spec.yaml", "-j", "2", "--output", "mute")
    assert nbexp(place, *made, stderr=unwritable).returncode == 0
    assert units_done(place, "mute")
    assert nbexp(place, "run", "nowhere.yaml", stderr=unwritable).returncode == 2


def test_what_would_steer_the_terminal_is_spelt_out(place):
    (place / "odd.yaml").write_text('name: x\ndatasets: ["\\e[31mred\\u009b"]\nmethods: [pd]\n')
    shown = nbexp(place, "check", "odd.yaml")
    assert shown.returncode == 2
    assert "\\x1b[31mred\\x9b" in shown.stderr
    assert not {"\x1b", "\x9b"} & set(shown.stderr)
    usage = nbexp(place, "check", "odd.yaml", "\x1b[31m")
    assert (usage.returncode, "\x1b" in usage.stderr) == (2, False)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_signal_while_the_program_is_loaded_ends_it_in_order(place, number):
    """The import of the command line waits until the signal comes."""
    (place / "waiting").mkdir(exist_ok=True)
    (place / "waiting" / "click.py").write_text(
        "import time\nprint('loading', flush=True)\ntime.sleep(60)\n"
    )
    process = subprocess.Popen(
        NBEXP,
        env={**os.environ, "PYTHONPATH": str(place / "waiting")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    process.send_signal(number)
    _, told = process.communicate(timeout=20)
    assert (process.returncode, told) == (130, "")
