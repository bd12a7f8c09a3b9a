"""A folder in which a reader of the documentation may be: with files and with results."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbexp.cli import cli

_METHOD = """\
from nbexp.discretize.equal_width import EqualWidth


class MyMethod(EqualWidth):
    \"\"\"Intervals of equal width.\"\"\"

    id = "my-method"
"""


def measurements() -> str:
    """Return a file as docs/start.md tells of it: an id, dates, texts, missing values."""
    rng = random.Random(3)
    rows = ["id,height,weight,colour,measured,outcome"]
    for number in range(1, 91):
        ill = number % 3 == 0
        weight = "" if number % 17 == 0 else f"{rng.gauss(82 if ill else 66, 8):.1f}"
        colour = rng.choice(["red", "black", "blond", "?"])
        day = f"2024-01-{number % 28 + 1:02}"
        height = f"{rng.gauss(1.7, 0.1):.2f}"
        rows.append(f"{number},{height},{weight},{colour},{day},{'ill' if ill else 'well'}")
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file of data and a small part of the thesis's experiment."""
    folder = tmp_path_factory.mktemp("desk")
    content = measurements()
    for name, column in (
        ("measurements.csv", "outcome"),
        ("my.csv", "outcome"),
        ("mine.csv", "diagnosis"),
        ("my-data.csv", "diagnosis"),
        ("customers.csv", "churn"),
    ):
        (folder / name).write_text(content.replace("outcome", column), encoding="utf-8")
    (folder / "mypackage").mkdir()
    (folder / "mypackage" / "__init__.py").touch()
    (folder / "mypackage" / "methods.py").write_text(_METHOD, encoding="utf-8")
    for spec in ("thesis", "quick"):
        output = str(folder / "results" / spec)
        part = ["--datasets", "iris,wine-recognition", "--trials", "1", "--output", output]
        done = CliRunner().invoke(cli, ["run", spec, *part])
        assert done.exit_code == 0, done.output
    shutil.copytree(folder / "results" / "thesis", folder / "results" / "thesis-again")
    return folder


@pytest.fixture
def at_desk(desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a copy of that folder, with a cache of its own and no mirror."""
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NBEXP_CACHE", str(desk.parent / "cache"))
    monkeypatch.delenv("NBEXP_MIRROR", raising=False)
    for proxy in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(proxy, "http://127.0.0.1:9")  # nothing is to be fetched
    return folder
