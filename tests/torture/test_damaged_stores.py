"""Whatever hits the file of a store: it is made good or told, and no report is silently wrong.

NBEXP_DAMAGES tells how many stores are damaged, NBEXP_DAMAGE_SEED how.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import EXIT_STORE_FAULT, NbexpError
from nbexp.runner.schema import FILE_NAME

DAMAGES = int(os.environ.get("NBEXP_DAMAGES", "40"))
SEED = int(os.environ.get("NBEXP_DAMAGE_SEED", "1"))

SPEC = """\
name: damaged
datasets: [iris, {path: own.csv, name: own, class: kind}]
methods: [ewd, pd, ndd]
protocol: {trials: 2, folds: 2}
seeds: [11]
report: {pairs: [{methods: pd, against: others}]}
"""

TABLES = ("datasets", "error", "bias-variance", "wlt", "cells", "scores", "intervals")


def nbexp(*arguments: object) -> tuple[int, str]:
    """Return the exit code and what was said; any but an error of nbexp's own is a failure."""
    result = CliRunner().invoke(cli, [str(one) for one in arguments])
    if isinstance(result.exception, NbexpError):
        return result.exception.exit_code, str(result.exception)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{arguments}: {result.exception!r}") from result.exception
    return result.exit_code, result.output


def report(place: Path) -> tuple[int, str]:
    return nbexp("report", place, *(word for table in TABLES for word in ("--table", table)))


def damage(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Return what was done to the content, and what became of it."""
    kind = chance.choice(["flip", "flip", "flip", "zero", "cut"])
    at = chance.randrange(len(content))
    if kind == "flip":
        bit = 1 << chance.randrange(8)
        return f"bit {bit} of byte {at}", content[:at] + bytes([content[at] ^ bit]) + content[
            at + 1 :
        ]
    if kind == "zero":
        at -= at % 512
        return f"512 zeros at {at}", content[:at] + bytes(512) + content[at + 512 :]
    return f"cut at {at}", content[:at]


@pytest.fixture
def finished(tmp_path: Path) -> tuple[Path, str]:
    """A finished run, and its report."""
    chance = random.Random(5)
    rows = [f"{chance.gauss(0, 1):.3f},{chance.choice('xyz')}" for _ in range(60)]
    (tmp_path / "own.csv").write_text("width,kind\n" + "\n".join(rows) + "\n")
    (tmp_path / "spec.yaml").write_text(SPEC)
    code, said = nbexp("run", tmp_path / "spec.yaml", "--output", tmp_path / "out")
    assert code == 0, said
    code, said = report(tmp_path / "out")
    assert code == 0, said
    return tmp_path, said


def test_damage_is_made_good_or_told(finished: tuple[Path, str]) -> None:
    folder, sound = finished
    content = (folder / "out" / FILE_NAME).read_bytes()
    chance = random.Random(SEED)
    place = folder / "copy" / "out"
    for _ in range(DAMAGES):
        what, spoilt = damage(content, chance)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / FILE_NAME).write_bytes(spoilt)
        verified, said = nbexp("verify", place)
        for code, shown in (report(place), nbexp("status", place)):
            assert code in (0, EXIT_STORE_FAULT), f"{what}: {shown}"
        code, shown = report(place)
        if verified == code == 0:
            assert shown == sound, f"{what}: sound, but another report"
        run = ("run", folder / "spec.yaml", "--output", place)
        code, told = nbexp(*run)
        if code == EXIT_STORE_FAULT:
            assert verified == EXIT_STORE_FAULT, f"{what}: sound, but {told}"
            assert "nbexp verify" in told or "not a result store" in told, f"{what}: {told}"
            code, said = nbexp("verify", place, "--repair")
            if code == EXIT_STORE_FAULT:
                print(f"{what}: refused: {said}")
                continue
            code, told = nbexp(*run)
        assert code == 0, f"{what}: {told}"
        assert report(place) == (0, sound), what
