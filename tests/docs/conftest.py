"""Where a reader of the documentation may be: a folder with files and results, and a checkout."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_up_data import make_up
from page_desk import Desk, make_checkout

from nbexp.cli import cli

_METHOD = """\
from nbexp.discretize.equal_width import EqualWidth


class MyMethod(EqualWidth):
    \"\"\"Intervals of equal width.\"\"\"

    id = "my-method"
"""


def measurements() -> str:
    """Return a file as docs/start.md shows it: an id, dates, texts, missing values."""
    rng = random.Random(3)
    rows = [
        "id,height,weight,colour,measured,outcome",
        "1,1.62,61.0,red,2024-01-02,well",
        "2,1.74,,black,2024-01-03,well",
        "3,1.81,83.5,?,2024-01-04,ill",
    ]
    for number in range(4, 91):
        ill = number % 3 == 0
        weight = "" if number % 17 == 0 else f"{rng.gauss(82 if ill else 66, 8):.1f}"
        colour = rng.choice(["red", "black", "blond", "?"])
        day = f"2024-01-{number % 28 + 1:02}"
        height = f"{rng.gauss(1.7, 0.1):.2f}"
        rows.append(f"{number},{height},{weight},{colour},{day},{'ill' if ill else 'well'}")
    return "\n".join(rows) + "\n"


def log() -> str:
    """Return lines as a service may write them for weeks."""
    rng = random.Random(4)
    rows = ["seconds,bytes,path,verdict"]
    for _ in range(10_500):
        bad = rng.random() < 0.2
        seconds, size = rng.expovariate(1 / (5 if bad else 2)), rng.gauss(900 if bad else 500, 200)
        rows.append(f"{seconds:.2f},{size:.0f},/{rng.choice('abc')},{'bad' if bad else 'good'}")
    return "\n".join(rows) + "\n"


def run_part(spec: str, output: Path, *options: str) -> None:
    done = CliRunner().invoke(cli, ["run", spec, "--trials", "1", "-o", str(output), *options])
    assert done.exit_code == 0, done.output


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, whose data of UCI are made up and in a mirror beside it."""
    folder = tmp_path_factory.mktemp("project")
    run_part("quick", folder / "compiled", "--datasets", "iris")  # for kernels are copied too
    make_checkout(folder / "checkout")
    make_up(folder / "checkout" / "datasets", folder / "mirror")
    return folder / "checkout"


@pytest.fixture(scope="session")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a reader's folder: with files of data, and a trial of two experiments."""
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
    (folder / "log.csv").write_text(log(), encoding="utf-8")
    (folder / "mypackage").mkdir()
    (folder / "mypackage" / "__init__.py").touch()
    (folder / "mypackage" / "methods.py").write_text(_METHOD, encoding="utf-8")
    for part in ("configs", "datasets"):
        shutil.copytree(checkout / part, folder / part)
    with pytest.MonkeyPatch.context() as patch:
        stay(patch, folder, checkout)
        run_part("quick", folder / "results" / "quick", "--datasets", "iris,wine-recognition")
        run_part("thesis", folder / "results" / "thesis")
    shutil.copytree(folder / "results" / "thesis", folder / "results" / "thesis-again")
    return folder


def stay(patch: pytest.MonkeyPatch, folder: Path, checkout: Path) -> None:
    """Let nbexp find its configs and recipes in a folder, made-up data, and no network."""
    patch.chdir(folder)
    patch.setattr("nbexp.resources._PACKAGE", folder / "nbexp")
    patch.setenv("NBEXP_CACHE", str(checkout.parent / "cache"))
    patch.setenv("NBEXP_MIRROR", str(checkout.parent / "mirror"))
    for proxy in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        patch.setenv(proxy, "http://127.0.0.1:9")


@pytest.fixture
def at_desk(
    desk: Path, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desk]:
    """Go to a copy of the reader's folder; end what a page has started there."""
    folder, scratch = tmp_path / "desk", tmp_path / "scratch"
    shutil.copytree(desk, folder)
    scratch.mkdir()
    stay(monkeypatch, folder, checkout)
    reader = Desk(folder, checkout, scratch)
    yield reader
    reader.end()
