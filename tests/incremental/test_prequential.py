"""The prequential protocol: orders, checkpoints, costs, failing methods."""

from __future__ import annotations

import numpy as np
import pytest
from slow_incremental import tricky_stream

from nbexp.errors import DataError
from nbexp.incremental.iffd import IncrementalFlexibleFrequency
from nbexp.incremental.naive_bayes import IncrementalNaiveBayes
from nbexp.incremental.registry import create_learner, incremental_ids
from nbexp.protocol.prequential import (
    checkpoints_at,
    run_prequential,
    stream_order,
)
from nbexp.protocol.warm_up import warm_up_prequential

ALL = {method: create_learner(method, {}) for method in incremental_ids()}


def test_each_instance_is_classified_before_it_is_learnt() -> None:
    dataset = tricky_stream(11, 400)
    order = stream_order(dataset.name, 400, seed=3, trial=1)
    for result in run_prequential(dataset, order, ALL, initial=50):
        model = IncrementalNaiveBayes.for_dataset(dataset, ALL[result.method])
        wrong = 0
        for position, i in enumerate(order):
            values = [None if a.codes[i] < 0 else a.values[a.codes[i]] for a in dataset.attributes]
            label = dataset.classes[dataset.labels[i]]
            if position >= 50:
                shares = model.predict_proba_one(values)
                predicted = model.predict_one(values)
                assert dataset.classes[result.predictions[position - 50]] == predicted
                loss = result.log_losses[position - 50]
                assert np.exp(-loss) == pytest.approx(shares[label], rel=1e-9, abs=1e-12)
                brier = sum((p - (c == label)) ** 2 for c, p in shares.items())
                assert result.briers[position - 50] == pytest.approx(brier, abs=1e-12)
                wrong += predicted != label
            if position == 49:
                columns = _columns(dataset, order[:50])
                model.start(columns, dataset.labels[order[:50]].astype(np.int64))
            elif position >= 50:
                model.learn_one(values, label)
        assert (result.status, result.errors) == ("done", wrong)
        assert result.intervals == model.n_intervals
        assert result.log_loss == pytest.approx(result.log_losses.sum())


def _columns(dataset, instances):
    return [
        a.floats()[instances] if hasattr(a, "floats") else a.codes[instances].astype(np.int64)
        for a in dataset.attributes
    ]


def test_the_order_comes_from_seed_name_and_trial_alone() -> None:
    order = stream_order("iris", 150, seed=1, trial=0)
    assert sorted(order) == list(range(150))
    assert order[:5].tolist() == stream_order("iris", 150, seed=1, trial=0)[:5].tolist()
    others = [
        stream_order("iris", 150, seed=1, trial=1),
        stream_order("iris", 150, seed=2, trial=0),
        stream_order("wine", 150, seed=1, trial=0),
    ]
    assert all(other.tolist() != order.tolist() for other in others)
    assert stream_order("iris", 4, seed=1, trial=0, shuffled=False).tolist() == [0, 1, 2, 3]


def test_checkpoints_count_errors_so_far_and_in_the_window() -> None:
    dataset = tricky_stream(12, 300)
    order = np.arange(300)
    (result,) = run_prequential(
        dataset, order, {"a": ALL["iffd"]}, initial=100, checkpoints=[110, 180], window=30
    )
    wrong = result.predictions != dataset.labels[100:]
    stock = {c.seen: c for c in result.checkpoints}
    assert list(stock) == [110, 180, 300]
    for seen, errors, window_tested in ((110, wrong[:10], 10), (180, wrong[:80], 30)):
        assert (stock[seen].errors, stock[seen].tested) == (errors.sum(), len(errors))
        assert stock[seen].window_errors == errors[-30:].sum()
        assert stock[seen].window_tested == window_tested
        assert stock[seen].log_loss == pytest.approx(result.log_losses[: len(errors)].sum())
    assert stock[300].error == result.errors / 200
    assert [(c.seen, c.instances) for c in result.costs] == [(110, 10), (180, 70), (300, 120)]
    assert all(min(c.nbytes, c.learn_seconds, c.predict_seconds) > 0 for c in result.costs)


def test_checkpoints_end_with_the_last_instance() -> None:
    assert checkpoints_at(1200, 200, 4) == (450, 700, 950, 1200)
    assert checkpoints_at(203, 200, 50) == (201, 202, 203)


def test_predictions_do_not_depend_on_checkpoints_timing_or_company() -> None:
    dataset = tricky_stream(13, 500)
    order = stream_order(dataset.name, 500, seed=1, trial=0)
    together = run_prequential(dataset, order, ALL, initial=60)
    for result in together:
        (alone,) = run_prequential(
            dataset,
            order,
            {"x": ALL[result.method]},
            initial=60,
            checkpoints=[77, 401],
            timed=False,
        )
        assert alone.predictions.tolist() == result.predictions.tolist()
        assert alone.log_losses.tolist() == result.log_losses.tolist()
        assert alone.intervals == result.intervals
        assert alone.predict_seconds == 0


def test_predictions_by_instance_leave_out_the_initial_ones() -> None:
    dataset = tricky_stream(14, 120)
    order = stream_order(dataset.name, 120, seed=1, trial=0)
    (result,) = run_prequential(dataset, order, {"g": ALL["gaussian"]}, initial=20)
    placed = result.by_instance(order)
    assert (placed[order[:20]] == -1).all()
    assert placed[order[20:]].tolist() == result.predictions.tolist()


class _FailingLater(IncrementalFlexibleFrequency):
    def attribute(self, n_classes: int, number: int = 0):
        begun = super().attribute(n_classes, number)

        def fail(values, stretch):
            raise ZeroDivisionError("on purpose")

        begun.pass_through = fail
        return begun


class _FailingAtOnce(IncrementalFlexibleFrequency):
    def attribute(self, n_classes: int, number: int = 0):
        raise KeyError("early")


def test_a_method_that_fails_does_not_take_the_others_with_it() -> None:
    dataset = tricky_stream(15, 120)
    methods = {"late": _FailingLater(), "early": _FailingAtOnce(), "good": ALL["iffd"]}
    late, early, good = run_prequential(dataset, np.arange(120), methods, initial=20)
    assert (late.status, late.phase, late.predictions) == ("failed", "stream", None)
    assert late.cause == "ZeroDivisionError: on purpose"
    assert (early.status, early.phase, early.cause) == ("failed", "start", "KeyError: 'early'")
    assert good.status == "done"
    with pytest.raises(ValueError, match="late failed"):
        late.by_instance(np.arange(120))


def test_too_few_instances_are_told() -> None:
    dataset = tricky_stream(16, 120)
    with pytest.raises(DataError, match="found 120 instances, expected more than the 200"):
        run_prequential(dataset, np.arange(120), ALL)


def test_the_warm_up_runs_every_method() -> None:
    warm_up_prequential(ALL)
