"""How fast IFFD learns and classifies, by the processor's clock, on data like Shuttle."""

from __future__ import annotations

import time

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.incremental.naive_bayes import IncrementalNaiveBayes
from nbexp.incremental.registry import create_learner
from nbexp.protocol.prequential import run_prequential, warm_up_prequential

N = 58_000
IFFD = create_learner("iffd", {})


@pytest.fixture(scope="module")
def shuttle_like() -> DataSet:
    """58,000 instances, nine attributes of whole numbers, seven classes of unequal size."""
    rng = np.random.default_rng(1)
    labels = rng.choice(7, N, p=[0.786, 0.001, 0.003, 0.154, 0.054, 0.001, 0.001])
    columns = np.round((rng.normal(size=(N, 9)) + rng.normal(size=(7, 9))[labels]) * 12)
    attributes = tuple(Quantitative.from_floats(f"a{k}", columns[:, k]) for k in range(9))
    warm_up_prequential({"iffd": IFFD})
    return DataSet("shuttle-like", attributes, tuple("1234567"), labels.astype(np.int8))


@pytest.mark.slow
def test_iffd_takes_a_hundred_thousand_instances_a_second(shuttle_like: DataSet) -> None:
    best = np.inf
    for _ in range(3):
        begin = time.thread_time()
        run_prequential(shuttle_like, np.arange(N), {"iffd": IFFD}, timed=False)
        best = min(best, time.thread_time() - begin)
    assert N / best > 100_000


@pytest.mark.slow
def test_an_instance_costs_no_more_at_fifty_thousand_than_at_five_thousand(
    shuttle_like: DataSet,
) -> None:
    seen = [2_000, 8_000, 47_000, 53_000]
    costs = {8_000: np.inf, 53_000: np.inf}
    for _ in range(5):
        (result,) = run_prequential(shuttle_like, np.arange(N), {"iffd": IFFD}, checkpoints=seen)
        for cost in result.costs:
            if cost.seen in costs:
                seconds = cost.learn_seconds + cost.predict_seconds
                costs[cost.seen] = min(costs[cost.seen], seconds)
    assert costs[53_000] <= 1.3 * costs[8_000]


@pytest.mark.slow
def test_learn_one_takes_ten_thousand_instances_a_second(shuttle_like: DataSet) -> None:
    columns = [attribute.floats()[:5000].tolist() for attribute in shuttle_like.quantitative]
    instances = list(zip(*columns, strict=True))
    labels = [shuttle_like.classes[code] for code in shuttle_like.labels[:5000]]
    best = np.inf
    for _ in range(3):
        model = IncrementalNaiveBayes.for_dataset(shuttle_like, IFFD)
        begin = time.thread_time()
        for values, label in zip(instances, labels, strict=True):
            model.learn_one(values, label)
        best = min(best, time.thread_time() - begin)
    assert 5000 / best > 10_000
