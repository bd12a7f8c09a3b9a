"""`nbexp recommend` where something is stored already, is at fault, or is the user's own."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.recommend.contenders import fold_errors
from nbexp.recommend.recommend import Request, recommend
from nbexp.recommend.roles import Wishes
from nbexp.recommend.tables import comparison_table
from nbexp.runner.store import Store
from nbexp.spec.models import DEFAULT_SEED
from nbexp.spec.reader import read_spec

WISHES = Wishes(ignore=("refund",))

MODULE = """
from nbexp.discretize.equal_width import EqualWidth

class Wide(EqualWidth):
    id = "wide"

class Bad(EqualWidth):
    id = "bad"

    def fit(self, sample):
        raise ValueError("it is too bad")
"""


def invoke(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def test_trials_of_another_seed_are_not_mixed_in(customers: Path, tmp_path: Path) -> None:
    output, cache = tmp_path / "out", tmp_path / "cache"
    request = Request(
        customers,
        "left",
        cache,
        output,
        methods=("ewd", "ndd"),
        trials=2,
        wishes=WISHES,
        curve=False,
    )
    first = recommend(request).verdict
    spec = output / "spec.yaml"
    spec.write_text(spec.read_text().replace(f"[{DEFAULT_SEED}]", f"[{DEFAULT_SEED}, 7]"))
    assert invoke("run", str(spec), "--cache", str(cache)).exit_code == 0
    second = recommend(request).verdict
    for one, other in zip(first.methods, second.methods, strict=True):
        assert one.contender.fold_errors == other.contender.fold_errors
        assert one.p == other.p


def test_differences_are_those_of_the_errors_though_folds_be_unequal(
    customers: Path, tmp_path: Path
) -> None:
    few = tmp_path / "few.csv"
    few.write_text("\n".join(customers.read_text().splitlines()[:42]))
    request = Request(
        few, "left", tmp_path, tmp_path / "out", methods=("ewd", "ndd"), trials=3, wishes=WISHES
    )
    verdict = recommend(request).verdict
    for standing in verdict.all:
        own = standing.contender
        assert sum(map(Fraction, own.fold_errors)) / 9 == pytest.approx(own.error)
        if standing.test is not None:
            difference = float(own.error - verdict.best.error)
            assert standing.test.mean == pytest.approx(difference, abs=1e-12)
        guess = verdict.guess.error - float(own.error)
        assert standing.guess_test.mean == pytest.approx(guess, abs=1e-12)
    with Store.open(tmp_path / "out") as store:
        tested = [unit.instances for unit in store.units()]
        assert set(tested) == {13, 14}
        assert len(fold_errors(store, 41 / 3)["ewd"]) == 9


def test_where_more_trials_are_stored_everyone_is_of_all_of_them(
    customers: Path, tmp_path: Path
) -> None:
    place = {"output": tmp_path / "out", "methods": ("ewd",), "wishes": WISHES, "curve": False}
    recommend(Request(customers, "left", tmp_path, trials=3, **place))
    answer = recommend(Request(customers, "left", tmp_path, trials=2, **place))
    assert {len(one.contender.fold_errors) for one in answer.verdict.all} == {9}
    assert any(one.text.startswith("3 trials, not 2") for one in answer.remarks)
    anew = recommend(Request(customers, "left", tmp_path, trials=2, fresh=True, **place))
    assert {len(one.contender.fold_errors) for one in anew.verdict.all} == {6}


def test_yardsticks_of_fewer_trials_are_said_to_be_so(
    customers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nbexp.recommend.plan._yardsticks", lambda dataset, trials: (2, []))
    place = {"output": tmp_path / "out", "methods": ("ewd",), "wishes": WISHES, "curve": False}
    answer = recommend(Request(customers, "left", tmp_path, trials=3, **place))
    notes = " ".join(comparison_table(answer).notes)
    assert "Yardsticks have the first 2 trials only" in notes
    assert {len(one.contender.fold_errors) for one in answer.verdict.yardsticks} == {6}
    assert "3 trials of 3 folds" in notes


def test_a_spec_that_the_user_changed_is_kept(customers: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    request = Request(
        customers, "left", tmp_path, output, methods=("ewd",), trials=1, wishes=WISHES, curve=False
    )
    assert not any("spec-1.yaml" in one.text for one in recommend(request).remarks)
    written = (output / "spec.yaml").read_text()
    recommend(request)
    assert not (output / "spec-1.yaml").exists()  # it was the same
    (output / "spec.yaml").write_text(written + "# mine\n")
    answer = recommend(request)
    assert (output / "spec-1.yaml").read_text() == written + "# mine\n"
    assert (output / "spec.yaml").read_text() == written
    assert any("spec-1.yaml" in one.text for one in answer.remarks)


def test_the_spec_runs_into_its_results_from_any_folder(
    customers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    words = ("--class", "left", "--methods", "ewd", "--trials", "1", "--no-curve", "-o", "mine")
    cache = ("--cache", str(tmp_path))
    assert invoke("recommend", str(customers), *words, *cache).exit_code == 0
    monkeypatch.chdir(tmp_path / "elsewhere")
    spec = tmp_path / "work" / "mine" / "spec.yaml"
    ran = invoke("run", str(spec), *cache)
    assert "3 of 3 units done, 3 of them before" in ran.output
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"own_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return name


def test_a_method_in_the_current_folder_is_found_and_its_spec_can_be_run(
    customers: Path, tmp_path: Path, own_module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--class", "left", "--trials", "1", "--no-curve", "--cache", str(tmp_path))
    found = invoke("recommend", str(customers), *words, "--methods", f"{own_module}:Wide,ewd")
    assert found.exit_code == 0, found.output
    sys.path.remove(str(tmp_path))  # as in another process
    del sys.modules[own_module]
    spec = str(tmp_path / "results/recommend-customers/spec.yaml")
    monkeypatch.chdir("/")  # from anywhere
    assert read_spec(spec).methods[0].method == f"{own_module}:Wide"
    assert 'modules: "../.."\n' in Path(spec).read_text()


def test_a_method_that_fails_is_told_with_its_cause_and_its_exit_code(
    customers: Path, tmp_path: Path, own_module: str
) -> None:
    words = ("--class", "left", "--trials", "1", "--no-curve", "--cache", str(tmp_path))
    bad = f"{own_module}:Bad"
    found = invoke("recommend", str(customers), *words, "--methods", f"{bad},ewd")
    assert found.exit_code == 1
    assert "3 of 3 units" in found.stdout
    assert "it is too bad" in found.stdout.replace("\n", " ")
    assert "EWD: the only method that has results; 1 method failed" in found.stdout
    alone = invoke("recommend", str(customers), *words, "--methods", bad)
    assert getattr(alone.exception, "exit_code", None) == 1
    assert "it is too bad" in str(alone.exception)


def test_a_method_that_was_mended_is_done_again(
    customers: Path, tmp_path: Path, own_module: str
) -> None:
    words = ("--class", "left", "--trials", "1", "--no-curve", "--cache", str(tmp_path))
    methods = ("--methods", f"{own_module}:Bad,ewd")
    assert invoke("recommend", str(customers), *words, *methods).exit_code == 1
    del sys.modules[own_module].Bad.fit
    assert invoke("recommend", str(customers), *words, *methods).exit_code == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"methods": ("ndd", "ewd", "ndd")}, "--methods: 'ndd' is there twice"),
        ({"trials": 99_999}, "--trials: found 99999, expected 10000 at most"),
    ],
)
def test_what_is_wrong_with_an_option_is_said_of_the_option(
    customers: Path, tmp_path: Path, options: dict[str, object], told: str
) -> None:
    with pytest.raises(SpecError, match=told):
        recommend(Request(customers, "left", tmp_path, tmp_path / "new", **options))
    assert not (tmp_path / "new").exists()


def test_where_there_is_no_learning_curve_that_is_said(customers: Path, tmp_path: Path) -> None:
    place = {"output": tmp_path / "out", "methods": ("ewd",), "wishes": WISHES, "trials": 1}
    told = [one.text for one in recommend(Request(customers, "left", tmp_path, **place)).remarks]
    assert "no learning curve: 300 instances are too few for one" in told
    place["curve"] = False
    told = [one.text for one in recommend(Request(customers, "left", tmp_path, **place)).remarks]
    assert not any("learning curve" in text for text in told)
