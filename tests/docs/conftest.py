"""Where a reader of the documentation may be: a folder with files and results, and a checkout."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_up_data import make_up
from page_desk import Desk, make_checkout
from reader_files import write_files

from nbexp.cli import cli


def run_part(spec: str, output: Path, *options: str) -> None:
    done = CliRunner().invoke(cli, ["run", spec, "--trials", "1", "-o", str(output), *options])
    assert done.exit_code == 0, done.output


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, whose data of UCI are made up and in a mirror beside it."""
    folder = tmp_path_factory.mktemp("project")
    # Kernels are copied too, so they have to be compiled before.
    part = ("--datasets", "iris", "--cache", str(folder / "cache"))
    run_part("quick", folder / "compiled", *part)
    make_checkout(folder / "checkout")
    make_up(folder / "checkout" / "datasets", folder / "mirror")
    return folder / "checkout"


@pytest.fixture(scope="session")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a reader's folder: with files of data, and a trial of two experiments."""
    folder = tmp_path_factory.mktemp("desk")
    write_files(folder)
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
