"""`nbexp verify`, `nbexp explain`, `nbexp merge`, and `nbexp run --timeout`."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbexp.cli import cli
from nbexp.errors import NbexpError, SpecError, StoreError

SPEC = """\
name: small
datasets: [iris]
methods: [ewd, {discretizer: ffd, params: {s: [10, 30]}}]
protocol: {trials: 2, folds: 2}
seeds: [7]
"""


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NBEXP_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NBEXP_MIRROR", raising=False)
    for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
        monkeypatch.setenv(f"{library}_NUM_THREADS", "1")
    Path("small.yaml").write_text(SPEC)


def nbexp(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def refused(result: Result, kind: type[NbexpError]) -> str:
    assert isinstance(result.exception, kind), result.output
    return str(result.exception)


def spoil(where: str = "results/small", units: int = 1) -> None:
    with closing(sqlite3.connect(f"{where}/run.sqlite")) as connection:
        connection.execute("UPDATE units SET errors = errors + 1 WHERE rowid <= ?", (units,))
        connection.commit()


def test_sound_results_are_verified_and_damaged_ones_done_again() -> None:
    assert nbexp("run", "small.yaml").exit_code == 0
    assert nbexp("verify", "results/small").output == "results/small: 12 units are sound\n"
    spoil()
    result = nbexp("verify", "results/small")
    assert refused(result, StoreError) == (
        "results/small: damaged; what is sound is kept by nbexp run"
    )
    assert result.output.splitlines() == [
        "damaged: iris, ewd, seed 7, trial 0, fold 0: its digest is not that of its result",
        "results/small: 11 units are sound",
    ]
    result = nbexp("run", "small.yaml")
    assert result.exit_code == 0
    assert "damaged, done anew: iris, ewd, seed 7, trial 0, fold 0: its digest" in result.output
    assert "12 of 12 units done, 11 of them before" in result.output
    assert nbexp("verify", "results/small").exit_code == 0


def test_much_damage_is_cut_short_unless_all_is_asked_for() -> None:
    nbexp("run", "small.yaml", "--trials", "5")
    spoil(units=25)
    short = nbexp("verify", "results/small").output.splitlines()
    assert short[20] == "and 5 more: nbexp verify --all"
    assert len(nbexp("verify", "results/small", "--all").output.splitlines()) == 26


def test_a_damaged_file_is_repaired_by_verify() -> None:
    nbexp("run", "small.yaml")
    path = Path("results/small/run.sqlite")
    path.write_bytes(path.read_bytes()[:20_000])
    result = nbexp("verify", "results/small")
    assert "nbexp verify --repair" in refused(result, StoreError)
    result = nbexp("verify", "results/small", "--repair")
    assert result.exit_code == 0, result.output
    assert "The damaged file is kept as results/small/run.sqlite.damaged-1." in result.output
    assert "units are sound" in result.output
    assert nbexp("run", "small.yaml").exit_code == 0
    assert "results/small: 12 units are sound" in nbexp("verify", "results/small").output


def test_explain_compares_the_store_with_itself_or_a_spec() -> None:
    nbexp("run", "small.yaml")
    rows = [line.split() for line in nbexp("explain", "results/small").output.splitlines()[2:]]
    assert rows == [
        ["iris", *label, "4", "used", "again", "stored"]
        for label in (["ewd"], ["ffd", "s=10"], ["ffd", "s=30"])
    ]
    Path("small.yaml").write_text(SPEC.replace("[10, 30]", "[10, 20]").replace("ewd", "pd"))
    output = nbexp("explain", "results/small", "small.yaml").output
    assert "refused" not in output
    assert "parameter s was" in output
    assert "the method is new here" in output
    assert "8 stored units are not asked for; they are kept." in output


def test_explain_without_a_spec_takes_methods_as_the_protocol_does() -> None:
    stream = "protocol: {kind: prequential, trials: 1, initial: 30}"
    Path("stream.yaml").write_text(
        SPEC.replace("protocol: {trials: 2, folds: 2}", stream).replace(
            "[ewd, {discretizer: ffd, params: {s: [10, 30]}}]", "[iffd, gaussian]"
        )
    )
    assert nbexp("run", "stream.yaml", "--output", "s").exit_code == 0
    rows = [line.split() for line in nbexp("explain", "s").output.splitlines()[2:]]
    assert rows == [["iris", name, "1", "used", "again", "stored"] for name in ("iffd", "gaussian")]


def test_explain_takes_a_method_that_is_not_to_be_imported_for_what_it_was() -> None:
    Path("mine.py").write_text(
        "from nbexp.discretize.frequency import FixedFrequency\n"
        "class Mine(FixedFrequency):\n    id = 'mine'\n"
    )
    Path("small.yaml").write_text(SPEC.replace("[ewd,", "[ewd, 'mine:Mine',"))
    assert nbexp("run", "small.yaml").exit_code == 0
    Path("mine.py").unlink()
    del sys.modules["mine"]
    output = nbexp("explain", "results/small").output
    assert "iris        mine:Mine  4        used again  stored" in output
    assert "mine:Mine: not to be imported here, so taken for what it was" in output


def test_explain_names_an_experiment_that_is_another() -> None:
    nbexp("run", "small.yaml")
    Path("other.yaml").write_text(SPEC.replace("folds: 2", "folds: 5"))
    output = nbexp("explain", "results/small", "other.yaml").output
    assert output.startswith("A run is refused here, for this is another experiment:\n")
    assert "  protocol.folds: 2 in the store, 5 in the spec\n" in output
    assert "folds was 2, is 5" in output


def test_merge_joins_two_halves() -> None:
    nbexp("run", "small.yaml", "--methods", "ewd", "--output", "a")
    nbexp("run", "small.yaml", "--methods", "ffd", "--output", "b")
    result = nbexp("merge", "a", "b", "--output", "c")
    assert result.output == "a: 4 units\nb: 8 units\nc: 12 units\n"
    assert (
        "12 of 12 units done, 12 of them before"
        in nbexp("run", "small.yaml", "--output", "c").output
    )
    assert "holds results already" in refused(nbexp("merge", "a", "b", "-o", "c"), StoreError)
    Path("other.yaml").write_text(SPEC.replace("name: small", "name: other"))
    nbexp("run", "other.yaml", "--output", "d")
    assert "holds another experiment than a" in refused(
        nbexp("merge", "a", "d", "-o", "e"), SpecError
    )
    assert nbexp("merge", "a", "-o", "e").exit_code == 2


SLOW = """\
import time
from nbexp.discretize.equal_width import EqualWidth


class Stuck(EqualWidth):
    id = "stuck"

    def fit(self, sample):
        time.sleep(1000)
"""


def test_a_hanging_method_of_ones_own_does_not_hang_the_run(monkeypatch) -> None:
    Path("stuck_method.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(Path.cwd()))
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    Path("small.yaml").write_text(
        SPEC.replace("{discretizer: ffd, params: {s: [10, 30]}}", "'stuck_method:Stuck'").replace(
            "trials: 2", "trials: 1"
        )
    )
    result = nbexp("run", "small.yaml", "--timeout", "2")
    assert result.exit_code == 1
    assert "2 of 4 units done, 2 failed" in result.output
    status = nbexp("status", "results/small").output
    assert "time: took longer than 2 s (--timeout)" in status
    assert nbexp("run", "small.yaml", "--timeout", "0").exit_code == 2
