"""The verb stream: prints, saves, is stopped or killed, takes up again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.incremental.stream import StreamLearner


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    numbers = np.random.default_rng(8)
    labels = numbers.integers(0, 2, 3000)
    rows = [f"{numbers.normal(y):.3f},{'uvw'[numbers.integers(0, 3)]},c{y}" for y in labels]
    path = tmp_path_factory.mktemp("stream") / "s.csv"
    path.write_text("\n".join(["x,word,y", *rows]) + "\n")
    return path


def stream(*words: object) -> list[str]:
    result = CliRunner().invoke(cli, ["stream", *map(str, words), "--class", "y"])
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def numbers_of(line: str) -> str:
    """Return a printed line without the time that it took."""
    return line.rsplit("  ", 1)[0]


def test_running_error_is_printed_at_intervals(file: Path) -> None:
    lines = stream(file, "--every", 1000)
    assert lines[0] == "class: y; quantitative: x; qualitative: word"
    starts = [line.split("  ")[0] for line in lines[1:]]
    assert starts == ["1,000 instances", "2,000 instances", "3,000 instances"]
    assert "error" in lines[-1]
    assert "last 1,000:" in lines[-1]


def test_a_model_goes_on_where_it_was_saved(file: Path, tmp_path: Path) -> None:
    whole = stream(file, "--method", "pid share=0.02", "--model", tmp_path / "whole")
    head = tmp_path / "head.csv"
    text = file.read_text().splitlines(keepends=True)
    head.write_text("".join(text[:1201]))
    model = tmp_path / "m"
    stream(head, "--method", "pid share=0.02", "--model", model)
    assert StreamLearner.load(model).score.seen == 1200
    lines = stream(file, "--method", "pid share=0.02", "--model", model, "--skip-seen")
    assert lines[0] == "taken up at 1,200 instances"
    assert numbers_of(lines[-1]) == numbers_of(whole[-1])
    assert model.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--method", "gaussian"), "but the model is of iffd"),
        (("--method", "iffd least=20"), "but the model is of iffd"),
        (("--method", "nothing"), "unknown"),
        (("--method", "iffd, pid"), "found 2 methods, expected one"),
    ],
)
def test_another_method_than_the_models_is_refused(
    file: Path, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    stream(file, "--model", tmp_path / "m")
    words = ("stream", str(file), "--class", "y", "--model", str(tmp_path / "m"), *words)
    result = CliRunner().invoke(cli, words)
    assert result.exit_code
    assert told in str(result.exception)


def test_other_columns_than_the_models_are_refused(file: Path, tmp_path: Path) -> None:
    stream(file, "--model", tmp_path / "m")
    other = tmp_path / "o.csv"
    other.write_text("x,other,y\n1.5,u,c0\n")
    words = ["stream", str(other), "--class", "y", "--model", str(tmp_path / "m")]
    result = CliRunner().invoke(cli, words)
    assert "found the columns x, other, y" in str(result.exception)


def test_a_stream_without_an_instance_says_so(tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text("x,y\n")
    result = CliRunner().invoke(cli, ["stream", str(tmp_path / "e.csv"), "--class", "y"])
    assert "found no instance to learn" in str(result.exception)
    result = CliRunner().invoke(cli, ["stream", str(tmp_path / "none.csv"), "--class", "y"])
    assert "cannot be read" in str(result.exception)


def test_a_value_longer_than_any_is_left_out_and_told(tmp_path: Path) -> None:
    rows = ["x,word,y", "1.5,u,c0", "2.5,v,c1", f'3.5,"{"u" * 200_000}",c0', "4.5,u,c1"]
    (tmp_path / "l.csv").write_text("\n".join(rows) + "\n")
    lines = stream(tmp_path / "l.csv", "--initial", 2)
    told = "nbexp: left out: line 4: cannot be read as a row with quotes: field larger"
    assert any(line.startswith(told) for line in lines)
    assert lines[-1].startswith("3 instances")
    assert lines[-1].endswith("1 lines left out")


def piped(model: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a stream that reads what is piped in."""
    program = "from nbexp.cli import main; main()"
    command = [sys.executable, "-c", program, "stream", "-", "--class", "y", "--method", "pid"]
    return subprocess.Popen(
        [*command, "--model", str(model), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def wait_for(path: Path, seen: int) -> None:
    """Wait until a model is saved that has seen so many instances."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        if path.exists() and StreamLearner.load(path).score.seen == seen:
            return
        time.sleep(0.1)
    pytest.fail(f"{path}: no model of {seen} instances after a minute")


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no signals here")
def test_signals_save_and_stop_also_while_nothing_comes(file: Path, tmp_path: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    model = tmp_path / "m"
    with piped(model, "--save-every", "500") as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(lines[:701]))
        process.stdin.flush()
        wait_for(model, 500)
        time.sleep(0.5)  # until the other 200 lines are read too
        os.kill(process.pid, signal.SIGUSR1)
        wait_for(model, 700)
        process.stdin.write(b"".join(lines[701:801]))
        process.stdin.flush()
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 130
    assert StreamLearner.load(model).score.seen == 800


def test_a_kill_loses_what_came_after_the_last_save_and_nothing_else(
    file: Path, tmp_path: Path
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    model = tmp_path / "m"
    with piped(model, "--save-every", "500") as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(lines[:1301]))
        process.stdin.flush()
        wait_for(model, 1000)
        process.kill()
        process.wait(60)
    again = stream(file, "--method", "pid", "--model", model, "--skip-seen")
    assert again[0] == "taken up at 1,000 instances"
    whole = stream(file, "--method", "pid", "--model", tmp_path / "whole")
    assert numbers_of(again[-1]) == numbers_of(whole[-1])
    assert model.read_bytes() == (tmp_path / "whole").read_bytes()


def test_memory_does_not_grow_with_the_stream(file: Path) -> None:
    lines = stream(file, "--method", "pid", "--every", 500)
    memory = {line.split("  ")[4] for line in lines[1:]}
    assert len(memory) == 1
