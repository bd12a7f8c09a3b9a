"""What is tried, and the spec that says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.recommend.plan import METHODS, curve_sizes, make_plan
from nbexp.recommend.remark import Kind
from nbexp.recommend.roles import Wishes, choose_roles
from nbexp.recommend.spec_text import Draft, quoted, spec_text
from nbexp.spec.document import parse_document
from nbexp.spec.reader import read_spec


def data(n: int, n_attributes: int = 2, distinct: int = 50) -> DataSet:
    values = np.arange(float(distinct))
    codes = (np.arange(n) % distinct).astype(np.int32)
    attributes = tuple(Quantitative(f"x{i}", values, codes) for i in range(n_attributes))
    return DataSet("own", attributes, ("a", "b"), (np.arange(n) % 2).astype(np.int8))


def test_a_small_file_is_tried_in_full() -> None:
    plan = make_plan(data(1000))
    assert (plan.methods, plan.trials, plan.folds) == (METHODS, 10, 3)


def test_a_large_file_has_fewer_trials_and_says_so() -> None:
    plan = make_plan(data(2_000_000))
    assert plan.trials == 5
    assert any("5 trials" in remark.text for remark in plan.remarks)


def test_kernel_is_left_out_where_it_would_take_too_long() -> None:
    plan = make_plan(data(60_000, distinct=50_000))
    assert "kernel" not in plan.methods
    assert any("kernel is left out" in remark.text for remark in plan.remarks)
    assert make_plan(data(60_000, distinct=50_000), methods=["kernel"]).methods == ("kernel",)


def test_what_is_asked_for_is_not_cut_down() -> None:
    plan = make_plan(data(2_000_000), methods=["ewd", "ndd"], trials=10)
    assert (plan.methods, plan.trials) == (("ewd", "ndd"), 10)


def test_without_a_number_there_is_nothing_to_discretize() -> None:
    only = DataSet(
        "own",
        (Qualitative("q", ("a", "b"), (np.arange(60) % 2).astype(np.int8)),),
        ("a", "b"),
        (np.arange(60) % 2).astype(np.int8),
    )
    plan = make_plan(only)
    assert len(plan.methods) == 1
    assert [one.kind for one in plan.remarks if one.grave] == [Kind.NUMBERS]


@pytest.mark.parametrize(
    ("training", "sizes"), [(150, ()), (390, (100, 300)), (2000, (100, 300, 1000))]
)
def test_a_learning_curve_has_round_sizes(training: int, sizes: tuple[int, ...]) -> None:
    assert curve_sizes(training) == sizes


HOSTILE = ["a: b", "#x", "no", "- c", "'", '"', "{x}", "é", "a,b", " x", "?", "[", "1e3", "*y"]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_column_name_survives_the_way_through_yaml(text: str) -> None:
    assert parse_document(f"key: {quoted(text)}", "x").content == {"key": text}


@pytest.mark.parametrize("sizes", [(), (100, 300)])
def test_the_spec_is_what_nbexp_expects(
    tmp_path: Path, customers: Path, sizes: tuple[int, ...]
) -> None:
    roles = choose_roles(customers, "left", Wishes(ignore=("refund",)))
    draft = Draft(
        "mine", "On: customers", ("One.",), roles, ("ewd", "kernel"), 2, 3, 7, sizes, "r/mine"
    )
    path = tmp_path / "deep" / "spec.yaml"
    path.parent.mkdir()
    path.write_text(spec_text(draft, path.parent), encoding="utf-8")
    spec = read_spec(str(path))
    (dataset,) = spec.datasets
    assert dataset.source.path.resolve() == customers.resolve()
    assert dataset.source.ignore == roles.source.ignore
    assert dataset.source.quantitative == roles.source.quantitative
    assert (spec.protocol.trials, spec.protocol.folds, spec.seeds) == (2, 3, (7,))
    assert str(spec.output) == "r/mine"
    labels = [method.label for method in spec.methods]
    assert (labels == ["ewd", "kernel"]) == (not sizes)
    kernel = next(method for method in spec.methods if method.method == "kernel")
    assert kernel.params["width"] == "range"


def test_the_spec_tells_in_comments_what_was_guessed_and_why(customers: Path) -> None:
    roles = choose_roles(customers, "left")
    text = spec_text(Draft("mine", "x", (), roles, ("ewd",), 2, 3, 7), customers.parent)
    assert "- customer                    # identifier: 1000 to 1299" in text
    assert "# basic, plus, pro" in text


def test_without_scikit_learn_there_are_no_yardsticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbexp.recommend.yardsticks.find_spec", lambda name: None)
    plan = make_plan(data(1000))
    assert not plan.yardsticks
    assert any("nbexp[sklearn]" in remark.text for remark in plan.remarks)


def test_a_large_file_has_fewer_trials_of_the_yardsticks() -> None:
    pytest.importorskip("sklearn")
    assert make_plan(data(1000)).yardsticks == 10
    assert make_plan(data(100_000, 20)).yardsticks == 5
    assert make_plan(data(500_000, 20)).yardsticks == 0
