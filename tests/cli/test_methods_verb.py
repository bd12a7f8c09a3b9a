"""`nbexp methods` and the group of verbs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.discretize.registry import method_class, method_ids
from nbexp.discretize.thesis import THESIS
from nbexp.incremental.registry import incremental_class, incremental_ids


def output_of(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_methods_lists_the_thesis_order_with_taxonomy() -> None:
    lines = output_of("methods").splitlines()
    listed = [line.split()[0] for line in lines[2 : 2 + len(method_ids())]]
    assert tuple(listed[:10]) == THESIS
    assert "non-disjoint" in next(line for line in lines if line.startswith("ndd"))


def test_methods_lists_those_of_streams_in_a_table_of_their_own() -> None:
    _, below = output_of("methods").split("Of streams")
    listed = [line.split()[0] for line in below.splitlines()[4 : 4 + len(incremental_ids())]]
    assert tuple(listed) == incremental_ids()


@pytest.mark.parametrize("name", incremental_ids())
def test_every_method_of_streams_shows_parameters_and_citation(name: str) -> None:
    method = incremental_class(name)
    text = output_of("methods", "show", name)
    assert f"{name}: {method.name}, of streams, version" in text
    assert method.bibtex in text
    assert all(parameter.name in text for parameter in method.own_parameters)


@pytest.mark.parametrize("name", ["iffd", "kde"])
def test_a_method_of_streams_can_be_checked_by_its_name(name: str) -> None:
    text = output_of("check-method", name)
    assert text.startswith(f"{name}: {incremental_class(name).name}\n")


def test_a_name_of_two_methods_shows_both() -> None:
    text = output_of("methods", "show", "gaussian")
    assert method_class("gaussian").source in text
    assert "Welford, B. P." in text


def test_the_nearest_name_may_be_that_of_a_method_of_streams() -> None:
    result = CliRunner().invoke(cli, ["methods", "show", "ifd"])
    assert "did you mean iffd?" in str(result.exception)


@pytest.mark.parametrize("verb", ["methods", "datasets"])
def test_a_list_is_broken_where_the_terminal_is_too_narrow(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = output_of(verb)
    monkeypatch.setenv("COLUMNS", "80")
    broken = output_of(verb)
    first = whole.splitlines()[2].split()[0]
    assert sum(line.startswith(f"{first} ") for line in broken.splitlines()) > 1
    *tables, _ = broken.split("\n\n")
    assert max(len(line) for table in tables for line in table.splitlines()) <= 80
    assert set(broken.split()) >= {word for word in whole.split() if "-" * 3 not in word}


def test_a_file_in_place_of_a_method_is_told_how_a_class_is_named() -> None:
    result = CliRunner().invoke(cli, ["check-method", "mymethods.py"])
    assert "mymethods:Class" in str(result.exception)


@pytest.mark.parametrize("name", method_ids())
def test_every_method_shows_source_parameters_and_citation(name: str) -> None:
    text = output_of("methods", "show", name)
    assert method_class(name).source.split(",")[0] in text
    assert "@" in text
    assert "reading: text" in text


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from nbexp.cli import cli\n"
        "try: cli(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pandas', 'scipy', 'numba', 'pydantic', 'pooch', 'joblib', 'tabulate'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Commands:" in done.stdout


def test_an_unknown_verb_is_refused_with_exit_2() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nbexp", "runn"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_an_error_of_nbexp_is_one_message_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nbexp", "methods", "show", "ndd2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("nbexp: error: method 'ndd2': unknown; did you mean ndd?")
